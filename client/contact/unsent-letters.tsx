/** Letters that could not be sent: stored on this device, and sent in order when they can be. */
import { useEffect, useState } from "react";
import { v4 as uuid } from "uuid";
import type { ContactInput } from "../../server/contact/schema.ts";
import { errorText, mayPass } from "../kit/net/api.ts";
import { toast } from "../kit/data/toast.ts";
import { useCall } from "../kit/data/use-call.ts";
import { draftKey, readDraft, useDraft, writeDraft } from "../kit/forms/draft.ts";
import { sendContactMessage } from "./actions.ts";
import { Button } from "../kit/ui/button.tsx";

type Letter = ContactInput & { key: string };

/** The most letters that wait. Another one stays in the form. */
const MOST = 20;
/** They are sent again after this time, in ms: only the server may have been away. */
const AGAIN_AFTER = 15_000;
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
      return { key, problem, isPassing: mayPass(error) };
    }
  }
  return null;
}

export function UnsentLetters() {
  const [letters] = useDraft<readonly Letter[]>(storedUnder(), NONE);
  const [unsent, setUnsent] = useState<Failure | null>(null);
  const { busy, run } = useCall();
  const send = () =>
    run(async () => {
      // One tab sends at a time. Without locks (an insecure origin), a letter may arrive twice.
      setUnsent(await (navigator.locks?.request("letters", sendKept) ?? sendKept()));
    });
  const isRefused = unsent?.isPassing === false && letters.some(({ key }) => key === unsent.key);
  const isWaiting = letters.length > 0 && !isRefused && !busy;
  const isTried = unsent !== null;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(send, isTried || !navigator.onLine ? AGAIN_AFTER : 0);
    addEventListener("online", send);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", send);
    };
  }, [isWaiting, isTried]);
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
      <Button busy={busy} onClick={send}>{busy ? "Sending..." : "Send now"}</Button>
    </section>
  );
}
