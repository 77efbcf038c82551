/** The messages of a session as bytes, in parts, since the server limits a message's size. */

export const KINDS = {
  /** The sender's state vector: the receiver answers with what the sender lacks, and its own. */
  hello: 0,
  /** The sender's state vector, as the answer to a hello. */
  helloBack: 1,
  /** A change of the text. */
  update: 2,
  /** Cursors and names. */
  awareness: 3,
} as const;
export type Kind = typeof KINDS[keyof typeof KINDS];

export interface Message {
  kind: Kind;
  content: Uint8Array;
}

/** The most bytes of content in one part. The server accepts 32 KB. */
const PART_MOST = 24 * 1024;
/** The most parts of a message: a receiver refuses longer ones. */
const PARTS_MOST = 80;
/** Kind, number of the message (2 bytes), place of the part, number of parts. */
const HEAD = 5;

let sent = 0;

export function partsOf({ kind, content }: Message): Uint8Array<ArrayBuffer>[] {
  const count = Math.max(1, Math.ceil(content.length / PART_MOST));
  const number = sent++ & 0xffff;
  return Array.from({ length: count }, (_, at) => {
    const part = content.subarray(at * PART_MOST, (at + 1) * PART_MOST);
    const bytes = new Uint8Array(HEAD + part.length);
    bytes.set([kind, number >> 8, number & 0xff, at, count]);
    bytes.set(part, HEAD);
    return bytes;
  });
}

/**
 * Returns a function that joins parts to messages: it returns a message with its last part, and null
 * before, or if a part is not valid. Only the newest message of each kind is being joined.
 */
export function joinParts(): (bytes: Uint8Array) => Message | null {
  const open = new Map<number, { number: number; parts: Uint8Array[]; count: number }>();
  return (bytes) => {
    const [kind = 255, high = 0, low = 0, at = 0, count = 0] = bytes;
    if (bytes.length < HEAD || kind > 3 || count > PARTS_MOST || at >= count) return null;
    const number = high << 8 | low;
    const content = bytes.subarray(HEAD);
    if (count === 1) return { kind: kind as Kind, content };
    const known = open.get(kind);
    const one = known?.number === number && known.count === count
      ? known
      : { number, parts: [], count };
    open.set(kind, one);
    // A part is missing: the next hello brings what this message would have.
    if (at !== one.parts.length) return null;
    one.parts.push(content);
    if (one.parts.length < count) return null;
    open.delete(kind);
    const whole = new Uint8Array(one.parts.reduce((all, { length }) => all + length, 0));
    let place = 0;
    for (const part of one.parts) {
      whole.set(part, place);
      place += part.length;
    }
    return { kind: kind as Kind, content: whole };
  };
}
