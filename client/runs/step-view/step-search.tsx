/** Finds steps of a traced run: the next one at a line or a stop, the wrong one, a value's changes. */
import type { Step, Trace, ValueText, Variable } from "../../../server/languages/steps/trace.ts";
import { compareOutput } from "../../../server/languages/compare.ts";
import type { CaseResult, RunSettings } from "../../../server/languages/types.ts";

/** Returns the nearest step after or before this one at which the same line is about to run. */
export function sameLine(lines: Int32Array, at: number, way: 1 | -1): number | null {
  const alike = (line: number, step: number) => line === lines[at] && (step - at) * way > 0;
  return orNull(way === 1 ? lines.findIndex(alike) : lines.findLastIndex(alike));
}

const orNull = (step: number) => step === -1 ? null : step;

/** Returns the next step at which a line with a stop is about to run. */
export const nextStop = (lines: Int32Array, at: number, stops: ReadonlySet<number>) =>
  orNull(lines.findIndex((line, step) => step > at && stops.has(line)));

/** At most so many steps are cached. */
const KEPT_MOST = 64;

/** Returns a trace that caches the steps it has made of late: to make one takes time. */
export function cacheSteps(trace: Trace): Trace {
  const kept = new Map<number, Step>();
  return {
    ...trace,
    at(index) {
      const step = kept.get(index) ?? trace.at(index);
      if (kept.size >= KEPT_MOST) kept.clear();
      kept.set(index, step);
      return step;
    },
  };
}

/** How a traced run ended, and what it should have printed. */
export interface TraceEnd {
  /** Null if its end was not recorded. */
  result: CaseResult | null;
  /** What the program could read. */
  input: string;
  /** What was called in place of the whole program. */
  call?: string | undefined;
  /** Null on the person's own input. */
  expected: string | null;
  settings: RunSettings;
}

/** Returns the place of the first byte that differs from what was expected; null if none does. */
export function firstWrongByte(
  output: Uint8Array,
  expected: string,
  settings: RunSettings,
): number | null {
  const got = new TextDecoder().decode(output);
  const found = compareOutput(expected, got, settings);
  if (found.same) return null;
  const lines = got.split("\n");
  const before = [
    ...lines.slice(0, found.line - 1).map((line) => `${line}\n`),
    (lines[found.line - 1] ?? "").slice(0, found.column - 1),
  ];
  return Math.min(output.length, new TextEncoder().encode(before.join("")).length);
}

/** Returns the first step after which so many bytes and one more were printed; null if none is. */
export function stepOfByte(trace: Trace, place: number): number | null {
  let [low, high] = [0, trace.count - 1];
  if (high < 0 || trace.at(high).printed <= place) return null;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (trace.at(middle).printed > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Returns the step at which it went wrong: after the first wrong byte was printed, before the line
 * that crashed, or the last one of a run that did not end or printed too little. Null if nothing is
 * known to be wrong.
 */
export function wrongStep(trace: Trace, { result, expected, settings }: TraceEnd): number | null {
  const last = trace.count - 1;
  if (last < 0) return null;
  if (result !== null && !["passed", "wrong"].includes(result.verdict)) return last;
  if (expected !== null) {
    const place = firstWrongByte(trace.output, expected, settings);
    if (place !== null) return stepOfByte(trace, place) ?? last;
  }
  return trace.limit === null ? null : last;
}

/** A variable in one call: by its name, and by its address where an inner block has one more. */
export interface Which {
  /** The place of its call, the outermost being 0. */
  depth: number;
  call: number;
  name: string;
  address: string | null;
}

function variableOf({ calls }: Step, { depth, call, name, address }: Which): Variable | undefined {
  const { id, variables = [] } = calls[depth] ?? {};
  if (id !== call) return undefined;
  return variables.find((one) => one.name === name && one.address === address);
}

/** Returns the variable that a name in the innermost call means: one of its own, or a global one. */
export function namedAt(
  { calls }: Step,
  name: string,
): { variable: Variable; which: Which } | undefined {
  for (const depth of [calls.length - 1, 0]) {
    const call = calls[depth];
    const isSeen = depth > 0 || call?.name === "" || calls.length === 1;
    const variable = isSeen ? call?.variables.findLast((one) => one.name === name) : undefined;
    if (call === undefined || variable === undefined) continue;
    return { variable, which: { depth, call: call.id, name, address: variable.address } };
  }
}

/** What a name means: where its language only refers to a box, the value of the box. */
export function referent({ boxes }: Step, value: ValueText): ValueText {
  if (value.kind !== "pointer" || !value.isReference || typeof value.to !== "object") return value;
  const { address } = value.to;
  return boxes.find((box) => box.address === address)?.value ?? value;
}

/** The most changes that are listed, and the most steps that are looked at for them. */
export const CHANGES_MOST = 10;
export const LOOKED_MOST = 2000;

/**
 * Returns the values of a variable up to a step, as long as its call lasts, the newest first; and
 * whether there are no earlier ones. The last one is then the variable's first value.
 */
export function historyOf(trace: Trace, at: number, which: Which) {
  const changes: { step: number; value: ValueText }[] = [];
  let newer: typeof changes[number] | null = null;
  const end = Math.max(-1, at - LOOKED_MOST);
  for (let step = at; step > end; step--) {
    const made = trace.at(step);
    const found = variableOf(made, which);
    if (found === undefined) {
      if (newer !== null) changes.push(newer);
      return { changes, isWhole: true };
    }
    const value = referent(made, found.value);
    if (newer !== null && !isSame(newer.value, value)) {
      changes.push(newer);
      if (changes.length === CHANGES_MOST) return { changes, isWhole: false };
    }
    newer = { step, value };
  }
  if (newer !== null && end === -1) changes.push(newer);
  return { changes, isWhole: end === -1 };
}

export function isSame(one: ValueText, other: ValueText): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** The variable at the step before; none in a new call. @param depth the outermost call is 0 */
export function variableBefore(
  { step, before, depth }: { step: Step; before: Step | null; depth: number },
  { name, address }: Variable,
): Variable | undefined {
  const call = step.calls[depth];
  if (call === undefined || before === null) return undefined;
  return variableOf(before, { depth, call: call.id, name, address });
}

/**
 * Whether a variable means another value than at the step before. One that is declared without a
 * value does not, and neither does one whose value has become a box.
 */
export function isOther(
  { step, before }: { step: Step; before: Step | null },
  now: Variable,
  then: Variable | undefined,
): boolean {
  if (then === undefined || before === null) return now.value.kind !== "unset";
  return !isSame(referent(step, now.value), referent(before, then.value));
}
