/** The review form: a status, a comment, and a corrected solution. */
import { useAtomValue } from "jotai";
import { useRef } from "react";
import Code2 from "../../kit/ui/icon.tsx?code-xml";
import Undo2 from "../../kit/ui/icon.tsx?undo-2";
import { REVIEW_STATUSES } from "../../../server/assignments/responses/schema.ts";
import type { ListedReview } from "../../../server/reviews/schema.ts";
import { useAhead } from "../../kit/forms/type-ahead.ts";
import { AreaField, submitOnEnter } from "../../kit/forms/fields.tsx";
import { Field, FormError, SubmitButton } from "../../kit/forms/form.tsx";
import { useShortcuts } from "../../kit/focus/shortcuts.tsx";
import { outboxAtom } from "../../kit/data/outbox.ts";
import type { ReviewDraft } from "../actions.ts";
import { asksAgain, keyOf } from "../state.ts";
import { type CodeEdit, type ReviewEdit, WRITE } from "./form-state.tsx";
import SavedReplies from "../../desk/saved-replies.tsx";
import RubricPoints from "../../rubrics/points.tsx";
import { Button } from "../../kit/ui/button.tsx";

interface FormProps {
  item: ListedReview;
  writing: ReviewEdit;
  correcting: CodeEdit;
}

export default function ReviewForm({ item, writing: { form }, correcting }: FormProps) {
  const key = keyOf(item);
  const element = useRef<HTMLFormElement>(null);
  const isLeaving = useAtomValue(outboxAtom).some(({ kind, subject }) =>
    kind === "review" && subject === key
  );
  const { values, errors, set } = form;
  const isCorrected = values.updatedStudentSolution !== null;
  const focus = (name: string) => {
    const field = element.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  };
  const insert = (text: string) => {
    const { mentorComment } = values;
    set("mentorComment", mentorComment === "" ? text : `${mentorComment}\n${text}`);
  };
  useAhead(key, { within: element, field: WRITE.field });
  useShortcuts([
    { keys: [WRITE.key], name: WRITE.name, run: () => focus("mentorComment") },
  ], "Answer");
  return (
    <form
      {...form.props}
      ref={element}
      id={form.id}
      aria-label="Review"
      className="space-y-2"
      onKeyDown={(event) => {
        if (event.key === "Escape" && event.target instanceof HTMLElement) event.target.blur();
      }}
    >
      <FormError text={values.refusal} />
      {isLeaving && (
        <p role="status" className="text-sm text-muted">Your review is waiting to be sent.</p>
      )}
      <RubricPoints
        assignmentId={item.assignmentId}
        chosen={values.rubric}
        given={item.mentorReview.rubric}
        onChoose={(chosen) => set("rubric", chosen)}
        onHint={insert}
      />
      <StatusField
        value={values.reviewStatus}
        stands={asksAgain(item)?.decision}
        error={errors.reviewStatus}
        onChange={(status) => set("reviewStatus", status)}
      />
      <AreaField
        form={form}
        name="mentorComment"
        label="Mentor Comment"
        hint={values.reviewStatus === asksAgain(item)?.decision &&
          "The student reads here why the decision stands."}
        rows={4}
        className="[&_textarea]:max-h-[35vh]"
      />
      <FormError text={form.problem} />
      <div className="flex flex-wrap items-center gap-2">
        <SubmitButton busy={form.busy}>Submit Review</SubmitButton>
        <SavedReplies
          hotkey="s"
          written={values.mentorComment}
          onInsert={(text) => {
            insert(text);
            focus("mentorComment");
          }}
        />
        <Button
          icon={isCorrected ? Undo2 : Code2}
          className="btn-ghost btn-sm"
          onClick={isCorrected ? correcting.leave : correcting.begin}
        >
          {isCorrected ? "Leave the code as it is" : "Correct the code"}
        </Button>
        <span className="ml-auto text-sm text-muted max-lg:hidden">Ctrl + Enter sends</span>
      </div>
    </form>
  );
}

interface StatusProps {
  value: ReviewDraft["reviewStatus"];
  /** The decision at which the student asked for another look. */
  stands: ReviewDraft["reviewStatus"] | undefined;
  error: string | undefined;
  onChange: (status: ReviewDraft["reviewStatus"]) => void;
}

function StatusField({ value, stands, error, onChange }: StatusProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-x-2 gap-y-2 text-sm">
      <legend className="sr-only">Review Status</legend>
      {REVIEW_STATUSES.map((status) => (
        <label key={status} className="flex cursor-pointer items-center gap-1.5 font-semibold">
          <input
            type="radio"
            name="reviewStatus"
            className="radio radio-sm radio-primary"
            aria-invalid={error !== undefined && value === status ||
              undefined}
            checked={value === status}
            onChange={() =>
              onChange(status)}
          />
          <span>
            <span className="capitalize">{status}</span>
            {status === stands && " (stands)"}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The field for the corrected code. It belongs to the form, but is shown beside the attempt. */
export function Correction({ form }: Pick<ReviewEdit, "form">) {
  const { updatedStudentSolution: code } = form.values;
  if (code === null) return null;
  return (
    <Field label="Corrected solution" error={form.errors.updatedStudentSolution}>
      {(control) => (
        <textarea
          {...control}
          form={form.id}
          name="updatedStudentSolution"
          rows={8}
          spellCheck={false}
          className="textarea field-sizing-content w-full font-mono text-[0.9rem] leading-6"
          value={code}
          onChange={(event) => form.set("updatedStudentSolution", event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") event.currentTarget.blur();
            submitOnEnter(event);
          }}
        />
      )}
    </Field>
  );
}
