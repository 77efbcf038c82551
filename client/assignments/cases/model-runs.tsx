/** What the model solution printed for the inputs of a question's cases. */
import type { CaseResult, RunSettings } from "../../../server/languages/types.ts";
import { formSettings } from "../write/question-values.tsx";

export interface ModelRun extends Pick<CaseResult, "verdict" | "sentence" | "ms"> {
  input: string;
  /** The output as a case has it; null if the model did not end well or printed too much. */
  output: string | null;
}

export interface Checked {
  /** The model that ran, and the settings with which it ran. */
  source: string;
  settings: RunSettings;
  /** One for each case that has ended. */
  runs: readonly ModelRun[];
}

/** Whether the results are of the model and the settings that the form has now. */
export const isOf = (
  { source, settings }: Checked,
  values: Parameters<typeof formSettings>[0] & { model: string },
): boolean =>
  source === values.model && JSON.stringify(settings) === JSON.stringify(formSettings(values));

/** The input without spaces at the ends of its lines: where only they differ, a case is no new one. */
const relevant = (input: string): string => input.replace(/[^\S\n]+$/gm, "").trimEnd();

/** Returns the number of the first of these cases that has the same input; 0 if none has. */
export const sameInput = (input: string, cases: readonly { input: string }[]): number =>
  cases.findIndex((one) => relevant(one.input) === relevant(input)) + 1;
