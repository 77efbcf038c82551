/** Finds the step at which a program went wrong. */
import type { Trace } from "./trace.ts";

/**
 * @param expected the output that is expected; null where the program crashed or never ended
 * @returns the first step at which the output differs from what is expected, or else the last one;
 * null where there are no steps
 */
export function wrongAt(trace: Trace, expected: Uint8Array | null): number | null {
  if (trace.count === 0) return null;
  const last = trace.count - 1;
  if (expected === null) return last;
  const place = firstDifference(trace.output, expected);
  if (place === null) return last;
  // What is printed grows from step to step.
  let [low, high] = [0, last];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (trace.at(middle).printed > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Returns the place of the first byte that differs; null where one output is the beginning of the
 * other, spaces at the ends of lines and empty lines at the end aside.
 */
function firstDifference(output: Uint8Array, expected: Uint8Array): number | null {
  let [at, other] = [0, 0];
  for (;;) {
    const [next, otherNext] = [afterSpaces(output, at), afterSpaces(expected, other)];
    const [byte, otherByte] = [output[next], expected[otherNext]];
    if (byte === undefined) return null;
    if (otherByte === undefined) return next;
    const isLineEnd = byte === NEWLINE || otherByte === NEWLINE;
    if (isLineEnd && byte === otherByte) [at, other] = [next + 1, otherNext + 1];
    else if (isLineEnd) return at;
    else if (output[at] !== expected[other]) return at;
    else [at, other] = [at + 1, other + 1];
  }
}

const NEWLINE = 10;
const SPACES = [9, 13, 32];

/** Skips spaces if a line or the output ends after them. */
function afterSpaces(bytes: Uint8Array, from: number): number {
  let at = from;
  while (SPACES.includes(bytes[at] ?? 0)) at++;
  return at === bytes.length || bytes[at] === NEWLINE ? at : from;
}
