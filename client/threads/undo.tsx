/** Offers to take back what was just sent, with a button and the key `u`: the newest only. */
import { UNDO_SECONDS } from "../../server/threads/policy.ts";
import { dismiss, toast } from "../kit/data/toast.ts";
import { addShortcuts } from "../kit/focus/shortcuts.tsx";
import { useDeviceNow } from "../kit/ui/format-time.ts";

export const UNDO_MS = UNDO_SECONDS * 1000;

let end: (() => void) | undefined;

/** @param undo takes it back; it tells what came of it */
export function offerUndo(text: string, undo: () => void): void {
  end?.();
  const run = () => {
    end?.();
    undo();
  };
  const keys = [{ keys: ["u"], name: "Undo what you have just sent", run }];
  const removeKeys = addShortcuts({ current: keys, group: "Answer" });
  const until = Date.now() + UNDO_MS;
  const notice = toast.undoable(text, run, { left: <SecondsLeft until={until} />, lasts: UNDO_MS });
  const timer = setTimeout(() => end?.(), UNDO_MS);
  end = () => {
    end = undefined;
    removeKeys();
    clearTimeout(timer);
    dismiss(notice);
  };
}

/** The seconds that are left. Screen readers need not hear each of them. */
function SecondsLeft({ until }: { until: number }) {
  const left = Math.max(0, Math.ceil((until - useDeviceNow(500)) / 1000));
  return <span aria-hidden className="tabular-nums text-muted">{left}</span>;
}
