/** Reads values as the tracers of the languages write them. */
import { type Cursor, Unreadable } from "../bytes.ts";
import type { ValueText } from "./trace.ts";

/** The numbers are those in cpp/runtime/steps.cpp and python/steps/kinds.py. */
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

export const addressOf = (number: number): string => `0x${number.toString(16)}`;
export const ADDRESS_MOST = 2 ** 32;

export const wordIn = (cursor: Cursor): string =>
  decoder.decode(cursor.take(cursor.number(WORD_MOST)));
const viewOf = ({ buffer, byteOffset }: Uint8Array) => new DataView(buffer, byteOffset);

const plain = (text: string): ValueText => ({ kind: "plain", text });

export function readValue(cursor: Cursor, depth = 0): ValueText {
  if (depth > DEPTH_MOST) throw new Unreadable();
  const inner = () => readValue(cursor, depth + 1);
  const tag = cursor.byte();
  switch (tag) {
    case TAG.unset:
      return { kind: "unset" };
    case TAG.integer: {
      const zigzag = cursor.big();
      return plain(String((zigzag >> 1n) ^ -(zigzag & 1n)));
    }
    case TAG.natural:
      return plain(String(cursor.big()));
    case TAG.float32:
      return plain(float32Text(viewOf(cursor.take(4)).getFloat32(0, true)));
    case TAG.float64:
      return plain(floatText(viewOf(cursor.take(8)).getFloat64(0, true)));
    case TAG.character:
      return plain(characterText(cursor.byte()));
    case TAG.isFalse:
      return plain("false");
    case TAG.isTrue:
      return plain("true");
    case TAG.word:
      return plain(wordIn(cursor));
    case TAG.text:
      return { kind: "text", text: wordIn(cursor), isCut: false };
    case TAG.textCut:
      // The end may be the middle of a character.
      return { kind: "text", text: wordIn(cursor).replace(/\uFFFD$/, ""), isCut: true };
    case TAG.list:
    case TAG.array: {
      const [name, { all: items, more }] = [typeIn(cursor), upToEnd(cursor, inner)];
      const type = tag === TAG.array ? arrayText(name, items.length + more) : name;
      return { kind: "list", type, items, more };
    }
    case TAG.map: {
      const type = typeIn(cursor);
      const { all: entries, more } = upToEnd(cursor, (): [ValueText, ValueText] => [
        inner(),
        inner(),
      ]);
      return { kind: "map", type, entries, more };
    }
    case TAG.object: {
      const type = typeIn(cursor);
      const { all: fields } = upToEnd(cursor, () => {
        if (!cursor.skips(TAG.field)) throw new Unreadable();
        return { name: wordIn(cursor), value: inner() };
      });
      return { kind: "object", type, fields };
    }
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

/** What stands before the next end, and how much more there is. */
function upToEnd<T>(cursor: Cursor, one: () => T): { all: T[]; more: number } {
  const all: T[] = [];
  while (!cursor.skips(TAG.end)) all.push(one());
  return { all, more: cursor.number(ADDRESS_MOST) };
}

/** The name of a type as programs write it. */
const typeIn = (cursor: Cursor): string =>
  wordIn(cursor).replace(/\bstd::(?:__2::)?/g, "").replace(/\bbasic_string<char>/g, "string")
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
