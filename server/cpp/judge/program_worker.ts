/** The worker in which one program runs once on the server. It is ended when the time is up. */
import type { FromWorker, ToWorker } from "./worker_messages.ts";
import { threadMs } from "../../languages/judge/frames.ts";
import { OutputBatches } from "../../languages/output_batches.ts";
import { DISK_MOST, runSuspended } from "../program.ts";

const tell = (message: FromWorker) => self.postMessage(message);

self.onmessage = async ({ data: { module, input, output, files } }: MessageEvent<ToWorker>) => {
  const start = threadMs();
  const batches = new OutputBatches((stream, bytes) => tell({ type: "output", stream, bytes }));
  // On a stack of its own, which is larger than a thread's.
  const outcome = await runSuspended(module, {
    stdin: input,
    files,
    limits: { output, disk: DISK_MOST },
    output: batches.add,
    onStuck: (sentence) => tell({ type: "stuck", sentence }),
  });
  batches.flush();
  tell({ type: "ended", outcome, cpuMs: threadMs() - start });
};
