/** The worker that runs a program. The page ends it at the time limit, or to stop the program. */
import { canSuspend, type Outcome, run, runSuspended } from "../../../server/cpp/program.ts";
import { StepBounds } from "../../../server/cpp/steps/bounds.ts";
import type { ProgramMessage, ProgramRequest, Stream } from "./messages.ts";

/** So many messages with output are sent at once; later ones wait for more output. */
const AT_ONCE = 50;
const BATCH_BYTES = 32 * 1024;
const BATCH_MS = 16;

const tell = (message: ProgramMessage, transfer: Transferable[] = []) =>
  postMessage(message, { transfer });

let give: ((bytes: Uint8Array<ArrayBuffer> | null) => void) | undefined;

self.onmessage = ({ data: request }: MessageEvent<ProgramRequest>) => {
  if (request.type === "input") give?.(request.bytes);
  else start(request);
};

async function start(request: ProgramRequest & { type: "run" }): Promise<void> {
  const { module, input: stdin, limits, isInteractive, isTraced = false } = request;
  const output = new Batches();
  const onStuck = (sentence: string | null) => tell({ type: "stuck", sentence });
  const bounds = new StepBounds();
  let printed = 0;
  const add = (bytes: Uint8Array<ArrayBuffer>, stream: Stream) => {
    if (stream === "stdout") printed += bytes.length;
    output.add(bytes, stream);
  };
  // The page may end the worker at any time, and the newest steps are worth most.
  const step = (bytes: Uint8Array<ArrayBuffer>) => {
    output.flush();
    tell({ type: "step", record: { bytes, printed } }, [bytes.buffer]);
    return bounds.count(bytes);
  };
  const options = { stdin, limits, output: add, onStuck, ...(isTraced && { step }) };
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

/** Sends output in batches: a program may print a byte at a time, a million times. */
class Batches {
  #parts: Uint8Array[] = [];
  #stream: Stream = "stdout";
  #bytes = 0;
  #sent = 0;
  #last = 0;

  add = (bytes: Uint8Array, stream: Stream): void => {
    if (stream !== this.#stream) this.flush();
    this.#stream = stream;
    this.#parts.push(bytes);
    this.#bytes += bytes.length;
    // The program may be ended without notice, so what it prints is held back only in a flood.
    const isFlood = this.#sent >= AT_ONCE && this.#bytes < BATCH_BYTES &&
      performance.now() - this.#last < BATCH_MS;
    if (!isFlood) this.flush();
  };

  flush = (): void => {
    if (this.#bytes === 0) return;
    const bytes = new Uint8Array(this.#bytes);
    let at = 0;
    for (const part of this.#parts) {
      bytes.set(part, at);
      at += part.length;
    }
    tell({ type: "output", stream: this.#stream, bytes }, [bytes.buffer]);
    this.#parts = [];
    this.#bytes = 0;
    this.#sent++;
    this.#last = performance.now();
  };
}
