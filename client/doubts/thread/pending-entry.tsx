/** An entry that this person has sent to a thread and that has not arrived yet. */
import { useAtomValue } from "jotai";
import Hourglass from "../../kit/ui/icon.tsx?hourglass";
import { type OutboxItem, rateLimitAtom, sendingAtom } from "../../kit/data/outbox.ts";
import { connectionAtom } from "../../kit/net/socket.ts";
import { editUnsent, textOf } from "../actions.ts";

export function PendingEntry({ item }: { item: OutboxItem }) {
  const isLeaving = useAtomValue(sendingAtom) === item.key;
  const { state } = useAtomValue(connectionAtom);
  const held = useAtomValue(rateLimitAtom);
  const text = textOf(item);
  const isSending = isLeaving && state === "live" && navigator.onLine;
  return (
    <li tabIndex={-1} className="rounded-box border border-dashed border-base-content/40 p-4">
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Hourglass aria-hidden className="size-4" />
        {isSending ? "Sending…" : "Waiting to be sent"}
        {!isLeaving && (
          <button
            type="button"
            className="link-plain ml-auto"
            onClick={() => editUnsent(item)}
          >
            Cancel
          </button>
        )}
      </p>
      {held !== null && !isSending && <p role="status" className="mt-2 font-medium">{held}</p>}
      <p className="mt-2 whitespace-pre-wrap">
        {text}
      </p>
    </li>
  );
}
