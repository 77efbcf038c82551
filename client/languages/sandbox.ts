/**
 * Checks and runs programs in this browser. The engine of a language and each program have workers
 * of their own, so the page never waits for them. Most pages never need this file: load it with
 * `import()`.
 */
import type { Stream } from "../../server/languages/program_messages.ts";
import { readSteps, type StepRecord } from "../../server/languages/steps/read.ts";
import type { Trace } from "../../server/languages/steps/trace.ts";
import { type Language, languageOf } from "../../server/languages/languages.ts";
import { joined, Unreadable } from "../../server/languages/bytes.ts";
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
} from "./engine.ts";
import { TypedInput } from "./typed-input.ts";
import { idle } from "../kit/focus/user-activity.ts";
import { store } from "../kit/net/store.ts";
import { python } from "../python/engine.ts";
export { DeviceFailed, type Readiness, RunStopped, type Step } from "./engine.ts";

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
export const prepareWhenIdle = (source: string | undefined, settings: RunSettings) =>
  whenIdle(settings, async (engine, isCached) => {
    if (isCached || !isMetered()) await engine.prepare(source, settings);
  });

/**
 * Compiles a program for its steps once the page has nothing else to do, if nothing has to be
 * downloaded for it.
 * @returns a function that cancels it
 */
export const prepareStepsWhenIdle = (source: string, settings: RunSettings) =>
  whenIdle(settings, async (engine, isCached) => {
    if (isCached) await engine.prepareSteps?.(source, settings);
  });

/** Does this unless it is cancelled, or this browser cannot run the program. */
function whenIdle(
  settings: RunSettings,
  work: (engine: Engine, isCached: boolean) => Promise<void>,
): () => void {
  const engine = engineOf(settings);
  let isOver = false;
  (async () => {
    await idle();
    if (isOver || store.get(engine.readiness).state === "unsupported") return;
    const isCached = await engine.noteCached();
    if (!isOver) await work(engine, isCached);
  })();
  return () => isOver = true;
}

type Device = Navigator & {
  connection?: { saveData?: boolean; type?: string; effectiveType?: string };
};

/** Whether a large download should wait until the student asks for it. */
function isMetered(): boolean {
  const { connection } = navigator as Device;
  // Without any word from the browser, a phone counts as metered.
  if (!connection) return matchMedia("(pointer: coarse)").matches;
  const { saveData, type, effectiveType } = connection;
  return saveData === true || type === "cellular" || /2g$/.test(effectiveType ?? "");
}

export interface CasesToRun {
  source: string;
  settings: RunSettings;
  cases: readonly GivenCase[];
}

/** They are called in order. */
export interface CaseHandlers {
  /** Called once, before the first case; a message of severity `error` means that nothing runs. */
  onCompiled?(diagnostics: Diagnostic[]): void;
  /** Gets at most the first OUTPUT_KEPT characters of a case. */
  onOutput?(index: number, stream: Stream, text: string): void;
  /** @param printed the whole standard output, of which the result keeps only the beginning */
  onCase?(index: number, result: CaseResult, printed: string): void;
}

export interface Running<Result> {
  /** Rejects with `Stopped` after a stop or another run, or with a sentence for the student. */
  done: Promise<Result>;
  stop(): void;
}

export type CaseRun = Running<RunResult>;

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

export type InteractiveRun = ReturnType<typeof runInteractive>;

export interface TracedRun {
  /** Null if the program cannot be stepped through. */
  trace: Trace | null;
  /** How the traced run ended; null if the program did not run. */
  result: CaseResult | null;
  /** Why there is no trace, or why it has no values: a part of a sentence for the student. */
  reason: string | null;
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
  { source, settings, cases }: CasesToRun & ReturnType<typeof withCalls>,
  { onCompiled, onOutput, onCase }: CaseHandlers,
): Promise<RunResult> {
  const { diagnostics, program } = await programs.compile(source, settings);
  onCompiled?.(diagnostics);
  const results: CaseResult[] = [];
  for (const [index, { input, output }] of program ? cases.entries() : []) {
    let printed = "";
    const result = await programs.run({
      program,
      settings,
      input: new TextEncoder().encode(input),
      expected: output,
      onEnd: (_, stdout) => printed = new TextDecoder().decode(stdout),
      onOutput: asText(OUTPUT_KEPT, (stream, text) => onOutput?.(index, stream, text)),
    });
    results.push(result);
    onCase?.(index, result, printed);
  }
  return { kit: programs.version, compiled: program !== null, diagnostics, cases: results };
}

export function runInteractive(
  { source, input, call, ...given }: InteractiveToRun,
  { onCompiled, onOutput, onAsks }: InteractiveHandlers,
) {
  const { settings, cases } = withCalls(given.settings, [{ input, call, output: "" }]);
  const typed = new TypedInput(() => {
    engineOf(settings).noteUse();
    onAsks?.();
  });
  /** Without a result if the program did not compile. */
  const run = stoppable({ source, settings }, async (programs): Promise<CaseResult | null> => {
    const { diagnostics, program } = await programs.compile(source, settings);
    onCompiled?.(diagnostics);
    if (program === null) return null;
    const read = new TextEncoder().encode(cases[0]?.input);
    return await programs.run({
      program,
      settings,
      input: read,
      expected: null,
      typed,
      onOutput: asText(SHOWN_MOST, (stream, text) => onOutput?.(stream, text)),
    });
  });
  return {
    ...run,
    /** Types a line; its newline is added. It may be typed before the program asks. */
    type: (line: string) => typed.add(`${line}\n`),
    endInput: () => typed.end(),
  };
}

export function traceProgram(
  { source, input, call, ...given }: InteractiveToRun,
): Running<TracedRun> {
  const { settings, cases } = withCalls(given.settings, [{ input, call, output: "" }]);
  return stoppable({ source, settings }, async (programs): Promise<TracedRun> => {
    const { level, program, reason } = await programs.compileTraced(source, settings);
    if (program === null || !level) return { trace: null, result: null, reason };
    const records: StepRecord[] = [];
    let output = new Uint8Array();
    let limit: Trace["limit"] = null;
    const result = await programs.run({
      program,
      // What is written down for each step takes time, too.
      settings: { ...settings, timeMs: settings.timeMs + RECORDING_MS },
      input: new TextEncoder().encode(cases[0]?.input),
      expected: null,
      onStep: (record) => records.push(record),
      onEnd({ traceLimit = null }, stdout) {
        limit = traceLimit;
        output = stdout.slice();
      },
    });
    try {
      const trace = readSteps(records, { level, output, limit });
      const files = programOf(source, settings).files.map(({ name }) => name);
      return { trace: { ...trace, files }, result, reason };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return { trace: null, result, reason: "the steps could not be read" };
    }
  });
}

/** Starts a run, after it has stopped the one before. */
function stoppable<T>(
  { source, settings }: { source: string; settings: RunSettings },
  work: (programs: Programs) => Promise<T>,
): Running<T> {
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
  typed?: TypedInput;
  onStep?(record: StepRecord): void;
  /** @param stdout is no longer there afterwards */
  onEnd?(end: RunEnd, stdout: Uint8Array<ArrayBuffer>): void;
  onOutput?(stream: Stream, bytes: Uint8Array<ArrayBuffer>): void;
}

/** The workers of one run: the engine's while it compiles, then the program's. */
class Programs {
  readonly #engine: Engine;
  #program: Runner;
  #isCompiling = false;
  #isEnded = false;
  readonly #stopped = Promise.withResolvers<never>();

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#stopped.promise.catch(() => {});
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
    return this.#compiling(this.#engine.compileTraced(withoutByteOrderMark(source), settings));
  }

  async #compiling<T>(compiling: Promise<T>): Promise<T> {
    this.#isCompiling = true;
    return await this.#unlessStopped(compiling).finally(() => this.#isCompiling = false);
  }

  /** The engine may be loading, and the program may wait for input, when the person stops the run. */
  async #unlessStopped<T>(work: Promise<T>): Promise<T> {
    return await Promise.race([this.#stopped.promise, work]);
  }

  async run(
    { program: compiled, settings, input, expected, typed, onStep, onEnd, onOutput }: ToRun,
  ): Promise<CaseResult> {
    this.#engine.noteUse();
    if (!this.#program.isReusable) {
      this.#program.end();
      this.#program = this.#engine.createRunner();
    }
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
        onOutput?.(stream, bytes);
      },
      ...(onStep && { onStep }),
    };
    const { end, ms } = await this.#unlessStopped(
      typed ? typed.run(program, run) : program.run(run),
    );
    const [stdout, stderr] = [joined(printed.stdout), joined(printed.stderr)];
    onEnd?.(end, stdout);
    const ended = { end, ms, stdout, stderr, expected };
    return await this.#unlessStopped(this.#engine.judge(ended, settings));
  }

  end(reason: Error): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#stopped.reject(reason);
    this.#program.end();
    if (this.#isCompiling) this.#engine.restart(reason);
  }
}

/** Returns a function that takes output, and shows its first `most` characters. */
function asText(most: number, show: (stream: Stream, text: string) => void) {
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  let left = most;
  return (stream: Stream, bytes: Uint8Array<ArrayBuffer>) => {
    if (left === 0) return;
    const text = decoders[stream].decode(bytes, { stream: true }).slice(0, left);
    left -= text.length;
    show(stream, text);
  };
}
