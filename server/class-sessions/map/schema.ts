/** A cell for each learner and question. Signs of life and runs are stored, the rest is joined. */
import * as z from "zod";
import { claim } from "../../doubts/schema.ts";
import { id, text, time } from "../../kit/core/schema.ts";
import { ANSWER_MOST } from "../../groups/schema.ts";
import { failure, RUN_VERDICTS } from "../../runs/schema.ts";
import { classSession } from "../schema.ts";

/** A learner's browser sends a sign of the same kind at most this often, in seconds. */
export const SIGN_SECONDS = 60;
/** The server stores the same sign of one learner on one question at most this often. */
export const KEPT_SECONDS = 20;
export const LEARNERS_MOST = 2000;

export const SIGNS = ["opened", "writing"] as const;

export const signInput = z.strictObject({
  assignmentId: id,
  sign: z.enum(SIGNS, "A sign is “opened” or “writing”."),
});
export type SignInput = z.infer<typeof signInput>;
/** The reply is the same whether the sign was stored or came too soon after another one. */
export const signReply = z.object({ assignmentId: id });

const key = { studentId: id, assignmentId: id };

/** The newest run of a learner on a question during the session. */
export const cellRun = z.object({
  _id: id,
  verdict: z.enum(RUN_VERDICTS),
  /** Of the cases that the learner sees. */
  passed: z.int(),
  total: z.int(),
  at: time,
});

export const mapCell = z.object({
  ...key,
  openedAt: time.nullable(),
  writingAt: time.nullable(),
  run: cellRun.nullable(),
  /** When it was opened, or when a run first passed more cases than each earlier one. */
  steppedAt: time.nullable(),
  /** How many runs in a row have failed as the newest one. */
  repeats: z.int(),
  failure: failure.nullable(),
  /** The first run that passed all cases. */
  solvedAt: time.nullable(),
});
export type MapCell = z.infer<typeof mapCell>;

export const mapLearner = z.object({
  _id: id,
  name: z.string(),
  isHere: z.boolean(),
  /** The ids of the learner's sections, if there are any. */
  sections: z.array(id).optional(),
});
export type MapLearner = z.infer<typeof mapLearner>;

/** An unresolved doubt on a question of the session. */
export const mapDoubt = z.object({
  _id: id,
  ...key,
  /** Null while it waits for its owner. */
  waitingSince: time.nullable(),
  claim: claim.nullable(),
});
export type MapDoubt = z.infer<typeof mapDoubt>;

export const classSessionMap = z.object({
  classSession,
  /** By name. */
  learners: z.array(mapLearner),
  cells: z.array(mapCell),
  doubts: z.array(mapDoubt),
  /** The responses that were handed in as solved, also before the session. */
  solved: z.array(z.object(key)),
});
export type ClassSessionMap = z.infer<typeof classSessionMap>;

/** To the staff only. */
export const mapEvents = { "classSession.cell": mapCell.extend({ classSessionId: id }) };

/** What a mentor writes to one learner from the map. */
export const noteInput = z.strictObject({ text: text("Text", ANSWER_MOST) });

/** The connected learners, as the message `here` brings them. */
export type Here = { here: string[] };
