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
 * The limits of one program, in milliseconds of its own processor time. Nothing else counts: a
 * program cannot wait, and the processes get little of the processor while the class's own work
 * needs it.
 */
export const LIMITS = {
  /**
   * At its start, a process compiles a program of its own. The standard library's headers have a
   * limit of their own, so a program that is a bomb gets only the time of a program:
   * <bits/stdc++.h> took 7 to 8 s on a loaded machine, and a slow one takes twice as long.
   */
  compile: { start: 60_000, includes: 20_000, each: 15_000 },
  /** For the lines of a crash. */
  places: 5000,
  /** Until the interpreter of Python is loaded. It then checks the program. */
  python: { load: 30_000, check: 15_000 },
  /** For all cases together; the others are not run. */
  cases: 30_000,
};
