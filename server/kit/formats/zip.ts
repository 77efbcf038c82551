/** Writes a ZIP file by file as a stream, so that only one part of it is in memory. */
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

/** Bytes of a part, except the last. */
const PART = 1024 * 1024;
/** The format without ZIP64 has less than 4 GB and 65,535 files. */
const ZIP_MOST = 2 * 1024 ** 3;
const FILES_MOST = 60_000;
/** Compressed at once: a few milliseconds, and then others get their turn. */
const SLICE = 64 * 1024;

export type ZipFile = {
  write(content: string | Uint8Array): Promise<void>;
  end(): Promise<void>;
};

export type ZipWriter = {
  /** Begins a file. The one before it must have ended. */
  begin(name: string, options?: { isCompressed?: boolean; at?: string }): ZipFile;
  end(): Promise<void>;
};

/**
 * @param store gets the parts in order, each before the next is made
 * @throws Error for more than 2 GB or 60,000 files
 */
export function zipWriter(store: (part: Uint8Array) => Promise<void>): ZipWriter {
  let waiting: Uint8Array[] = [];
  let [length, size, files] = [0, 0, 0];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    failure ??= error;
    if (!chunk || chunk.length === 0) return;
    waiting.push(chunk);
    length += chunk.length;
    size += chunk.length;
  });
  async function storeParts(most: number): Promise<void> {
    if (failure) throw failure;
    if (size > ZIP_MOST) throw new Error("The ZIP would be too large.");
    if (length < most || length === 0) return;
    const part = new Uint8Array(await new Blob(waiting as BlobPart[]).arrayBuffer());
    [waiting, length] = [[], 0];
    await store(part);
  }
  const breathe = () => new Promise<void>((done) => setImmediate(done));

  return {
    begin(name, { isCompressed = false, at } = {}) {
      files += 1;
      if (files > FILES_MOST) throw new Error("The ZIP would have too many files.");
      const file = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
      if (at !== undefined) file.mtime = at;
      zip.add(file);
      const bytes = new TextEncoder();
      return {
        async write(content) {
          const all = typeof content === "string" ? bytes.encode(content) : content;
          for (let from = 0; from < all.length; from += SLICE) {
            file.push(all.slice(from, from + SLICE));
            await storeParts(PART);
            await breathe();
          }
        },
        async end() {
          file.push(new Uint8Array(), true);
          await storeParts(PART);
        },
      };
    },
    async end() {
      zip.end();
      await storeParts(0);
    },
  };
}
