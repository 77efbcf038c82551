/** A doubt just marked as resolved: the call waits, so that it can be undone, until one leaves. */
import { useAtomValue } from "jotai";
import { useEffect, useRef } from "react";
import {
  outboxAtom,
  type OutboxItem,
  sendingAtom,
  sendNow,
  withdraw,
} from "../../kit/data/outbox.ts";
import { connectionAtom } from "../../kit/net/socket.ts";
import { toast } from "../../kit/data/toast.ts";
import { useDeviceNow } from "../../kit/ui/format-time.ts";
import { resolveOnLeaving } from "../actions.ts";

/** Returns the call that will resolve a doubt, if it has not arrived yet. */
export const useResolving = (doubtId: string): OutboxItem | undefined =>
  useAtomValue(outboxAtom).find(({ kind, subject }) => kind === "resolve" && subject === doubtId);

export function Resolving({ item }: { item: OutboxItem }) {
  const isSending = useAtomValue(sendingAtom) === item.key;
  const { state } = useAtomValue(connectionAtom);
  const now = useDeviceNow(500);
  const undo = useRef<HTMLButtonElement>(null);
  const latest = useRef(item);
  latest.current = item;
  useEffect(() => {
    if (document.activeElement === document.body) undo.current?.focus();
    const leave = () => resolveOnLeaving(latest.current);
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      sendNow(latest.current.key);
    };
  }, []);
  const left = Math.ceil(((item.notBefore ?? 0) - now) / 1000);
  return (
    <div className="my-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-box border-l-8 border-success bg-success/12 p-4">
      <p role="status" className="text-lg font-semibold">Marked as resolved.</p>
      {left <= 0 && state !== "live" && <p>It is sent when the connection is back.</p>}
      <button
        ref={undo}
        type="button"
        className="btn ml-auto"
        aria-disabled={isSending}
        onClick={() => {
          if (!withdraw(item.key)) toast.info("It is too late to undo this.");
        }}
      >
        Undo {left > 0 && <span aria-hidden className="tabular-nums">({left})</span>}
      </button>
    </div>
  );
}
