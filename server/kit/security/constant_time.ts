/** Replies that take the same time for every outcome, so that the time reveals nothing. */

import { setTimeout as sleep } from "node:timers/promises";

/** In ms: longer than usual work. Longer work ends with a later slot. */
const SLOT_MS = 200;

/** Does the work and waits until the end of a slot, also when the work fails. */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    await sleep(SLOT_MS - (performance.now() - start) % SLOT_MS);
  }
}
