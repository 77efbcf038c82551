/** The form fields of a question, both for a new one and for editing. */
import { useState } from "react";
import {
  DIFFICULTIES,
  MAJOR_TOPICS,
  QUESTION_TYPES,
  REPO_CATEGORIES,
} from "../../../server/assignments/schema.ts";
import { SelectField, TextField } from "../../kit/forms/fields.tsx";
import type { Form } from "../../kit/forms/form.tsx";
import { errorsOf } from "../../kit/forms/rows-field.tsx";
import { Explanation } from "./explanation.tsx";
import { Folded } from "./folded.tsx";
import { type Checked, isOf } from "../cases/model-runs.tsx";
import { TestCases } from "../cases/test-cases.tsx";
import { SimilarQuestions } from "./similar-questions.tsx";
import { followCases, type QuestionValues } from "./question-values.tsx";
import JudgeFields from "../cases/judge-fields.tsx";
import ModelFields from "../cases/model-fields.tsx";
import WrongSolutions from "../cases/wrong-solutions.tsx";

const choices = (values: readonly string[]) =>
  [["", "Choose"], ...values.map((value) => [value, value])] as [string, string][];

export function QuestionFields({ form }: { form: Form<QuestionValues> }) {
  const { values, errors, set } = form;
  const [checked, setChecked] = useState<Checked | null>(null);
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
        sentErrors={errorsOf(errors, `testCases.${values.nextCase.at || values.testCases.length}`)}
        onChange={(after) => {
          const cases = { before: values.testCases, after };
          set("testCases", after);
          set("wrongSolutions", followCases(values.wrongSolutions, cases));
        }}
        typed={values.nextCase}
        onType={(nextCase) => set("nextCase", nextCase)}
        checked={checked !== null && isOf(checked, values) ? checked : null}
      />
      <Folded
        title="Model solution (optional)"
        isNeeded={errors.model !== undefined}
        isUsed={values.model !== ""}
      >
        <ModelFields form={form} onChecked={setChecked} />
      </Folded>
      <Folded
        title="Wrong solutions (optional)"
        isNeeded={errors.wrongSolutions !== undefined}
        isUsed={values.wrongSolutions.length > 0}
      >
        <WrongSolutions form={form} />
      </Folded>
      <Folded
        title="Running programs"
        isNeeded={Object.keys(errors).some((name) => /^(starter|judge)/.test(name))}
      >
        <JudgeFields form={form} />
      </Folded>
      <Classification form={form} />
      <SimilarQuestions
        questions={values.similarQuestions}
        error={errors.similarQuestions}
        sentErrors={errorsOf(errors, `similarQuestions.${values.similarQuestions.length}`)}
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
