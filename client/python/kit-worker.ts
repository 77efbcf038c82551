/** The worker that downloads the interpreter and judges how programs ended. It runs none itself. */
import type { CaseResult, RunSettings } from "../../server/languages/types.ts";
import { caseResult } from "../../server/languages/verdict.ts";
import type { Kit } from "../../server/python/interpreter.ts";
import type { PythonEnd } from "../../server/python/program.ts";
import type { Kit as Files } from "../languages/download.ts";
import { madeFiles } from "../languages/made-files.ts";
import type { EndedRun, TimeIsUp } from "../languages/engine.ts";
import { judged, loadKit, serve } from "../languages/engine-worker.ts";

export interface KitCalls {
  /** `madeBy` names the script whose interpreter makes the snapshot; no other's is returned. */
  load: { request: { kit: Files; madeBy: string }; answer: Kit };
  keep: { request: { snapshot: Uint8Array<ArrayBuffer>; madeBy: string }; answer: null };
  judge: {
    request: { ended: EndedRun<PythonEnd | TimeIsUp>; settings: RunSettings };
    answer: CaseResult;
  };
}

/** The memory of an interpreter that has loaded. */
let memory: ReturnType<typeof madeFiles>;

async function load({ kit, madeBy }: KitCalls["load"]["request"]): Promise<Kit> {
  memory = madeFiles("python-memory", { version: kit.version, most: 1 });
  const { module, bytes: library } = await loadKit(kit, "Python");
  return { module, library, snapshot: await memory.read(madeBy) };
}

serve<KitCalls>({
  load,
  async keep({ madeBy, snapshot }) {
    await memory.write(madeBy, snapshot);
    return null;
  },
  judge: ({ ended, settings }) =>
    judged<PythonEnd>(ended, settings, (run) => caseResult({ ...run, settings })),
}, () => "Python does not work in this browser.");
