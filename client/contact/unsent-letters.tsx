/** Letters that could not be sent: stored on this device, and sent in order when they can be. */
import { useCallback, useEffect, useRef, useState } from "react";
import { v4 as uuid } from "uuid";
import type { ContactInput } from "../../server/contact/schema.ts";
import { CallError, errorText } from "../kit/net/api.ts";
import { toast } from "../kit/data/toast.ts";
import { draftKey, readDraft, useDraft, writeDraft } from "../kit/forms/draft.ts";
import { sendContactMessage } from "./actions.ts";
import { Button } from "../kit/ui/button.tsx";

type Letter = ContactInput & { key: string };

/** The most letters that wait. Another one stays in the form. */
const MOST = 20;
/** They are sent again after 15 to 20 s: the server may be back without a change of the network. */
const AGAIN_AFTER = 15_000;
const SPREAD = 5000;
const NONE: readonly Letter[] = [];

const storedUnder = () => draftKey("letters");
const readLetters = (): readonly Letter[] => readDraft<Letter[]>(storedUnder()) ?? NONE;

/** Stores a letter that could not be sent. @returns false when too many wait */
export function storeLetter(letter: ContactInput): boolean {
  if (readLetters().length >= MOST) return false;
  writeDraft(storedUnder(), [...readLetters(), { ...letter, key: uuid() }]);
  return true;
}

const drop = (key: string) =>
  writeDraft(storedUnder(), readLetters().filter((letter) => letter.key !== key));

interface Failure {
  key: string;
  problem: string;
  isPassing: boolean;
}

/** Sends the letters, the oldest first, until one cannot be sent. */
async function sendKept(): Promise<Failure | null> {
  for (let letter = readLetters()[0]; letter !== undefined; letter = readLetters()[0]) {
    const { key, ...input } = letter;
    try {
      toast.success(await sendContactMessage(input, key));
      drop(key);
    } catch (error) {
      const problem = errorText(error, "Failed to send your message.");
      return { key, problem, isPassing: mayBeSentLater(error) };
    }
  }
  return null;
}

/** Whether the letter may be sent later as it is. */
export const mayBeSentLater = (error: unknown): boolean =>
  !(error instanceof CallError) || error.isPassing;

export function UnsentLetters() {
  const [letters] = useDraft<readonly Letter[]>(storedUnder(), NONE);
  const [unsent, setUnsent] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const going = useRef(false);
  const send = useCallback(async () => {
    if (going.current) return;
    going.current = true;
    setBusy(true);
    // One tab sends at a time. Without locks (an insecure origin), a letter may arrive twice.
    setUnsent(await (navigator.locks?.request("letters", sendKept) ?? sendKept()));
    setBusy(false);
    going.current = false;
  }, []);
  useEffect(() => {
    const sendAll = () => void send();
    if (navigator.onLine && readLetters().length > 0) sendAll();
    addEventListener("online", sendAll);
    return () => removeEventListener("online", sendAll);
  }, [send]);
  const isRefused = unsent?.isPassing === false && letters.some(({ key }) => key === unsent.key);
  const isWaiting = letters.length > 0 && !isRefused;
  useEffect(() => {
    if (!isWaiting || busy) return;
    const timer = setTimeout(() => void send(), AGAIN_AFTER + Math.random() * SPREAD);
    return () => clearTimeout(timer);
  }, [isWaiting, busy, send]);
  if (letters.length === 0) return null;
  return (
    <section aria-labelledby="unsent" className="mb-6 space-y-3 border-b border-base-300 pb-6">
      <h2 id="unsent" className="text-xl font-bold">Not sent yet</h2>
      <p role="status" className="text-muted">
        {letters.length === 1 ? "This message is" : `These ${letters.length} messages are`}{" "}
        kept on this device, and sent when the connection is back and this page is open.
      </p>
      <ul className="divide-y divide-base-300">
        {letters.map(({ key, name, message }) => (
          <li key={key} className="flex items-start gap-3 py-2">
            <div className="min-w-0 grow">
              <p className="font-semibold">{name}</p>
              <p className="line-clamp-3 whitespace-pre-wrap wrap-anywhere">{message}</p>
              {unsent?.key === key && (
                <p role="alert" className="text-sm font-medium text-error">{unsent.problem}</p>
              )}
            </div>
            <Button
              className="btn-ghost btn-sm"
              aria-label={`Delete: ${message.slice(0, 40)}`}
              busy={busy}
              onClick={() =>
                busy || drop(key)}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
      <Button busy={busy} onClick={() => void send()}>{busy ? "Sending..." : "Send now"}</Button>
    </section>
  );
}
