/** The messages between the page and the worker that has the interpreter's files. */
import type { CaseResult, JudgeSettings } from "../../../server/languages/types.ts";
import type { PythonEnd as ProgramEnd } from "../../../server/python/program.ts";
import type { Ended } from "../languages/engine.ts";
import type { PythonKit } from "./kit.ts";

/** How a program of Python ended: by itself, or because the page ended it at the time limit. */
export type PythonEnd = ProgramEnd | { ending: "time is up"; stuck: null };

export interface Files {
  module: WebAssembly.Module;
  library: Uint8Array<ArrayBuffer>;
}

export interface KitCalls {
  load: { asked: { kit: PythonKit }; answer: Files };
  judge: { asked: { ended: Ended<PythonEnd>; settings: JudgeSettings }; answer: CaseResult };
}
