/** The state of the review form: its values, its draft, and how it is sent. */
import { useAtomValue } from "jotai";
import { type ListedReview, STANDS_WITHOUT_REASON } from "../../../server/reviews/schema.ts";
import { hasAttached } from "../../comments/drafts/state.ts";
import { CallError } from "../../kit/net/api.ts";
import { type EditState, useEditing } from "../../kit/forms/edit-conflict.tsx";
import { isFreeFor } from "../../kit/triage/claims.ts";
import { meAtom } from "../../kit/net/session.ts";
import { claimWhileWriting, type ReviewDraft, sendReview } from "../actions.ts";
import { asksAgain, keyOf } from "../state.ts";

/** Returns the form's first values: those of the existing review, if there is one. */
const startOf = (item: ListedReview): ReviewDraft => ({
  reviewStatus: item.mentorReview.status,
  mentorComment: asksAgain(item) ? "" : item.mentorReview.comment ?? "",
  updatedStudentSolution: item.mentorReview.updatedStudentSolutionSource,
  rubric: null,
  base: item.version,
  refusal: "",
});

export type ReviewEdit = EditState<ReviewDraft>;

export interface CodeEdit {
  begin: () => void;
  leave: () => void;
}

/**
 * @param copy the response as the mentor reads it
 * @param item the response as it is now
 */
export function useReviewForm(
  copy: ListedReview,
  { item, onSent }: { item: ListedReview; onSent: () => void },
): ReviewEdit {
  const me = useAtomValue(meAtom);
  const key = keyOf(copy);
  const writing = useEditing({
    schema: async () => (await import("../../../server/reviews/schema.ts")).reviewInput,
    empty: startOf(copy),
    draft: "review",
    subject: key,
    otherwise: "Failed to update review.",
    toInput: ({ reviewStatus, mentorComment, updatedStudentSolution, rubric }) => ({
      reviewStatus,
      mentorComment,
      ...(updatedStudentSolution === null ? {} : { updatedStudentSolution }),
      ...(rubric === null ? {} : { rubric }),
      studentId: copy.student._id,
    }),
    submit: (_input, values) => {
      if (values.base < item.version) throw new CallError(409, BEHIND);
      if (isSilent(values, item)) throw new CallError(400, SILENT);
      if (isUndecided(values) && !hasAttached(key)) throw new CallError(400, UNDECIDED);
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
        const isFree = isFreeFor(me?._id, item.claim);
        if (item.mentorReview.status === "pending" && isFree) claimWhileWriting(key);
      },
    },
  };
}

const BEHIND = {
  msg: "There is a newer version. Look at it first. Your review is kept.",
  code: "stale",
};

/** A review that decides nothing and says nothing. */
const isUndecided = (draft: ReviewDraft) =>
  draft.reviewStatus === "pending" && draft.mentorComment.trim() === "" &&
  draft.updatedStudentSolution === null && draft.rubric === null;

/** A review that leaves the decision as it is, at which another look was asked for, and says nothing. */
const isSilent = ({ reviewStatus, mentorComment }: ReviewDraft, item: ListedReview) =>
  reviewStatus === asksAgain(item)?.decision && mentorComment.trim() === "";

/** The texts are beside the button; the field without a text of its own takes the focus. */
const UNDECIDED = {
  msg: "Choose Approved or Not approved, or write a comment.",
  code: "validation",
  errors: { reviewStatus: "" },
};

const SILENT = {
  msg: STANDS_WITHOUT_REASON,
  code: "validation",
  errors: { mentorComment: "" },
};

/** The shortcut that starts a comment, and the field's name. */
export const WRITE = {
  key: "r",
  name: "Write the answer",
  form: "review",
  field: "mentorComment",
};
