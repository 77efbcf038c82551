/** How much of what was said has not left yet, for as long as the connection is away. */
import { useAtomValue } from "jotai";
import { outgoingAtom } from "./outgoing.ts";
import { connectionAtom } from "./socket.ts";

export function ToSend() {
  const { length } = useAtomValue(outgoingAtom);
  const { state } = useAtomValue(connectionAtom);
  const isAway = state === "reconnecting" || state === "away";
  return (
    <span role="status" className="whitespace-nowrap">
      {length > 0 && isAway && (
        <span className="badge badge-soft badge-warning px-1 font-semibold sm:px-2.5">
          {length} <span className="max-sm:sr-only">to send</span>
        </span>
      )}
    </span>
  );
}
