/** What the projector shows, without names, and the link that opens it without an account. */
import * as z from "zod";
import { id, someone, time } from "../../kit/core/schema.ts";
import { quickQuestion } from "../../quick-questions/schema.ts";
import { givenFile } from "../../assignments/given-files/schema.ts";
import { judgeSettings } from "../../languages/schema.ts";
import { CASES_MOST } from "../../languages/types.ts";
import { classSessionQuestion, questionSummary } from "../schema.ts";

export const WALL_HEADER = "x-wall";
/** A code is longer than this only by mistake: with spaces and hyphens. */
export const CODE_MOST = 40;
/** A failure is shown only if at least so many students have it. */
export const WALL_GROUP_LEAST = 2;
/** A result stays on the wall for so many minutes. */
export const WALL_RESULT_MINUTES = 5;

/** Steps stay on the wall for so many minutes after the last one was shown. */
export const WALL_STEPS_MINUTES = 10;
const STEPS_MOST = 10_000;
/** The most characters of an own input on the wall. */
export const WALL_INPUT_MOST = 300;

/** The link as staff see it. Only the reply that makes it has the code. */
export const wallLink = z.object({ madeAt: time, by: someone });
export type WallLink = z.infer<typeof wallLink>;
export const linkReply = z.object({ link: wallLink.nullable() });

/** The code is shown once: the server keeps only its hash. */
export const madeLink = z.object({ code: z.string(), link: wallLink });

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

export const wallQuestion = classSessionQuestion.extend({
  ...questionSummary.omit({ assignmentId: true }).shape,
  group: wallGroup.nullable(),
});
export type WallQuestion = z.infer<typeof wallQuestion>;

/** The quick question, and its result when staff show it: never a name. */
export const wallQuickQuestion = quickQuestion.pick({
  _id: true,
  text: true,
  options: true,
  program: true,
  again: true,
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
export type WallQuickQuestion = z.infer<typeof wallQuickQuestion>;

/** A step of a kept run, from 1: on a visible case by its number, or on an input. */
export const wallStepInput = z.strictObject({
  runId: id,
  step: z.int().min(1, "The first step is 1.").max(STEPS_MOST, "A run has no such step."),
  case: z.int().min(1, "The first case is 1.").max(CASES_MOST, "There is no such case.").optional(),
  input: z.string().max(WALL_INPUT_MOST, "The input is too long for the wall.").optional(),
});
export type WallStepInput = z.infer<typeof wallStepInput>;

/** A program that staff step through. The wall's browser records its steps. */
export const wallSteps = z.object({
  title: z.string(),
  source: z.string(),
  /** With the files of its question that are not hidden. */
  settings: judgeSettings.extend({
    fileName: z.string().optional(),
    files: z.array(givenFile),
  }),
  case: z.int().nullable(),
  input: z.string(),
  /** What is called in place of the whole program. */
  call: z.string().optional(),
  /** Null on an own input. */
  expected: z.string().nullable(),
  step: z.int(),
  /** The wall shows it until then, unless it changes. */
  until: time,
});
export type WallSteps = z.infer<typeof wallSteps>;

/** The steps on the wall as they are stored. */
export type StoredSteps = WallStepInput & { until: string };

export const wallView = z.object({
  classSessionId: id,
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
  quickQuestion: wallQuickQuestion.nullable(),
  steps: wallSteps.nullable(),
});
export type WallView = z.infer<typeof wallView>;

export const wallEvents = {
  /** To staff: the link was made or taken back. */
  "classSession.wall": z.object({ classSessionId: id, link: wallLink.nullable() }),
  /** To staff: a step of this run is on the wall, or none is. */
  "classSession.steps": z.object({ classSessionId: id, runId: id.nullable() }),
};
