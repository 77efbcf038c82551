/** What a worker does that runs programs of C++, one after the other: in browsers and in Deno. */
import { OutputBatches } from "../languages/output_batches.ts";
import type { ProgramMessage, RunRequest, Stream, Tell } from "../languages/program_messages.ts";
import { StepBounds } from "../languages/steps/bounds.ts";
import type { GivenFile } from "../languages/types.ts";
import { canSuspend, type Outcome, run, runSuspended } from "./program.ts";

export type ToProgram =
  | RunRequest & {
    module: WebAssembly.Module;
    /** In the folder of the program. */
    files?: readonly GivenFile[] | undefined;
    isTraced?: boolean;
  }
  /** Null ends the input. */
  | { type: "input"; bytes: Uint8Array<ArrayBuffer> | null };

/**
 * Returns what the worker does with its messages.
 * @param cpuMs the processor time of the worker's thread
 */
export function programWorker(tell: Tell<ProgramMessage<Outcome>>, cpuMs?: () => number) {
  let give: ((bytes: Uint8Array<ArrayBuffer> | null) => void) | undefined;
  async function start(request: ToProgram & { type: "run" }): Promise<void> {
    const { module, input: stdin, files, limits, isInteractive, isTraced = false } = request;
    const began = cpuMs?.() ?? 0;
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
    // The worker may be ended at any time, and the newest steps are worth most.
    const step = (bytes: Uint8Array<ArrayBuffer>, read: number) => {
      output.flush();
      tell({ type: "step", record: { bytes, printed, read } }, [bytes.buffer]);
      return bounds.count(bytes);
    };
    const options = { stdin, files, limits, output: add, onStuck, ...(isTraced && { step }) };
    const more = () => {
      output.flush();
      tell({ type: "asks" });
      return new Promise<Uint8Array | null>((resolve) => give = resolve);
    };
    tell({ type: "started" });
    const end = canSuspend
      ? await runSuspended(module, options, isInteractive ? more : undefined)
      : run(module, { ...options, isInteractive });
    output.flush();
    tell({ type: "ended", end, ...(cpuMs && { cpuMs: cpuMs() - began }) });
  }
  return (request: ToProgram): void => {
    if (request.type === "input") give?.(request.bytes);
    else void start(request);
  };
}
