/** How many steps of a program are recorded. */
import type { Trace } from "./trace.ts";

export const STEPS_MOST = 10_000;
export const BYTES_MOST = 8 * 1024 * 1024;
/** A step has at most as many bytes as the buffer in cpp/runtime/steps.cpp. */
const STEP_BYTES_MOST = 192 * 1024;

export class StepBounds {
  #steps = 0;
  #bytes = 0;

  /** Counts one more step; returns whether there may be another. */
  count({ length }: Uint8Array): boolean {
    this.#steps++;
    this.#bytes += length;
    return this.limit === null;
  }

  /** Which bound is reached. */
  get limit(): Trace["limit"] {
    if (this.#steps >= STEPS_MOST) return "steps";
    return this.#bytes > BYTES_MOST - STEP_BYTES_MOST ? "bytes" : null;
  }
}
