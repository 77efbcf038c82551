/**
 * Bounds how long another system may take. The timers are ours: on this Deno, the signal of a
 * request no longer ends the reading of its body once garbage was collected.
 */

/** @throws what `late` makes when the work takes longer than `ms` */
export async function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  const ended = Promise.withResolvers<never>();
  const timer = setTimeout(() => ended.reject(late()), ms);
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The same bytes. Fails when the source has kept its reader waiting for `ms` altogether. */
export function streamWithin(
  ms: number,
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  late: () => Error,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader();
  let left = ms;
  return new ReadableStream({
    async pull(controller) {
      const began = performance.now();
      try {
        const { done, value } = await within(Math.max(left, 0), reader.read(), late);
        left -= performance.now() - began;
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        reader.cancel(error).catch(() => {});
        throw error;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}
