/** Who may see the map, what a cell shows, and the order of its rows. Used on both sides. */
import { type Actor, isStaff } from "../../kit/core/roles.ts";
import type { ClassSession, ClassSessionQuestion } from "../schema.ts";
import type { MapCell, MapDoubt, MapLearner } from "./schema.ts";

export const can = {
  read: (me: Actor | null): boolean => isStaff(me),
};

const MINUTE = 60_000;
/** Somebody who sent a sign within this time is writing. */
export const WRITING_MINUTES = 2;
/** Without a sign for this long, somebody who has opened a question is idle. */
export const IDLE_MINUTES = 10;
/** From so many runs in a row that fail the same way, somebody needs help. */
export const REPEATS_LEAST = 3;

export const STATES = [
  "doubt",
  "solved",
  "idle",
  "fails",
  "does not compile",
  "writing",
  "opened",
  "not opened",
] as const;
export type CellState = typeof STATES[number];

/** All that is known of one learner on one question. */
export type Facts = {
  cell: MapCell | undefined;
  doubt: MapDoubt | undefined;
  /** The response was handed in as solved. */
  isHandedIn: boolean;
};

const isWithin = (time: string | null | undefined, minutes: number, now: number): boolean =>
  time != null && now - Date.parse(time) < minutes * MINUTE;

const newest = (...times: (string | null | undefined)[]): string | null =>
  times.reduce<string | null>(
    (last, time) => time != null && time > (last ?? "") ? time : last,
    null,
  );

/** When this cell last showed that somebody works on it. */
export const lastSign = ({ cell }: Facts): string | null =>
  newest(cell?.openedAt, cell?.writingAt, cell?.run?.at);

export const isSolved = ({ cell, isHandedIn }: Facts): boolean =>
  isHandedIn || cell?.solvedAt != null;

export const waits = ({ doubt }: Facts): boolean => doubt?.waitingSince != null;

/** Whether they have typed in the last two minutes, and have not run the program since. */
export const isWriting = ({ cell }: Facts, now: number): boolean =>
  isWithin(cell?.writingAt, WRITING_MINUTES, now) &&
  (cell?.writingAt ?? "") > (cell?.run?.at ?? "");

/** What a cell shows. A question without test cases has no runs that fail. */
export function stateOf(known: Facts, question: Pick<ClassSessionQuestion, "cases">, now: number) {
  const { cell } = known;
  if (waits(known)) return "doubt";
  if (isSolved(known)) return "solved";
  const last = lastSign(known);
  if (last === null) return "not opened";
  if (!isWithin(last, IDLE_MINUTES, now)) return "idle";
  if (question.cases > 0 && cell?.run) {
    return cell.run.verdict === "does not compile" ? "does not compile" : "fails";
  }
  return isWriting(known, now) ? "writing" : "opened";
}

/** One learner's row: what is known on each question of the session, in its order. */
export type MapRow = { learner: MapLearner; known: readonly Facts[] };

/** How urgently a learner needs help: a lower group first, then the earlier time. */
export type Need = { group: 0 | 1 | 2 | 3; since: string };

export const ORDER_RULE = "First those who wait with a doubt, the longest wait first; then those " +
  `who fail the same way ${REPEATS_LEAST} times or more; then by the time since the last step ` +
  "forward; those who have solved everything come last.";

export function needOf({ known }: MapRow, startedAt: string): Need {
  const waiting = known.flatMap(({ doubt }) => doubt?.waitingSince ?? []).sort()[0];
  if (waiting !== undefined) return { group: 0, since: waiting };
  const since = newest(
    startedAt,
    ...known.flatMap(({ cell }) => [cell?.steppedAt, cell?.solvedAt]),
  ) ?? startedAt;
  const open = known.filter((one) => !isSolved(one));
  if (open.length === 0) return { group: 3, since };
  const repeats = open.some(({ cell }) => (cell?.repeats ?? 0) >= REPEATS_LEAST);
  return { group: repeats ? 1 : 2, since };
}

const compare = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0;

/** Sorts those who need somebody most first, then by name. Almost sorted rows take least time. */
export function byNeed(
  rows: readonly MapRow[],
  { startedAt }: Pick<ClassSession, "startedAt">,
): MapRow[] {
  return rows.map((row) => ({ row, need: needOf(row, startedAt) })).sort((a, b) =>
    a.need.group - b.need.group || compare(a.need.since, b.need.since) ||
    compare(a.row.learner.name, b.row.learner.name) ||
    compare(a.row.learner._id, b.row.learner._id)
  ).map(({ row }) => row);
}

/** Returns the place of the question on which somebody needs help most. The first of equal ones. */
export function neededColumn({ known }: MapRow): number {
  const ranks = known.map((one): number => {
    if (one.doubt?.waitingSince != null) return 0;
    if (isSolved(one)) return 4;
    if ((one.cell?.repeats ?? 0) >= REPEATS_LEAST) return 1;
    return one.cell?.run != null ? 2 : 3;
  });
  return Math.max(0, ranks.indexOf(Math.min(...ranks)));
}

const NOTHING: Facts = { cell: undefined, doubt: undefined, isHandedIn: false };

/** What is known of one learner, by question. A question of which nothing is known is not in it. */
export type KnownByQuestion = Readonly<Record<string, Facts>>;

/** Returns what is known after a change on one question. */
export function withKnown(
  all: KnownByQuestion,
  assignmentId: string,
  change: Partial<Facts>,
): KnownByQuestion {
  const { [assignmentId]: before = NOTHING, ...others } = all;
  const next = { ...before, ...change };
  const isNothing = next.cell === undefined && next.doubt === undefined && !next.isHandedIn;
  return isNothing ? others : { ...others, [assignmentId]: next };
}

export const rowOf = (
  learner: MapLearner,
  known: KnownByQuestion = {},
  { questions }: Pick<ClassSession, "questions">,
): MapRow => ({ learner, known: questions.map(({ _id }) => known[_id] ?? NOTHING) });

/** Whether somebody is at work: connected, or with a sign in the last minutes. */
export const isHere = ({ learner, known }: MapRow, now: number): boolean =>
  learner.isHere || known.some((one) => isWithin(lastSign(one), WRITING_MINUTES, now));
