/** Retries a load until it succeeds. It retries at once when the browser is online again. */

const AGAIN_AFTER = 3000;
const AGAIN_AT_MOST = 20_000;

export async function retryUntilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let wait = AGAIN_AFTER;; wait = Math.min(wait * 2, AGAIN_AT_MOST)) {
    try {
      return await load();
    } catch {
      await new Promise<void>((go) => {
        setTimeout(go, wait);
        addEventListener("online", () => go(), { signal: AbortSignal.timeout(wait) });
      });
    }
  }
}
