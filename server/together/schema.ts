/** Looking at a program together: the input, the view for its two people, and the event. */
import * as z from "zod";
import { id, someone, time } from "../kit/core/schema.ts";

/** An unanswered question lasts this long, in ms. */
export const ASKED_MS = 10 * 60_000;
/** The two work together for at most this long, in ms. */
export const TOGETHER_MS = 4 * 60 * 60_000;
/** The most open questions and sessions of one person. */
export const TOGETHER_EACH = 3;

/** A question to look at the student's program together, or the session after the other's yes. */
export const together = z.object({
  /** New for each question, so that a yes is never about an earlier one. */
  _id: id,
  doubtId: id,
  assignmentId: id,
  student: someone,
  /** Null until a mentor has agreed to a student's question. */
  mentor: someone.nullable(),
  askedBy: z.enum(["student", "mentor"]),
  state: z.enum(["asked", "on"]),
  /** When it ends by itself. */
  until: time,
});
export type Together = z.infer<typeof together>;

export const togetherReply = z.object({ together: together.nullable() });

export const agreeInput = z.strictObject({ _id: id });

export const togetherEvents = {
  /** Somebody asked, agreed, or ended it; `ended` is the id of the session that is over. */
  "doubt.together": z.object({
    doubtId: id,
    together: together.nullable(),
    ended: id.nullable(),
  }),
};
