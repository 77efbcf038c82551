/** The worker that downloads the interpreter and judges how programs ended. It runs none itself. */
import type { CaseResult, RunSettings } from "../../server/languages/types.ts";
import { caseResult, tooSlow } from "../../server/languages/verdict.ts";
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
import type { EndedRun, WorkerMessage, WorkerRequest } from "../languages/engine.ts";
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

const tell = (message: WorkerMessage<KitCalls>) => postMessage(message);

/** The memory of an interpreter that has loaded. */
let memory: MadeFiles;

async function load({ kit, madeBy }: KitCalls["load"]["request"]): Promise<Kit> {
  memory = new MadeFiles("python-memory", { version: kit.version, most: 1 });
  const files = await downloadKit(kit, (progress) => tell({ type: "progress", progress }));
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

function judge({ ended, settings }: KitCalls["judge"]["request"]): CaseResult {
  const { end, ms, stdout, stderr, expected } = ended;
  const decoder = new TextDecoder();
  const printed = { output: decoder.decode(stdout), errors: decoder.decode(stderr) };
  if (end.ending === "time is up" || (end.ending === "finished" && ms > settings.timeMs)) {
    return tooSlow({ ...printed, settings, ms, stuck: null });
  }
  return caseResult({ ...printed, end: { ...end, ms }, settings, expected });
}

async function answerTo(request: WorkerRequest<KitCalls>): Promise<Kit | CaseResult | null> {
  if (request.call === "load") return await load(request);
  if (request.call === "judge") return judge(request);
  await memory.write(request.madeBy, request.snapshot);
  return null;
}

self.onmessage = async ({ data: request }: MessageEvent<WorkerRequest<KitCalls>>) => {
  const { id } = request;
  try {
    tell({ type: "answer", id, answer: await answerTo(request) });
  } catch (error) {
    console.error(error);
    const message = error instanceof Unloadable
      ? error.message
      : "Python does not work in this browser.";
    tell({ type: "failed", id, message });
  }
};
