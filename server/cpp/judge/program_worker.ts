/** The worker in which one program runs once on the server. It is ended when the time is up. */
import type { FromWorker, ToWorker } from "./messages.ts";
import { DISK_MOST, runSuspended } from "../program.ts";

type Stream = "stdout" | "stderr";

/** So many parts of the output are sent at once; later ones in batches. */
const AT_ONCE = 50;
const BATCH_BYTES = 32 * 1024;
const BATCH_MS = 16;

const tell = (message: FromWorker) => self.postMessage(message);

self.onmessage = async ({ data: { module, input, output } }: MessageEvent<ToWorker>) => {
  const batches = new Batches();
  // On a stack of its own, which is larger than a thread's.
  const outcome = await runSuspended(module, {
    stdin: input,
    limits: { output, disk: DISK_MOST },
    output: batches.add,
    onStuck: (sentence) => tell({ type: "stuck", sentence }),
  });
  batches.flush();
  tell({ type: "ended", outcome });
};

/** A program may print a byte at a time, a million times. */
class Batches {
  #parts: Uint8Array<ArrayBuffer>[] = [];
  #stream: Stream = "stdout";
  #bytes = 0;
  #sent = 0;
  #last = 0;

  add = (bytes: Uint8Array<ArrayBuffer>, stream: Stream): void => {
    if (stream !== this.#stream) this.flush();
    this.#stream = stream;
    this.#parts.push(bytes);
    this.#bytes += bytes.length;
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
    tell({ type: "output", stream: this.#stream, bytes });
    this.#parts = [];
    this.#bytes = 0;
    this.#sent += 1;
    this.#last = performance.now();
  };
}
