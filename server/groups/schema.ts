/**
 * Groups of students whose programs fail in the same way, and the answers that mentors send to a
 * group. Only staff get these values: each student gets the answer in a thread of their own: their
 * open doubt, or a new one.
 */
import * as z from "zod";
import { id, limit, orBlank, page, someone, text, time } from "../kit/core/schema.ts";
import type { Failure } from "../runs/schema.ts";

export const MEMBERS_MOST = 600;
/** The most characters of an answer to a group: each student gets a copy. */
export const ANSWER_MOST = 4000;
/** So many programs of a group are shown. */
export const EXAMPLES = 3;

/** What a group needs of a cell of the map: a student's newest run on a question. */
export type GroupCell = {
  studentId: string;
  assignmentId: string;
  run: { _id: string } | null;
  failure: Failure | null;
  /** Since when the student has solved the question. */
  solvedAt?: string | null;
};

/** Students whose newest runs on one question fail in the same way. */
export type Group = {
  assignmentId: string;
  key: string;
  failure: Failure;
  /** As in "11 fail case 3 with `4` instead of `5`". */
  title: string;
  /** The ids of the students, in an order that does not change when somebody runs again. */
  members: string[];
  /** The ids of up to three members' runs. */
  examples: string[];
};

/** The key of the group's failure. */
const key = z.string().min(1, "Say which group.").max(200, "A key has at most 200 characters.");

const members = z.array(id).min(1, "This group is empty.")
  .max(MEMBERS_MOST, `An answer goes to at most ${MEMBERS_MOST} students.`)
  .refine((ids) => new Set(ids).size === ids.length, "Name each student once.");

export const groupAnswerInput = z.strictObject({
  assignmentId: id,
  key,
  /** The students whom the mentor saw in the group. */
  members,
  answer: text("Answer", ANSWER_MOST),
  /** Opens new threads to the class. Without it they are private. */
  open: z.boolean().optional(),
});
export type GroupAnswerInput = z.infer<typeof groupAnswerInput>;

export const groupAnswer = z.object({
  _id: id,
  assignmentId: id,
  key: z.string(),
  title: z.string(),
  answer: z.string(),
  by: someone,
  open: z.boolean(),
  members: z.array(id),
  createdAt: time,
});
export type GroupAnswer = z.infer<typeof groupAnswer>;

/** Why a student whom the mentor saw in the group did not get the answer. */
export const LEFT_OUT = ["solved", "changed", "gone", "full"] as const;
export type LeftOut = typeof LEFT_OUT[number];

export const groupAnswerReply = groupAnswer.extend({
  left: z.array(z.object({ studentId: id, why: z.enum(LEFT_OUT) })),
});
export type GroupAnswerReply = z.infer<typeof groupAnswerReply>;

export const groupAnswersQuery = z.object({
  /** Only answers to students who failed this question. */
  assignmentId: orBlank(id),
  page,
  limit,
});
export type GroupAnswersQuery = z.infer<typeof groupAnswersQuery>;

export const groupQuestionQuery = z.object({
  classSessionId: id,
  assignmentId: id,
  key,
});
export type GroupQuestionQuery = z.infer<typeof groupQuestionQuery>;

/** A quick question about the program of a group, for a mentor to change and to ask. */
export const groupQuestion = z.object({
  text: z.string(),
  program: z.string(),
  options: z.array(z.string()),
  rightOption: z.int().nullable(),
  runId: id,
});
export type GroupQuestion = z.infer<typeof groupQuestion>;

/** To the staff only. */
export const groupEvents = { "group.answered": groupAnswer };
