/** What the wall shows of a class session: pure functions. */
import type { QuickQuestion } from "../../quick-questions/schema.ts";
import type { Failure } from "../../runs/schema.ts";
import type { ClassSession, QuestionSummary } from "../schema.ts";
import { type Audience, haveCommon } from "../../sections/policy.ts";
import {
  WALL_GROUP_LEAST,
  WALL_RESULT_MINUTES,
  type WallGroup,
  type WallQuickQuestion,
  type WallSteps,
  type WallView,
} from "./schema.ts";

/** The first of these class sessions on whose wall a program may be: one for its student. */
export const wallFor = <L extends { audience?: Audience }>(
  running: readonly L[],
  sections: readonly string[] = [],
): L | undefined => running.find(({ audience }) => haveCommon(audience, sections));

export type FailureGroup = {
  assignmentId: string;
  size: number;
  failure: Failure;
  /** The server's sentence for the compiler message; null for an unknown one. */
  sentence: string | null;
};
export type WallData = {
  classSession: ClassSession;
  students: number;
  counts: readonly QuestionSummary[];
  /** The failures of those who have not solved the question, one for each way to fail. */
  failing: readonly FailureGroup[];
  waiting: { count: number; since: string | null };
  quickQuestion: WallQuickQuestion | null;
  steps: WallSteps | null;
};

export function wallViewOf({ classSession, counts, failing, ...others }: WallData): WallView {
  const { _id, startedAt, endsAt, countdownAt, shownId, questions } = classSession;
  return {
    classSessionId: _id,
    startedAt,
    endsAt,
    countdownAt,
    shownId,
    questions: questions.map((question) => {
      const { opened = 0, ran = 0, solved = 0 } = counts.find(({ assignmentId }) =>
        assignmentId === question._id
      ) ?? {};
      const own = failing.filter(({ assignmentId }) => assignmentId === question._id);
      return { ...question, opened, ran, solved, group: biggest(own) };
    }),
    ...others,
  };
}

type QuickQuestionTimes = Pick<QuickQuestion, "shownAt" | "closedAt" | "closesAt">;

/** When the wall stops showing a quick question: its end, and for its result some minutes. */
export function quickQuestionShownUntil({ shownAt, closedAt, closesAt }: QuickQuestionTimes) {
  if (shownAt === null) return closedAt ?? closesAt;
  return new Date(Date.parse(shownAt) + WALL_RESULT_MINUTES * 60_000).toISOString();
}

/** Whether the wall shows it now. One closed before the class session began is not on its wall. */
export function isQuickQuestionShown(
  quickQuestion: QuickQuestionTimes,
  { classSession, now }: { classSession: Pick<ClassSession, "startedAt">; now: string },
): boolean {
  return (quickQuestion.closedAt ?? quickQuestion.closesAt) >= classSession.startedAt &&
    now < quickQuestionShownUntil(quickQuestion);
}

function biggest(failing: readonly FailureGroup[]): WallGroup | null {
  const [most] = failing.filter(({ size }) => size >= WALL_GROUP_LEAST)
    .toSorted((a, b) => b.size - a.size || (a.failure.key < b.failure.key ? -1 : 1));
  return most ? groupOf(most) : null;
}

/**
 * A program and the browser that runs it say what their author wants, and the class reads the wall.
 * So it has the server's own sentence for a compiler message, and an output only if a server has
 * seen it and the expected output could be mistaken for it.
 */
function groupOf({ size, failure, sentence }: FailureGroup): WallGroup {
  const { kind, case: number, expected, got, message, verified } = failure;
  const group = { size, kind, ...(number !== undefined && { case: number }) };
  if (kind === "crash") return group;
  if (kind === "compile") return { ...group, ...(sentence !== null && { message: sentence }) };
  return {
    ...group,
    ...(expected !== undefined && { expected }),
    ...(got !== undefined && verified && isLike(got, expected ?? "") && { got }),
    ...(message && { message }),
  };
}

const PARTS = /(?<word>[\p{L}\p{M}]+)|(?<number>-?\d+(?:\.\d+)?)|\S/gu;
const partsOf = (text: string) => [...text.toLowerCase().matchAll(PARTS)];
const digitsIn = ({ groups }: RegExpMatchArray): number =>
  (groups?.number ?? "").replace(/\D/g, "").length;
const isWordOrNumber = ({ groups }: RegExpMatchArray): boolean =>
  (groups?.word ?? groups?.number) !== undefined;

/**
 * Whether an output has only words and signs of the expected one, at most one word or number more,
 * and no number with more than one digit more.
 */
function isLike(got: string, expected: string): boolean {
  const [parts, own] = [partsOf(got), partsOf(expected)];
  if (parts.filter(isWordOrNumber).length > own.filter(isWordOrNumber).length + 1) return false;
  const known = new Set(own.map(([text]) => text));
  const digits = Math.max(0, ...own.map(digitsIn));
  return parts.every((part) =>
    known.has(part[0]) || digits > 0 && digitsIn(part) > 0 && digitsIn(part) <= digits + 1
  );
}
