/**
 * Tells what a running program prints, and its steps. Output is sent in batches: a program may print a
 * byte at a time, a million times.
 */
import { joined } from "./bytes.ts";
import type { ProgramMessage, Stream, Tell } from "./program_messages.ts";
import { StepBounds } from "./steps/bounds.ts";

/** So many parts of the output are sent at once; later ones wait for more output. */
const AT_ONCE = 50;
const BATCH_BYTES = 32 * 1024;
const BATCH_MS = 16;

export class ProgramReport {
  readonly #tell: Tell<ProgramMessage<never>>;
  readonly #steps = new StepBounds();
  #parts: Uint8Array[] = [];
  #stream: Stream = "stdout";
  #bytes = 0;
  #sent = 0;
  #last = 0;
  /** The bytes of its standard output so far. */
  #printed = 0;

  constructor(tell: Tell<ProgramMessage<never>>) {
    this.#tell = tell;
  }

  print = (bytes: Uint8Array, stream: Stream): void => {
    if (stream !== this.#stream) this.flush();
    this.#stream = stream;
    this.#parts.push(bytes);
    this.#bytes += bytes.length;
    if (stream === "stdout") this.#printed += bytes.length;
    // The program may be ended without notice, so what it prints is held back only in a flood.
    const isFlood = this.#sent >= AT_ONCE && this.#bytes < BATCH_BYTES &&
      performance.now() - this.#last < BATCH_MS;
    if (!isFlood) this.flush();
  };

  flush(): void {
    if (this.#bytes === 0) return;
    const bytes = joined(this.#parts);
    this.#tell({ type: "output", stream: this.#stream, bytes }, [bytes.buffer]);
    this.#parts = [];
    this.#bytes = 0;
    this.#sent += 1;
    this.#last = performance.now();
  }

  /** @param read how many bytes of its input it has read. @returns whether there may be more steps */
  step = (bytes: Uint8Array<ArrayBuffer>, read: number): boolean => {
    // Once they are sent, they have no length here any more.
    const mayGoOn = this.#steps.count(bytes);
    // The worker may be ended at any time, and the newest steps are worth most.
    this.flush();
    const record = { bytes, printed: this.#printed, read };
    this.#tell({ type: "step", record }, [bytes.buffer]);
    return mayGoOn;
  };
}
