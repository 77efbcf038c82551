/** Reads quick questions and their answers. */
import { and, desc, eq, gt, inArray, isNull, lte, or, type SQL } from "drizzle-orm";
import { later } from "../kit/core/clock.ts";
import { span } from "../kit/core/schema.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import { isStaff } from "../kit/core/roles.ts";
import type { Ask, Me } from "../kit/http/guard.ts";
import { people } from "../people/tables.ts";
import { lessons } from "../lessons/tables.ts";
import { SECTIONS_MOST } from "../sections/schema.ts";
import { isForSections, withAudience } from "../sections/queries.ts";
import { can, currentOf, resultOf } from "./policy.ts";
import {
  type AskedPoll,
  CURRENT_MINUTES,
  type CurrentPoll,
  type ListedPoll,
  type Poll,
  type PollAnswer,
  type PollsQuery,
} from "./schema.ts";
import { pollAnswers, polls } from "./tables.ts";

/** Selects questions with the fields that only staff may see. */
export const selectPolls = (db: Reader) =>
  db.select({
    _id: polls.id,
    ...pick(polls, "lessonId", "text", "options"),
    askedBy: { _id: people.id, name: people.name, role: people.role },
    ...pick(polls, "createdAt", "closesAt", "isTimed", "closedAt", "shownAt", "result"),
    ...pick(polls, "rightOption", "program", "runId", "first"),
    // A question of a class session is for those whom the session is for.
    audience: lessons.audience,
  }).from(polls).innerJoin(people, eq(people.id, polls.askedById))
    .leftJoin(lessons, eq(lessons.id, polls.lessonId));

export type PollRow = Awaited<ReturnType<typeof selectPolls>>[number];

/** Removes the fields that only staff may see. */
export const toPoll = ({ rightOption: _, runId: __, first, program, ...poll }: PollRow): Poll => ({
  ...withAudience(poll),
  ...(program !== null && { program }),
  ...(first !== null && { again: true as const }),
});

/** Returns the answers to these questions, by the question's id, the earliest first. */
export async function answersOf(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, PollAnswer[]>> {
  const rows = await db.select({
    pollId: pollAnswers.pollId,
    person: { _id: people.id, name: people.name },
    ...pick(pollAnswers, "option", "text", "at"),
  }).from(pollAnswers).innerJoin(people, eq(people.id, pollAnswers.personId))
    .where(inArray(pollAnswers.pollId, [...ids])).orderBy(pollAnswers.at, people.id);
  const all = new Map<string, PollAnswer[]>(ids.map((id) => [id, []]));
  for (const { pollId, ...answer } of rows) all.get(pollId)?.push(answer);
  return all;
}

const newest = (db: Reader, which: SQL | undefined) =>
  selectPolls(db).where(which).orderBy(desc(polls.createdAt), desc(polls.id));

const newestRow = async (
  db: Reader,
  now: string,
  which: SQL | undefined,
): Promise<PollRow | undefined> =>
  (await newest(db, and(gt(polls.createdAt, later(now, -CURRENT_MINUTES)), which)).limit(1))[0];

/** Returns the newest question of a class session as the class sees it, for its wall. */
export async function newestPoll(
  db: Reader,
  { lessonId, now }: { lessonId: string; now: string },
): Promise<Poll | null> {
  // One that was asked without a session is for all.
  const which = or(eq(polls.lessonId, lessonId), isNull(polls.lessonId));
  const row = await newestRow(db, now, which);
  return row ? toPoll(row) : null;
}

/** The rule `isCurrentFor` in SQL. */
const isCurrent = (me: Me): SQL | undefined =>
  isStaff(me) && !me.sections
    ? undefined
    : or(eq(polls.askedById, me._id), isForSections(me, lessons.audience));

export async function currentPoll({ db, me, now }: Ask): Promise<CurrentPoll> {
  const newestOfEach = db.selectDistinctOn([polls.lessonId], { id: polls.id }).from(polls)
    .where(gt(polls.createdAt, later(now, -CURRENT_MINUTES)))
    .orderBy(polls.lessonId, desc(polls.createdAt));
  const rows = await newest(db, and(inArray(polls.id, newestOfEach), isCurrent(me)))
    .limit(SECTIONS_MOST);
  const current = currentOf(rows.map((row) => ({ row, poll: toPoll(row) })));
  const ids = current.map(({ row }) => row._id);
  const answers = can.seeAnswers(me) ? await answersOf(db, ids) : null;
  const given = answers ? [] : await db.select().from(pollAnswers)
    .where(and(inArray(pollAnswers.pollId, ids), eq(pollAnswers.personId, me._id)));
  const [first, ...others] = current.map(({ row, poll }): AskedPoll => {
    const { _id, rightOption, first, runId } = row;
    const own = given.find(({ pollId }) => pollId === _id);
    return {
      poll,
      own: own ? { option: own.option, text: own.text } : null,
      staff: answers && { rightOption, answers: answers.get(_id) ?? [], first, runId },
    };
  });
  return { poll: null, own: null, staff: null, ...first, others };
}

/** Returns the questions that were asked, newest first, with all results: for staff. */
export async function listPolls(
  { db }: Pick<Ask, "db">,
  { lessonId, ...paging }: PollsQuery,
): Promise<ListedPoll[]> {
  const { offset, limit } = span(paging);
  const which = lessonId === undefined ? undefined : eq(polls.lessonId, lessonId);
  const rows = await newest(db, which).offset(offset).limit(limit);
  if (rows.length === 0) return [];
  const answers = await answersOf(db, rows.map(({ _id }) => _id));
  return rows.map((row) => ({
    ...toPoll(row),
    tally: resultOf(row, answers.get(row._id) ?? []),
  }));
}

/** Returns the ids of the open questions whose time is over. */
export async function duePolls(db: Reader, now: string): Promise<string[]> {
  const rows = await db.select({ id: polls.id }).from(polls)
    .where(and(isNull(polls.closedAt), lte(polls.closesAt, now)));
  return rows.map(({ id }) => id);
}
