/** The messages between the page, the compiler's worker and a program's worker. */
import type { Outcome } from "../../server/cpp/program.ts";
import type { StepRecord } from "../../server/languages/steps/read.ts";
import type { TraceCompiled } from "../../server/cpp/steps/trace_program.ts";
import type {
  CaseResult,
  Diagnostic,
  GivenFile,
  RunSettings,
} from "../../server/languages/types.ts";
import type { Ended, Stream } from "../languages/engine.ts";
import type { CppKit } from "./kit.ts";

/** How a program of C++ ended: by itself, or because the page ended it at the time limit. */
export type CppEnd = Outcome | (Pick<Outcome, "stuck"> & { ending: "time is up" });

/** What the compiler's worker is asked, and its answer. */
export interface CompilerCalls {
  /** With a module that an earlier worker compiled, nothing is downloaded but small files. */
  load: { asked: { kit: CppKit; module: WebAssembly.Module | null }; answer: WebAssembly.Module };
  /**
   * Makes precompiled includes ready for a program: those that are kept, or else new ones. With
   * `isExact`, only those with all of its includes will do.
   */
  prepare: {
    asked: { source: string; settings: RunSettings; isExact: boolean };
    answer: null;
  };
  compile: {
    asked: { source: string; settings: RunSettings };
    answer: { diagnostics: Diagnostic[]; module: WebAssembly.Module | null };
  };
  /** Compiles a program so that its run tells its steps. */
  compileTraced: {
    asked: { source: string; settings: RunSettings };
    answer: Omit<TraceCompiled, "wasm"> & { module: WebAssembly.Module | null };
  };
  /** Judges a run of the program that was compiled last. */
  judge: { asked: Ended<CppEnd> & { settings: RunSettings }; answer: CaseResult };
}

export type ProgramRequest =
  | {
    type: "run";
    module: WebAssembly.Module;
    input: Uint8Array<ArrayBuffer>;
    files?: readonly GivenFile[] | undefined;
    limits: { output: number; disk: number };
    /** More input may come. */
    isInteractive: boolean;
    /** The program tells its steps. */
    isTraced?: boolean;
  }
  /** Null ends the input. */
  | { type: "input"; bytes: Uint8Array<ArrayBuffer> | null };

export type ProgramMessage =
  | { type: "started" }
  | { type: "output"; stream: Stream; bytes: Uint8Array<ArrayBuffer> }
  | { type: "step"; record: StepRecord }
  /** The program is suspended until it gets input. */
  | { type: "asks" }
  | { type: "stuck"; sentence: string | null }
  | { type: "ended"; outcome: Outcome };
