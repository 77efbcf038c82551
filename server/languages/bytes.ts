/** Bytes that came in parts, and what is read from bytes. */

/** The parts one after the other, as one array. */
export function joined(parts: readonly (Uint8Array | number[])[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export class Unreadable extends Error {}

/** Reads bytes from the first to the last. @throws Unreadable where they end too early */
export class Cursor {
  #at = 0;

  constructor(readonly bytes: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.#at === this.bytes.length;
  }

  byte(): number {
    if (this.isAtEnd) throw new Unreadable();
    return this.bytes[this.#at++] ?? 0;
  }

  /** Reads a byte if it is this one. */
  skips(byte: number): boolean {
    const isIt = this.byte() === byte;
    if (!isIt) this.#at--;
    return isIt;
  }

  /** LEB128. @param most a greater number is refused */
  number(most = 2 ** 32): number {
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

  rest(): Uint8Array {
    return this.take(this.bytes.length - this.#at);
  }

  take(length: number): Uint8Array {
    const part = this.bytes.subarray(this.#at, this.#at + length);
    if (part.length < length) throw new Unreadable();
    this.#at += length;
    return part;
  }
}

/** The bytes before the first section of a module of WebAssembly. */
export const WASM_HEAD = 8;

/** Number → content of a module's sections, in their order. The contents share the module's memory. */
export function sectionsOf(wasm: Uint8Array): Map<number, Uint8Array> {
  const cursor = new Cursor(wasm);
  cursor.take(WASM_HEAD);
  const sections = new Map<number, Uint8Array>();
  while (!cursor.isAtEnd) sections.set(cursor.byte(), cursor.take(cursor.number()));
  return sections;
}
