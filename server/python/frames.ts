/**
 * CPython knows from its stack's pointer when a recursion is too deep, and when it has to free what
 * is nested piece by piece. In WebAssembly, calls are on a stack of the engine that it does not see.
 * It sees the stack in its memory, which is only for what has an address. So its functions that call
 * each other without any such thing get a frame there: otherwise, a list of some thousand linked
 * objects ends the interpreter when it is freed.
 */

import { Cursor, joined, sectionsOf, WASM_HEAD } from "../languages/bytes.ts";

/** Functions of one parameter, a number, and the bytes of each one's frame. */
export const FRAMES: Record<string, number> = { _Py_Dealloc: 512, PyObject_Repr: 128 };
/** The name under which the stack's pointer is exported. */
const POINTER = "__stack_pointer";

const SECTION = { import: 2, function: 3, export: 7, code: 10 };
const KIND = { function: 0, table: 1, memory: 2 };

/** As many bytes as the number before them says. */
const sizedIn = (cursor: Cursor): Uint8Array => cursor.take(cursor.number());
const textIn = (cursor: Cursor): string => new TextDecoder().decode(sizedIn(cursor));
const listIn = <T>(cursor: Cursor, item: () => T): T[] =>
  Array.from({ length: cursor.number() }, item);

type Part = Uint8Array | number[];

const unsigned = (value: number): number[] =>
  value < 128 ? [value] : [value & 127 | 128, ...unsigned(value >>> 7)];
/** As constants in code are written, which have a sign. */
const signed = (value: number): number[] =>
  value < 64 ? [value] : [value & 127 | 128, ...signed(value >>> 7)];

const sized = (part: Part): Part[] => [unsigned(part.length), part];

function importedFunctions(bytes: Cursor): number {
  const limits = () => {
    const hasMost = (bytes.byte() & 1) !== 0;
    bytes.number();
    if (hasMost) bytes.number();
  };
  const kinds = listIn(bytes, () => {
    textIn(bytes);
    textIn(bytes);
    const kind = bytes.byte();
    if (kind === KIND.function) bytes.number();
    else if (kind === KIND.memory) limits();
    else {
      bytes.byte();
      if (kind === KIND.table) limits();
      else bytes.number();
    }
    return kind;
  });
  return kinds.filter((kind) => kind === KIND.function).length;
}

/** Name → number. Functions and globals are numbered apart. */
function exported(bytes: Cursor): Map<string, number> {
  return new Map(listIn(bytes, () => {
    const name = textIn(bytes);
    bytes.byte();
    return [name, bytes.number()];
  }));
}

/** The body of a function that calls another one with its parameter, and has a frame meanwhile. */
function framed(pointer: number, called: number, frame: number): number[] {
  const [subtract, add] = [0x6b, 0x6a];
  const global = unsigned(pointer);
  const move = (
    operator: number,
  ) => [0x23, ...global, 0x41, ...signed(frame), operator, 0x24, ...global];
  const call = [0x20, 0, 0x10, ...unsigned(called)];
  return [0, ...move(subtract), ...call, ...move(add), 0x0b];
}

/**
 * Returns the module with these frames: in the place of each function stands one that calls it, and
 * the function itself stands behind all others.
 */
export function withFrames(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const sections = sectionsOf(wasm);
  const read = (id: number) => new Cursor(sections.get(id) ?? new Uint8Array());
  const imported = importedFunctions(read(SECTION.import));
  const names = exported(read(SECTION.export));
  const [functions, code] = [read(SECTION.function), read(SECTION.code)];
  const types = listIn(functions, () => functions.number());
  const bodies: Part[] = listIn(code, () => sizedIn(code));
  for (const [name, frame] of Object.entries(FRAMES)) {
    const [pointer, index = 0] = [names.get(POINTER), names.get(name)];
    const [type, body] = [types[index - imported], bodies[index - imported]];
    if (pointer === undefined || type === undefined || body === undefined) {
      throw new Error(`The interpreter has no ${name}.`);
    }
    bodies[index - imported] = framed(pointer, imported + bodies.length, frame);
    types.push(type);
    bodies.push(body);
  }
  sections.set(SECTION.function, joined([types.length, ...types].map(unsigned)));
  sections.set(SECTION.code, joined([unsigned(bodies.length), ...bodies.flatMap(sized)]));
  return joined([
    wasm.subarray(0, WASM_HEAD),
    ...[...sections].flatMap(([id, content]) => [[id], ...sized(content)]),
  ]);
}
