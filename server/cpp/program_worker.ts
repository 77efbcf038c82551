/** What a worker does that runs programs of C++, one after the other: in browsers and in Deno. */
import type { ProgramMessage, RunRequest, Tell } from "../languages/program_messages.ts";
import { ProgramReport } from "../languages/program_report.ts";
import type { GivenFile } from "../languages/types.ts";
import { type Outcome, run } from "./program.ts";

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
    const report = new ProgramReport(tell);
    const onStuck = (sentence: string | null) => tell({ type: "stuck", sentence });
    const ask = () => {
      report.flush();
      tell({ type: "asks" });
      return new Promise<Uint8Array | null>((resolve) => give = resolve);
    };
    tell({ type: "started" });
    const more = isInteractive ? ask : undefined;
    const end = await run(module, {
      stdin,
      files,
      limits,
      more,
      onStuck,
      output: report.print,
      ...(isTraced && { step: report.step }),
    });
    report.flush();
    tell({ type: "ended", end, ...(cpuMs && { cpuMs: cpuMs() - began }) });
  }
  return (request: ToProgram): void => {
    if (request.type === "input") give?.(request.bytes);
    else void start(request);
  };
}
