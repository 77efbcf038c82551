/** Loads code, and tries again while it cannot be fetched. */

const AGAIN_AFTER = 3000;
const AGAIN_AT_MOST = 20_000;

/** Whether a file of a module, or its styles, could not be fetched, in each browser's words. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|preload CSS/.test(error.message);

/** Retries until the code is loaded, at once when online again. Throws what the code throws. */
export async function retryUntilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = AGAIN_AFTER;; wait = Math.min(wait * 2, AGAIN_AT_MOST)) {
    try {
      return await load();
    } catch (error) {
      if (!isUnreached(error)) throw error;
      await pause(wait);
    }
  }
}

/** Waits for so many ms, or until the network is back. */
export const pause = (ms: number): Promise<void> =>
  new Promise((go) => {
    setTimeout(go, ms);
    addEventListener("online", () => go(), { signal: AbortSignal.timeout(ms) });
  });
