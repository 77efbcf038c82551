/** Runs a compiled program once, and tells how it ended. It runs in browsers and in Deno. */
import type { GivenFile, ProgramEnd } from "../languages/types.ts";
export { DISK_MOST } from "../languages/types.ts";
import type { RunRequest } from "../languages/program_messages.ts";
import { Dir } from "./files.ts";
import { framesOf } from "./stack.ts";
import { stuckSentence } from "./stuck_input.ts";
import type { Call } from "./wasi/host.ts";
import { wasi } from "./wasi/wasi.ts";

/** What the program's runtime reports. The numbers are those in runtime/report.h. */
export const REPORT = {
  0: "warning",
  1: "fault",
  2: "uncaught",
  3: "library",
  4: "assertion",
  5: "memory",
  6: "unfit",
} as const;
export type Report = {
  kind: typeof REPORT[keyof typeof REPORT];
  text: string;
  /** The line of a file of the program; null where the runtime does not know it. */
  line: number | null;
  file: string;
};

export type Outcome = {
  ending: ProgramEnd["ending"];
  exitCode: number | null;
  /** What the engine said of a crash. */
  trap: string | null;
  /** The engine's stack, for `Compiler.places`: of the crash, or of the uncaught throw. */
  stack: string | null;
  reports: Report[];
  /** Where `std::cin` could not read a number and did not go on: a sentence. */
  stuck: string | null;
  /** Where the stack is used up: the calls on it, and the function that has the most of them. */
  exhausted: { depth: number | null; function: string | null } | null;
  /** The bytes of memory at the end, which are the most that it had. */
  memory: number;
  ms: number;
};

export type RunOptions = {
  stdin?: string | Uint8Array;
  /** What stands in its folder: `folderOf`. */
  files?: readonly GivenFile[] | undefined;
  /**
   * Called for the next input when the program needs it; null ends the input. An engine that cannot
   * suspend a program stops it there.
   */
  more?: (() => Promise<Uint8Array | null>) | undefined;
  limits: RunRequest["limits"];
  /** The bytes belong to the receiver. */
  output?: (bytes: Uint8Array<ArrayBuffer>, stream: "stdout" | "stderr") => void;
  /** Called at once with each value of `Outcome.stuck`: the program may never end. */
  onStuck?: (sentence: string | null) => void;
  /**
   * Takes a step of a traced program, as runtime/steps.cpp writes it; returns whether there may be more.
   * Another program has no import by which it could call this.
   */
  step?: (bytes: Uint8Array<ArrayBuffer>, read: number) => boolean;
};

type Exports = {
  memory: WebAssembly.Memory;
  __stack_pointer: WebAssembly.Global;
  _start: () => void;
  __flush: () => void;
  __trap: () => never;
};

/** The engine's own support for a program that sleeps while it waits for input. */
type SuspendSupport = {
  promising?: (start: () => void) => () => Promise<void>;
  Suspending?: new (call: (...args: number[]) => Promise<number>) => Call;
};
const engine = WebAssembly as SuspendSupport;

/** Whether the engine can suspend a program while it waits for input. */
export const canSuspend = engine.promising !== undefined && engine.Suspending !== undefined;

/**
 * Runs the program, on a stack of its own where the engine can suspend it.
 *
 * A recursion of a small function ends after 12,400 calls in Chromium 156 (12,000 with a vector and
 * a loop in each call): V8 gives such a stack 984 KB, which no page can change, and a worker's own
 * stack ends after 5,800. The server's judge starts V8 with a larger one (judge.sh): 100,000 calls of
 * either, as on a machine with 8 MB of stack.
 */
export async function run(module: WebAssembly.Module, options: RunOptions): Promise<Outcome> {
  const program = new Program(options);
  try {
    const { _start } = program.load(module);
    await (engine.promising?.(_start) ?? _start)();
    return program.ended();
  } catch (error) {
    return program.failed(error);
  }
}

const REPORTS_MOST = 20;
const TEXT_MOST = 500;
/** The most frames that are counted: writing out 200,000 takes longer than the recursion. */
export const DEPTH_MOST = 20_000;
/** A stack's first frames lead from the library to the program. */
const FRAMES_KEPT = 60;
/** The places of so many throws are noted. Each costs some microseconds. */
const THROWS_NOTED = 20_000;
/** A program that is stuck so often goes on by itself: the last time is not noted. */
const STUCK_NOTED = 1000;
/** A stack pointer below this has run out of the stack, which begins at 0. */
const STACK_END = 4096;

/** Only V8 has this. */
const stacks = Error as unknown as { stackTraceLimit: number };

class Program {
  readonly #started = performance.now();
  readonly #options: RunOptions;
  #exports: Exports | undefined;
  #input: Uint8Array;
  #inputAt = 0;
  #outputLeft: number;
  #stopped: ProgramEnd["ending"] | undefined;
  #exitCode: number | undefined;
  #stackTop = 0;
  readonly #reports: Report[] = [];
  #stuck: string | null = null;
  #timesStuck = 0;
  #throws = 0;
  #lastThrow: Error | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
    const { stdin = "", limits } = options;
    this.#input = typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin;
    this.#outputLeft = limits.output;
  }

  load(module: WebAssembly.Module): Exports {
    stacks.stackTraceLimit = DEPTH_MOST;
    const root = new Dir();
    for (const { name, text } of this.#options.files ?? []) root.write(name, text);
    const host = wasi({
      args: ["program"],
      root,
      stdin: (length) => this.#read(length),
      stdout: (bytes) => this.#write(bytes, "stdout"),
      stderr: (bytes) => this.#write(bytes, "stderr"),
      diskMost: this.#options.limits.disk,
      onDiskFull: () => this.#stop("disk limit"),
      onExit: (code) => this.#exitCode = code,
    });
    const calls: Record<string, Call> = { ...host.imports };
    const { fd_read } = host.imports;
    if (this.#options.more && fd_read) calls.fd_read = this.#suspendingRead(fd_read);
    const instance = new WebAssembly.Instance(module, {
      wasi_snapshot_preview1: calls,
      doubtless: {
        report: (...report: [number, number, number, number]) => this.#report(...report),
        thrown: () => this.#noteThrow(),
        stuck: (ahead: number) => this.#noteStuck(ahead),
        ...(this.#options.step && {
          step: (at: number, length: number, ahead: number) => this.#step(at, length, ahead),
        }),
      },
    });
    host.attach(instance);
    this.#exports = instance.exports as unknown as Exports;
    this.#stackTop = this.#exports.__stack_pointer.value;
    return this.#exports;
  }

  ended(): Outcome {
    return this.#outcome("finished", { exitCode: this.#exitCode ?? 0 });
  }

  failed(error: unknown): Outcome {
    if (this.#stopped) {
      if (this.#stopped !== "output limit") this.#flushAfterEnd();
      return this.#outcome(this.#stopped, {});
    }
    if (this.#exitCode !== undefined) {
      return this.#outcome("finished", { exitCode: this.#exitCode });
    }
    const pointer = this.#exports?.__stack_pointer.value ?? this.#stackTop;
    this.#flushAfterEnd();
    const trap = String((error as Error | null)?.message ?? error);
    const whole = String((error as Error | null)?.stack ?? "");
    const isUncaught = this.#reports.some(({ kind }) => kind === "uncaught");
    const thrownAt = isUncaught ? this.#lastThrow?.stack : undefined;
    return this.#outcome(this.#stopped ?? "crashed", {
      trap,
      stack: thrownAt ?? whole.split("\n", FRAMES_KEPT).join("\n"),
      exhausted: isExhausted(trap, pointer) ? countCalls(whole) : null,
    });
  }

  #outcome(ending: ProgramEnd["ending"], facts: Partial<Outcome>): Outcome {
    return {
      ending,
      exitCode: null,
      trap: null,
      stack: null,
      reports: this.#reports,
      stuck: this.#stuck,
      exhausted: null,
      memory: this.#exports?.memory.buffer.byteLength ?? 0,
      ms: performance.now() - this.#started,
      ...facts,
    };
  }

  /** Prints what a crashed program has not printed yet; its stack may be used up. */
  #flushAfterEnd(): void {
    if (!this.#exports) return;
    try {
      this.#exports.__stack_pointer.value = this.#stackTop;
      this.#exports.__flush();
    } catch {
      // The crash destroyed what was to be printed.
    }
  }

  /** A program can catch an error of JavaScript, but not a trap. */
  #stop(ending: ProgramEnd["ending"]): never {
    this.#stopped = ending;
    this.#exports?.__trap();
    throw new Error(ending);
  }

  get #isStoppedForInput(): boolean {
    return this.#options.more !== undefined && !canSuspend;
  }

  #read(length: number): Uint8Array | null {
    if (this.#inputAt >= this.#input.length) {
      if (!this.#isStoppedForInput) return null;
      this.#exports?.__flush();
      return this.#stop("needs input");
    }
    // What a person types arrives line by line.
    const lineEnd = this.#isStoppedForInput ? this.#input.indexOf(10, this.#inputAt) + 1 : 0;
    const end = Math.min(this.#inputAt + length, lineEnd || this.#input.length);
    const part = this.#input.subarray(this.#inputAt, end);
    this.#inputAt = end;
    return part;
  }

  #suspendingRead(read: Call): Call {
    const plain = read as (...args: number[]) => number;
    if (!engine.Suspending) return read;
    return new engine.Suspending(async (descriptor = 0, ...rest) => {
      if (descriptor === 0 && this.#inputAt >= this.#input.length) {
        this.#exports?.__flush();
        this.#input = await this.#options.more?.() ?? new Uint8Array(0);
        this.#inputAt = 0;
      }
      return plain(descriptor, ...rest);
    });
  }

  #write(bytes: Uint8Array<ArrayBuffer>, stream: "stdout" | "stderr"): void {
    if (this.#stopped === "output limit") return;
    const part = bytes.length <= this.#outputLeft ? bytes : bytes.slice(0, this.#outputLeft);
    this.#outputLeft -= part.length;
    if (part.length > 0) this.#options.output?.(part, stream);
    if (part.length < bytes.length) this.#stop("output limit");
  }

  #step(at: number, length: number, ahead: number): void {
    const { memory } = this.#exports ?? {};
    const whole = new Uint8Array(memory?.buffer ?? new ArrayBuffer(0));
    const bytes = whole.slice(at >>> 0, (at >>> 0) + (length >>> 0));
    const read = Math.max(0, this.#inputAt - (ahead >>> 0));
    if (this.#stopped === undefined && !this.#options.step?.(bytes, read)) this.#stop("step limit");
  }

  #report(kind: number, line: number, text: number, file: number): void {
    if (this.#reports.length >= REPORTS_MOST) this.#reports.pop();
    this.#reports.push({
      kind: REPORT[kind as keyof typeof REPORT] ?? "fault",
      text: this.#text(text),
      line: line > 0 ? line : null,
      file: file === 0 ? "" : this.#text(file),
    });
  }

  #text(at: number): string {
    const { memory } = this.#exports ?? {};
    const bytes = new Uint8Array(memory?.buffer ?? new ArrayBuffer(0), at >>> 0);
    const end = bytes.subarray(0, TEXT_MOST).indexOf(0);
    return new TextDecoder().decode(bytes.slice(0, end === -1 ? TEXT_MOST : end));
  }

  #noteThrow(): void {
    if (++this.#throws > THROWS_NOTED) return void (this.#lastThrow = undefined);
    this.#lastThrow = errorHere();
  }

  /** @param ahead the bytes that the program has, and has not read; -1: it reads again */
  #noteStuck(ahead: number): void {
    // A program may fail and go on a million times.
    if (++this.#timesStuck > STUCK_NOTED) return;
    const place = { input: this.#input, at: this.#inputAt - ahead };
    const sentence = ahead < 0 || this.#timesStuck === STUCK_NOTED
      ? null
      : stuckSentence({ ...place, stack: errorHere().stack ?? "" });
    if (sentence === this.#stuck) return;
    this.#stuck = sentence;
    this.#options.onStuck?.(sentence);
  }
}

function errorHere(): Error {
  stacks.stackTraceLimit = FRAMES_KEPT;
  const error = new Error("here");
  stacks.stackTraceLimit = DEPTH_MOST;
  return error;
}

function isExhausted(trap: string, stackPointer: number): boolean {
  return /call stack|too much recursion|stack size|stack overflow/i.test(trap) ||
    (stackPointer < STACK_END && /out of bounds/i.test(trap));
}

/** Firefox's stacks have the first frames only, so they give no depth. */
function countCalls(stack: string): NonNullable<Outcome["exhausted"]> {
  const counts = new Map<string, number>();
  const frames = framesOf(stack);
  // The library's frames of JavaScript are not counted.
  const isCut = stack.split("\n").length > DEPTH_MOST;
  for (const { name } of frames) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [name, most] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ["", 0]);
  return {
    depth: "stackTraceLimit" in Error ? (isCut ? DEPTH_MOST : frames.length) : null,
    function: most > 2 && name !== "" ? name : null,
  };
}
