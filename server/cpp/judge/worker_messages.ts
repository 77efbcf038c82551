/** The messages to the processes that compile and run C++, and to the compiler's worker. */
import type { Diagnostic, RunSettings } from "../../languages/types.ts";
import type { Case } from "../../languages/judge/messages.ts";
import type { StackFrame } from "../compiler.ts";

export type ToCompiler =
  | { type: "compile"; source: string; settings: RunSettings; cpuMs?: number }
  /** The compiled program follows in a frame of its own. */
  | { type: "places"; stack: string };
/** The runner first gets the program as it was compiled, in a frame of its own. */
export type ToRunner = { type: "run"; settings: RunSettings; cases: Case[] };
export type ToCompilerWorker =
  | { type: "load"; llvm: Uint8Array<ArrayBuffer>; sysroot: Uint8Array<ArrayBuffer> }
  /** Precompiles the includes of a program that comes next. */
  | { type: "prepare"; source: string; settings: RunSettings }
  | { type: "compile"; source: string; settings: RunSettings }
  | { type: "places"; stack: string; wasm: Uint8Array<ArrayBuffer> };
export type FromCompilerWorker =
  | { type: "loaded" }
  | { type: "prepared" }
  | { type: "compiled"; diagnostics: Diagnostic[]; wasm: Uint8Array<ArrayBuffer> | null }
  | { type: "places"; places: StackFrame[] };
