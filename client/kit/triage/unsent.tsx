/** The number of texts in the outbox. It is shown while the connection is down. */
import { useAtomValue } from "jotai";
import { outboxAtom } from "../data/outbox.ts";
import { connectionAtom } from "../net/socket.ts";

export function UnsentBadge() {
  const { length } = useAtomValue(outboxAtom);
  const { state } = useAtomValue(connectionAtom);
  const isAway = state === "reconnecting" || state === "away";
  return (
    <span role="status" className="whitespace-nowrap">
      {length > 0 && isAway && (
        <span className="badge badge-soft badge-warning px-1 font-semibold sm:px-2.5">
          {length} <span className="max-sm:sr-only">unsent</span>
        </span>
      )}
    </span>
  );
}
