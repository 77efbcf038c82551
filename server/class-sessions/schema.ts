/** Inputs, the class session as the class sees it, its results, the wall's link, and the events. */
import * as z from "zod";
import { id, limit, moment, page, someone, time, version } from "../kit/core/schema.ts";
import { audience, audienceInput } from "../sections/schema.ts";

export const CLASS_SESSION_QUESTIONS_MOST = 5;
/** A class session ends by itself after this time, in minutes. */
export const CLASS_SESSION_MINUTES = 6 * 60;

/** A question of a class session. It has no test cases if `cases` is 0. */
export const classSessionQuestion = z.object({
  /** The assignment's id. */
  _id: id,
  title: z.string(),
  /** The number of test cases, without the hidden ones. */
  cases: z.int(),
});
export type ClassSessionQuestion = z.infer<typeof classSessionQuestion>;

export const classSession = z.object({
  _id: id,
  startedBy: someone,
  startedAt: time,
  /** When it ends by itself. */
  endsAt: time,
  /** Null while it runs. */
  endedAt: time.nullable(),
  /** Until when the countdown runs; null without one. */
  countdownAt: time.nullable(),
  /** The id of the question that the wall shows; null: the wall shows them in turn. */
  shownId: id.nullable(),
  audience,
  /** Whose work the wall counts, if not that of everyone whom it is for. */
  wallSections: audience,
  /** In the mentor's order. */
  questions: z.array(classSessionQuestion),
  version,
});
export type ClassSession = z.infer<typeof classSession>;

const NONE = "Choose at least one question.";
const questions = z.array(id, NONE).min(1, NONE)
  .max(CLASS_SESSION_QUESTIONS_MOST, `Choose at most ${CLASS_SESSION_QUESTIONS_MOST} questions.`)
  .refine((ids) => new Set(ids).size === ids.length, "Choose each question once.");

const countdownAt = z.union([z.literal(["", null]).transform(() => null), moment()], {
  error: "The countdown ends at a date and a time, like 2026-11-30T17:00.",
}).optional();

export const startInput = z.strictObject({ questions, countdownAt, audience: audienceInput });
export type StartInput = z.infer<typeof startInput>;

/** A field that is left out stays as it is. */
export const changeInput = z.strictObject({
  questions: questions.optional(),
  countdownAt,
  shownId: id.nullable().optional(),
  audience: audienceInput,
  wallSections: audienceInput,
  version: version.optional(),
});
export type ChangeInput = z.infer<typeof changeInput>;

/** That of the asker's own sections with what they solved; then others, the earliest first. */
export const runningReply = z.object({
  classSession: classSession.nullable(),
  others: z.array(classSession),
  solved: z.array(id),
});
export type RunningReply = z.infer<typeof runningReply>;

/** How many students opened, ran and solved one question during the class session. */
export const questionSummary = z.object({
  assignmentId: id,
  opened: z.int(),
  ran: z.int(),
  solved: z.int(),
});

export type QuestionSummary = z.infer<typeof questionSummary>;

/** What came of a class session: numbers only. */
export const classSessionSummary = z.object({
  /** The students who opened, ran or handed in at least one of its questions. */
  students: z.int(),
  questions: z.array(questionSummary),
  /** The doubts that were raised on its questions. */
  doubts: z.int(),
  /** The answers that were sent to a group. */
  groupAnswers: z.int(),
  /** The quick questions, under the name that stored summaries have for them. */
  polls: z.int(),
});
export type ClassSessionSummary = z.infer<typeof classSessionSummary>;

export const pastQuery = z.object({ page, limit });
export type PastQuery = z.infer<typeof pastQuery>;

/** A class session that is over. The summary is null until it is computed. */
export const pastClassSession = classSession.extend({ summary: classSessionSummary.nullable() });
export type PastClassSession = z.infer<typeof pastClassSession>;

export const pastReply = z.object({ classSessions: z.array(pastClassSession), total: z.int() });
export type PastReply = z.infer<typeof pastReply>;

export const classSessionEvents = {
  "classSession.started": classSession,
  /** Its questions, its countdown, or the question on the wall. */
  "classSession.changed": classSession,
  "classSession.ended": classSession,
};
