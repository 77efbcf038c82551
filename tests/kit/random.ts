/**
 * Reproducible random values: one seed for a whole run, and the examples on which tests once
 * failed.
 */
import process from "node:process";
import fc from "fast-check";
import { FAILED } from "./failed_examples.ts";

/** The run's seed. `deno task test` prints it; TEST_SEED sets it. */
export const SEED = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** How many times a property's usual number of random runs it has in a run of the tests. */
const TIMES: Record<string, number> = { main: 1 / 3, all: 1, long: 10 };

/** Returns how many random runs a property has that has so many in the gate. */
export const randomRuns = (count: number): number =>
  Math.ceil(count * (TIMES[process.env.TEST_SIZE ?? "all"] ?? 1));

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
  const numRuns = randomRuns(parameters.numRuns ?? 100);
  await fc.assert(property, { seed: SEED, ...parameters, numRuns });
}
