/** Whether somebody is at the page: what only they need is fetched then, and not to show it. */
import { useEffect, useSyncExternalStore } from "react";

/** `input` is for those who write without a key or a pointer: by voice, by an assistant. */
const SIGNS = ["pointermove", "pointerdown", "dragenter", "keydown", "input"];

const waiting = new Set<() => void>();
let isHere = false;

function notice(): void {
  for (const sign of SIGNS) document.removeEventListener(sign, notice, true);
  // Whom the event is for comes first: drawn anew before, a field would forget what was typed.
  setTimeout(() => {
    isHere = true;
    for (const run of [...waiting]) run();
  });
}

/** Before anything is shown. */
export function startHere(): void {
  for (const sign of SIGNS) {
    document.addEventListener(sign, notice, { capture: true, passive: true });
  }
}

function watch(run: () => void): () => void {
  waiting.add(run);
  return () => waiting.delete(run);
}

export const useHere = (): boolean => useSyncExternalStore(watch, () => isHere);

/** Fetches something once somebody is here. When that fails, whoever needs it says so. */
export function useFetched(fetchIt: (() => Promise<unknown>) | null): void {
  const here = useHere();
  useEffect(() => {
    if (here) fetchIt?.().catch(() => {});
  }, [here, fetchIt]);
}
