/** Reviews of responses: inputs, the queue's item, the history and the events. */
import * as z from "zod";
import {
  newestCard,
  response,
  RESPONSE_STATUSES,
  REVIEW_STATUSES,
  reviewStatus,
} from "../assignments/schema.ts";
import { claim } from "../doubts/schema.ts";
import { filter, id, limit, match, page, time, version } from "../kit/schema.ts";
import { someone } from "../people/schema.ts";

export const reviewInput = z.strictObject({
  studentId: id,
  reviewStatus,
  mentorComment: z.string().trim().max(10_000, "The comment is too long.").optional(),
  updatedStudentSolution: z.string().max(100_000, "The code is too long.").optional(),
  /** Of the response. */
  version: version.optional(),
});
export type ReviewInput = z.infer<typeof reviewInput>;

export const claimInput = z.strictObject({ studentId: id, takeOver: z.boolean().optional() });
export const releaseInput = z.strictObject({ studentId: id });

export const queueFilter = z.object({
  reviewStatus: filter(REVIEW_STATUSES),
  studentName: match,
  assignmentTitle: match,
  page,
  limit,
});
export type QueueFilter = z.infer<typeof queueFilter>;

export const solvedFilter = queueFilter.omit({ studentName: true }).extend({
  studentId: z.union([z.literal("").transform(() => undefined), id]).optional(),
});
export type SolvedFilter = z.infer<typeof solvedFilter>;

export const byResponse = z.object({ id, studentId: id });

/** A response as the queue shows it: the same for everyone who may see it. */
export const reviewItem = response.extend({
  assignmentId: id,
  assignmentTitle: z.string(),
  /** When the newest attempt came in. */
  waitingSince: time,
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

/** Of a history the newest attempts and their reviews are sent; older ones on request. */
export const ATTEMPTS_MOST = 30;
export const REVIEWS_MOST = 100;

/** Which part of a history: the attempts before this one, or else the newest. */
export const historyQuery = z.object({ before: id.optional() });
export type HistoryQuery = z.infer<typeof historyQuery>;

/** What happened to a response, oldest first. */
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
    screenshots: z.array(z.string()),
    createdAt: time,
  }),
  z.object({
    type: z.literal("review"),
    _id: id,
    /** The attempt that was reviewed. */
    attemptId: id,
    status: reviewStatus,
    comment: z.string().nullable(),
    ...corrected,
    by: someone,
    createdAt: time,
  }),
]);
export type HistoryEntry = z.infer<typeof historyEntry>;

export const reviewEvents = { "review.waiting": reviewItem, "review.changed": reviewItem };

const topic = ({ assignmentId, student }: ReviewItem) => `review:${assignmentId}.${student._id}`;

/** Under its assignment's title as that is by now. */
function renewed(item: ReviewItem, newest: Parameters<typeof newestCard>[0]): ReviewItem {
  const card = newestCard(newest, item.assignmentId);
  return card ? { ...item, assignmentTitle: card.title } : item;
}

export const reviewTopics = {
  "review.waiting": { of: topic, renewed },
  "review.changed": { of: topic, renewed },
};
