/** The addresses of steps of saved runs, as they are read. */
import { STEPS_MOST } from "../../../server/languages/steps/bounds.ts";

/** What the program reads: a case that students see, by its number, or a short input. */
export type InputRef = { case: number; mark: string } | { input: string };

/** A step, from 1, of the program with this input. */
export interface StepAt {
  step: number;
  given: InputRef;
}

/** A step of a run that is saved. */
export interface RunStep extends StepAt {
  runId: string;
}

/** The most characters of an own input in a link, as they are encoded there. */
export const INPUT_MOST = 300;
const PATH = /^\/runs\/([\da-f-]{36})$/;

/** Reads such a query; null if it leads to no step. */
export function readQuery(text: string): StepAt | null {
  const query = new URLSearchParams(text);
  const [step, number] = [Number(query.get("step")), Number(query.get("case"))];
  if (!Number.isInteger(step) || step < 1 || step > STEPS_MOST) return null;
  const input = query.get("input");
  if (input !== null) {
    return encodeURIComponent(input).length > INPUT_MOST ? null : { step, given: { input } };
  }
  if (!Number.isInteger(number) || number < 1) return null;
  return { step, given: { case: number, mark: query.get("mark") ?? "" } };
}

/** Returns the step to which an address leads; null if it leads to none. */
export function runStepIn(
  { pathname, search }: Pick<Location, "pathname" | "search">,
): RunStep | null {
  const runId = PATH.exec(pathname)?.[1];
  const at = readQuery(search);
  return runId === undefined || at === null ? null : { runId, ...at };
}
