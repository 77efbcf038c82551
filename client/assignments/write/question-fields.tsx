/** The form fields of a question, both for a new one and for editing. */
import { type ReactNode, useState } from "react";
import {
  DIFFICULTIES,
  MAJOR_TOPICS,
  QUESTION_TYPES,
  REPO_CATEGORIES,
} from "../../../server/assignments/schema.ts";
import { type Language, languages } from "../../../server/languages/languages.ts";
import { SelectField, TextField } from "../../kit/forms/fields.tsx";
import { Field, type Form } from "../../kit/forms/form.tsx";
import { isOf, type ModelResult } from "../cases/model-runs.tsx";
import { TestCases } from "../cases/test-cases.tsx";
import { SimilarQuestions } from "./similar-questions.tsx";
import type { QuestionValues } from "./question-values.tsx";
import GivenFiles, { sayFiles } from "../given-files/given-files.tsx";
import JudgeFields from "../cases/judge-fields.tsx";
import ModelFields from "../cases/model-fields.tsx";
import WrongSolutions from "../cases/wrong-solutions.tsx";
import { plural } from "../../kit/ui/plural.ts";
import { MarkdownField } from "../../kit/markdown/markdown-field.tsx";

const choices = (values: readonly string[]) =>
  [["", "Choose"], ...values.map((value) => [value, value])] as [string, string][];

interface FieldsProps {
  form: Form<QuestionValues>;
  /** The field of the files, and how many there are. */
  files: ReactNode;
  fileCount: number;
  /** Wrong solutions are offered once the question exists. */
  isNew?: boolean;
}

export function QuestionFields({ form, files, fileCount, isNew = false }: FieldsProps) {
  const { values, errors } = form;
  const [checked, setChecked] = useState<ModelResult | null>(null);
  const current = checked !== null && isOf(checked, values) ? checked : null;
  const hasError = (names: RegExp) => Object.keys(errors).some((name) => names.test(name));
  return (
    <>
      <TextField form={form} name="title" label="Title" required />
      <Field
        label="Explanation"
        hint="Markdown: **bold**, lists, tables, and ``` for code."
        error={errors.explanation}
      >
        {(control) => (
          <MarkdownField
            control={control}
            height={360}
            value={values.explanation}
            onChange={(explanation) => form.set("explanation", explanation)}
          />
        )}
      </Field>
      <TestCases form={form} checked={current} />
      <Fold
        title="Classification"
        holds={sayClass(values)}
        isNeeded={hasError(/^(difficulty|tags|repoCategory|questionType|majorTopic)$/)}
      >
        <Classification form={form} />
      </Fold>
      <Fold
        title="Model solution"
        holds={values.model === ""
          ? "none"
          : plural(values.model.trim().split("\n").length, "line")}
        isNeeded={hasError(/^model$/)}
      >
        <ModelFields form={form} onChecked={setChecked} />
      </Fold>
      <Fold
        title="Given files"
        holds={sayFiles(values, current !== null)}
        isNeeded={hasError(/^(givenFiles|fileName)/)}
      >
        <GivenFiles form={form} />
      </Fold>
      {!isNew && (
        <Fold
          title="Wrong solutions"
          holds={String(values.wrongSolutions.length || "none")}
          isNeeded={hasError(/^wrongSolutions$/)}
        >
          <WrongSolutions form={form} />
        </Fold>
      )}
      <Fold
        title="Running programs"
        holds={sayJudge(values)}
        isNeeded={hasError(/^(starter|judge)/)}
      >
        <JudgeFields form={form} />
      </Fold>
      <Fold
        title="Links and files"
        holds={sayLinks(values, fileCount)}
        isNeeded={hasError(/^(similarQuestions|codingPlatformLink|files)/)}
      >
        <Links form={form} />
        {files}
      </Fold>
    </>
  );
}

/** "easy, question, coding, Arrays, #sums", or what is missing. */
function sayClass({ difficulty, repoCategory, questionType, majorTopic, tags }: QuestionValues) {
  const missing = [
    difficulty === "" && "difficulty",
    repoCategory === "" && "category",
    repoCategory === "question" && questionType === "" && "type",
    majorTopic === "" && "topic",
  ].filter(Boolean);
  if (missing.length > 0) return `required: ${missing.join(", ")}`;
  const type = repoCategory === "question" && questionType;
  return [difficulty, repoCategory, type, majorTopic, tags.trim()].filter(Boolean).join(", ");
}

/** "C++17, 2 s, 256 MB, with starter code" */
function sayJudge({ judge, starter }: QuestionValues): string {
  const { languages: taken, standard, timeMs, memoryMb } = judge;
  const names = (taken.split(",") as Language[]).map((one) =>
    languages[one].hasStandards ? standard.replace("c", "C") : languages[one].name
  );
  return [
    names.join(" or "),
    `${timeMs} s`,
    `${memoryMb} MB`,
    starter.trim() !== "" && "with starter code",
  ].filter(Boolean).join(", ");
}

function sayLinks(values: QuestionValues, fileCount: number): string {
  const { similarQuestions: { length }, codingPlatformLink } = values;
  const held = [
    length > 0 && plural(length, "similar question"),
    codingPlatformLink !== "" && "coding platform link",
    fileCount > 0 && plural(fileCount, "file"),
  ].filter(Boolean);
  return held.join(", ") || "none";
}

function Links({ form }: { form: Form<QuestionValues> }) {
  return (
    <>
      <SimilarQuestions form={form} />
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

interface FoldProps {
  title: string;
  holds: string;
  /** There is an error within. */
  isNeeded: boolean;
  children: ReactNode;
}

function Fold({ title, holds, isNeeded, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  /** Stays there when it is folded again, with the files that were chosen in it. */
  const [isThere, setThere] = useState(false);
  return (
    <details
      className="rounded-box border border-base-300 px-4 py-2.5"
      open={isOpen || isNeeded}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        if (open) setThere(true);
      }}
    >
      <summary className="cursor-pointer">
        <span className="font-semibold">{title}</span>{" "}
        <span className="ml-1 text-sm text-muted">{holds}</span>
      </summary>
      {(isThere || isNeeded) && <div className="mt-4 space-y-4">{children}</div>}
    </details>
  );
}
