/** Waits for what happens soon. */

/** @throws Error when it has not happened after so many milliseconds */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what = "it",
  ms = 180_000,
): Promise<void> {
  const end = Date.now() + ms;
  while (!await isSo()) {
    if (Date.now() > end) throw new Error(`${what}: not within ${ms} ms`);
    await new Promise((done) => setTimeout(done, 20));
  }
}
