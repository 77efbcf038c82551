/** Loads CPython, compiled to WebAssembly, into a closed worker. It runs in browsers and in Deno. */
import type { ProgramFiles } from "../languages/program_files.ts";
import HARNESS from "./harness.py" with { type: "text" };
import KINDS from "./steps/kinds.py" with { type: "text" };
import TRACER from "./steps/tracer.py" with { type: "text" };
import VALUES from "./steps/values.py" with { type: "text" };

/** What loads the interpreter: the package's two scripts, without what makes code of a text. */
export type Scripts = {
  loadPyodide(options: object): Promise<Pyodide>;
  createPyodideModule: unknown;
};

export type Kit = {
  module: WebAssembly.Module;
  /** The standard library, as a ZIP file. */
  library: Uint8Array<ArrayBuffer>;
  /** The memory of an interpreter that has loaded; null: it loads, which takes some seconds. */
  snapshot: Uint8Array<ArrayBuffer> | null;
};

type Stream = "stdout" | "stderr";
/** The part of the package's interface that is used here. */
export type Pyodide = {
  runPython(code: string, options?: { filename?: string }): unknown;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
  setStdin(options: { read(into: Uint8Array): number; isatty: boolean }): void;
  setStdout(options: { write(bytes: Uint8Array): number; isatty: boolean }): void;
  setStderr(options: { write(bytes: Uint8Array): number; isatty: boolean }): void;
  /** Called when the interpreter itself breaks down, for example without any stack left. */
  _api: { fatal_error(error: unknown): void };
  _module: {
    HEAPU8: Uint8Array;
    stringToNewUTF8(text: string): number;
    _PyRun_SimpleString(code: number): number;
    _PyThreadState_Get(): number;
    _emscripten_stack_get_base(): number;
    _PyUnstable_ThreadState_SetStackProtection(thread: number, start: number, size: number): number;
    FS: {
      makedev(major: number, minor: number): number;
      registerDevice(device: number, operations: Device): void;
      mkdev(path: string, device: number): unknown;
      filesystems: {
        MEMFS: { ops_table: { file: { node: FileOps; stream: FileOps } } };
      };
    };
  };
};
type Device = {
  open(): void;
  write(stream: unknown, memory: Uint8Array, at: number, length: number): number;
};
type FileNode = { usedBytes?: number };
type FileOps = {
  write?(stream: { node: FileNode }, ...rest: unknown[]): number;
  setattr?(node: FileNode, attributes: { size?: number }): void;
};

export type Interpreter = {
  /** Resolves with what the harness reports: JSON. Nothing else runs after a program. */
  call(name: "check" | "run", program: ProgramFiles): Promise<string>;
  /** Runs a program, and takes each of its steps as languages/steps/read.ts describes it. */
  trace(program: ProgramFiles, take: (step: Uint8Array<ArrayBuffer>) => void): Promise<string>;
  /** The bytes of its memory. */
  memory(): number;
  snapshot(): Uint8Array<ArrayBuffer>;
};

export type Streams = {
  /** The next bytes of standard input, at most so many; none at its end. */
  read(most: number): Uint8Array;
  write(stream: Stream, bytes: Uint8Array): void;
  /** The program has written so many bytes more to its files, or fewer. */
  onDisk(bytes: number): void;
};

export type LoadOptions = {
  /** The most bytes of memory beyond what the interpreter itself takes. */
  memory?: number;
  /** Random numbers are the same again with the same seed. */
  seed?: number;
  /** The engine's stack, in KB, where it is larger than a browser's. */
  stackKb?: number;
  streams?: Streams;
};

/** Not resolved by anyone: the package asks for its files under this address. */
const ADDRESS = "https://python.invalid/";
const PAGE = 64 * 1024;

/** Loads an interpreter. Call it in a worker after `closeRealm`, once. */
export async function loadInterpreter(
  { loadPyodide, createPyodideModule }: Scripts,
  { module, library, snapshot }: Kit,
  { memory = Infinity, seed, stackKb = BROWSER_STACK_KB, streams }: LoadOptions = {},
): Promise<Interpreter> {
  const gate = serve({ module, library });
  if (seed !== undefined) fixRandom(seed);
  const python = await loadPyodide({
    indexURL: ADDRESS,
    createPyodideModule,
    lockFileContents: { info: LOCK_INFO, packages: {} },
    packageBaseUrl: ADDRESS,
    jsglobals: Object.create(null),
    // The order of a set is the same in each run, in browsers and on the server.
    env: { PYTHONHASHSEED: "0", HOME: "/home" },
    stdin: () => null,
    ...(snapshot === null ? { _makeSnapshot: true } : { _loadSnapshot: snapshot }),
  });
  if (snapshot === null) {
    python.runPython(HARNESS, { filename: "<harness>" });
    // It has names of its own, so that its builtins are out of the program's reach.
    const code = `compile(${JSON.stringify(KINDS + VALUES + TRACER)}, "<tracer>", "exec")`;
    python.runPython(`_tracer = {}\nexec(${code}, _tracer)`);
  }
  limitMemory(python._module.HEAPU8.length + memory);
  if (streams) connect(python, streams);
  protectStack(python, stackKb);
  let answer = "";
  makeDevice(python, "/dev/answer", (bytes) => answer += new TextDecoder().decode(bytes));
  async function call(name: string, program: ProgramFiles): Promise<string> {
    answer = "";
    if (name !== "check") gate.close();
    await execute(
      python,
      `_harness_tell(_harness_${name}(${JSON.stringify(JSON.stringify(program))}))`,
    );
    return answer;
  }
  return {
    call,
    trace: (program, take) => {
      makeDevice(python, "/dev/steps", (bytes) => take(bytes.slice(0, STEP_MOST)));
      return call("trace", program);
    },
    memory: () => python._module.HEAPU8.length,
    snapshot: () => python.makeMemorySnapshot(),
  };
}

const LOCK_INFO = {
  abi_version: "2026_0",
  arch: "wasm32",
  platform: "emscripten_5_0_3",
  python: "3.14.2",
  version: "314.0.7",
};

/** What works on the objects of JavaScript, or loads other code. */
const GATED = /^(?:Js|raw_call_js|emscripten_asm_const|_dlopen|_emscripten_dlopen)/;
/** As an error of the system: "not implemented". */
const ENOSYS = -52;

/**
 * The package fetches its files and compiles one: it gets what is here already. Through the objects
 * of JavaScript that Python holds, a program could take memory beyond its limit: once the gate is
 * closed, they are of no use.
 */
function serve({ module, library }: Pick<Kit, "module" | "library">): { close(): void } {
  let isClosed = false;
  Object.assign(globalThis, {
    location: ADDRESS,
    fetch: (address: string) => {
      const isLibrary = String(address).endsWith(".zip");
      return Promise.resolve({
        ok: isLibrary,
        arrayBuffer: () => Promise.resolve(library.buffer),
      });
    },
  });
  WebAssembly.instantiateStreaming = async (_, imports = {}) => {
    const env = imports.env as Record<string, unknown>;
    for (const [name, call] of Object.entries(env)) {
      if (!GATED.test(name) || typeof call !== "function") continue;
      env[name] = (...args: unknown[]) => {
        if (isClosed) throw new Error(`${name} is not possible here.`);
        return call(...args);
      };
    }
    // What stands in a pipe is in no limit.
    env.__syscall_pipe = () => ENOSYS;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  return { close: () => isClosed = true };
}

/** The engine's own support for a stack beside that of the thread. In browsers, it is the larger one. */
const { promising } = WebAssembly as {
  promising?: (call: (code: number) => number) => (code: number) => Promise<number>;
};
/** V8's, for which there is no setting in a browser; without `promising`, half of it is a thread's. */
const BROWSER_STACK_KB = promising ? 984 : 480;
/**
 * A call of Python through C has at most so much on the engine's stack for each byte on the stack in
 * memory: measured with recursions through `repr`, `==`, sorting, caches, generators and freeing.
 */
const ENGINE_FOR_EACH = 4.25;
/** What CPython keeps for the end of a recursion: `_PyOS_STACK_MARGIN_BYTES`, twice. */
const MARGIN = 16 * 1024;

/** Python ends a recursion with an exception before the engine's stack is used up. */
function protectStack({ _module }: Pyodide, stackKb: number): void {
  const size = Math.floor(stackKb * 1024 / ENGINE_FOR_EACH) + MARGIN;
  const start = _module._emscripten_stack_get_base() - size;
  _module._PyUnstable_ThreadState_SetStackProtection(_module._PyThreadState_Get(), start, size);
}

/** Executes code on the larger stack. */
async function execute({ _module }: Pyodide, code: string): Promise<void> {
  const text = _module.stringToNewUTF8(code);
  await (promising?.(_module._PyRun_SimpleString) ?? _module._PyRun_SimpleString)(text);
}

function fixRandom(seed: number): void {
  let state = seed >>> 0;
  crypto.getRandomValues = <T extends ArrayBufferView | null>(into: T): T => {
    const bytes = into && new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
    // A linear congruential generator: nobody is to be surprised, only to get the same again.
    bytes?.forEach((_, at) => bytes[at] = (state = (state * 1664525 + 1013904223) >>> 0) >>> 24);
    return into;
  };
}

/** Python then finds that there is no more memory, as on any other machine. */
function limitMemory(most: number): void {
  const { prototype } = WebAssembly.Memory;
  const { grow } = prototype;
  prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE > most) throw new RangeError("The limit is reached.");
    return grow.call(this, pages);
  };
}

/** A step that is longer is the program's own forgery; cut, it cannot be read. */
const STEP_MOST = 1024 * 1024;

let devices = 0;

/** Makes a file to which the harness or the tracer writes. */
function makeDevice(
  { _module: { FS } }: Pyodide,
  path: string,
  take: (bytes: Uint8Array<ArrayBuffer>) => void,
): void {
  const device = FS.makedev(200, devices++);
  FS.registerDevice(device, {
    open: () => {},
    write: (_, memory, at, length) => {
      take(new Uint8Array(memory.subarray(at, at + length)));
      return length;
    },
  });
  FS.mkdev(path, device);
}

function connect(python: Pyodide, { read, write, onDisk }: Streams): void {
  python.setStdin({
    isatty: false,
    read: (into) => {
      const bytes = read(into.length);
      into.set(bytes);
      return bytes.length;
    },
  });
  // It then prints where its own code was, which says nothing to the program's author.
  let isBroken = false;
  const { fatal_error } = python._api;
  python._api.fatal_error = (error) => {
    isBroken = true;
    fatal_error(error);
  };
  const writing = (stream: Stream) => ({
    isatty: false,
    write: (bytes: Uint8Array) => {
      if (!isBroken) write(stream, bytes);
      return bytes.length;
    },
  });
  python.setStdout(writing("stdout"));
  python.setStderr(writing("stderr"));
  const { file } = python._module.FS.filesystems.MEMFS.ops_table;
  const { write: put } = file.stream;
  const { setattr } = file.node;
  file.stream.write = (stream, ...rest) => {
    const before = stream.node.usedBytes ?? 0;
    const written = put?.call(file.stream, stream, ...rest) ?? 0;
    onDisk((stream.node.usedBytes ?? 0) - before);
    return written;
  };
  file.node.setattr = (node, attributes) => {
    onDisk(Math.max(0, (attributes.size ?? 0) - (node.usedBytes ?? 0)));
    setattr?.call(file.node, node, attributes);
  };
}
