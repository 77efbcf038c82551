/** Edits a question in place, and offers a newer version that another person has saved. */
import { useCallback, useMemo, useState } from "react";
import { useLatest } from "../../kit/data/use-latest.ts";
import type { Assignment } from "../../../server/assignments/schema.ts";
import { FILES_MOST, tagsOf } from "../../../server/assignments/write/schema.ts";
import { CancelButton } from "../../kit/forms/cancel-button.tsx";
import { useEditing } from "../../kit/forms/edit-conflict.tsx";
import { FileField } from "../../kit/forms/fields.tsx";
import { type Form, FormError, SubmitButton } from "../../kit/forms/form.tsx";
import { NewerVersion } from "../../kit/forms/newer-version.tsx";
import { RemoveButton } from "../../kit/forms/remove-button.tsx";
import { toast } from "../../kit/data/toast.ts";
import { useUploads } from "../../kit/net/upload.ts";
import { SampleCheck } from "../../runs/sample/sample.tsx";
import { AudienceField, type AudienceValue, changedAudience } from "../../sections/audience.tsx";
import RubricEditor from "../../rubrics/editor.tsx";
import { editAssignment } from "../actions.ts";
import { toField } from "../../kit/forms/moment.ts";
import { toTyped } from "../cases/judge-settings.tsx";
import { DueFields, dueOf } from "../give/fields.tsx";
import { useRequiredFields } from "./required-fields.tsx";
import { Question } from "../detail/question.tsx";
import { QuestionFields } from "./question-fields.tsx";
import { usualName } from "../../../server/languages/languages.ts";
import {
  EMPTY_QUESTION,
  formSettings,
  type QuestionValues,
  toQuestion,
} from "./question-values.tsx";
import { Button } from "../../kit/ui/button.tsx";

type EditValues = ReturnType<typeof toValues>;

const toValues = (assignment: Assignment) => ({
  ...EMPTY_QUESTION,
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
  starter: assignment.starter ?? "",
  model: assignment.model ?? "",
  wrongSolutions: assignment.wrongSolutions ?? [],
  judge: toTyped(assignment.judge),
  givenFiles: assignment.givenFiles,
  fileName: assignment.fileName === usualName(assignment.judge) ? "" : assignment.fileName,
  files: assignment.files,
  ...dueOf(assignment),
  /** The due date of the version that is edited, as its field has it. */
  dueBefore: toField(assignment.dueAt),
  audience: assignment.audience ?? null as AudienceValue,
  audienceBefore: assignment.audience ?? null as AudienceValue,
  base: assignment.version,
});

function toInput(
  { base, dueAt, dueBefore, audience, audienceBefore, ...values }: EditValues,
) {
  return {
    ...toQuestion(values),
    ...(dueAt !== dueBefore && { dueAt }),
    ...changedAudience(audience, audienceBefore),
    tags: tagsOf(values.tags),
    version: base,
  };
}

interface EditProps {
  assignment: Assignment;
  onClose: () => void;
}

export default function EditQuestion(props: EditProps) {
  return (
    <>
      <EditForm {...props} />
      <RubricEditor assignmentId={props.assignment._id} />
    </>
  );
}

function EditForm({ assignment, onClose }: EditProps) {
  const editing = useEditing({
    schema: async () => (await import("../../../server/assignments/write/schema.ts")).editInput,
    empty: toValues(assignment),
    toInput,
    draft: "edit-question",
    subject: assignment._id,
    otherwise: "Failed to update assignment.",
    tells: "failure",
    submit: async (input) => {
      await editAssignment(assignment._id, input);
      toast.success("Assignment updated successfully!");
      if (form.reset()) onClose();
    },
  });
  const { form } = editing;
  const changed = useMemo(() => {
    const { testCases } = toQuestion(form.values);
    return { cases: testCases, settings: formSettings(form.values) };
  }, [form.values]);
  // Safe: the fields read and set only values that a new question has, too.
  const { form: fields, onBlur } = useRequiredFields(form as unknown as Form<QuestionValues>);
  return (
    <form
      {...form.props}
      onBlur={onBlur}
      aria-label="Edit Question"
      className="panel min-w-0 space-y-6 p-4 sm:p-6"
    >
      <h2 className="text-2xl font-extrabold">Edit Question</h2>
      <NewerVersion
        editing={editing}
        changed="Somebody else has changed this question. Your text is kept."
        deleted="This question has been deleted. You can still copy your text."
      >
        <Question assignment={assignment} />
      </NewerVersion>
      <QuestionFields
        form={fields}
        fileCount={form.values.files.length}
        files={
          <Files
            files={form.values.files}
            onChange={(files) => form.set("files", files)}
          />
        }
      />
      <SampleCheck
        assignmentId={assignment._id}
        text={assignment.solution?.contentSource ?? ""}
        changed={changed}
      />
      {assignment.distributionTag !== "personal" && (
        <AudienceField
          value={form.values.audience}
          error={form.errors.audience}
          onChange={(audience) => form.set("audience", audience)}
        />
      )}
      {assignment.distributionTag !== "central" && <DueFields form={form} />}
      <FormError text={form.problem} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={form.busy} busyLabel="Saving...">Save Changes</SubmitButton>
        <CancelButton form={form} onClose={onClose} />
        <Button className="btn-ghost" onClick={onClose}>Close and keep draft</Button>
      </div>
    </form>
  );
}

function Files(
  { files, onChange }: { files: readonly string[]; onChange: (files: string[]) => void },
) {
  const [round, setRound] = useState(0);
  // An upload ends later: the list may have changed since it began.
  const latest = useLatest({ files, onChange });
  const add = useCallback((url: string) => {
    const { files, onChange } = latest.current;
    const more = [...files, url];
    latest.current = { files: more, onChange };
    onChange(more);
    setRound((count) => count + 1);
  }, []);
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
            <RemoveButton
              name={`Remove file ${place + 1}`}
              className="btn-sm"
              onRemove={() =>
                onChange(files.filter((one) =>
                  one !== file
                ))}
            />
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
