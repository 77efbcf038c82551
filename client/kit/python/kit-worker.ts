/** The worker that downloads the interpreter and judges how programs ended. It runs none itself. */
import type { CaseResult } from "../../../server/languages/types.ts";
import { caseResult, tooSlow } from "../../../server/languages/verdict.ts";
import { deleteOldFiles, downloadKit, readCached, Unloadable } from "../languages/download.ts";
import type { KitFile } from "../languages/kit.ts";
import type { PythonKit } from "./kit.ts";
import type { WorkerMessage, WorkerRequest } from "../languages/worker-client.ts";
import type { Files, KitCalls } from "./messages.ts";

const tell = (message: WorkerMessage<KitCalls>) => postMessage(message);

async function load(kit: PythonKit): Promise<Files> {
  const files = await downloadKit(kit, (progress) => tell({ type: "progress", progress }));
  const bytes = async (file: KitFile): Promise<Uint8Array<ArrayBuffer>> => {
    const found = files.get(file) ?? await readCached(file);
    // A browser may drop a file from its cache at any time.
    if (!found) throw new Unloadable("Python was lost from the browser's cache. Try again.");
    return found;
  };
  const [wasm, library] = await Promise.all([bytes(kit.wasm), bytes(kit.library)]);
  deleteOldFiles(kit).catch(() => {});
  return { module: await WebAssembly.compile(wasm), library };
}

function judge({ ended, settings }: KitCalls["judge"]["asked"]): CaseResult {
  const { end, ms, stdout, stderr, expected } = ended;
  const decoder = new TextDecoder();
  const printed = { output: decoder.decode(stdout), errors: decoder.decode(stderr) };
  if (end.ending === "time is up" || (end.ending === "finished" && ms > settings.timeMs)) {
    return tooSlow({ ...printed, settings, ms, stuck: null });
  }
  return caseResult({ ...printed, end: { ...end, ms }, settings, expected });
}

self.onmessage = async ({ data: request }: MessageEvent<WorkerRequest<KitCalls>>) => {
  const { id } = request;
  try {
    const answer = request.call === "load" ? await load(request.kit) : judge(request);
    tell({ type: "answer", id, answer });
  } catch (error) {
    console.error(error);
    const message = error instanceof Unloadable
      ? error.message
      : "Python does not work in this browser.";
    tell({ type: "failed", id, message });
  }
};
