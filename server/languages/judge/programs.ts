/** Asks a worker of the judge, or runs one program in it, and watches what that takes. */
import { tooMuchMemory, tooSlow } from "../verdict.ts";
import type { ProgramMessage, RunRequest } from "../program_messages.ts";
import { type CaseResult, DISK_MOST, type RunSettings } from "../types.ts";
import { watch } from "./frames.ts";

/** Returns the worker's next message; null when it takes more processor time before. */
export function ask<Answer>(worker: Worker, request: object, ms: number): Promise<Answer | null> {
  const { promise, resolve } = Promise.withResolvers<Answer | null>();
  const endWatch = watch({ ms }, () => resolve(null));
  worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
  worker.postMessage(request);
  return promise.finally(endWatch);
}

export type Ran<End> = {
  output: string;
  errors: string;
  /** Of processor time. */
  spentMs: number;
  end: End;
};

/**
 * Ends the worker, also where the program does not end by itself: then there is a result at once.
 * @param program what the worker is told of it
 */
export function runIn<End>(
  worker: Worker,
  program: object,
  { settings, input }: { settings: RunSettings; input: string },
): Promise<Ran<End> | { stopped: CaseResult; spentMs: number }> {
  const { timeMs, memoryMb } = settings;
  const started = performance.now();
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const text = { stdout: "", stderr: "" };
  let stuck: string | null = null;
  return new Promise((resolve) => {
    const finish = (end: End | "time" | "memory") => {
      const spentMs = endWatch();
      worker.terminate();
      const printed = { output: text.stdout, errors: text.stderr };
      if (end !== "time" && end !== "memory") return resolve({ ...printed, spentMs, end });
      const stopped = end === "time" ? tooSlow : tooMuchMemory;
      const ms = performance.now() - started;
      resolve({ stopped: stopped({ ...printed, settings, ms, stuck }), spentMs });
    };
    const endWatch = watch({ ms: timeMs, memoryMb }, finish);
    worker.onmessage = ({ data }: MessageEvent<ProgramMessage<End>>) => {
      if (data.type === "ended") finish((data.cpuMs ?? 0) > timeMs ? "time" : data.end);
      else if (data.type === "failed") finish("time");
      else if (data.type === "stuck") stuck = data.sentence;
      else if (data.type === "output") {
        text[data.stream] += decoders[data.stream].decode(data.bytes, { stream: true });
      }
    };
    const request: RunRequest = {
      type: "run",
      input: new TextEncoder().encode(input),
      limits: { output: settings.outputKb * 1024, disk: DISK_MOST },
      isInteractive: false,
    };
    worker.postMessage({ ...request, ...program });
  });
}
