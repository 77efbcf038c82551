/**
 * Reproducible random values: one seed for a whole run, and the examples on which tests once
 * failed.
 */
import process from "node:process";
import fc from "fast-check";
import { FAILED } from "./failed_examples.ts";

/** The run's seed. `deno task test` prints it; TEST_SEED sets it. */
export const SEED = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/**
 * Returns how many random runs a costly property has: this count in the gate, ten times as many in
 * a long run.
 */
export const randomRuns = (count: number): number =>
  process.env.DOUBTLESS_LONG === "1" ? 10 * count : count;

/**
 * Returns a generator of numbers from 0 up to but not including 1. The same seed and name give the
 * same numbers.
 */
export function seeded(name: string): () => number {
  let state = SEED;
  for (const char of name) state = Math.imul(state ^ char.charCodeAt(0), 0x9e3779b1);
  return () => {
    // The Mulberry32 generator.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ state >>> 15, state | 1);
    mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
  };
}

/**
 * Checks the property on the examples that once failed, and then on new ones. When it fails,
 * fast-check prints its seed and path: add them to failed_examples.ts under this name.
 */
export async function checkProperty<Values>(
  name: string,
  property: fc.IRawProperty<Values>,
  parameters: fc.Parameters<Values> = {},
): Promise<void> {
  for (const example of FAILED[name] ?? []) {
    await fc.assert(property, { ...parameters, ...example, endOnFailure: true });
  }
  await fc.assert(property, { seed: SEED, ...parameters });
}
