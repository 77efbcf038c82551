/** Writes and reads tar files (ustar), one entry in memory at a time. */
export type Entry = { name: string; bytes: Uint8Array };

const BLOCK = 512;
/** The longest entry that is read. Those of a backup have at most a table's longest row and 1 MB. */
const ENTRY_MOST = 256 * 1024 * 1024;
/** Where a header's fields begin, and their lengths. */
const NAME = [0, 100] as const;
const SIZE = [124, 12] as const;
const CHECKSUM = [148, 8] as const;

/** The file is not a tar file, or it is damaged. */
export class DamagedError extends Error {
  override name = "DamagedError";
}

const ascii = new TextEncoder();
const padding = (length: number): Uint8Array => new Uint8Array(-length & (BLOCK - 1));

/** The header's bytes added up; the checksum itself counts as spaces. */
function sumOf(header: Uint8Array): number {
  const [from, length] = CHECKSUM;
  return header.reduce(
    (sum, byte, at) => sum + (at >= from && at < from + length ? 32 : byte),
    0,
  );
}

/** @param name ASCII, at most 100 characters */
function headerOf({ name, bytes }: Entry, seconds: number): Uint8Array {
  const header = new Uint8Array(BLOCK);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  const put = (text: string, at: number) => header.set(ascii.encode(text), at);
  if (name.length > NAME[1]) throw new RangeError(`too long for a tar file: ${name}`);
  put(name, NAME[0]);
  put(octal(0o600, 7), 100);
  put(octal(0, 7), 108);
  put(octal(0, 7), 116);
  put(octal(bytes.length, 11), SIZE[0]);
  put(octal(seconds, 11), 136);
  put("0", 156);
  put("ustar\x0000", 257);
  put(`${octal(sumOf(header), 6)}\0 `, CHECKSUM[0]);
  return header;
}

/** @param seconds the time that every entry gets, since 1970 */
export async function* tarOf(
  entries: AsyncIterable<Entry>,
  seconds: number,
): AsyncGenerator<Uint8Array> {
  for await (const entry of entries) {
    yield headerOf(entry, seconds);
    yield entry.bytes;
    yield padding(entry.bytes.length);
  }
  yield new Uint8Array(2 * BLOCK);
}

/** @throws DamagedError when it ends early, or is no tar file */
export async function* entriesOf(tar: ReadableStream<Uint8Array>): AsyncGenerator<Entry> {
  const { take, readRest } = readerOf(tar);
  while (true) {
    const header = await take(BLOCK);
    // Its checksum comes last: only then does a compressed file say that it is damaged.
    if (header.every((byte) => byte === 0)) return await readRest();
    const text = ([from, length]: readonly [number, number]) =>
      new TextDecoder().decode(header.subarray(from, from + length)).replace(/\0.*/s, "").trim();
    const size = parseInt(text(SIZE), 8);
    const isHeader = parseInt(text(CHECKSUM), 8) === sumOf(header) && size <= ENTRY_MOST;
    if (!isHeader) throw new DamagedError("an entry's header is wrong");
    const bytes = await take(size);
    await take(padding(size).length);
    yield { name: text(NAME), bytes };
  }
}

/** `take` reads the next bytes, exactly as many as it is asked for; `readRest` reads to the end. */
function readerOf(stream: ReadableStream<Uint8Array>) {
  const chunks = stream[Symbol.asyncIterator]();
  let rest = new Uint8Array();
  async function take(count: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(count);
    for (let filled = 0; filled < count;) {
      if (rest.length === 0) {
        const next = await chunks.next();
        if (next.done) throw new DamagedError("it ends too early");
        rest = next.value as Uint8Array<ArrayBuffer>;
      }
      const part = rest.subarray(0, count - filled);
      bytes.set(part, filled);
      filled += part.length;
      rest = rest.subarray(part.length);
    }
    return bytes;
  }
  async function readRest(): Promise<void> {
    for (let isOver = false; !isOver;) isOver = (await chunks.next()).done === true;
  }
  return { take, readRest };
}
