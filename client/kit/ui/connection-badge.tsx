/** Says whether the screen is live. */
import { useAtomValue } from "jotai";
import { connectionAtom } from "../data/socket.ts";
import { showClock } from "./format-time.ts";

export function ConnectionBadge() {
  const connection = useAtomValue(connectionAtom);
  const isLive = connection.state === "live";
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
        className={`size-2.5 rounded-full ${
          isLive ? "bg-success" : connection.state === "away" ? "bg-warning" : "bg-base-content/35"
        }`}
      />
      {isLive && "Live"}
      {connection.state === "reconnecting" && "Reconnecting…"}
      {connection.state === "away" && `as of ${showClock(connection.since)}`}
    </span>
  );
}
