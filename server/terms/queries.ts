/** Reads terms that were closed, and their archives, limited to what the asker may see. */
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { announcements } from "../announcements/tables.ts";
import { visible } from "../assignments/queries.ts";
import { assignments } from "../assignments/tables.ts";
import { briefings } from "../briefings/tables.ts";
import { doubts } from "../doubts/tables.ts";
import { goals } from "../goals/tables.ts";
import { conflict, notFound } from "../kit/core/errors.ts";
import { isStaff } from "../kit/core/roles.ts";
import { span } from "../kit/core/schema.ts";
import { contains } from "../kit/db/columns.ts";
import type { Reader, Tx } from "../kit/db/database.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import { searchQuery } from "../kit/db/search.ts";
import type { Ask, Me } from "../kit/http/guard.ts";
import { people } from "../people/tables.ts";
import { isForMe, isOpenDoubt } from "../sections/queries.ts";
import { undoneUntil } from "./policy.ts";
import {
  ITEM_TEXT,
  type ItemKind,
  type ItemsQuery,
  type Term,
  type TermItem,
  type TermItems,
  TERMS_MOST,
} from "./schema.ts";
import { terms } from "./tables.ts";

/** An arbitrary number: one roster is imported, or one term is closed, at a time. */
const CLASS_LOCK = 7_361_133;

/** Locks out others who change many rows. @throws Refusal 409 when somebody else does */
export async function lockClass(db: Tx): Promise<void> {
  const [lock] = await db.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${CLASS_LOCK}) as mine`,
  );
  if (!lock?.mine) {
    const sentence =
      "Another admin is importing a roster or closing a term. Try again in a moment.";
    throw conflict("class.busy", sentence);
  }
}

/** Lets this transaction write to ended terms (db/repeatable/terms.sql). */
export async function openArchives(db: Tx): Promise<void> {
  await db.execute(sql`select set_config('doubtless.moves_terms', 'on', true)`);
}

type Row = typeof terms.$inferSelect;

const toTerm = ({ id, name, endedAt }: Row): Term => ({
  _id: id,
  name,
  endedAt,
  undoneUntil: undoneUntil(endedAt),
});

/** The ended terms, newest first. */
export async function listTerms(db: Reader): Promise<Term[]> {
  const rows = await db.select().from(terms)
    .orderBy(desc(terms.endedAt), desc(terms.id)).limit(TERMS_MOST);
  return rows.map(toTerm);
}

/** @throws Refusal 404 */
export async function termById(db: Reader, id: string): Promise<Term> {
  const [row] = await db.select().from(terms).where(eq(terms.id, id));
  if (!row) throw notFound("This term");
  return toTerm(row);
}

/** A page of what was archived with a term, newest first. The cost is that of one term's rows. */
export async function termItems(
  ask: Ask,
  id: string,
  { kind, search, ...paging }: ItemsQuery,
): Promise<TermItems> {
  await termById(ask.db, id);
  const { offset, limit } = span(paging);
  const rows = await ITEMS[kind](ask, { id, search }).offset(offset).limit(limit + 1);
  return { items: rows.slice(0, limit).map(toItem), hasMore: rows.length > limit };
}

type ItemRow = Omit<TermItem, "text" | "at"> & { text: string; at: string | null };
const toItem = ({ text, at, ...row }: ItemRow): TermItem => ({
  ...row,
  text: text.slice(0, ITEM_TEXT).replace(/[\ud800-\udbff]$/, ""),
  at: at ?? "",
});

type ArchiveSearch = { id: string; search: string | undefined };

const matches = (search: string | undefined, ...columns: Parameters<typeof contains>[0][]) =>
  search === undefined
    ? undefined
    : contains(sql`concat_ws(E'\n', ${sql.join(columns, sql`, `)})`, search);

/** Selects the rows of each kind that the asker may see. */
const ITEMS = {
  questions: ({ db, me }: Ask, { id, search }: ArchiveSearch) =>
    db.select({
      _id: assignments.id,
      title: assignments.title,
      text: sql<string>`array_to_string(${assignments.tags}, ', ')`,
      at: assignments.givenOutAt,
    }).from(assignments)
      .where(and(
        eq(assignments.termId, id),
        visible(db, me),
        matches(search, assignments.title, assignments.explanationSource),
      ))
      .orderBy(...newestFirst(assignments.givenOutAt, assignments.id)).$dynamic(),
  doubts: ({ db, me }: Ask, { id, search }: ArchiveSearch) =>
    db.select({
      _id: doubts.id,
      title: assignments.title,
      text: sql<string>`left(${doubts.doubtText}, ${sql.raw(String(ITEM_TEXT))})`,
      at: doubts.activeAt,
    }).from(doubts).innerJoin(assignments, eq(assignments.id, doubts.assignmentId))
      .where(and(
        eq(doubts.termId, id),
        readable(me),
        search === undefined ? undefined : sql`${doubts.words} @@ ${searchQuery(search)}`,
      ))
      .orderBy(...newestFirst(doubts.activeAt, doubts.id)).$dynamic(),
  briefings: ({ db }: Ask, { id, search }: ArchiveSearch) =>
    db.select({
      _id: briefings.id,
      title: sql<string>`'Briefing'`,
      text: briefings.classSummary,
      at: briefings.day,
    }).from(briefings)
      .where(and(
        eq(briefings.termId, id),
        matches(
          search,
          briefings.classSummary,
          briefings.classQuestions,
          briefings.homeworkQuestions,
        ),
      ))
      .orderBy(desc(briefings.day)).$dynamic(),
  announcements: ({ db, me }: Ask, { id, search }: ArchiveSearch) =>
    db.select({
      _id: announcements.id,
      title: announcements.subject,
      text: announcements.body,
      at: announcements.createdAt,
    }).from(announcements)
      .where(and(
        eq(announcements.termId, id),
        isForMe(me, announcements.audience),
        matches(search, announcements.subject, announcements.body),
      ))
      .orderBy(...newestFirst(announcements.createdAt, announcements.id)).$dynamic(),
  goals: ({ db, me }: Ask, { id, search }: ArchiveSearch) =>
    db.select({
      _id: goals.id,
      title: people.name,
      text: goalTexts,
      at: goals.week,
    }).from(goals).innerJoin(people, eq(people.id, goals.userId))
      .where(and(
        eq(goals.termId, id),
        isOfGoals(me),
        matches(search, goalTexts),
      ))
      .orderBy(desc(goals.week), goals.id).$dynamic(),
} satisfies Record<ItemKind, unknown>;

const goalTexts = sql<string>`(
  select string_agg(item ->> 'text', '; ') from jsonb_array_elements(${goals.weeklyTarget}::jsonb)
    as item)`;

/** The rule of `can.read` of doubts. */
const readable = (me: Me): SQL | undefined =>
  isStaff(me) ? undefined : sql`(${isOpenDoubt(me, "doubts")} or ${doubts.studentId} = ${me._id})`;

/** The rule of `can.read` of goals. */
function isOfGoals(me: Me): SQL | undefined {
  if (me.role === "admin") return undefined;
  return me.role === "mentor" ? eq(goals.userId, me._id) : sql`false`;
}
