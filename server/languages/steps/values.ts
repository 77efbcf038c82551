/** Reads values as the tracers of the languages write them. */
import type { ValueText } from "./trace.ts";

/** What a stream of steps cannot say. */
export class Unreadable extends Error {
  constructor() {
    super("the steps could not be read");
  }
}

/** The numbers are those in cpp/runtime/steps.cpp and python/steps/values.ts. */
const TAG = {
  unset: 0,
  integer: 1,
  natural: 2,
  float32: 3,
  float64: 4,
  character: 5,
  isFalse: 6,
  isTrue: 7,
  word: 8,
  text: 9,
  textCut: 10,
  list: 11,
  map: 12,
  object: 13,
  field: 14,
  end: 15,
  null: 16,
  dangling: 17,
  elsewhere: 18,
  address: 19,
  item: 20,
  hidden: 21,
  array: 22,
  reference: 23,
} as const;

const WORD_MOST = 300;
const DEPTH_MOST = 64;
const decoder = new TextDecoder();

/** Reads numbers and words from a place on. @throws Unreadable at the end of the bytes */
export class Cursor {
  readonly #view: DataView;

  constructor(readonly bytes: Uint8Array, public at: number, readonly to: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(): number {
    if (this.at >= this.to) throw new Unreadable();
    return this.bytes[this.at++] ?? 0;
  }

  /** @param most a greater number is refused */
  number(most: number): number {
    const number = this.big();
    if (number > BigInt(most)) throw new Unreadable();
    return Number(number);
  }

  big(): bigint {
    let [number, shift] = [0, 0];
    for (; shift < 28; shift += 7) {
      const byte = this.byte();
      number += (byte & 127) << shift;
      if (byte < 128) return BigInt(number);
    }
    let big = BigInt(number);
    for (; shift < 70; shift += 7) {
      const byte = this.byte();
      big += BigInt(byte & 127) << BigInt(shift);
      if (byte < 128) return BigInt.asUintN(64, big);
    }
    throw new Unreadable();
  }

  skip(length: number): number {
    const from = this.at;
    if (length > this.to - from) throw new Unreadable();
    this.at += length;
    return from;
  }

  word(): string {
    const length = this.number(WORD_MOST);
    const from = this.skip(length);
    return decoder.decode(this.bytes.subarray(from, from + length));
  }

  float32(): number {
    return this.#view.getFloat32(this.skip(4), true);
  }

  float64(): number {
    return this.#view.getFloat64(this.skip(8), true);
  }
}

export const addressOf = (number: number): string => `0x${number.toString(16)}`;
export const ADDRESS_MOST = 2 ** 32;

const plain = (text: string): ValueText => ({ kind: "plain", text });

export function readValue(cursor: Cursor, depth = 0): ValueText {
  if (depth > DEPTH_MOST) throw new Unreadable();
  switch (cursor.byte()) {
    case TAG.unset:
      return { kind: "unset" };
    case TAG.integer: {
      const zigzag = cursor.big();
      return plain(String((zigzag >> 1n) ^ -(zigzag & 1n)));
    }
    case TAG.natural:
      return plain(String(cursor.big()));
    case TAG.float32:
      return plain(float32Text(cursor.float32()));
    case TAG.float64:
      return plain(floatText(cursor.float64()));
    case TAG.character:
      return plain(characterText(cursor.byte()));
    case TAG.isFalse:
      return plain("false");
    case TAG.isTrue:
      return plain("true");
    case TAG.word:
      return plain(cursor.word());
    case TAG.text:
      return { kind: "text", text: cursor.word(), isCut: false };
    case TAG.textCut:
      // The end may be the middle of a character.
      return { kind: "text", text: cursor.word().replace(/\uFFFD$/, ""), isCut: true };
    case TAG.list: {
      const type = typeText(cursor.word());
      return { kind: "list", type, ...items(cursor, depth) };
    }
    case TAG.array: {
      const type = typeText(cursor.word());
      const { items: shown, more } = items(cursor, depth);
      return { kind: "list", type: arrayText(type, shown.length + more), items: shown, more };
    }
    case TAG.map:
      return mapIn(cursor, depth);
    case TAG.object:
      return objectIn(cursor, depth);
    case TAG.null:
      return { kind: "pointer", to: "null" };
    case TAG.dangling:
      return { kind: "pointer", to: "dangling" };
    case TAG.elsewhere:
      return { kind: "pointer", to: "elsewhere" };
    case TAG.address:
      return { kind: "pointer", to: { address: addressOf(cursor.number(ADDRESS_MOST)) } };
    case TAG.reference: {
      const address = addressOf(cursor.number(ADDRESS_MOST));
      return { kind: "pointer", to: { address }, isReference: true };
    }
    case TAG.item: {
      const address = addressOf(cursor.number(ADDRESS_MOST));
      return { kind: "pointer", to: { address, item: cursor.number(ADDRESS_MOST) } };
    }
    case TAG.hidden:
      return { kind: "hidden" };
    default:
      throw new Unreadable();
  }
}

function isEnd(cursor: Cursor): boolean {
  if (cursor.at >= cursor.to) throw new Unreadable();
  if (cursor.bytes[cursor.at] !== TAG.end) return false;
  cursor.at++;
  return true;
}

function items(cursor: Cursor, depth: number): { items: ValueText[]; more: number } {
  const items: ValueText[] = [];
  while (!isEnd(cursor)) items.push(readValue(cursor, depth + 1));
  return { items, more: cursor.number(ADDRESS_MOST) };
}

function mapIn(cursor: Cursor, depth: number): ValueText {
  const type = typeText(cursor.word());
  const entries: [ValueText, ValueText][] = [];
  while (!isEnd(cursor)) entries.push([readValue(cursor, depth + 1), readValue(cursor, depth + 1)]);
  return { kind: "map", type, entries, more: cursor.number(ADDRESS_MOST) };
}

function objectIn(cursor: Cursor, depth: number): ValueText {
  const type = typeText(cursor.word());
  const fields: { name: string; value: ValueText }[] = [];
  while (!isEnd(cursor)) {
    if (cursor.byte() !== TAG.field) throw new Unreadable();
    fields.push({ name: cursor.word(), value: readValue(cursor, depth + 1) });
  }
  cursor.number(ADDRESS_MOST);
  return { kind: "object", type, fields };
}

/** The name of a type as programs write it. */
const typeText = (name: string): string =>
  name.replace(/\bstd::(?:__2::)?/g, "").replace(/\bbasic_string<char>/g, "string")
    .replace(/\bbasic_string_view<char>/g, "string_view")
    .replace(/\((?:lambda|unnamed \w+|anonymous \w+) at [^)]*\)/g, "?").replace(
      /\(anonymous namespace\)::/g,
      "",
    );

/** `int[3]` is the element of an array of `int[2][3]`. */
function arrayText(element: string, count: number): string {
  const at = element.indexOf("[");
  return at === -1
    ? `${element}[${count}]`
    : `${element.slice(0, at)}[${count}]${element.slice(at)}`;
}

function floatText(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  return Object.is(value, -0) ? "-0" : String(value);
}

/** The shortest text that is read as the same `float`. */
function float32Text(value: number): string {
  for (let digits = 1; digits < 9 && Number.isFinite(value); digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return floatText(short);
  }
  return floatText(value);
}

const ESCAPES: Record<number, string> = {
  0: "\\0",
  7: "\\a",
  8: "\\b",
  9: "\\t",
  10: "\\n",
  11: "\\v",
  12: "\\f",
  13: "\\r",
  39: "\\'",
  92: "\\\\",
};

function characterText(code: number): string {
  const isPrintable = code >= 32 && code < 127;
  const escaped = ESCAPES[code] ??
    (isPrintable ? String.fromCharCode(code) : `\\x${code.toString(16).padStart(2, "0")}`);
  return `'${escaped}'`;
}
