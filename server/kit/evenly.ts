/** Replies that take equally long, whatever was found. */

/** Longer than the work takes; what takes longer ends with the next one. */
const SLOT_MS = 200;

/** Does the work, and ends at a whole slot after the start, however it went. */
export async function evenly<T>(work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    const taken = performance.now() - start;
    await new Promise((done) => setTimeout(done, SLOT_MS - taken % SLOT_MS));
  }
}
