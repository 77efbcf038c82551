/** Whether a person is using the page, or it is idle: then code for later is loaded. */
import { useEffect, useState, useSyncExternalStore } from "react";

/** `input` covers people who write by voice or with an assistant. */
const SIGNS = ["pointermove", "pointerdown", "dragenter", "keydown", "input"];

const waiting = new Set<() => void>();
let isHere = false;

function notice(event: Event): void {
  // Chromium reports a pointer at rest after the first layout. That is not an action.
  const { movementX = 1, movementY = 1 } = event as Partial<PointerEvent>;
  if (event.type === "pointermove" && movementX === 0 && movementY === 0) return;
  for (const sign of SIGNS) document.removeEventListener(sign, notice, true);
  // Let the event's own listeners run first. A render before them would lose what was typed.
  setTimeout(() => {
    isHere = true;
    for (const run of [...waiting]) run();
  });
}

/** Call this before the first render. */
export function watchActivity(): void {
  for (const sign of SIGNS) {
    document.addEventListener(sign, notice, { capture: true, passive: true });
  }
}

function watch(run: () => void): () => void {
  waiting.add(run);
  return () => waiting.delete(run);
}

export const useIsActive = (): boolean => useSyncExternalStore(watch, () => isHere);

/** Returns true after the person's first action, or once the page is idle. */
export function useIsActiveOrIdle(): boolean {
  const isActive = useIsActive();
  const isIdle = useIsIdle();
  return isActive || isIdle;
}

/**
 * Fetches code that the person may need: after their first action, or else once the page is idle,
 * because the network may be gone when they need it. The component that needs it reports a failure.
 */
export function useFetchAhead(fetchIt: (() => Promise<unknown>) | null): void {
  const isWanted = useIsActiveOrIdle();
  useEffect(() => {
    if (isWanted) fetchIt?.().catch(() => {});
  }, [isWanted, fetchIt]);
}

/** The page has been there for so long before it counts as idle. */
const IDLE_AFTER = 1000;
/** On a page that always has something to do, idleness is not awaited longer. */
const IDLE_MOST = 3000;

/** Returns true once the page is idle, a second or more after its load event. */
function useIsIdle(): boolean {
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
