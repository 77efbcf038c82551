/** "I have this": one mentor at a time says so, and the others see it. */
import { Hand } from "lucide-react";
import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import type { Doubt } from "../../server/doubts/schema.ts";
import { sentence } from "../kit/api.ts";
import { Confirm } from "../kit/dialog.tsx";
import { useKeys } from "../kit/keys.tsx";
import { meAtom } from "../kit/session.ts";
import { showClock, useNow } from "../kit/time.ts";
import { toast } from "../kit/toast.tsx";
import { claim, release } from "./actions.ts";
import { isLive } from "./status.tsx";

interface Claiming {
  /** In words. */
  text: string;
  isHeld: boolean;
  /** What this person may do about it. */
  action: "I have this" | "Release" | "Take over";
  run: () => void;
  busy: boolean;
  /** The question before it is taken over. */
  dialog: ReactNode;
}

function useClaim({ _id, claim: lease }: Doubt): Claiming {
  const me = useAtomValue(meAtom);
  const now = useNow(5000);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const held = lease && isLive(lease, now) ? lease : null;
  const isMine = held?.by._id === me?._id;
  async function change(work: () => Promise<void>) {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.warning(sentence(error, "The claim could not be changed."));
    } finally {
      setBusy(false);
    }
  }
  if (held === null) {
    return {
      text: "Nobody has this yet.",
      isHeld: false,
      action: "I have this",
      run: () => void change(() => claim(_id)),
      busy,
      dialog: null,
    };
  }
  return {
    text: `${isMine ? "You have" : `${held.by.name} has`} this until ${showClock(held.until)}.`,
    isHeld: true,
    action: isMine ? "Release" : "Take over",
    run: () => isMine ? void change(() => release(_id)) : setAsking(true),
    busy,
    dialog: asking && !isMine && (
      <Confirm
        title="Take over?"
        action="Take over"
        onConfirm={() => void change(() => claim(_id, true))}
        onClose={() => setAsking(false)}
      >
        {held.by.name} has this until{" "}
        {showClock(held.until)}. Take it over only if you know that nobody is working on it.
      </Confirm>
    ),
  };
}

export function ClaimBar({ doubt }: { doubt: Doubt }) {
  const { text, isHeld, action, run, busy, dialog } = useClaim(doubt);
  return (
    <section aria-label="Claim" className="panel space-y-3 p-4">
      <p role="status" className="flex items-center gap-2 font-semibold">
        <Hand aria-hidden className={`size-5 ${isHeld ? "text-secondary" : "text-muted"}`} />
        {text}
      </p>
      <button
        type="button"
        className={`btn btn-block ${isHeld ? "" : "btn-secondary"}`}
        aria-disabled={busy}
        onClick={run}
      >
        {action}
      </button>
      {dialog}
    </section>
  );
}

/** The key that claims, and what the sheet of keys says of it. */
export const CLAIM = { keys: ["c"], name: "Claim, or release" };

/** The same in one line, with its keys: for the triage view. */
export function ClaimLine({ doubt }: { doubt: Doubt }) {
  const { text, isHeld, action, run, busy, dialog } = useClaim(doubt);
  useKeys([
    {
      ...CLAIM,
      run: () => action === "Take over" ? toast.info(`${text} Press t to take over.`) : run(),
    },
    {
      keys: ["t"],
      name: "Take over from another mentor",
      run: () => action === "Take over" && run(),
    },
  ]);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p role="status" className="flex items-center gap-2 text-sm font-semibold">
        <Hand aria-hidden className={`size-4 ${isHeld ? "text-secondary" : "text-muted"}`} />
        {text}
      </p>
      <button type="button" className="btn btn-sm" aria-disabled={busy} onClick={run}>
        {action}
      </button>
      {dialog}
    </div>
  );
}
