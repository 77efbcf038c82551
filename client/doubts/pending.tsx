/** What this person has said in a thread and has not arrived yet. */
import { Hourglass } from "lucide-react";
import { useAtomValue } from "jotai";
import type { Doubt, EntryType } from "../../server/doubts/schema.ts";
import { heldAtom, type Outgoing, sendingAtom } from "../kit/outgoing.ts";
import { connectionAtom } from "../kit/socket.ts";
import { takeBack } from "./actions.ts";

const types: Record<string, EntryType> = {
  reply: "reply",
  followup: "follow-up",
};

const textOf = ({ body }: Outgoing): string => (body as { text: string }).text;

/**
 * What of it is still to be shown as waiting: the entry itself may be pushed before the call that
 * made it is answered, and is then not shown twice.
 */
export function stillPending(
  items: readonly Outgoing[],
  doubt: Doubt,
  meId: string,
): Outgoing[] {
  const arrived = new Set<string>();
  return items.filter((item) => {
    const type = types[item.kind];
    if (type === undefined || item.subject !== doubt._id) return false;
    const from = doubt.conversation.findIndex(({ _id }) => _id === item.seen) + 1;
    const entry = doubt.conversation.slice(from).find((entry) =>
      entry.type === type && entry.sender._id === meId && entry.message === textOf(item).trim() &&
      !arrived.has(entry._id)
    );
    if (entry !== undefined) arrived.add(entry._id);
    return entry === undefined;
  });
}

export function PendingEntry({ item }: { item: Outgoing }) {
  const isLeaving = useAtomValue(sendingAtom) === item.key;
  const { state } = useAtomValue(connectionAtom);
  const held = useAtomValue(heldAtom);
  const text = textOf(item);
  const isSending = isLeaving && state === "live" && navigator.onLine;
  return (
    <li className="rounded-box border border-dashed border-base-content/40 p-4">
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Hourglass aria-hidden className="size-4" />
        {isSending ? "Sending…" : "Waiting to be sent"}
        {!isLeaving && (
          <button
            type="button"
            className="link-plain ml-auto"
            onClick={() => takeBack(item)}
          >
            Take back
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
