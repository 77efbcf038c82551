/** Writes and reads tar files, one entry in memory at a time. */
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { extract, type Headers, pack } from "tar-stream";

export type Entry = { name: string; bytes: Uint8Array };

/** The longest entry that is read. Those of a backup have at most a table's longest row and 1 MB. */
const ENTRY_MOST = 256 * 1024 * 1024;

/** The file is not a tar file, or it is damaged. */
export class DamagedError extends Error {
  override name = "DamagedError";
}

/** @param mtime the time that every entry gets */
export async function* tarOf(
  entries: AsyncIterable<Entry>,
  mtime: Date,
): AsyncGenerator<Uint8Array> {
  const packed = pack();
  const write = (header: Partial<Headers>, bytes: Uint8Array) =>
    new Promise<void>((done, failed) =>
      packed.entry(
        { ...header, mode: 0o600, mtime } as Headers,
        Buffer.from(bytes),
        (error) => error ? failed(error) : done(),
      )
    );
  const packing = async () => {
    for await (const { name, bytes } of entries) await write({ name }, bytes);
    packed.finalize();
  };
  packing().catch((error) => packed.destroy(error));
  yield* packed as AsyncIterable<Uint8Array>;
}

/** @throws DamagedError when it ends early, or is no tar file */
export async function* entriesOf(tar: ReadableStream<Uint8Array>): AsyncGenerator<Entry> {
  const file = Readable.fromWeb(tar as never);
  const entries = extract();
  let failure: unknown;
  file.on("error", (error) => {
    failure = error;
    entries.destroy(error);
  });
  file.pipe(entries);
  try {
    for await (const entry of entries) {
      const { name, size = 0 } = entry.header;
      if (size > ENTRY_MOST) throw new DamagedError(`${name} is too long`);
      yield { name, bytes: await buffer(entry) };
    }
  } catch (error) {
    throw failure ?? (error instanceof DamagedError ? error : new DamagedError(String(error)));
  } finally {
    file.destroy();
  }
}
