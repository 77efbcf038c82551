/** Responses: their statuses, inputs and views, with the review. */
import * as z from "zod";
import { fileLink } from "../../files/schema.ts";
import {
  id,
  link,
  NO_LINK,
  oneOf,
  orBlank,
  someone,
  time,
  version,
} from "../../kit/core/schema.ts";
import { LANGUAGES } from "../../languages/types.ts";
import { reviewRubric } from "../../rubrics/schema.ts";
import { responseRun } from "../../runs/schema.ts";

export const RESPONSE_STATUSES = [
  "solved",
  "partially solved",
  "not understanding",
  "having doubt",
] as const;
export const REVIEW_STATUSES = ["pending", "approved", "not approved"] as const;

export const responseStatus = oneOf(RESPONSE_STATUSES, "Status is required.");
export const reviewStatus = oneOf(REVIEW_STATUSES, "Review status is required.");
export type ResponseStatus = z.infer<typeof responseStatus>;

export const DESCRIBE_PROBLEM_MESSAGE = "Describe Your Problem is required.";
export const SCREENSHOTS_MOST = 5;
/** For so many days a device may have been without a connection when a late response arrives. */
export const SENT_DAYS_MOST = 3;

/** A response. Its form and its call differ only in whether the status may be missing. */
const responseFields = {
  responseStatus,
  submissionUrl: orBlank(link, NO_LINK),
  learningNotes: z.string().trim().max(10_000, "This must be at most 10000 characters.").optional(),
  studentSolution: z.string().max(100_000, "The code is too long.").optional(),
  /** Of the code. Without it, the first that the question takes. */
  language: z.enum(LANGUAGES).optional(),
  screenshots: z.array(fileLink()).max(SCREENSHOTS_MOST, `At most ${SCREENSHOTS_MOST} screenshots.`)
    .default([]),
  /** When the device first tried to send it. Counts once it was given out, for `SENT_DAYS_MOST`. */
  sentAt: z.string().regex(z.regexes.datetime({}), "This is not a time in UTC.").optional(),
  version: version.optional(),
};
const needsNotes = {
  path: ["learningNotes"],
  message: DESCRIBE_PROBLEM_MESSAGE,
};
const notesRule = {
  if: { properties: { responseStatus: { const: "solved" } } },
  else: { required: ["learningNotes"], properties: { learningNotes: { pattern: "\\S" } } },
};

export const statusInput = z.strictObject(responseFields)
  .refine(
    (response) => response.responseStatus === "solved" || response.learningNotes,
    needsNotes,
  ).meta(notesRule);
/** As the call takes it: without a status, the status follows from the learner's last run. */
export const respondInput = z.strictObject({
  ...responseFields,
  responseStatus: responseStatus.optional(),
}).refine(
  ({ responseStatus = "solved", learningNotes }) => responseStatus === "solved" || learningNotes,
  needsNotes,
).meta(notesRule);
export type RespondInput = z.infer<typeof respondInput>;
export type StatusInput = z.infer<typeof statusInput>;

const DECISIONS = ["approved", "not approved"] as const;
export type Decision = typeof DECISIONS[number];

export const again = z.object({ reason: z.string(), at: time });

export const review = z.object({
  status: reviewStatus,
  comment: z.string().nullable(),
  /** The reviewer's correction. The student's own solution stays unchanged. */
  updatedStudentSolution: z.string().nullable(),
  updatedStudentSolutionSource: z.string().nullable(),
  /** The points that it gave. */
  rubric: reviewRubric.nullable(),
  by: someone.nullable(),
  at: time.nullable(),
  /** The request for another look, with the decision that it is about and who made that. */
  again: again.extend({ decision: z.enum(DECISIONS), by: id }).nullable().optional(),
});

export const response = z.object({
  /** With the ids of the student's sections, if there are any. */
  student: z.object({ _id: id, name: z.string(), sections: z.array(id).optional() }),
  responseStatus,
  submissionUrl: z.string().nullable(),
  learningNotes: z.string().nullable(),
  studentSolution: z.string().nullable(),
  studentSolutionSource: z.string().nullable().optional(),
  language: z.enum(LANGUAGES).nullable().optional(),
  screenshots: z.array(z.string()),
  /** The run of the code that was handed in, if the server knows one. */
  run: responseRun.nullable().optional(),
  /** Whether it came after the due date. */
  late: z.boolean().optional(),
  /** The device's time of handing in, if that was in time and it arrived late. */
  sentAt: time.nullable().optional(),
  mentorReview: review,
  gaveUpAt: time.nullable(),
  createdAt: time,
  updatedAt: time,
  version,
});
export type Response = z.infer<typeof response>;
