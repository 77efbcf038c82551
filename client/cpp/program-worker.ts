/** The worker that runs a program. The page ends it at the time limit, or to stop the program. */
import { OutputBatches } from "../../server/languages/output_batches.ts";
import { canSuspend, type Outcome, run, runSuspended } from "../../server/cpp/program.ts";
import { StepBounds } from "../../server/languages/steps/bounds.ts";
import type { StepRecord } from "../../server/languages/steps/read.ts";
import type { GivenFile } from "../../server/languages/types.ts";
import type { Stream } from "../languages/engine.ts";

export type ProgramRequest =
  | {
    type: "run";
    module: WebAssembly.Module;
    input: Uint8Array<ArrayBuffer>;
    files?: readonly GivenFile[] | undefined;
    limits: { output: number; disk: number };
    /** More input may come. */
    isInteractive: boolean;
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

const tell = (message: ProgramMessage, transfer: Transferable[] = []) =>
  postMessage(message, { transfer });

let give: ((bytes: Uint8Array<ArrayBuffer> | null) => void) | undefined;

self.onmessage = ({ data: request }: MessageEvent<ProgramRequest>) => {
  if (request.type === "input") give?.(request.bytes);
  else start(request);
};

async function start(request: ProgramRequest & { type: "run" }): Promise<void> {
  const { module, input: stdin, files, limits, isInteractive, isTraced = false } = request;
  const output = new OutputBatches((stream, bytes) =>
    tell({ type: "output", stream, bytes }, [bytes.buffer])
  );
  const onStuck = (sentence: string | null) => tell({ type: "stuck", sentence });
  const bounds = new StepBounds();
  let printed = 0;
  const add = (bytes: Uint8Array<ArrayBuffer>, stream: Stream) => {
    if (stream === "stdout") printed += bytes.length;
    output.add(bytes, stream);
  };
  // The page may end the worker at any time, and the newest steps are worth most.
  const step = (bytes: Uint8Array<ArrayBuffer>, read: number) => {
    output.flush();
    tell({ type: "step", record: { bytes, printed, read } }, [bytes.buffer]);
    return bounds.count(bytes);
  };
  const options = { stdin, files, limits, output: add, onStuck, ...(isTraced && { step }) };
  tell({ type: "started" });
  let outcome: Outcome;
  if (!canSuspend) outcome = run(module, { ...options, isInteractive });
  else if (!isInteractive) outcome = await runSuspended(module, options);
  else {
    outcome = await runSuspended(module, options, () => {
      output.flush();
      tell({ type: "asks" });
      return new Promise((resolve) => give = resolve);
    });
  }
  output.flush();
  tell({ type: "ended", outcome });
}
