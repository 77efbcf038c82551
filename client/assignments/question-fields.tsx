/** The fields of a question, as it is created and as it is edited. */
import {
  DIFFICULTIES,
  MAJOR_TOPICS,
  QUESTION_TYPES,
  REPO_CATEGORIES,
  type TestCase,
} from "../../server/assignments/schema.ts";
import { SelectField, TextField } from "../kit/fields.tsx";
import type { Form } from "../kit/form.tsx";
import { Explanation } from "./explanation.tsx";
import { EMPTY_SIMILAR, type Similar, SimilarQuestions } from "./similar-questions.tsx";
import { EMPTY_CASE, readCase, TestCases } from "./test-cases.tsx";

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
  /** Half typed: not in the lists yet. */
  nextCase: EMPTY_CASE,
  nextSimilar: EMPTY_SIMILAR,
};
export type QuestionValues = typeof EMPTY_QUESTION;

const isBegun = (typed: Record<string, string>): boolean =>
  Object.values(typed).some((text) => text.trim() !== "");

/** What is sent of the lists: what was begun and never added belongs to them, too. */
export function wholeLists(values: QuestionValues) {
  const { testCases, similarQuestions, nextCase, nextSimilar } = values;
  return {
    testCases: isBegun(nextCase) ? [...testCases, readCase(nextCase)] : testCases,
    similarQuestions: isBegun(nextSimilar) ? [...similarQuestions, nextSimilar] : similarQuestions,
  };
}

const choices = (values: readonly string[]) =>
  [["", "Choose"], ...values.map((value) => [value, value])] as [string, string][];

export function QuestionFields({ form }: { form: Form<QuestionValues> }) {
  const { values, errors, set } = form;
  return (
    <>
      <TextField form={form} name="title" label="Title" required />
      <Explanation
        value={values.explanation}
        error={errors.explanation}
        onChange={(explanation) => set("explanation", explanation)}
      />
      <TestCases
        cases={values.testCases}
        error={errors.testCases}
        onChange={(testCases) => set("testCases", testCases)}
        typed={values.nextCase}
        onType={(nextCase) => set("nextCase", nextCase)}
      />
      <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
        <SelectField
          form={form}
          name="difficulty"
          label="Difficulty"
          required
          options={choices(DIFFICULTIES)}
        />
        <TextField
          form={form}
          name="tags"
          label="Tags"
          hint="Separated by commas"
          placeholder="arrays, two pointers"
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          form={form}
          name="repoCategory"
          label="Category"
          required
          options={choices(REPO_CATEGORIES)}
        />
        <SelectField
          form={form}
          name="majorTopic"
          label="Major Topic"
          required
          options={choices(MAJOR_TOPICS)}
        />
        {values.repoCategory === "question" && (
          <SelectField
            form={form}
            name="questionType"
            label="Question Type"
            required
            options={choices(QUESTION_TYPES)}
          />
        )}
      </div>
      <SimilarQuestions
        questions={values.similarQuestions}
        error={errors.similarQuestions}
        onChange={(similarQuestions) => set("similarQuestions", similarQuestions)}
        typed={values.nextSimilar}
        onType={(nextSimilar) => set("nextSimilar", nextSimilar)}
      />
      <TextField
        form={form}
        name="codingPlatformLink"
        label="Coding Platform Link (optional)"
        type="url"
        inputMode="url"
        placeholder="https://"
      />
    </>
  );
}
