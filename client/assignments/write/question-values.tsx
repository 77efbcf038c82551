/** The values of a question's form, as they are typed and as they are sent. */
import type * as z from "zod";
import type { similarQuestion } from "../../../server/assignments/schema.ts";
import type { TestCase, WrongSolution } from "../../../server/assignments/cases/schema.ts";
import type { GivenFile } from "../../../server/assignments/given-files/schema.ts";
import { runSettings } from "../../../server/languages/program_files.ts";
import { standardInput, withoutLastEnd } from "../../../server/languages/texts.ts";
import { placeRow } from "../../kit/forms/rows-field.tsx";
import { EMPTY_JUDGE, toJudge } from "../cases/judge-settings.tsx";

/** A case as it is typed. In drafts of earlier builds, a text means yes, and an empty one no. */
export const EMPTY_CASE = {
  /** The input, or the call if `isCall`. */
  input: "",
  isCall: false,
  output: "",
  explanation: "",
  hidden: false,
  noLineEnd: false,
  /** The place of the case that is being edited, from 0; empty for a new one. */
  at: "",
};
export type TypedCase = typeof EMPTY_CASE;

/** Returns the case as it is stored: without what is blank. */
export function toTestCase(typed: TypedCase): TestCase {
  const { input, isCall, output, explanation, hidden } = typed;
  const noLineEnd = !isCall && typed.noLineEnd;
  return {
    ...(isCall ? { call: input.trim() } : { input: standardInput(input, noLineEnd) }),
    output,
    ...(explanation.trim() === "" ? {} : { explanation }),
    ...(hidden && { hidden: true }),
    ...(noLineEnd && { noLineEnd: true }),
  };
}

export type Similar = z.infer<typeof similarQuestion>;

export const EMPTY_SIMILAR = { title: "", url: "" };

export const EMPTY_QUESTION = {
  title: "",
  explanation: "",
  testCases: [] as TestCase[],
  difficulty: "",
  tags: "",
  repoCategory: "",
  questionType: "",
  majorTopic: "",
  similarQuestions: [] as Similar[],
  codingPlatformLink: "",
  starter: "",
  model: "",
  wrongSolutions: [] as WrongSolution[],
  judge: EMPTY_JUDGE,
  givenFiles: [] as GivenFile[],
  fileName: "",
  /** The fields of the next rows, which are not in the lists yet. */
  nextCase: EMPTY_CASE,
  nextSimilar: EMPTY_SIMILAR,
};
export type QuestionValues = typeof EMPTY_QUESTION;

export const formSettings = (
  { judge, givenFiles, fileName }: Pick<QuestionValues, "judge" | "givenFiles" | "fileName">,
) => runSettings({ judge: toJudge(judge), givenFiles, fileName: fileName.trim() || null });

/** The wrong solutions when the cases change: what must fail a case still means the same one. */
export const followCases = (
  all: readonly WrongSolution[],
  { before, after }: { before: readonly TestCase[]; after: readonly TestCase[] },
): WrongSolution[] =>
  all.map(({ source, mustFail = 0 }) => {
    const one = before[mustFail - 1];
    const place = before.length === after.length || !one ? mustFail : after.indexOf(one) + 1;
    return { source, ...(place > 0 && { mustFail: place }) };
  });

export const toTypedCase = (
  { input = "", call, output, explanation = "", hidden = false, noLineEnd = false }: TestCase,
  at: string,
): TypedCase => ({
  input: call ?? withoutLastEnd(input),
  isCall: call !== undefined,
  output,
  explanation,
  hidden,
  noLineEnd,
  at,
});

/** A case that is only marked has not begun. */
const isBegun = (texts: readonly string[]): boolean => texts.some((text) => text.trim() !== "");

/** The question as it is sent, with a row that was begun but not added. A project has no type. */
export function toQuestion<Typed extends QuestionValues>(values: Typed) {
  const { nextCase, nextSimilar, ...question } = values;
  const { testCases, similarQuestions, repoCategory, questionType } = question;
  return {
    ...question,
    testCases: isBegun([nextCase.input, nextCase.output, nextCase.explanation])
      ? placeRow(testCases, toTestCase(nextCase), nextCase.at)
      : testCases,
    similarQuestions: isBegun(Object.values(nextSimilar))
      ? [...similarQuestions, nextSimilar]
      : similarQuestions,
    questionType: repoCategory === "question" ? questionType : "",
    judge: toJudge(question.judge),
  };
}
