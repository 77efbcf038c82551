/** What a link says of a step and of the program's input. */
import { areCalls } from "../../../server/languages/calls.ts";
import { withoutLastEnd } from "../../../server/languages/texts.ts";
import type { ShownCase } from "../bench/case-detail.tsx";
import { INPUT_MOST, type InputRef, type StepAt } from "./addresses.tsx";

/** Tells whether a text is still the same. FNV-1a, as text. */
export function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

const markOfCase = ({ call, input, output }: ShownCase): string =>
  markOf(JSON.stringify([call ?? input, output]));

/** Older links are of inputs whose last line had no end. */
const hasMark = (one: ShownCase, mark: string): boolean =>
  [one, { ...one, input: withoutLastEnd(one.input ?? "") }].some((one) => markOfCase(one) === mark);

/** The number of a case among those that students see, from 1. */
function numberOf(cases: readonly ShownCase[], at: number): number {
  const before = cases.slice(0, at).filter(({ hidden }) => !hidden).length;
  return (cases[at]?.place ?? before) + 1;
}

/** Returns the place of a link's case; null if the case is another one since, or gone. */
export function findCase(
  cases: readonly ShownCase[],
  { case: number, mark }: { case: number; mark: string },
): number | null {
  const at = cases.findIndex((one, at) => !one.hidden && numberOf(cases, at) === number);
  const one = cases[at];
  return one !== undefined && hasMark(one, mark) ? at : null;
}

/** What a link says of the input, or why none can. @param at the case's place; null: own input */
export function givenAt(
  cases: readonly ShownCase[],
  at: number | null,
  input: string,
): InputRef | string {
  const one = at === null ? undefined : cases[at];
  if (one === undefined && areCalls(cases)) {
    return "Point at a step of a case, not of your own call.";
  }
  if (one === undefined) {
    return encodeURIComponent(input).length > INPUT_MOST
      ? "A link has no room for so long an input. Point at a step of a case, or shorten the input."
      : { input };
  }
  if (one.hidden) return "Students do not see this case, so no link can lead to its steps.";
  return { case: numberOf(cases, at ?? 0), mark: markOfCase(one) };
}

export function queryOf({ step, given }: StepAt): string {
  const query = new URLSearchParams({ step: String(step) });
  for (const [name, value] of Object.entries(given)) query.set(name, String(value));
  return String(query);
}
