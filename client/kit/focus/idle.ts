/** Whether a page has been loaded and then had nothing to do. */
import { useEffect, useState } from "react";

/** The page has been there for so long before it counts as idle. */
const IDLE_AFTER = 1000;
/** On a page that always has something to do, idleness is not awaited longer. */
const IDLE_MOST = 3000;

/** Returns true once the page is idle, a second or more after its load event. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const notice = () => {
      if (!stop.signal.aborted) setIdle(true);
    };
    const begin = () =>
      setTimeout(() => {
        // Safari does not have it.
        if ("requestIdleCallback" in globalThis) {
          requestIdleCallback(notice, { timeout: IDLE_MOST });
        } else notice();
      }, IDLE_AFTER);
    if (document.readyState === "complete") begin();
    else addEventListener("load", begin, { once: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
  return isIdle;
}
