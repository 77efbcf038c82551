/** Waits for what happens soon. */

/** Milliseconds after which a test gives up: a busy machine takes long. */
export const PATIENCE = 600_000;

/**
 * Looks again and again until it finds something, and returns that.
 * @param what says for the error what was awaited
 * @throws Error when there is nothing after so many milliseconds
 */
export async function until<T>(
  look: () => T | Promise<T>,
  what: string | (() => string) = "it",
  ms = PATIENCE,
): Promise<NonNullable<T>> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found) return found;
    const name = typeof what === "string" ? what : what();
    if (Date.now() > end) throw new Error(`${name}: not within ${ms} ms`);
    await new Promise((done) => setTimeout(done, 20));
  }
}
