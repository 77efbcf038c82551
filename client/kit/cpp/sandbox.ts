/**
 * Compiles and runs C++ programs in this browser. The compiler and each program have a worker of
 * their own, so the page never waits for them. Most pages never need this file: load it with
 * `import()`.
 */
import { DISK_MOST } from "../../../server/cpp/program.ts";
import { readSteps, type StepRecord } from "../../../server/cpp/steps/read.ts";
import type { Trace } from "../../../server/cpp/steps/trace.ts";
import { Unreadable } from "../../../server/cpp/steps/values.ts";
import {
  type CaseResult,
  type Diagnostic,
  type JudgeSettings,
  OUTPUT_KEPT,
  type RunResult,
} from "../../../server/cpp/types.ts";
import {
  compile,
  compileTraced,
  endRun,
  judge,
  noteUse,
  prepareAfterRun,
  restartCompiler,
  startRun,
  Stopped,
} from "./engine.ts";
import { kit } from "./kit.ts";
import type { ProgramEnd, Stream } from "./messages.ts";
import { OutputFeed } from "./output-feed.ts";
import { ProgramClient, type ProgramRun } from "./program-client.ts";
import { TypedInput } from "./typed-input.ts";
export {
  prepare,
  prepareWhenIdle,
  type Readiness,
  readiness,
  release,
  type Step,
  step,
  Stopped,
} from "./engine.ts";
export type { Stream } from "./messages.ts";

export interface Case {
  input: string;
  /** The output that is expected. */
  output: string;
}

export interface CasesToRun {
  source: string;
  settings: JudgeSettings;
  cases: Case[];
  /** The most characters of a case's output that `onOutput` gets; without it, what is kept. */
  shown?: number;
}

/** They are called in order, at most 20 times a second with output. */
export interface CaseHandlers {
  /** Called once, before the first case; a message of severity `error` means that nothing runs. */
  onCompiled?(diagnostics: Diagnostic[]): void;
  /** Gets no more of a case than `shown`. */
  onOutput?(index: number, stream: Stream, text: string): void;
  onCase?(index: number, result: CaseResult): void;
}

export interface CaseRun {
  /**
   * Rejects with `Stopped` after `stop` or when another run is started, and with an error whose
   * message is a sentence for the student if the compiler could not be loaded.
   */
  done: Promise<RunResult>;
  stop(): void;
}

export interface InteractiveToRun {
  source: string;
  settings: JudgeSettings;
  /** What the program reads before it asks for more. */
  input: string;
}

export interface InteractiveHandlers {
  onCompiled?(diagnostics: Diagnostic[]): void;
  /** Gets at most the first SHOWN_MOST characters. */
  onOutput?(stream: Stream, text: string): void;
  /** The program waits for a line, or for the end of its input. */
  onAsks?(): void;
}

export interface InteractiveRun {
  /** Null if the program did not compile. Rejects as `CaseRun.done` does. */
  done: Promise<CaseResult | null>;
  /** Types a line; its newline is added. It may be typed before the program asks. */
  type(line: string): void;
  endInput(): void;
  stop(): void;
}

export interface TracedRun {
  /** Null if the program cannot be stepped through. */
  trace: Trace | null;
  /** How the traced run ended; null if the program did not run. */
  result: CaseResult | null;
  /** Why there is no trace, or why it has no values: a part of a sentence for the student. */
  reason: string | null;
}

export interface TraceRun {
  /** Rejects as `CaseRun.done` does. */
  done: Promise<TracedRun>;
  stop(): void;
}

/** A traced program may run for so much longer, in ms. */
const RECORDING_MS = 3000;

/** The most characters of an interactive program's output that are shown. */
export const SHOWN_MOST = 100_000;

/** Compiles the program once, and runs it on each case in order. */
export function runCases(run: CasesToRun, handlers: CaseHandlers): CaseRun {
  return stoppable(run, (programs) => compileAndRunCases(programs, run, handlers));
}

async function compileAndRunCases(
  programs: Programs,
  { source, settings, cases, shown = OUTPUT_KEPT }: CasesToRun,
  { onCompiled, onOutput, onCase }: CaseHandlers,
): Promise<RunResult> {
  const { diagnostics, module } = await programs.compile(source, settings);
  onCompiled?.(diagnostics);
  const results: CaseResult[] = [];
  for (const [index, { input, output }] of module ? cases.entries() : []) {
    const feed = new OutputFeed((stream, text) => onOutput?.(index, stream, text), shown);
    const result = await programs.run({
      module: module!,
      settings,
      input: new TextEncoder().encode(input),
      expected: output,
      feed,
    });
    results.push(result);
    onCase?.(index, result);
  }
  return { kit: kit.version, compiled: module !== null, diagnostics, cases: results };
}

/** Compiles the program, and runs it with input that may be typed while it runs. */
export function runInteractive(
  { source, settings, input }: InteractiveToRun,
  { onCompiled, onOutput, onAsks }: InteractiveHandlers,
): InteractiveRun {
  const feed = new OutputFeed((stream, text) => onOutput?.(stream, text), SHOWN_MOST);
  const typed = new TypedInput(() => {
    noteUse();
    feed.flush();
    onAsks?.();
  });
  const run = stoppable({ source, settings }, async (programs): Promise<CaseResult | null> => {
    const { diagnostics, module } = await programs.compile(source, settings);
    onCompiled?.(diagnostics);
    if (!module) return null;
    const given = new TextEncoder().encode(input);
    return await programs.run({ module, settings, input: given, expected: null, feed, typed });
  });
  return {
    ...run,
    type: (line) => typed.add(`${line}\n`),
    endInput: () => typed.end(),
  };
}

/** Compiles the program so that it tells its steps, and runs it once. */
export function traceProgram({ source, settings, input }: InteractiveToRun): TraceRun {
  return stoppable({ source, settings }, async (programs): Promise<TracedRun> => {
    const { level, module, reason } = await programs.compileTraced(source, settings);
    if (!module || !level) return { trace: null, result: null, reason };
    const records: StepRecord[] = [];
    const output: Uint8Array<ArrayBuffer>[] = [];
    const feed = new OutputFeed(() => {}, 0);
    let isExhausted = false;
    const result = await programs.run({
      module,
      // What is written down for each step takes time, too.
      settings: { ...settings, timeMs: settings.timeMs + RECORDING_MS },
      input: new TextEncoder().encode(input),
      expected: null,
      feed,
      onStep: (record) => records.push(record),
      onEnd: (end) => isExhausted = "exhausted" in end && end.exhausted !== null,
      onOutput: (stream, bytes) => void (stream === "stdout" && output.push(bytes)),
    });
    try {
      const trace = readSteps(records, { level, output: joined(output), isExhausted });
      return { trace, result, reason };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return { trace: null, result, reason: error.message };
    }
  });
}

/** Starts a run, after it has stopped the one before. */
function stoppable<T>(
  { source, settings }: { source: string; settings: JudgeSettings },
  work: (programs: Programs) => Promise<T>,
): { done: Promise<T>; stop(): void } {
  const programs = new Programs();
  const end = (reason: Error) => programs.end(reason);
  startRun(end);
  const done = work(programs).finally(() => {
    if (endRun(end)) prepareAfterRun(source, settings);
    programs.end(new Stopped("The run has ended."));
  });
  return { done, stop: () => end(new Stopped("The run was stopped.")) };
}

interface ToRun {
  module: WebAssembly.Module;
  settings: JudgeSettings;
  input: Uint8Array<ArrayBuffer>;
  expected: string | null;
  feed: OutputFeed;
  typed?: TypedInput;
  onStep?(record: StepRecord): void;
  onEnd?(end: ProgramEnd): void;
  onOutput?(stream: Stream, bytes: Uint8Array<ArrayBuffer>): void;
}

/** The workers of one run: the compiler while it compiles, then the program's. */
class Programs {
  // Its worker starts while the compiler works.
  #program = new ProgramClient();
  #isCompiling = false;
  #ended: Error | null = null;

  compile(source: string, settings: JudgeSettings) {
    return this.#compiling(compile(source, settings));
  }

  compileTraced(source: string, settings: JudgeSettings) {
    return this.#compiling(compileTraced(source, settings));
  }

  async #compiling<T>(compiling: Promise<T>): Promise<T> {
    this.#isCompiling = true;
    const compiled = await compiling.finally(() => this.#isCompiling = false);
    this.#check();
    return compiled;
  }

  async run(
    { module, settings, input, expected, feed, typed, onStep, onEnd, onOutput }: ToRun,
  ): Promise<CaseResult> {
    noteUse();
    if (!this.#program.isReusable) this.#program = new ProgramClient();
    const printed: Record<Stream, Uint8Array<ArrayBuffer>[]> = { stdout: [], stderr: [] };
    const program = this.#program;
    const run: ProgramRun = {
      module,
      input,
      limits: { output: settings.outputKb * 1024, disk: DISK_MOST },
      isInteractive: typed !== undefined,
      timeMs: settings.timeMs,
      onOutput: (stream, bytes) => {
        printed[stream].push(bytes);
        feed.add(stream, bytes);
        onOutput?.(stream, bytes);
      },
      ...(onStep && { onStep }),
    };
    try {
      const { end, ms } = await (typed ? typed.run(program, run) : program.run(run));
      onEnd?.(end);
      feed.flush();
      if (!program.isReusable) this.#replace();
      const [stdout, stderr] = [joined(printed.stdout), joined(printed.stderr)];
      const result = await judge({ end, ms, stdout, stderr, expected }, settings);
      this.#check();
      return result;
    } finally {
      feed.end();
    }
  }

  end(reason: Error): void {
    if (this.#ended) return;
    this.#ended = reason;
    this.#program.end(reason);
    if (this.#isCompiling) restartCompiler(reason);
  }

  #replace(): void {
    this.#program.end(new Stopped("The program has ended."));
    this.#program = new ProgramClient();
    if (this.#ended) this.#program.end(this.#ended);
  }

  #check(): void {
    if (this.#ended) throw this.#ended;
  }
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
