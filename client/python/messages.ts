/** The messages between the page and the worker that has the interpreter's files. */
import type { CaseResult, RunSettings } from "../../server/languages/types.ts";
import type { Kit } from "../../server/python/interpreter.ts";
import type { PythonEnd as ProgramEnd } from "../../server/python/program.ts";
import type { Ended } from "../languages/engine.ts";
import type { PythonKit } from "./kit.ts";

/** How a program of Python ended: by itself, or because the page ended it at the time limit. */
export type PythonEnd = ProgramEnd | { ending: "time is up"; stuck: null };

export interface KitCalls {
  /**
   * `madeBy` names the script whose interpreter makes the snapshot. That of another script, or of
   * another kit, is not returned.
   */
  load: { asked: { kit: PythonKit; madeBy: string }; answer: Kit };
  /** Keeps the snapshot for later visits. */
  keep: { asked: { snapshot: Uint8Array<ArrayBuffer>; madeBy: string }; answer: null };
  judge: { asked: { ended: Ended<PythonEnd>; settings: RunSettings }; answer: CaseResult };
}
