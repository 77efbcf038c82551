/** What the browser's engine of a language does: it checks programs, and runs them in workers. */
import type { Atom } from "jotai/vanilla";
import type { StepRecord } from "../../server/languages/steps/read.ts";
import type { Trace } from "../../server/languages/steps/trace.ts";
import type {
  CaseResult,
  Diagnostic,
  GivenFile,
  RunSettings,
} from "../../server/languages/types.ts";

export type Stream = "stdout" | "stderr";

/**
 * Whether this browser can run programs. `reason` is a sentence for the student. `bytes` is what has
 * to be downloaded, as it is on the wire: 0 if it was downloaded before. `note` says what became of
 * a download that broke off.
 */
export type Readiness =
  | { state: "unsupported"; reason: string }
  | { state: "absent"; bytes: number }
  | { state: "loading"; loaded: number; total: number; note?: string }
  | { state: "ready" }
  | { state: "failed"; reason: string };

/** What the engine does for a run, once it is loaded. */
export type Step = "preparing" | "compiling";

/** The reason why a run has no result. */
export class Stopped extends Error {}

/** A failure to load or to use an engine; its message is a sentence for the student. */
export class CompilerFailed extends Error {}

/**
 * This device is to blame, not the program: it was too slow, or has too little of something. The
 * message ends in "Try again.", because the server may run it instead.
 */
export class DeviceFailed extends CompilerFailed {}

/** How a run ended, as the engine's own `judge` understands it. */
export interface RunEnd {
  ending: string;
  stuck: string | null;
  /** Of a traced run: what ended the recording, where its steps do not say it. */
  traceLimit?: Trace["limit"];
}

export interface Ended<End = RunEnd> {
  end: End;
  stdout: Uint8Array<ArrayBuffer>;
  stderr: Uint8Array<ArrayBuffer>;
  /** The expected output; null if there is none. */
  expected: string | null;
  /** Milliseconds in which the program ran. */
  ms: number;
}

export interface ProgramRun {
  /** What the engine's `compile` has returned. */
  program: unknown;
  input: Uint8Array<ArrayBuffer>;
  /** What stands in its folder. */
  files?: readonly GivenFile[];
  limits: { output: number; disk: number };
  /** In bytes. */
  memory: number;
  isInteractive: boolean;
  timeMs: number;
  onOutput(stream: Stream, bytes: Uint8Array<ArrayBuffer>): void;
  /** Called with each step of a traced program. */
  onStep?(record: StepRecord): void;
  /** Called when the program waits for input: answer with `give`. */
  onAsks?(): void;
}

/** `ms` is the time in which the program ran, without the time in which it waited for input. */
export type ProgramResult = { end: RunEnd; ms: number };

/** Runs one program at a time. */
export interface Runner {
  /** Whether it can run another program. */
  readonly isReusable: boolean;
  run(run: ProgramRun): Promise<ProgramResult>;
  /** Gives a program that asked for input the next of it; null ends its input. */
  give(bytes: Uint8Array<ArrayBuffer> | null): void;
  /** Ends the program. */
  end(reason: Error): void;
}

export interface Compiled {
  diagnostics: Diagnostic[];
  /** What runs; null if the program does not compile. */
  program: unknown;
}

export interface TraceCompiled {
  /** What runs; null if it cannot be stepped through. */
  program: unknown;
  level: Trace["level"] | null;
  reason: string | null;
}

export interface Engine {
  /** The version of what it runs with. */
  version: string;
  readiness: Atom<Readiness>;
  step: Atom<Step>;
  /**
   * Loads it, and makes ready what this program needs. Never rejects: `readiness` says what came of
   * it.
   */
  prepare(source?: string, settings?: RunSettings): Promise<void>;
  /** Whether it was downloaded before; also noted in `readiness`. */
  noteCached(): Promise<boolean>;
  /** Soon after a run, makes ready what the next one needs. */
  prepareAfterRun(source: string, settings: RunSettings): void;
  /** Postpones the time at which the memory is given back. */
  noteUse(): void;
  /** Ends the workers and gives their memory back; the next run starts them again. */
  release(): void;
  /** Ends what it does, in the middle of its work, and begins anew. */
  restart(reason: Error): void;
  /** @throws CompilerFailed */
  compile(source: string, settings: RunSettings): Promise<Compiled>;
  /** Compiles a program so that its run tells its steps; missing where no program can. */
  compileTraced?(source: string, settings: RunSettings): Promise<TraceCompiled>;
  /** Does so before it is asked for, unless it has something else to do. Never rejects. */
  prepareSteps?(source: string, settings: RunSettings): Promise<void>;
  judge(ended: Ended, settings: RunSettings): Promise<CaseResult>;
  createRunner(): Runner;
}

/** Stops what runs now, before the workers are ended. */
let stopRun: ((reason: Error) => void) | null = null;

/** Ends the run before, if there is one: a page runs one program at a time. */
export function startRun(stop: (reason: Error) => void): void {
  stopRun?.(new Stopped("Another run was started."));
  stopRun = stop;
}

/** @returns whether no other run was started in the meantime */
export function endRun(stop: (reason: Error) => void): boolean {
  const isLast = stopRun === stop;
  if (isLast) stopRun = null;
  return isLast;
}

export const hasRun = (): boolean => stopRun !== null;

export const endAnyRun = (reason: Error): void => stopRun?.(reason);
