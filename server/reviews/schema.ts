/** Reviews of responses: inputs, the item of the queue, the history and the events. */
import * as z from "zod";
import {
  again,
  response,
  RESPONSE_STATUSES,
  REVIEW_STATUSES,
  reviewStatus,
} from "../assignments/responses/schema.ts";
import { attachedFields } from "../comments/schema.ts";
import { claim } from "../doubts/schema.ts";
import {
  filter,
  id,
  limit,
  match,
  orBlank,
  page,
  someone,
  text,
  time,
  version,
} from "../kit/core/schema.ts";
import { LANGUAGES } from "../languages/types.ts";
import { chosenPoints, reviewRubric } from "../rubrics/schema.ts";
import { responseRun } from "../runs/schema.ts";
import { sectionFilter } from "../sections/schema.ts";

export const reviewInput = z.strictObject({
  studentId: id,
  reviewStatus,
  mentorComment: z.string().trim().max(10_000, "The comment is too long.").optional(),
  updatedStudentSolution: z.string().max(100_000, "The code is too long.").optional(),
  /** Of the correction: it is highlighted as that. */
  language: z.enum(LANGUAGES).optional(),
  ...attachedFields,
  /** The rubric's points that it gives. Without it, those of an earlier review stay. */
  rubric: chosenPoints.optional(),
  version: version.optional(),
});
export type ReviewInput = z.infer<typeof reviewInput>;

/** Who leaves a decision as it is, at which another look was asked for, says why. */
export const STANDS_WITHOUT_REASON =
  "Say in a sentence why the decision stands: the student reads it.";

export const againInput = z.strictObject({ reason: text("Reason", 2000) });

export const claimInput = z.strictObject({ studentId: id, takeOver: z.boolean().optional() });
export const releaseInput = z.strictObject({ studentId: id });

export const queueFilter = z.object({
  reviewStatus: filter(REVIEW_STATUSES),
  /** Only what waits for a review: pending, but not waiting or answered as a doubt. */
  waiting: z.union([z.literal(["", "all"]).transform(() => undefined), z.literal("true")])
    .optional(),
  studentName: match,
  assignmentTitle: match,
  section: sectionFilter,
  page,
  limit,
});
export type QueueFilter = z.infer<typeof queueFilter>;

export const solvedFilter = queueFilter.omit({ studentName: true, waiting: true, section: true })
  .extend({
    studentId: orBlank(id),
  });
export type SolvedFilter = z.infer<typeof solvedFilter>;

export const byResponse = z.object({ id, studentId: id });

/** A response in the review queue. It is the same for everyone who may see it. */
export const reviewItem = response.extend({
  assignmentId: id,
  assignmentTitle: z.string(),
  /** The time of the first attempt that no review has answered: its place in the queue. */
  waitingSince: time,
  /** The time of the newest attempt. */
  submittedAt: time,
});
export type ReviewItem = z.infer<typeof reviewItem>;

/** An item in a list; only staff get `claim`. */
export const listedReview = reviewItem.extend({ claim: claim.nullable().optional() });
export type ListedReview = z.infer<typeof listedReview>;

export const reviewPage = z.object({ reviews: z.array(listedReview), total: z.int() });
export const solvedPage = z.object({ assignments: z.array(listedReview), total: z.int() });

const corrected = {
  updatedStudentSolution: z.string().nullable(),
  updatedStudentSolutionSource: z.string().nullable(),
};

/** A history contains the newest attempts and their reviews; older ones are sent on request. */
export const ATTEMPTS_MOST = 30;
export const REVIEWS_MOST = 100;

/** The part of a history: the attempts before this one, or the newest ones. */
export const historyQuery = z.object({ before: id.optional() });
export type HistoryQuery = z.infer<typeof historyQuery>;

export const historyEntry = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("attempt"),
    _id: id,
    /** 1 for the first. */
    number: z.int(),
    responseStatus: z.enum(RESPONSE_STATUSES),
    submissionUrl: z.string().nullable(),
    learningNotes: z.string().nullable(),
    studentSolution: z.string().nullable(),
    studentSolutionSource: z.string().nullable(),
    language: z.enum(LANGUAGES).nullable().optional(),
    screenshots: z.array(z.string()),
    run: responseRun.nullable().optional(),
    late: z.boolean().optional(),
    sentAt: time.nullable().optional(),
    createdAt: time,
  }),
  z.object({
    type: z.literal("review"),
    _id: id,
    attemptId: id,
    status: reviewStatus,
    comment: z.string().nullable(),
    ...corrected,
    /** The points that it gave. Only staff get their hints. */
    rubric: reviewRubric.nullable(),
    by: someone,
    again: again.nullable().optional(),
    createdAt: time,
  }),
]);
export type HistoryEntry = z.infer<typeof historyEntry>;

export const reviewEvents = { "review.waiting": reviewItem, "review.changed": reviewItem };
