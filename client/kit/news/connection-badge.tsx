/** Says whether the screen is live. */
import { useAtomValue } from "jotai";
import { connectionAtom, reconnectNow } from "../net/socket.ts";
import { showClock } from "../ui/format-time.ts";

const COLORS: Record<string, string> = {
  live: "bg-success",
  away: "bg-warning",
  displaced: "bg-warning",
};

export function ConnectionBadge() {
  const connection = useAtomValue(connectionAtom);
  return (
    <span
      role="status"
      data-state={connection.state}
      className={`inline-flex items-center gap-2 text-sm whitespace-nowrap ${
        connection.state === "starting" ? "invisible" : ""
      }`}
    >
      <span
        aria-hidden
        className={`size-2.5 rounded-full ${COLORS[connection.state] ?? "bg-base-content/35"}`}
      />
      {connection.state === "live" && "Live"}
      {connection.state === "reconnecting" && "Reconnecting…"}
      {connection.state === "away" && `as of ${showClock(connection.since)}`}
      {connection.state === "displaced" && (
        <>
          Too many tabs{" "}
          <button type="button" className="link" onClick={reconnectNow}>Use this one</button>
        </>
      )}
    </span>
  );
}
