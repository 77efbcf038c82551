/** The form fields of a question, both for a new one and for editing. */
import {
  DIFFICULTIES,
  MAJOR_TOPICS,
  QUESTION_TYPES,
  REPO_CATEGORIES,
  type TestCase,
} from "../../../server/assignments/schema.ts";
import { AreaField, SelectField, TextField } from "../../kit/forms/fields.tsx";
import type { Form } from "../../kit/forms/form.tsx";
import { Explanation } from "./explanation.tsx";
import { EMPTY_JUDGE, JudgeFields, toJudge } from "./judge-fields.tsx";
import { EMPTY_SIMILAR, type Similar, SimilarQuestions } from "./similar-questions.tsx";
import { EMPTY_CASE, TestCases, toTestCase } from "./test-cases.tsx";

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
  judge: EMPTY_JUDGE,
  /** The fields of the next rows, which are not in the lists yet. */
  nextCase: EMPTY_CASE,
  nextSimilar: EMPTY_SIMILAR,
};
export type QuestionValues = typeof EMPTY_QUESTION;

/** A case that is only marked as hidden has not begun. */
const isBegun = ({ hidden: _, ...typed }: Record<string, string>): boolean =>
  Object.values(typed).some((text) => text.trim() !== "");

/**
 * The question as it is sent. A row that was begun but not added counts as added. Only a question
 * has a type; a project has none.
 */
export function toQuestion<Typed extends QuestionValues>(values: Typed) {
  const { nextCase, nextSimilar, ...question } = values;
  const { testCases, similarQuestions, repoCategory, questionType } = question;
  return {
    ...question,
    testCases: isBegun(nextCase) ? [...testCases, toTestCase(nextCase)] : testCases,
    similarQuestions: isBegun(nextSimilar) ? [...similarQuestions, nextSimilar] : similarQuestions,
    questionType: repoCategory === "question" ? questionType : "",
    judge: toJudge(question.judge),
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
      <JudgeFields
        judge={values.judge}
        errors={errors}
        onChange={(judge) => set("judge", judge)}
      >
        <AreaField
          form={form}
          name="starter"
          label="Starter (optional)"
          hint="The text that the student's editor begins with."
          rows={6}
          isCode
        />
      </JudgeFields>
      <Classification form={form} />
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

/** Its difficulty, tags, category, topic and type. */
function Classification({ form }: { form: Form<QuestionValues> }) {
  return (
    <>
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
        {form.values.repoCategory === "question" && (
          <SelectField
            form={form}
            name="questionType"
            label="Question Type"
            required
            options={choices(QUESTION_TYPES)}
          />
        )}
      </div>
    </>
  );
}
