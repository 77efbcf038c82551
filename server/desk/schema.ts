/** How long work waits, mentors' limits, saved replies, and the context of an item in triage. */
import * as z from "zod";
import { RESPONSE_STATUSES, reviewStatus } from "../assignments/responses/schema.ts";
import { listedDoubt, similarDoubt } from "../doubts/schema.ts";
import { id, line, orBlank, someone, text, time, version } from "../kit/core/schema.ts";
import { RUN_VERDICTS } from "../runs/schema.ts";

/** The median is of the answers of this many minutes. */
export const MEDIAN_OF = 60;
/** The most answers that a median reads. */
export const ANSWERS_MOST = 500;

/** After how many minutes a wait is long, and too long. */
export const USUAL_LIMITS = { long: 10, tooLong: 30 };
const LIMIT_MOST = 7 * 24 * 60;

const minutes = (what: string) =>
  z.int(`${what} must be a whole number of minutes.`).min(1, `${what} must be at least 1 minute.`)
    .max(LIMIT_MOST, `${what} must be at most 7 days.`);

export const limits = z.strictObject({ long: minutes("Long"), tooLong: minutes("Too long") });
export type Limits = z.infer<typeof limits>;

export const limitsInput = limits.refine(({ long, tooLong }) => long < tooLong, {
  message: "Too long must be more than long.",
  path: ["tooLong"],
});

export const oldest = z.object({
  /** The key of the item in the triage view. */
  key: z.string(),
  name: z.string(),
  about: z.string(),
  since: time,
});
export type Oldest = z.infer<typeof oldest>;

export const waitingLine = z.object({
  /** How many wait, up to the ceiling of the queue. */
  waiting: z.int(),
  oldest: oldest.nullable(),
  /** How long an item waited, in ms: the median of the last hour; null where there are too few. */
  median: z.number().nullable(),
});
export type WaitingLine = z.infer<typeof waitingLine>;

export const desk = z.object({ doubts: waitingLine, reviews: waitingLine, limits });
export type Desk = z.infer<typeof desk>;

/** A figure of the class's week counts up to this many. */
export const WEEK_MOST = 10_000;

const figure = z.int().min(0);

export const classWeek = z.object({
  /** Attempts that were handed in, those with the status solved, and by how many students. */
  handedIn: figure,
  solved: figure,
  students: figure,
  reviewed: figure,
  asked: figure,
  answered: figure,
});
export type ClassWeek = z.infer<typeof classWeek>;

// Saved replies

export const REPLIES_EACH = 50;
/** The most replies that one list has: a person's own, and then those that others share. */
export const REPLIES_LISTED = 300;
export const REPLY_MOST = 4000;
export const REPLY_NAME_MOST = 60;
export const REPLY_KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

export const savedReplyInput = z.strictObject({
  name: line("Name", REPLY_NAME_MOST),
  text: text("Text", REPLY_MOST),
  /** The key that inserts it in the triage view. */
  key: z.enum(REPLY_KEYS).nullable().default(null),
  /** Whether all mentors and admins may use it. */
  shared: z.boolean().default(false),
});
export type SavedReplyInput = z.infer<typeof savedReplyInput>;

export const savedReplyChange = savedReplyInput.extend({ version: version.optional() });
export type SavedReplyChange = z.infer<typeof savedReplyChange>;

export const savedReply = z.object({
  _id: id,
  name: z.string(),
  text: z.string(),
  key: z.enum(REPLY_KEYS).nullable(),
  shared: z.boolean(),
  owner: someone,
  createdAt: time,
  version,
});
export type SavedReply = z.infer<typeof savedReply>;

// The context of an item

/** The most rows of each list of a context. */
export const CONTEXT_MOST = 8;

export const contextQuery = z.object({
  assignmentId: id,
  studentId: id,
  /** The doubt that is open: it is not in the lists. */
  doubtId: orBlank(id),
});
export type ContextQuery = z.infer<typeof contextQuery>;

/** A run in a context: with its cases' figures, but without what the program wrote. */
export const contextRun = z.object({
  _id: id,
  verdict: z.enum(RUN_VERDICTS).nullable(),
  passed: z.int(),
  total: z.int(),
  createdAt: time,
});

export const contextAttempt = z.object({
  _id: id,
  responseStatus: z.enum(RESPONSE_STATUSES),
  createdAt: time,
  passed: z.int().nullable(),
  total: z.int().nullable(),
});

export const context = z.object({
  response: z.object({
    responseStatus: z.enum(RESPONSE_STATUSES),
    learningNotes: z.string().nullable(),
    reviewStatus,
    submittedAt: time,
  }).nullable(),
  /** The student's newest program: from the newest run, or as it was handed in. */
  program: z.object({
    source: z.string(),
    from: z.enum(["run", "attempt"]),
    createdAt: time,
  }).nullable(),
  runs: z.array(contextRun),
  attempts: z.array(contextAttempt),
  /** The student's other doubts, newest activity first. */
  asked: z.array(listedDoubt),
  /** Answered doubts: those that failed in the same way, then those with a similar text. */
  similar: z.array(similarDoubt),
});
export type Context = z.infer<typeof context>;

export const deskEvents = {
  "desk.limits": limits,
  "saved-reply.saved": savedReply,
  /** It was deleted, or it is no longer shared with this person. */
  "saved-reply.removed": z.object({ _id: id }),
};
