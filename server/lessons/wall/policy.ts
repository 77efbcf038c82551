/** What the wall shows of a class session: pure functions without names. */
import { type Actor, isStaff } from "../../kit/core/roles.ts";
import type { Poll } from "../../polls/schema.ts";
import type { Failure } from "../../runs/schema.ts";
import type { Lesson } from "../schema.ts";
import {
  WALL_GROUP_LEAST,
  WALL_RESULT_MINUTES,
  type WallGroup,
  type WallPoll,
  type WallView,
} from "./schema.ts";

export const can = {
  read: (me: Actor | null): boolean => isStaff(me),
  link: (me: Actor | null): boolean => isStaff(me),
};

export type Counts = { assignmentId: string; opened: number; ran: number; solved: number };
export type Failing = { assignmentId: string; size: number; failure: Failure };
export type Given = {
  lesson: Lesson;
  students: number;
  counts: readonly Counts[];
  /** The failures of those who have not solved the question, one for each way to fail. */
  failing: readonly Failing[];
  waiting: { count: number; since: string | null };
  poll: WallPoll | null;
};

/** Returns what the wall shows. */
export function wallViewOf({ lesson, students, counts, failing, waiting, poll }: Given): WallView {
  const { _id, startedAt, endsAt, countdownAt, shownId } = lesson;
  return {
    lessonId: _id,
    startedAt,
    endsAt,
    countdownAt,
    shownId,
    students,
    questions: lesson.questions.map((question) => {
      const { opened = 0, ran = 0, solved = 0 } = counts.find(({ assignmentId }) =>
        assignmentId === question._id
      ) ?? {};
      const own = failing.filter(({ assignmentId }) => assignmentId === question._id);
      return { ...question, opened, ran, solved, group: biggest(own) };
    }),
    waiting,
    poll,
  };
}

type PollTimes = Pick<Poll, "shownAt" | "closedAt" | "closesAt">;

/** Returns until when the wall shows a quick question: until its end, and its result some minutes. */
export function pollShownUntil({ shownAt, closedAt, closesAt }: PollTimes): string {
  if (shownAt === null) return closedAt ?? closesAt;
  return new Date(Date.parse(shownAt) + WALL_RESULT_MINUTES * 60_000).toISOString();
}

/**
 * Whether the wall shows a quick question now. One that was closed before the class session began
 * is not on its wall.
 */
export function isPollShown(
  poll: PollTimes,
  { lesson, now }: { lesson: Pick<Lesson, "startedAt">; now: string },
): boolean {
  return (poll.closedAt ?? poll.closesAt) >= lesson.startedAt && now < pollShownUntil(poll);
}

function biggest(failing: readonly Failing[]): WallGroup | null {
  const [most] = failing.filter(({ size }) => size >= WALL_GROUP_LEAST)
    .toSorted((a, b) => b.size - a.size || (a.failure.key < b.failure.key ? -1 : 1));
  return most ? groupOf(most) : null;
}

/**
 * A program prints what its author wants, and names in it are of the author's choice. So the wall
 * shows an output only if all its words are words of the expected output, and a message without
 * what stands in quotes.
 */
function groupOf({ size, failure }: Failing): WallGroup {
  const { kind, case: number, expected, got, message } = failure;
  const group = { size, kind, ...(number !== undefined && { case: number }) };
  if (kind === "crash") return group;
  if (kind === "compile") return { ...group, ...(message && { message: withoutQuoted(message) }) };
  return {
    ...group,
    ...(expected !== undefined && { expected }),
    ...(got !== undefined && hasOnlyWordsOf(got, expected ?? "") && { got }),
    ...(message && { message }),
  };
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

function hasOnlyWordsOf(text: string, other: string): boolean {
  const known = new Set(wordsIn(other));
  return wordsIn(text).every((word) => known.has(word));
}

const withoutQuoted = (message: string): string =>
  message.replace(/'[^']*'|"[^"]*"|‘[^’]*’|“[^”]*”|`[^`]*`/g, "‘…’");
