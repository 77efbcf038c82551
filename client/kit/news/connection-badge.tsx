/** Says that the screen is not live, and for a moment that it is live again. */
import { useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import { type Connection, connectionAtom, reconnectNow } from "../net/socket.ts";
import { showClock } from "../ui/format-time.ts";

/** "Live" is shown for so long after the connection is back, in ms. */
const BACK_FOR = 5000;

const TEXTS: Record<string, string> = {
  reconnecting: "Reconnecting…",
  displaced: "Too many tabs",
};

export function ConnectionBadge() {
  const connection = useAtomValue(connectionAtom);
  const isBack = useIsBack(connection);
  const { state } = connection;
  const isShown = isBack || (state !== "live" && state !== "starting");
  return (
    <span
      role="status"
      data-connection={state}
      className="inline-flex min-w-0 items-center gap-2 text-sm whitespace-nowrap"
    >
      {isShown && (
        <>
          <span
            aria-hidden
            className={`size-2.5 shrink-0 rounded-full ${
              isBack ? "bg-success" : state === "reconnecting" ? "bg-base-content/35" : "bg-warning"
            }`}
          />
          <span className="truncate">
            {isBack
              ? "Live"
              : state === "away"
              ? `as of ${showClock(connection.since)}`
              : TEXTS[state]}
          </span>
        </>
      )}
      {state === "displaced" && (
        <button type="button" className="link" onClick={reconnectNow}>Use this one</button>
      )}
    </span>
  );
}

/** Whether the connection was lost, and has just come back. */
function useIsBack({ state }: Connection): boolean {
  const [isBack, setBack] = useState(false);
  const wasLost = useRef(false);
  useEffect(() => {
    if (state !== "live") {
      wasLost.current ||= state !== "starting";
      return setBack(false);
    }
    if (!wasLost.current) return;
    wasLost.current = false;
    setBack(true);
    const timer = setTimeout(() => setBack(false), BACK_FOR);
    return () => clearTimeout(timer);
  }, [state]);
  return isBack;
}
