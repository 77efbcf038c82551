/** Reads quick questions and their answers. */
import { and, desc, eq, gt, inArray, isNull, or, type SQL } from "drizzle-orm";
import { later } from "../kit/core/clock.ts";
import { span } from "../kit/core/schema.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import { isStaff } from "../kit/core/roles.ts";
import type { Ask, Me } from "../kit/http/guard.ts";
import { people } from "../people/tables.ts";
import { classSessions } from "../class-sessions/tables.ts";
import { SECTIONS_MOST } from "../sections/schema.ts";
import { isForSections, withAudience } from "../sections/queries.ts";
import { can, currentOf, resultOf } from "./policy.ts";
import {
  type AskedQuickQuestion,
  CURRENT_MINUTES,
  type CurrentQuickQuestion,
  type ListedQuickQuestion,
  type QuickQuestion,
  type QuickQuestionAnswer,
  type QuickQuestionsQuery,
} from "./schema.ts";
import { quickQuestionAnswers, quickQuestions } from "./tables.ts";

/** Selects questions with the fields that only staff may see. */
export const selectQuickQuestions = (db: Reader) =>
  db.select({
    _id: quickQuestions.id,
    ...pick(quickQuestions, "classSessionId", "text", "options"),
    askedBy: { _id: people.id, name: people.name, role: people.role },
    ...pick(quickQuestions, "createdAt", "closesAt", "isTimed", "closedAt", "shownAt", "result"),
    ...pick(quickQuestions, "rightOption", "program", "runId", "first"),
    // A question of a class session is for those whom the session is for.
    audience: classSessions.audience,
  }).from(quickQuestions).innerJoin(people, eq(people.id, quickQuestions.askedById))
    .leftJoin(classSessions, eq(classSessions.id, quickQuestions.classSessionId));

export type QuickQuestionRow = Awaited<ReturnType<typeof selectQuickQuestions>>[number];

/** Removes the fields that only staff may see. */
export const toQuickQuestion = (
  { rightOption: _, runId: __, first, program, ...quickQuestion }: QuickQuestionRow,
): QuickQuestion => ({
  ...withAudience(quickQuestion),
  ...(program !== null && { program }),
  ...(first !== null && { again: true as const }),
});

/** Returns the answers to these questions, by the question's id, the earliest first. */
export async function answersOf(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, QuickQuestionAnswer[]>> {
  const rows = await db.select({
    quickQuestionId: quickQuestionAnswers.quickQuestionId,
    person: { _id: people.id, name: people.name },
    ...pick(quickQuestionAnswers, "option", "text", "at"),
  }).from(quickQuestionAnswers).innerJoin(people, eq(people.id, quickQuestionAnswers.personId))
    .where(inArray(quickQuestionAnswers.quickQuestionId, [...ids])).orderBy(
      quickQuestionAnswers.at,
      people.id,
    );
  const all = new Map<string, QuickQuestionAnswer[]>(ids.map((id) => [id, []]));
  for (const { quickQuestionId, ...answer } of rows) all.get(quickQuestionId)?.push(answer);
  return all;
}

const newest = (db: Reader, which: SQL | undefined) =>
  selectQuickQuestions(db).where(which)
    .orderBy(...newestFirst(quickQuestions.createdAt, quickQuestions.id));

/** Returns the newest question of a class session as the class sees it, for its wall. */
export async function newestQuickQuestion(
  db: Reader,
  { classSessionId, now }: { classSessionId: string; now: string },
): Promise<QuickQuestion | null> {
  const [row] = await newest(
    db,
    and(
      gt(quickQuestions.createdAt, later(now, -CURRENT_MINUTES)),
      // One that was asked without a session is for all.
      or(
        eq(quickQuestions.classSessionId, classSessionId),
        isNull(quickQuestions.classSessionId),
      ),
    ),
  ).limit(1);
  return row ? toQuickQuestion(row) : null;
}

/** The rule `isCurrentFor` in SQL. */
const isCurrent = (me: Me): SQL | undefined =>
  isStaff(me) && !me.sections
    ? undefined
    : or(eq(quickQuestions.askedById, me._id), isForSections(me, classSessions.audience));

export async function currentQuickQuestion({ db, me, now }: Ask): Promise<CurrentQuickQuestion> {
  const newestOfEach = db.selectDistinctOn([quickQuestions.classSessionId], {
    id: quickQuestions.id,
  }).from(quickQuestions)
    .where(gt(quickQuestions.createdAt, later(now, -CURRENT_MINUTES)))
    .orderBy(quickQuestions.classSessionId, desc(quickQuestions.createdAt));
  const rows = await newest(db, and(inArray(quickQuestions.id, newestOfEach), isCurrent(me)))
    .limit(SECTIONS_MOST);
  const current = currentOf(rows.map((row) => ({ row, quickQuestion: toQuickQuestion(row) })));
  const ids = current.map(({ row }) => row._id);
  const answers = can.seeAnswers(me) ? await answersOf(db, ids) : null;
  const given = answers ? [] : await db.select().from(quickQuestionAnswers)
    .where(
      and(
        inArray(quickQuestionAnswers.quickQuestionId, ids),
        eq(quickQuestionAnswers.personId, me._id),
      ),
    );
  const [first, ...others] = current.map(({ row, quickQuestion }): AskedQuickQuestion => {
    const { _id, rightOption, first, runId } = row;
    const own = given.find(({ quickQuestionId }) => quickQuestionId === _id);
    return {
      quickQuestion,
      own: own ? { option: own.option, text: own.text } : null,
      staff: answers && { rightOption, answers: answers.get(_id) ?? [], first, runId },
    };
  });
  return { quickQuestion: null, own: null, staff: null, ...first, others };
}

/** Returns the questions that were asked, newest first, with all results: for staff. */
export async function listQuickQuestions(
  { db }: Pick<Ask, "db">,
  { classSessionId, ...paging }: QuickQuestionsQuery,
): Promise<ListedQuickQuestion[]> {
  const { offset, limit } = span(paging);
  const which = classSessionId === undefined
    ? undefined
    : eq(quickQuestions.classSessionId, classSessionId);
  const rows = await newest(db, which).offset(offset).limit(limit);
  if (rows.length === 0) return [];
  const answers = await answersOf(db, rows.map(({ _id }) => _id));
  return rows.map((row) => ({
    ...toQuickQuestion(row),
    tally: resultOf(row, answers.get(row._id) ?? []),
  }));
}
