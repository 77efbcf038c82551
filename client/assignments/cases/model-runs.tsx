/** What the model solution printed for the inputs of a question's cases. */
import { type CaseInput, givenText } from "../../../server/languages/calls.ts";
import type { CaseResult, RunSettings } from "../../../server/languages/types.ts";
import { formSettings } from "../write/question-values.tsx";

export interface ModelRun extends Pick<CaseResult, "verdict" | "sentence" | "ms"> {
  given: CaseInput;
  /** The output as a case has it; null if the model did not end well or printed too much. */
  output: string | null;
}

export interface ModelResult {
  /** The model that ran, and the settings with which it ran. */
  source: string;
  settings: RunSettings;
  runs: readonly ModelRun[];
}

/** Whether the results are of the model and the settings that the form has now. */
export const isOf = (
  { source, settings }: ModelResult,
  values: Parameters<typeof formSettings>[0] & { model: string },
): boolean =>
  source === values.model && JSON.stringify(settings) === JSON.stringify(formSettings(values));

/** Without spaces at the ends of its lines: where only they differ, a case is no new one. */
const relevant = (given: CaseInput): string =>
  JSON.stringify([given.call === undefined, givenText(given).replace(/[^\S\n]+$/gm, "").trimEnd()]);

/** Returns the number of the first of these cases that is given the same; 0 if none is. */
export const sameGiven = (given: CaseInput, cases: readonly CaseInput[]): number =>
  cases.findIndex((one) => relevant(one) === relevant(given)) + 1;
