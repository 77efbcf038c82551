/** The review form: a status, a comment, a corrected solution. What is written is never lost. */
import { Code2, Undo2 } from "lucide-react";
import { useAtomValue } from "jotai";
import { useRef } from "react";
import { REVIEW_STATUSES } from "../../server/assignments/schema.ts";
import type { ListedReview } from "../../server/reviews/schema.ts";
import { useAhead } from "../kit/ahead.ts";
import { Failed } from "../kit/api.ts";
import { type Editing, useEditing } from "../kit/editing.tsx";
import { AreaField, submitOnEnter } from "../kit/fields.tsx";
import { Field, Problem, Submit } from "../kit/form.tsx";
import { useKeys } from "../kit/keys.tsx";
import { outgoingAtom } from "../kit/outgoing.ts";
import { SavedReplies } from "../kit/saved-replies.tsx";
import { meAtom } from "../kit/session.ts";
import { claimWhileWriting, type ReviewDraft, sendReview } from "./actions.ts";
import { isClaimed, keyOf } from "./state.ts";

const rules = async () => (await import("../../server/reviews/schema.ts")).reviewInput;

/** The form as it starts: what stands, for whoever changes a review; empty, where nothing does. */
const startOf = (item: ListedReview): ReviewDraft => ({
  reviewStatus: item.mentorReview.status,
  mentorComment: item.mentorReview.comment ?? "",
  updatedStudentSolution: item.mentorReview.updatedStudentSolutionSource,
  base: item.version,
  refusal: "",
});

export type Writing = Editing<ReviewDraft>;

/**
 * @param held the response as it is being read
 * @param item the response as it is now
 */
export function useReviewForm(
  held: ListedReview,
  { item, onSent }: { item: ListedReview; onSent: () => void },
): Writing {
  const me = useAtomValue(meAtom);
  const key = keyOf(held);
  const writing = useEditing({
    schema: rules,
    empty: startOf(held),
    draft: "review",
    subject: key,
    otherwise: "Failed to update review.",
    toInput: ({ reviewStatus, mentorComment, updatedStudentSolution }) => ({
      reviewStatus,
      mentorComment,
      ...(updatedStudentSolution === null ? {} : { updatedStudentSolution }),
      studentId: held.student._id,
    }),
    submit: (_input, values) => {
      if (values.base < item.version) throw new Failed(409, BEHIND);
      sendReview(key, values);
      onSent();
    },
  });
  return {
    ...writing,
    form: {
      ...writing.form,
      set: (name, value) => {
        writing.form.set(name, value);
        const isOthers = isClaimed(item.claim, Date.now()) && item.claim.by._id !== me?._id;
        if (item.mentorReview.status === "pending" && !isOthers) claimWhileWriting(key);
      },
    },
  };
}

const BEHIND = {
  msg: "Look at what has come in meanwhile first; your review is kept.",
  code: "stale",
};

/** How one begins to write. */
export const WRITE = {
  key: "r",
  name: "Write the comment",
  form: "review",
  field: "mentorComment",
};

interface FormProps {
  item: ListedReview;
  writing: Writing;
}

export function ReviewForm({ item, writing: { form } }: FormProps) {
  const key = keyOf(item);
  const element = useRef<HTMLFormElement>(null);
  /** A correction that was set aside, in case it is wanted after all. */
  const correction = useRef<string | null>(null);
  const isLeaving = useAtomValue(outgoingAtom).some(({ kind, subject }) =>
    kind === "review" && subject === key
  );
  const { values, errors, set } = form;
  const focus = (name: string) => {
    const field = element.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  };
  const correct = () => {
    if (values.updatedStudentSolution === null) {
      set("updatedStudentSolution", correction.current ?? item.studentSolutionSource ?? "");
    }
    requestAnimationFrame(() => focus("updatedStudentSolution"));
  };
  useAhead(key, { within: element, field: WRITE.field });
  useKeys([
    { keys: ["a"], name: "Approve", run: () => set("reviewStatus", "approved") },
    { keys: ["n"], name: "Not approve", run: () => set("reviewStatus", "not approved") },
    { keys: [WRITE.key], name: WRITE.name, run: () => focus("mentorComment") },
    { keys: ["e"], name: "Correct the code", run: correct },
    {
      keys: ["Ctrl+Enter"],
      name: "Send the review, and open the next",
      run: () => element.current?.requestSubmit(),
    },
  ]);
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
      <Problem text={values.refusal} />
      {isLeaving && (
        <p role="status" className="text-sm text-muted">Your review is waiting to be sent.</p>
      )}
      {/* Where there is room, in the line of the label below. */}
      <fieldset
        className={`flex flex-wrap items-center gap-x-5 gap-y-2 ${
          errors.reviewStatus ? "" : "lg:relative lg:-mb-6 lg:ml-auto lg:w-fit"
        }`}
      >
        <legend className="sr-only">Review Status</legend>
        {REVIEW_STATUSES.map((status) => (
          <label key={status} className="flex cursor-pointer items-center gap-2 font-semibold">
            <input
              type="radio"
              name="reviewStatus"
              className="radio radio-primary"
              checked={values.reviewStatus === status}
              onChange={() =>
                set("reviewStatus", status)}
            />
            <span className="capitalize">{status}</span>
          </label>
        ))}
      </fieldset>
      {errors.reviewStatus && <Problem text={errors.reviewStatus} />}
      <AreaField
        form={form}
        name="mentorComment"
        label="Mentor Comment"
        rows={2}
        className="[&_textarea]:max-h-[25vh]"
      />
      <Problem text={form.problem} />
      <div className="flex flex-wrap items-center gap-2">
        <Submit busy={form.busy}>Submit Review</Submit>
        <SavedReplies
          hotkey="s"
          written={values.mentorComment}
          onInsert={(text) => {
            const { mentorComment } = values;
            set("mentorComment", mentorComment === "" ? text : `${mentorComment}\n${text}`);
            focus("mentorComment");
          }}
        />
        {values.updatedStudentSolution === null
          ? (
            <button type="button" className="btn btn-ghost btn-sm" onClick={correct}>
              <Code2 aria-hidden className="size-4" /> Correct the code
            </button>
          )
          : (
            <button
              type="button"
              className="btn btn-ghost btn-sm"
              onClick={() => {
                correction.current = values.updatedStudentSolution;
                set("updatedStudentSolution", null);
              }}
            >
              <Undo2 aria-hidden className="size-4" /> Leave the code as it is
            </button>
          )}
        <span className="ml-auto text-sm text-muted max-xl:hidden">Ctrl + Enter sends</span>
      </div>
    </form>
  );
}

/** The code as the mentor corrects it: a field of the form that stands beside the attempt. */
export function Correction({ form }: Pick<Writing, "form">) {
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
