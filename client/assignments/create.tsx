/** The form of a new question. */
import { useRef, useState } from "react";
import {
  createInput,
  DIFFICULTIES,
  FILES_MOST,
  MAJOR_TOPICS,
  QUESTION_TYPES,
  REPO_CATEGORIES,
  type TestCase,
} from "../../server/assignments/schema.ts";
import { FileField, SelectField, TextField } from "../kit/fields.tsx";
import { Problem, Submit, useForm } from "../kit/form.tsx";
import { contentKey } from "../kit/once.ts";
import { toast } from "../kit/toast.tsx";
import { createAssignment } from "./actions.ts";
import { Explanation } from "./explanation.tsx";
import { type Similar, SimilarQuestions } from "./similar-questions.tsx";
import { TestCases } from "./test-cases.tsx";

const empty = {
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
};

/** The lists as JSON text, a type only for a question. */
function toInput({ testCases, similarQuestions, ...texts }: typeof empty) {
  return {
    ...texts,
    testCases: JSON.stringify(testCases),
    similarQuestions: JSON.stringify(similarQuestions),
    questionType: texts.repoCategory === "question" ? texts.questionType : "",
  };
}

const choices = (values: readonly string[]) =>
  [["", "Choose"], ...values.map((value) => [value, value])] as [string, string][];

export default function CreateQuestion() {
  const [files, setFiles] = useState<File[]>([]);
  const [round, setRound] = useState(0);
  const key = useRef(contentKey());
  const form = useForm({
    schema: createInput,
    empty,
    toInput,
    draft: "question",
    otherwise: "Failed to create item.",
    submit: async (question) => {
      try {
        await createAssignment(question, { files, key: key.current(question, files) });
      } catch (error) {
        toast.error("Failed to create item.");
        throw error;
      }
      toast.success("Item created successfully!");
      form.reset();
      setFiles([]);
      setRound(round + 1);
    },
  });
  const { values, errors, set } = form;
  return (
    <form {...form.props} key={round} className="space-y-6">
      <h2 className="text-2xl font-extrabold">Create Question</h2>
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
      />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <SelectField
          form={form}
          name="difficulty"
          label="Difficulty"
          required
          options={choices(DIFFICULTIES)}
        />
        <SelectField
          form={form}
          name="repoCategory"
          label="Category"
          required
          options={choices(REPO_CATEGORIES)}
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
        <SelectField
          form={form}
          name="majorTopic"
          label="Major Topic"
          required
          options={choices(MAJOR_TOPICS)}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          form={form}
          name="tags"
          label="Tags"
          hint="Separated by commas"
          placeholder="arrays, two pointers"
        />
        <TextField
          form={form}
          name="codingPlatformLink"
          label="Coding Platform Link (optional)"
          type="url"
          inputMode="url"
          placeholder="https://"
        />
      </div>
      <SimilarQuestions
        questions={values.similarQuestions}
        error={errors.similarQuestions}
        onChange={(similarQuestions) => set("similarQuestions", similarQuestions)}
      />
      <FileField
        label="Files"
        hint={`Up to ${FILES_MOST} files of 10 MB each. Files are not kept when the page is reloaded.`}
        error={errors.files ??
          (files.length > FILES_MOST ? `At most ${FILES_MOST} files.` : undefined)}
        multiple
        onPick={setFiles}
      />
      <Problem text={form.problem} />
      <Submit busy={form.busy} busyLabel="Creating..." className="btn-primary btn-lg">
        Create Question
      </Submit>
    </form>
  );
}
