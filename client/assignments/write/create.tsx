/** The form for a new question. */
import { useLayoutEffect, useRef, useState } from "react";
import { FILES_MOST } from "../../../server/assignments/write/schema.ts";
import { FileField, SelectField } from "../../kit/forms/fields.tsx";
import { type Form, FormError, SubmitButton, useForm } from "../../kit/forms/form.tsx";
import { contentKey } from "../../kit/net/idempotency-key.ts";
import { focusFirst, takeLostFocus } from "../../kit/focus/hand-over-focus.ts";
import { toast } from "../../kit/data/toast.ts";
import type { Person } from "../../people/picker.tsx";
import { todayAtom } from "../../kit/net/class-day.ts";
import { store } from "../../kit/net/store.ts";
import { showMoment } from "../../kit/ui/show-moment.ts";
import { AudienceField, type AudienceValue } from "../../sections/audience.tsx";
import { createAssignment, type NewQuestion } from "../actions.ts";
import { AppearsField, DueFields, dueOf, StudentChoice } from "../give/fields.tsx";
import { QuestionFields } from "./question-fields.tsx";
import { EMPTY_QUESTION, type QuestionValues, toQuestion } from "./question-values.tsx";
import { useRequiredFields } from "./required-fields.tsx";

const EMPTY = {
  ...EMPTY_QUESTION,
  ...dueOf({}),
  appearsAt: "",
  audience: null as AudienceValue,
  distributionTag: "central",
  students: [] as readonly Person[],
};
type NewValues = typeof EMPTY;

const WAYS = [
  ["central", "Nobody yet: only staff see it"],
  ["hw", "The class, as homework (HW)"],
  ["cw", "The class, as classwork (CW)"],
  ["practice", "The class, as practice"],
  ["personal", "Selected students"],
] as const;

const isForClass = (tag: string): boolean => tag !== "central" && tag !== "personal";

/** The multipart form has only text fields, so the lists are sent as JSON. */
function toInput({ students, dueAt, lateRule, appearsAt, audience, ...values }: NewValues) {
  const question = toQuestion(values);
  const { distributionTag } = question;
  const assignedTo = distributionTag === "personal" ? students.map(({ _id }) => _id) : [];
  return {
    ...question,
    assignedTo: JSON.stringify(assignedTo),
    ...(distributionTag !== "central" && { dueAt, lateRule, appearsAt }),
    ...(isForClass(distributionTag) && audience && { audience: JSON.stringify(audience) }),
    testCases: JSON.stringify(question.testCases),
    similarQuestions: JSON.stringify(question.similarQuestions),
    wrongSolutions: JSON.stringify(question.wrongSolutions),
    judge: JSON.stringify(question.judge),
    givenFiles: JSON.stringify(question.givenFiles),
  };
}

const NO_FILES = { files: [] as File[], round: 0 };

export default function CreateQuestion() {
  const [{ files, round }, setPicked] = useState(NO_FILES);
  const element = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => takeLostFocus(element.current), []);
  const key = useRef(contentKey());
  const { form, onBlur } = useRequiredFields(useForm({
    schema: async () => (await import("../../../server/assignments/write/schema.ts")).createInput,
    empty: EMPTY,
    toInput,
    draft: "question",
    otherwise: "Failed to create item.",
    tells: "failure",
    submit: async (question, values) => {
      // Safe: the schema has accepted it.
      const sent = { ...toInput(values), files } as NewQuestion;
      const made = await createAssignment(sent, key.current(question, files));
      const time = made.prepared?.appearsAt;
      toast.success(
        time === undefined
          ? "Item created successfully!"
          : `Scheduled for ${showMoment(time, store.get(todayAtom))}.`,
        `/assignments/${made._id}`,
      );
      const isDone = form.reset();
      setPicked((now) => now.files === files ? { files: [], round: now.round + 1 } : now);
      if (isDone && element.current?.contains(document.activeElement)) focusFirst(element.current);
    },
  }));
  const tooMany = files.length > FILES_MOST ? `At most ${FILES_MOST} files.` : undefined;
  return (
    <form {...form.props} onBlur={onBlur} ref={element} className="space-y-4">
      <h2 className="text-2xl font-extrabold">Create Question</h2>
      <QuestionFields
        isNew
        // Safe: the fields read and set only values that the form has, too.
        form={form as unknown as Form<QuestionValues>}
        fileCount={files.length}
        files={
          <FileField
            key={round}
            label="Files"
            hint={`Up to ${FILES_MOST} files of 10 MB each. Files are not kept when the page is reloaded.`}
            error={form.errors.files ?? tooMany}
            multiple
            onPick={(picked) => setPicked({ files: picked, round })}
          />
        }
      />
      <FormError text={form.problem} />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <GiveOut form={form} />
        <SubmitButton busy={form.busy} busyLabel="Creating..." className="btn-primary btn-lg">
          Create Question
        </SubmitButton>
      </div>
    </form>
  );
}

function GiveOut({ form }: { form: Form<NewValues> }) {
  const { distributionTag, audience } = form.values;
  return (
    <fieldset className="grid min-w-0 grow gap-4 rounded-box border border-base-300 p-4">
      <legend className="px-1 font-semibold">Give out</legend>
      <SelectField form={form} name="distributionTag" label="Who gets it" options={WAYS} />
      {isForClass(distributionTag) && (
        <AudienceField
          value={audience}
          error={form.errors.audience}
          onChange={(chosen) => form.set("audience", chosen)}
        />
      )}
      {distributionTag === "personal" && <StudentChoice form={form} />}
      {distributionTag !== "central" && (
        <>
          <DueFields form={form} />
          <AppearsField form={form} />
        </>
      )}
    </fieldset>
  );
}
