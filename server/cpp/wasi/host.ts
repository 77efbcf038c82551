/** What the calls of WASI work on: the memory and the open files of one program. */
import { Dir, File, type Node } from "../files.ts";

/** The error numbers of WASI that are used here. */
export const E = {
  OK: 0,
  BADF: 8,
  EXIST: 20,
  FAULT: 21,
  INVAL: 28,
  ISDIR: 31,
  MFILE: 33,
  NAMETOOLONG: 37,
  NOENT: 44,
  NOTDIR: 54,
  NOTEMPTY: 55,
  NOTSUP: 58,
  PERM: 63,
  SPIPE: 70,
} as const;

/** A program may have this many files open at once. */
const DESCRIPTORS_MOST = 256;
const FILE_TYPE = { stream: 2, folder: 3, file: 4 };
const EVERY_RIGHT = 0x1fffffffn;

type Stream = "stdin" | "stdout" | "stderr";
/** A descriptor: what is open, and where the next byte is read or written. */
export type Open = { node: Node | Stream; at: number; isAppending: boolean };

export type WasiOptions = {
  args: string[];
  /** The folder that the program finds open when it starts. */
  root: Dir;
  /** Returns at most `length` bytes; null is the end of the input. */
  stdin: (length: number) => Uint8Array | null;
  /** The bytes belong to the receiver. */
  stdout: (bytes: Uint8Array<ArrayBuffer>) => void;
  stderr: (bytes: Uint8Array<ArrayBuffer>) => void;
  /** The most bytes that the files may have together. */
  diskMost: number;
  onDiskFull: () => never;
  /** The instruction after it is a trap, which ends the program without destructors. */
  onExit: (code: number) => void;
};

/** A call that returns nothing has succeeded. */
export type Call = (...args: never[]) => number | void;

/** The memory and the open files of one program. */
export class Host {
  view = new DataView(new ArrayBuffer(0));
  bytes = new Uint8Array(this.view.buffer);
  readonly opened: (Open | undefined)[];
  #memory: WebAssembly.Memory | undefined;
  readonly #ids = new WeakMap<Node, bigint>();
  #nextId = 1n;
  #diskUsed = 0;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  constructor(readonly options: WasiOptions) {
    const nodes: Open["node"][] = ["stdin", "stdout", "stderr", options.root];
    this.opened = nodes.map((node) => ({ node, at: 0, isAppending: false }));
  }

  attach(memory: WebAssembly.Memory): void {
    this.#memory = memory;
  }

  /** A memory that has grown has another buffer. */
  refresh(): void {
    if (this.#memory === undefined || this.#memory.buffer === this.view.buffer) return;
    this.view = new DataView(this.#memory.buffer);
    this.bytes = new Uint8Array(this.#memory.buffer);
  }

  /** Writes a number where the program wants it. */
  tell(at: number, number: number): void {
    this.view.setUint32(at, number, true);
  }

  text(at: number, length: number): string {
    return this.#decoder.decode(this.bytes.slice(at, at + length));
  }

  encode(text: string): Uint8Array {
    return this.#encoder.encode(text);
  }

  idOf(node: Node): bigint {
    const id = this.#ids.get(node) ?? this.#nextId++;
    this.#ids.set(node, id);
    return id;
  }

  dir(descriptor: number): Dir | undefined {
    const node = this.opened[descriptor]?.node;
    return node instanceof Dir ? node : undefined;
  }

  file(descriptor: number): File | undefined {
    const node = this.opened[descriptor]?.node;
    return node instanceof File ? node : undefined;
  }

  /** Returns a new descriptor, or undefined where too many are open. */
  open(open: Open): number | undefined {
    const free = this.opened.indexOf(undefined);
    const descriptor = free === -1 ? this.opened.length : free;
    if (descriptor >= DESCRIPTORS_MOST) return undefined;
    this.opened[descriptor] = open;
    return descriptor;
  }

  /** Counts bytes that the disk needs more; a negative number is given back. */
  spend(bytes: number): void {
    this.#diskUsed += bytes;
    if (this.#diskUsed > this.options.diskMost) this.options.onDiskFull();
  }

  writeStat(node: Open["node"], at: number): void {
    const isNode = typeof node !== "string";
    this.view.setBigUint64(at, 1n, true);
    this.view.setBigUint64(at + 8, isNode ? this.idOf(node) : 0n, true);
    this.view.setUint8(at + 16, typeOf(node));
    this.view.setBigUint64(at + 24, 1n, true);
    this.view.setBigUint64(at + 32, BigInt(node instanceof File ? node.size : 0), true);
    for (const time of [40, 48, 56]) this.view.setBigUint64(at + time, 0n, true);
  }

  writeDescriptorStat({ node, isAppending }: Open, at: number): void {
    this.view.setUint8(at, typeOf(node));
    this.view.setUint16(at + 2, isAppending ? 1 : 0, true);
    this.view.setBigUint64(at + 8, EVERY_RIGHT, true);
    this.view.setBigUint64(at + 16, EVERY_RIGHT, true);
  }
}

export function typeOf(node: Open["node"]): number {
  if (node instanceof Dir) return FILE_TYPE.folder;
  return node instanceof File ? FILE_TYPE.file : FILE_TYPE.stream;
}
