/**
 * The wall: what the projector shows while a class session runs, in numbers and without names; and
 * the link that opens it without an account.
 */
import * as z from "zod";
import { id, someone, time } from "../../kit/core/schema.ts";
import { poll } from "../../polls/schema.ts";

/** The header with the code of a wall's link. */
export const WALL_HEADER = "x-wall";
/** A code is longer than this only by mistake: with spaces and hyphens. */
export const CODE_MOST = 40;
/** A failure is shown only if at least so many students have it. */
export const WALL_GROUP_LEAST = 2;
/** A result stays on the wall for so many minutes. */
export const WALL_RESULT_MINUTES = 5;

/** The link of the running lesson, as staff see it. Only the reply that makes it has the code. */
export const wallLink = z.object({ madeAt: time, by: someone });
export type WallLink = z.infer<typeof wallLink>;
export const linkReply = z.object({ link: wallLink.nullable() });

/** The code is shown once: the server keeps only its hash. */
export const madeLink = z.object({ code: z.string(), link: wallLink });
export type MadeLink = z.infer<typeof madeLink>;

/** The failure that most students share on one question. */
export const wallGroup = z.object({
  size: z.int(),
  kind: z.enum(["case", "compile", "crash"]),
  /** The number of the case, among those that students see. */
  case: z.int().optional(),
  expected: z.string().optional(),
  /** Only if a server has seen it, and it has only words and signs of the expected output. */
  got: z.string().optional(),
  /** For a kind of compiler message, the server's sentence; or the limit that was broken. */
  message: z.string().optional(),
});
export type WallGroup = z.infer<typeof wallGroup>;

export const wallQuestion = z.object({
  _id: id,
  title: z.string(),
  cases: z.int(),
  opened: z.int(),
  ran: z.int(),
  solved: z.int(),
  group: wallGroup.nullable(),
});
export type WallQuestion = z.infer<typeof wallQuestion>;

/** The quick question, and its result when staff show it: never a name. */
export const wallPoll = poll.pick({
  _id: true,
  text: true,
  options: true,
  closesAt: true,
  isTimed: true,
  closedAt: true,
  result: true,
}).extend({
  /** How many people have answered. */
  answers: z.int(),
  /** The wall shows it until then, unless it changes. */
  until: time,
});
export type WallPoll = z.infer<typeof wallPoll>;

export const wallView = z.object({
  lessonId: id,
  startedAt: time,
  endsAt: time,
  countdownAt: time.nullable(),
  /** Null: the wall shows the questions in turn. */
  shownId: id.nullable(),
  /** The students who have opened at least one of the questions. */
  students: z.int(),
  questions: z.array(wallQuestion),
  /** The doubts on the questions that wait for an answer, and since when the first one waits. */
  waiting: z.object({ count: z.int(), since: time.nullable() }),
  poll: wallPoll.nullable(),
});
export type WallView = z.infer<typeof wallView>;

export const wallEvents = {
  /** To staff: the link was made or taken back. */
  "lesson.wall": z.object({ lessonId: id, link: wallLink.nullable() }),
};

export const wallEventRules = {
  "lesson.wall": {
    of: ({ lessonId }: { lessonId: string }) => `wall:${lessonId}`,
    isState: true,
  },
};
