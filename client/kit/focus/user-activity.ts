/** Whether a person is using the page, or it is idle: then code for later is loaded. */
import { useEffect, useSyncExternalStore } from "react";

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

/**
 * Fetches code that the person may need: after their first action, or else once the page is idle,
 * because the network may be gone when they need it. The component that needs it reports a failure.
 */
export function useFetchAhead(fetchIt: (() => Promise<unknown>) | null): void {
  const isActive = useIsActive();
  useEffect(() => {
    if (fetchIt === null) return;
    let isOver = false;
    const begin = () => {
      if (!isOver) fetchIt().catch(() => {});
    };
    if (isActive) begin();
    else void idle().then(begin);
    return () => {
      isOver = true;
    };
  }, [isActive, fetchIt]);
}

/** The page has been there for so long before it counts as idle. */
const IDLE_AFTER = 1000;
/** On a page that always has something to do, idleness is not awaited longer. */
const IDLE_MOST = 3000;

/** Resolves once the page has nothing else to do, a second or more after its load event. */
export async function idle(): Promise<void> {
  if (document.readyState !== "complete") {
    await new Promise((go) => addEventListener("load", go, { once: true }));
  }
  await new Promise((go) => setTimeout(go, IDLE_AFTER));
  // Safari does not have it.
  if (!("requestIdleCallback" in globalThis)) return;
  await new Promise((go) => requestIdleCallback(go, { timeout: IDLE_MOST }));
}

/** Runs this now and each time the page is shown again, unless it is hidden. Returns what stops it. */
export function whenVisible(run: () => void): () => void {
  const look = () => {
    if (document.visibilityState === "visible") run();
  };
  look();
  document.addEventListener("visibilitychange", look);
  return () => document.removeEventListener("visibilitychange", look);
}
