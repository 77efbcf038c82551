/** Loads an engine while the page has nothing else to do. */
import type { RunSettings } from "../../server/languages/types.ts";
import { store } from "../kit/net/store.ts";
import type { Engine } from "./engine.ts";

type Device = Navigator & {
  connection?: { saveData?: boolean; type?: string; effectiveType?: string };
};

/**
 * Calls `prepare` once the page has nothing else to do, unless much has to be downloaded and the
 * connection is metered.
 * @returns a function that cancels it
 */
export function prepareWhenIdle(
  engine: Engine,
  source?: string,
  settings?: RunSettings,
): () => void {
  const cancelled = new AbortController();
  (async () => {
    await whenIdle();
    if (cancelled.signal.aborted || store.get(engine.readiness).state === "unsupported") return;
    const isCached = await engine.noteCached();
    if (cancelled.signal.aborted || (!isCached && isMetered())) return;
    await engine.prepare(source, settings);
  })();
  return () => cancelled.abort();
}

/** As `prepareWhenIdle`, for the steps of a program; nothing is downloaded for it. */
export function prepareStepsWhenIdle(
  engine: Engine,
  source: string,
  settings: RunSettings,
): () => void {
  const cancelled = new AbortController();
  (async () => {
    await whenIdle();
    if (cancelled.signal.aborted || store.get(engine.readiness).state === "unsupported") return;
    if (!await engine.noteCached() || cancelled.signal.aborted) return;
    await engine.prepareSteps?.(source, settings);
  })();
  return () => cancelled.abort();
}

async function whenIdle(): Promise<void> {
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
function isMetered(): boolean {
  const { connection } = navigator as Device;
  // Without any word from the browser, a phone counts as metered.
  if (!connection) return matchMedia("(pointer: coarse)").matches;
  const { saveData, type, effectiveType } = connection;
  return saveData === true || type === "cellular" || /2g$/.test(effectiveType ?? "");
}
