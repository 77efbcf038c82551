/**
 * Checks and runs programs in this browser. The engine of a language and each program have workers
 * of their own, so the page never waits for them. Most pages never need this file: load it with
 * `import()`.
 */
import { readSteps, type StepRecord } from "../../server/languages/steps/read.ts";
import type { Trace } from "../../server/languages/steps/trace.ts";
import { Unreadable } from "../../server/languages/steps/values.ts";
import { type Language, languageOf } from "../../server/languages/languages.ts";
import { joined } from "../../server/languages/bytes.ts";
import { type GivenCase, withCalls } from "../../server/languages/calls.ts";
import { withoutByteOrderMark } from "../../server/languages/odd_characters.ts";
import { folderOf, programOf } from "../../server/languages/program_files.ts";
import {
  type CaseResult,
  type Diagnostic,
  DISK_MOST,
  OUTPUT_KEPT,
  type RunResult,
  type RunSettings,
} from "../../server/languages/types.ts";
import { cpp } from "../cpp/engine.ts";
import {
  endRun,
  type Engine,
  type ProgramRun,
  type RunEnd,
  type Runner,
  RunStopped,
  startRun,
  type Stream,
} from "./engine.ts";
import { TypedInput } from "./typed-input.ts";
import { isMetered, whenIdle } from "./when-idle.ts";
import { python } from "../python/engine.ts";
export { DeviceFailed, type Readiness, RunStopped, type Step, type Stream } from "./engine.ts";

const engines: Record<Language, Engine> = { cpp, python };

/** The engine of a program with these settings. */
export const engineOf = (settings: Pick<RunSettings, "languages">): Engine =>
  engines[languageOf(settings)];

/** Loads the engine of a program, and makes ready what it needs. Never rejects. */
export const prepare = (source: string, settings: RunSettings): Promise<void> =>
  engineOf(settings).prepare(source, settings);

/**
 * The same once the page has nothing else to do, unless much has to be downloaded and the connection
 * is metered.
 * @returns a function that cancels it
 */
export function prepareWhenIdle(source: string | undefined, settings: RunSettings): () => void {
  const engine = engineOf(settings);
  return whenIdle(engine, (isCached) => {
    if (isCached || !isMetered()) void engine.prepare(source, settings);
  });
}

/** Compiles a program for its steps once the page is idle. @returns a function that cancels it */
export function prepareStepsWhenIdle(source: string, settings: RunSettings): () => void {
  const engine = engineOf(settings);
  return whenIdle(engine, (isCached) => {
    if (isCached) void engine.prepareSteps?.(source, settings);
  });
}

export interface CasesToRun {
  source: string;
  settings: RunSettings;
  cases: readonly GivenCase[];
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
  /** Rejects with `Stopped` after a stop or another run, or with a sentence for the student. */
  done: Promise<RunResult>;
  stop(): void;
}

export interface InteractiveToRun {
  source: string;
  settings: RunSettings;
  /** What the program reads before it asks for more. */
  input: string;
  /** What is called in place of the whole program. */
  call?: string | undefined;
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

export type ToTrace = InteractiveToRun;

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

export function runCases(given: CasesToRun, handlers: CaseHandlers): CaseRun {
  const run = { ...given, ...withCalls(given.settings, given.cases) };
  return stoppable(run, (programs) => compileAndRunCases(programs, run, handlers));
}

async function compileAndRunCases(
  programs: Programs,
  { source, settings, cases, shown = OUTPUT_KEPT }: CasesToRun & ReturnType<typeof withCalls>,
  { onCompiled, onOutput, onCase }: CaseHandlers,
): Promise<RunResult> {
  const { diagnostics, program } = await programs.compile(source, settings);
  onCompiled?.(diagnostics);
  const results: CaseResult[] = [];
  for (const [index, { input, output }] of program ? cases.entries() : []) {
    const feed = new OutputFeed((stream, text) => onOutput?.(index, stream, text), shown);
    const result = await programs.run({
      program,
      settings,
      input: new TextEncoder().encode(input),
      expected: output,
      feed,
    });
    results.push(result);
    onCase?.(index, result);
  }
  return { kit: programs.version, compiled: program !== null, diagnostics, cases: results };
}

export function runInteractive(
  { source, input, call, ...given }: InteractiveToRun,
  { onCompiled, onOutput, onAsks }: InteractiveHandlers,
): InteractiveRun {
  const { settings, cases } = withCalls(given.settings, [{ input, call, output: "" }]);
  const feed = new OutputFeed((stream, text) => onOutput?.(stream, text), SHOWN_MOST);
  const typed = new TypedInput(() => {
    engineOf(settings).noteUse();
    feed.flush();
    onAsks?.();
  });
  const run = stoppable({ source, settings }, async (programs): Promise<CaseResult | null> => {
    const { diagnostics, program } = await programs.compile(source, settings);
    onCompiled?.(diagnostics);
    if (program === null) return null;
    const read = new TextEncoder().encode(cases[0]?.input);
    return await programs.run({ program, settings, input: read, expected: null, feed, typed });
  });
  return {
    ...run,
    type: (line) => typed.add(`${line}\n`),
    endInput: () => typed.end(),
  };
}

export function traceProgram({ source, input, call, ...given }: ToTrace): TraceRun {
  const { settings, cases } = withCalls(given.settings, [{ input, call, output: "" }]);
  return stoppable({ source, settings }, async (programs): Promise<TracedRun> => {
    const { level, program, reason } = await programs.compileTraced(source, settings);
    if (program === null || !level) return { trace: null, result: null, reason };
    const records: StepRecord[] = [];
    const output: Uint8Array<ArrayBuffer>[] = [];
    const feed = new OutputFeed(() => {}, 0);
    let limit: Trace["limit"] = null;
    const result = await programs.run({
      program,
      // What is written down for each step takes time, too.
      settings: { ...settings, timeMs: settings.timeMs + RECORDING_MS },
      input: new TextEncoder().encode(cases[0]?.input),
      expected: null,
      feed,
      onStep: (record) => records.push(record),
      onEnd: ({ traceLimit = null }) => limit = traceLimit,
      onOutput: (stream, bytes) => void (stream === "stdout" && output.push(bytes)),
    });
    try {
      const trace = readSteps(records, { level, output: joined(output), limit });
      const files = programOf(source, settings).files.map(({ name }) => name);
      return { trace: { ...trace, files }, result, reason };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return { trace: null, result, reason: error.message };
    }
  });
}

/** Starts a run, after it has stopped the one before. */
function stoppable<T>(
  { source, settings }: { source: string; settings: RunSettings },
  work: (programs: Programs) => Promise<T>,
): { done: Promise<T>; stop(): void } {
  const engine = engineOf(settings);
  const programs = new Programs(engine);
  const end = (reason: Error) => programs.end(reason);
  startRun(end);
  const done = work(programs).finally(() => {
    if (endRun(end)) engine.prepareAfterRun(source, settings);
    programs.end(new RunStopped("The run has ended."));
  });
  return { done, stop: () => end(new RunStopped("The run was stopped.")) };
}

interface ToRun {
  program: unknown;
  settings: RunSettings;
  input: Uint8Array<ArrayBuffer>;
  expected: string | null;
  feed: OutputFeed;
  typed?: TypedInput;
  onStep?(record: StepRecord): void;
  onEnd?(end: RunEnd): void;
  onOutput?(stream: Stream, bytes: Uint8Array<ArrayBuffer>): void;
}

/** The workers of one run: the engine's while it compiles, then the program's. */
class Programs {
  readonly #engine: Engine;
  #program: Runner;
  #isCompiling = false;
  #ended: Error | null = null;
  readonly #stopped = Promise.withResolvers<never>();

  constructor(engine: Engine) {
    this.#engine = engine;
    // Its worker starts while the engine compiles.
    this.#program = engine.createRunner();
  }

  get version(): string {
    return this.#engine.version;
  }

  compile(source: string, settings: RunSettings) {
    return this.#compiling(this.#engine.compile(withoutByteOrderMark(source), settings));
  }

  compileTraced(source: string, settings: RunSettings) {
    const { compileTraced } = this.#engine;
    if (!compileTraced) throw new Error("Programs in this language have no steps.");
    return this.#compiling(compileTraced(withoutByteOrderMark(source), settings));
  }

  async #compiling<T>(compiling: Promise<T>): Promise<T> {
    this.#isCompiling = true;
    // The engine may still be loading when the person stops the run.
    const compiled = await Promise.race([compiling, this.#stopped.promise])
      .finally(() => this.#isCompiling = false);
    this.#check();
    return compiled;
  }

  async run(
    { program: compiled, settings, input, expected, feed, typed, onStep, onEnd, onOutput }: ToRun,
  ): Promise<CaseResult> {
    this.#engine.noteUse();
    if (!this.#program.isReusable) this.#program = this.#engine.createRunner();
    const printed: Record<Stream, Uint8Array<ArrayBuffer>[]> = { stdout: [], stderr: [] };
    const program = this.#program;
    const run: ProgramRun = {
      program: compiled,
      memory: settings.memoryMb * 1024 * 1024,
      input,
      files: folderOf(settings),
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
      const result = await this.#engine.judge({ end, ms, stdout, stderr, expected }, settings);
      this.#check();
      return result;
    } finally {
      feed.end();
    }
  }

  end(reason: Error): void {
    if (this.#ended) return;
    this.#ended = reason;
    this.#stopped.promise.catch(() => {});
    this.#stopped.reject(reason);
    this.#program.end(reason);
    if (this.#isCompiling) this.#engine.restart(reason);
  }

  #replace(): void {
    this.#program.end(new RunStopped("The program has ended."));
    this.#program = this.#engine.createRunner();
    if (this.#ended) this.#program.end(this.#ended);
  }

  #check(): void {
    if (this.#ended) throw this.#ended;
  }
}

/** In ms. */
const SHOWN_EVERY = 50;

/** Hands output on to the page in bounded portions, so that a flood never stalls it. */
class OutputFeed {
  readonly #show: (stream: Stream, text: string) => void;
  #left: number;
  readonly #decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  readonly #pending: { stream: Stream; text: string }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param most the most characters that are shown */
  constructor(show: (stream: Stream, text: string) => void, most: number) {
    this.#show = show;
    this.#left = most;
  }

  add(stream: Stream, bytes: Uint8Array): void {
    if (this.#left === 0) return;
    const text = this.#decoders[stream].decode(bytes, { stream: true }).slice(0, this.#left);
    this.#left -= text.length;
    const last = this.#pending.at(-1);
    if (last?.stream === stream) last.text += text;
    else this.#pending.push({ stream, text });
    this.#timer ??= setTimeout(() => this.flush(), SHOWN_EVERY);
  }

  /** Shows what has not been shown yet. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { stream, text } of this.#pending.splice(0)) this.#show(stream, text);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#pending.length = 0;
  }
}
