/** The messages between the judge and its processes, and between those and their workers. */
import type { SourcePlace } from "../compiler.ts";
import type { Outcome } from "../program.ts";
import type { CaseResult, Diagnostic, JudgeSettings } from "../types.ts";

export type Case = { input: string; output: string };
/** A program to compile and run on each case. */
export type Work = {
  source: string;
  settings: JudgeSettings;
  cases: Case[];
  /** The most processor time of the compiler, if not the usual. */
  compileMs?: number;
  /** The most processor time of all cases together, if not the usual. */
  casesMs?: number;
  /** Told what the program has cost since it was told last: milliseconds of processor time. */
  onSpent?: (ms: number) => void;
};

export type ToCompiler =
  | { type: "compile"; source: string; settings: JudgeSettings; cpuMs?: number }
  /** The compiled program follows in a frame of its own. */
  | { type: "places"; stack: string };
/** The runner first gets the program as it was compiled, in a frame of its own. */
export type ToRunner = { type: "run"; settings: JudgeSettings; cases: Case[] };
export type FromProcess =
  /** The includes that it has precompiled follow in a frame of their own. */
  | { type: "ready"; hasIncludes: boolean }
  /** It is at work. */
  | { type: "alive" }
  /** The program takes more than the compiler may; the process ends. */
  | { type: "over" }
  /** The includes are precompiled; the program itself comes next. */
  | { type: "prepared" }
  /** The compiled program follows in a frame of its own. */
  | { type: "compiled"; hasProgram: boolean; diagnostics: Diagnostic[] }
  | { type: "places"; places: SourcePlace[] }
  /** The runner asks for the lines of a crash. */
  | { type: "crashed"; stack: string }
  /** `spentMs` of processor time. */
  | { type: "case"; result: CaseResult; spentMs: number };
/** Each message has the processor time of its process so far. */
export type Told = FromProcess & { cpuMs: number };

export type ToCompilerWorker =
  | {
    type: "load";
    llvm: Uint8Array<ArrayBuffer>;
    sysroot: Uint8Array<ArrayBuffer>;
    /** Those of the first program, precompiled by another compiler; else empty. */
    includes: Uint8Array<ArrayBuffer>;
  }
  /** Precompiles the includes of a program that comes next. */
  | { type: "prepare"; source: string; settings: JudgeSettings }
  | { type: "compile"; source: string; settings: JudgeSettings }
  | { type: "places"; stack: string; wasm: Uint8Array<ArrayBuffer> };
export type FromCompilerWorker =
  /** Null: it was given the includes, or they do not compile. */
  | { type: "loaded"; includes: Uint8Array<ArrayBuffer> | null }
  | { type: "prepared" }
  | { type: "compiled"; diagnostics: Diagnostic[]; wasm: Uint8Array<ArrayBuffer> | null }
  | { type: "places"; places: SourcePlace[] };

export type ToWorker = { module: WebAssembly.Module; input: string; output: number };
export type FromWorker =
  | { type: "output"; stream: "stdout" | "stderr"; bytes: Uint8Array<ArrayBuffer> }
  | { type: "stuck"; sentence: string | null }
  | { type: "ended"; outcome: Outcome };

/** A program that has cost more processor time is a long one: others then run beside it. */
export const LONG_MS = 1000;

/**
 * The limits of one program, in milliseconds of processor time. Nothing else counts: a program
 * cannot wait, and the processes get little of the processor while the class's own work needs it.
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
  /** For all cases together; the others are not run. */
  cases: 30_000,
};
