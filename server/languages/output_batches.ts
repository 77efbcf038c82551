/** Sends a program's output in batches: it may print a byte at a time, a million times. */
import { joined } from "./bytes.ts";
import type { Stream } from "./program_messages.ts";

/** So many parts of the output are sent at once; later ones wait for more output. */
const AT_ONCE = 50;
const BATCH_BYTES = 32 * 1024;
const BATCH_MS = 16;

export class OutputBatches {
  #send: (stream: Stream, bytes: Uint8Array<ArrayBuffer>) => void;
  #parts: Uint8Array[] = [];
  #stream: Stream = "stdout";
  #bytes = 0;
  #sent = 0;
  #last = 0;

  /** @param send the bytes belong to it */
  constructor(send: (stream: Stream, bytes: Uint8Array<ArrayBuffer>) => void) {
    this.#send = send;
  }

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
    this.#send(this.#stream, joined(this.#parts));
    this.#parts = [];
    this.#bytes = 0;
    this.#sent += 1;
    this.#last = performance.now();
  };
}
