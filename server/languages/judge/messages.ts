/** The messages of the judge's processes, what they are asked to do, and their limits. */
import type { StackFrame } from "../../cpp/compiler.ts";
import type { CaseResult, Diagnostic, RunSettings } from "../types.ts";

/** The kinds of processes, as judge.sh knows them. */
export type Role = "compiler" | "runner" | "python";

export type Case = { input: string; output: string };
export type Work = {
  source: string;
  settings: RunSettings;
  cases: Case[];
  /** The most processor time of the compiler, if not the usual. */
  compileMs?: number;
  /** The most processor time of all cases together, if not the usual. */
  casesMs?: number;
  /** What the program has cost since the last such message: milliseconds of processor time. */
  onSpent?: (ms: number) => void;
};

export type FromProcess =
  | { type: "ready" }
  | { type: "alive" }
  /** The program takes more than the compiler may; the process ends. */
  | { type: "over" }
  /** The compiled program follows in a frame of its own. */
  | { type: "compiled"; hasProgram: boolean; diagnostics: Diagnostic[] }
  | { type: "places"; places: StackFrame[] }
  /** The runner asks for the lines of a crash. */
  | { type: "crashed"; stack: string }
  /** `spentMs` of processor time. */
  | { type: "case"; result: CaseResult; spentMs: number };
/** Each message has the processor time of its process so far. */
export type CpuReport = FromProcess & { cpuMs: number };

/**
 * Of one program, in ms of its own processor time: it cannot wait, and while the class's own work
 * needs the processor, it gets little of it.
 */
export const LIMITS = {
  /**
   * The standard library's headers have a limit of their own, so a bomb gets only a program's time:
   * <bits/stdc++.h> took 7 to 8 s on a loaded machine, and twice that on a slow one.
   */
  compile: { start: 60_000, includes: 20_000, each: 15_000 },
  /** For the lines of a crash. */
  places: 5000,
  /** Until the interpreter of Python is loaded. It then checks the program. */
  python: { load: 30_000, check: 15_000 },
  /** For all cases together; the others are not run. */
  cases: 30_000,
};
