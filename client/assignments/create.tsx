/** The form of a new question. */
import { useLayoutEffect, useRef, useState } from "react";
import { FILES_MOST } from "../../server/assignments/schema.ts";
import { FileField } from "../kit/fields.tsx";
import { Problem, Submit, useForm } from "../kit/form.tsx";
import { contentKey } from "../kit/once.ts";
import { begin, takeOver } from "../kit/take-over.ts";
import { toast } from "../kit/toast.tsx";
import { createAssignment } from "./actions.ts";
import {
  EMPTY_QUESTION,
  QuestionFields,
  type QuestionValues,
  wholeLists,
} from "./question-fields.tsx";

const rules = async () => (await import("../../server/assignments/schema.ts")).createInput;

/** The lists as JSON text, a type only for a question. */
function toInput(values: QuestionValues) {
  const { testCases, similarQuestions } = wholeLists(values);
  const { nextCase: _, nextSimilar: __, ...texts } = values;
  return {
    ...texts,
    testCases: JSON.stringify(testCases),
    similarQuestions: JSON.stringify(similarQuestions),
    questionType: texts.repoCategory === "question" ? texts.questionType : "",
  };
}

const NO_FILES = { files: [] as File[], round: 0 };

export default function CreateQuestion() {
  const [{ files, round }, setPicked] = useState(NO_FILES);
  const element = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => takeOver(element.current), []);
  const key = useRef(contentKey());
  const form = useForm({
    schema: rules,
    empty: EMPTY_QUESTION,
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
      const isDone = form.reset();
      setPicked((now) => now.files === files ? { files: [], round: now.round + 1 } : now);
      if (isDone && element.current?.contains(document.activeElement)) begin(element.current);
    },
  });
  return (
    <form {...form.props} ref={element} className="space-y-6">
      <h2 className="text-2xl font-extrabold">Create Question</h2>
      <QuestionFields form={form} />
      <FileField
        key={round}
        label="Files"
        hint={`Up to ${FILES_MOST} files of 10 MB each. Files are not kept when the page is reloaded.`}
        error={form.errors.files ??
          (files.length > FILES_MOST ? `At most ${FILES_MOST} files.` : undefined)}
        multiple
        onPick={(picked) => setPicked({ files: picked, round })}
      />
      <Problem text={form.problem} />
      <Submit busy={form.busy} busyLabel="Creating..." className="btn-primary btn-lg">
        Create Question
      </Submit>
    </form>
  );
}
