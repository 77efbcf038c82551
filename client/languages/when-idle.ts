/** What an engine does while the page has nothing else to do. */
import { store } from "../kit/net/store.ts";
import type { Engine } from "./engine.ts";

type Device = Navigator & {
  connection?: { saveData?: boolean; type?: string; effectiveType?: string };
};

/**
 * Does the work once the page has nothing else to do, unless this browser cannot run programs.
 * @param work gets whether the engine was downloaded before
 * @returns a function that cancels it
 */
export function whenIdle(engine: Engine, work: (isCached: boolean) => void): () => void {
  const cancelled = new AbortController();
  (async () => {
    await idle();
    if (cancelled.signal.aborted || store.get(engine.readiness).state === "unsupported") return;
    const isCached = await engine.noteCached();
    if (!cancelled.signal.aborted) work(isCached);
  })();
  return () => cancelled.abort();
}

async function idle(): Promise<void> {
  if (document.readyState !== "complete") {
    await new Promise((go) => addEventListener("load", go, { once: true }));
  }
  await new Promise<void>((go) => {
    // Safari does not have it.
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => go(), { timeout: 3000 });
    else setTimeout(go, 500);
  });
}

/** Whether a large download should wait until the student asks for it. */
export function isMetered(): boolean {
  const { connection } = navigator as Device;
  // Without any word from the browser, a phone counts as metered.
  if (!connection) return matchMedia("(pointer: coarse)").matches;
  const { saveData, type, effectiveType } = connection;
  return saveData === true || type === "cellular" || /2g$/.test(effectiveType ?? "");
}
