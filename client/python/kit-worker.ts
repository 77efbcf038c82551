/** The worker that downloads the interpreter and judges how programs ended. It runs none itself. */
import type { CaseResult, RunSettings } from "../../server/languages/types.ts";
import { caseResult } from "../../server/languages/verdict.ts";
import type { Kit } from "../../server/python/interpreter.ts";
import type { PythonEnd as ProgramEnd } from "../../server/python/program.ts";
import {
  compileFile,
  deleteOldFiles,
  downloadKit,
  readCached,
  Unloadable,
} from "../languages/download.ts";
import { MadeFiles } from "../languages/made-files.ts";
import type { EndedRun } from "../languages/engine.ts";
import { judged, serve, tellProgress } from "../languages/engine-worker.ts";
import type { Kit as Files, KitFile } from "../languages/kit.ts";

export interface PythonKit extends Files {
  wasm: KitFile;
  library: KitFile;
}

/** How a program of Python ended: by itself, or because the page ended it at the time limit. */
export type PythonEnd = ProgramEnd | { ending: "time is up"; stuck: null };

export interface KitCalls {
  /** `madeBy` names the script whose interpreter makes the snapshot; no other's is returned. */
  load: { request: { kit: PythonKit; madeBy: string }; answer: Kit };
  keep: { request: { snapshot: Uint8Array<ArrayBuffer>; madeBy: string }; answer: null };
  judge: { request: { ended: EndedRun<PythonEnd>; settings: RunSettings }; answer: CaseResult };
}

/** The memory of an interpreter that has loaded. */
let memory: MadeFiles;

async function load({ kit, madeBy }: KitCalls["load"]["request"]): Promise<Kit> {
  memory = new MadeFiles("python-memory", { version: kit.version, most: 1 });
  const files = await downloadKit(kit, tellProgress);
  const [module, library, snapshot] = await Promise.all([
    compileFile(kit.wasm, files.get(kit.wasm)),
    files.get(kit.library) ?? readCached(kit.library),
    memory.read(madeBy),
  ]);
  // A browser may drop a file from its cache at any time.
  if (!module || !library) {
    throw new Unloadable("Python was lost from the browser's cache. Try again.");
  }
  Promise.all([deleteOldFiles(kit), memory.deleteOld()]).catch(() => {});
  return { module, library, snapshot };
}

serve<KitCalls>({
  load,
  async keep({ madeBy, snapshot }) {
    await memory.write(madeBy, snapshot);
    return null;
  },
  judge: ({ ended, settings }) =>
    judged<ProgramEnd>(ended, settings, (run) => caseResult({ ...run, settings })),
}, () => "Python does not work in this browser.");
