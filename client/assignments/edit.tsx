/** Edits a question, in its place. What somebody else changes meanwhile is offered. */
import { Trash2 } from "lucide-react";
import { useCallback, useState } from "react";
import { type Assignment, editInput, FILES_MOST } from "../../server/assignments/schema.ts";
import { useEditing } from "../kit/editing.tsx";
import { FileField } from "../kit/fields.tsx";
import { type Form, Problem, Submit } from "../kit/form.tsx";
import { Newer } from "../kit/newer.tsx";
import { goOnBeside } from "../kit/removal.ts";
import { toast } from "../kit/toast.tsx";
import { useUploads } from "../kit/upload.ts";
import { editAssignment } from "./actions.ts";
import { Question } from "./question.tsx";
import { QuestionFields, type QuestionValues, wholeLists } from "./question-fields.tsx";
import { EMPTY_SIMILAR } from "./similar-questions.tsx";
import { EMPTY_CASE } from "./test-cases.tsx";

type EditValues = QuestionValues & { files: string[]; base: number };

const toValues = (assignment: Assignment): EditValues => ({
  title: assignment.title,
  explanation: assignment.explanationSource ?? "",
  testCases: assignment.testCases,
  difficulty: assignment.difficulty,
  tags: assignment.tags.join(", "),
  repoCategory: assignment.repoCategory,
  questionType: assignment.questionType ?? "",
  majorTopic: assignment.majorTopic,
  similarQuestions: assignment.similarQuestions,
  codingPlatformLink: assignment.codingPlatformLink ?? "",
  nextCase: EMPTY_CASE,
  nextSimilar: EMPTY_SIMILAR,
  files: assignment.files,
  base: assignment.version,
});

const toInput = (
  { base, tags, questionType, nextCase, nextSimilar, ...values }: EditValues,
) => ({
  ...values,
  ...wholeLists({ ...values, tags, questionType, nextCase, nextSimilar }),
  tags: tags.split(",").map((tag) => tag.trim()).filter((tag) => tag !== ""),
  questionType: values.repoCategory === "question" && questionType !== "" ? questionType : null,
  version: base,
});

interface EditProps {
  assignment: Assignment;
  onClose: () => void;
}

export default function EditQuestion({ assignment, onClose }: EditProps) {
  const editing = useEditing({
    schema: editInput,
    empty: toValues(assignment),
    toInput,
    draft: "edit-question",
    subject: assignment._id,
    otherwise: "Failed to update assignment.",
    submit: async (input) => {
      try {
        await editAssignment(assignment._id, input);
      } catch (error) {
        toast.error("Failed to update assignment.");
        throw error;
      }
      toast.success("Assignment updated successfully!");
      if (form.reset()) onClose();
    },
  });
  const { form } = editing;
  // The fields set only what every question has.
  const fields = form as unknown as Form<QuestionValues>;
  return (
    <form {...form.props} aria-label="Edit Question" className="panel min-w-0 space-y-6 p-4 sm:p-6">
      <h2 className="text-2xl font-extrabold">Edit Question</h2>
      <Newer
        editing={editing}
        changed="Somebody has changed this question meanwhile. Your text is kept."
        deleted="This question has been deleted."
      >
        <Question assignment={assignment} />
      </Newer>
      <QuestionFields form={fields} />
      <Files
        files={form.values.files}
        onChange={(files) =>
          form.set("files", files)}
      />
      {form.errors.files && <Problem text={form.errors.files} />}
      <Problem text={form.problem} />
      <div className="flex flex-wrap gap-3">
        <Submit busy={form.busy} busyLabel="Saving...">Save Changes</Submit>
        <button
          type="button"
          className="btn"
          onClick={() => {
            form.discard();
            onClose();
          }}
        >
          Cancel
        </button>
        <button type="button" className="btn btn-ghost" onClick={onClose}>Go on later</button>
      </div>
    </form>
  );
}

interface FilesProps {
  files: readonly string[];
  onChange: (files: string[]) => void;
}

function Files({ files, onChange }: FilesProps) {
  const [round, setRound] = useState(0);
  const add = useCallback((url: string) => {
    onChange([...files, url]);
    setRound((count) => count + 1);
  }, [files, onChange]);
  const [uploads, send] = useUploads(add);
  return (
    <fieldset className="min-w-0 rounded-box border border-base-300 p-4">
      <legend className="px-1 font-semibold">Files</legend>
      <ul className="mb-3 space-y-2">
        {files.map((file, place) => (
          <li key={file} className="flex items-center gap-3 rounded-field bg-base-200 p-3">
            <a href={file} target="_blank" rel="noreferrer" className="link-plain grow">
              View File {place + 1}
            </a>
            <button
              type="button"
              className="btn btn-ghost btn-sm btn-square"
              aria-label={`Remove file ${place + 1}`}
              onClick={(event) => {
                goOnBeside(event.currentTarget);
                onChange(files.filter((one) =>
                  one !== file
                ));
              }}
            >
              <Trash2 aria-hidden className="size-4" />
            </button>
          </li>
        ))}
        {uploads.map(({ id, name, part }) => (
          <li key={id} className="p-3">
            {name} <progress className="progress" value={part} max={1} aria-label={name} />
          </li>
        ))}
      </ul>
      {files.length < FILES_MOST && (
        <FileField
          key={round}
          label="Add an image"
          hint={`PNG, JPG, GIF or WebP up to 10 MB; at most ${FILES_MOST} files.`}
          accept="image/png,image/jpeg,image/gif,image/webp"
          onPick={send}
        />
      )}
    </fieldset>
  );
}
