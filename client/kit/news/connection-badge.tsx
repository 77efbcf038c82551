/** Says whether the screen is live. */
import { useAtomValue } from "jotai";
import { connectionAtom, reconnectNow } from "../net/socket.ts";
import { showClock } from "../ui/format-time.ts";

const COLORS: Record<string, string> = {
  live: "bg-success",
  away: "bg-warning",
  displaced: "bg-warning",
};
const TEXTS: Record<string, string> = {
  live: "Live",
  reconnecting: "Reconnecting…",
  displaced: "Too many tabs",
};

export function ConnectionBadge() {
  const connection = useAtomValue(connectionAtom);
  return (
    <span
      role="status"
      data-state={connection.state}
      className={`inline-flex min-w-0 items-center gap-2 text-sm whitespace-nowrap ${
        connection.state === "starting" ? "invisible" : ""
      }`}
    >
      <span
        aria-hidden
        className={`size-2.5 shrink-0 rounded-full ${
          COLORS[connection.state] ?? "bg-base-content/35"
        }`}
      />
      {/* Beside the sign of a class session, the narrowest phones have no room for the word. */}
      <span className="truncate in-data-[state=live]:max-[22rem]:sr-only">
        {connection.state === "away"
          ? `as of ${showClock(connection.since)}`
          : TEXTS[connection.state]}
      </span>
      {connection.state === "displaced" && (
        <button type="button" className="link" onClick={reconnectNow}>Use this one</button>
      )}
    </span>
  );
}
