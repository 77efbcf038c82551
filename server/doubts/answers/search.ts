/**
 * Reads what was answered before: doubts that failed in the same way or have a similar text, those
 * that others asked on a question, and the page of answered doubts for later classes.
 */
import { and, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { assignments } from "../../assignments/tables.ts";
import { notFound } from "../../kit/core/errors.ts";
import { isStaff } from "../../kit/core/roles.ts";
import { readBriefly, type Reader } from "../../kit/db/database.ts";
import { newestFirst } from "../../kit/db/newest_first.ts";
import { anyWordOf, COMPARED } from "../../kit/db/search.ts";
import type { Ask, Me } from "../../kit/http/guard.ts";
import { people } from "../../people/tables.ts";
import { roughFailureOf } from "../../runs/failure.ts";
import { can as canRuns } from "../../runs/policy.ts";
import { runs } from "../../runs/tables.ts";
import { isOpenDoubt } from "../../sections/queries.ts";
import { policyColumns } from "../../threads/queries.ts";
import { can, toPolicy } from "../policy.ts";
import { type DoubtRow, selectDoubts, toListed } from "../queries.ts";
import {
  type AnsweredDoubt,
  ANSWERS_PER_PAGE,
  type AnswersPage,
  type AnswersQuery,
  type AskedDoubt,
  type SimilarDoubt,
  type SimilarQuery,
  TOTAL_CEILING,
} from "../schema.ts";
import { doubts, entries, sharers } from "../tables.ts";

// How a program failed

/** How this run failed, on the cases that students see; null if it has not. */
export async function failureOf(db: Reader, runId: string | undefined): Promise<string | null> {
  if (runId === undefined) return null;
  const [row] = await db.select({ result: runs.result, testCases: assignments.testCases }).from(
    runs,
  )
    .innerJoin(assignments, eq(assignments.id, runs.assignmentId)).where(eq(runs.id, runId));
  return row?.result ? roughFailureOf({ ...row, result: row.result }) : null;
}

// Doubts that others asked

const ASKED_MOST = 8;

/** Whether the class reads it, and it is for later classes: the condition of `doubts_answers`. */
const IS_ANSWER = sql`(${doubts.open} or ${doubts.openTo} is not null) and
  (${doubts.keptAt} is not null or ${doubts.helpedAt} is not null and ${doubts.stage} = 'resolved')`;

/** Whether the asker may read what the class reads. */
const isReadable = (me: Me): SQL | undefined => isStaff(me) ? undefined : isOpenDoubt(me, "doubts");

/** Others' readable doubts on an assignment: for later classes, then answered, then frequent. */
export async function askedDoubts(
  { db, me, now }: Ask,
  assignmentId: string,
): Promise<AskedDoubt[]> {
  const rows = await selectDoubts(db, now).where(and(
    eq(doubts.assignmentId, assignmentId),
    ne(doubts.studentId, me._id),
    isNull(doubts.mergedIntoId),
    isReadable(me),
  )).orderBy(
    desc(isNotNull(doubts.keptAt)),
    desc(IS_ANSWER),
    desc(inArray(doubts.stage, ["replied", "resolved"])),
    desc(doubts.sharers),
    ...newestFirst(doubts.activeAt, doubts.id),
  ).limit(ASKED_MOST);
  return await asAsked(db, me, rows);
}

/** Adds to each doubt whether the person has it, too. */
async function asAsked(db: Reader, me: Me, rows: readonly DoubtRow[]): Promise<AskedDoubt[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ _id }) => _id);
  const shared = await db.select({ id: sharers.doubtId }).from(sharers)
    .where(and(eq(sharers.studentId, me._id), inArray(sharers.doubtId, ids)));
  const own = new Set(shared.map(({ id }) => id));
  return rows.map((row) => ({ ...toListed(row, me), isShared: own.has(row._id) }));
}

// Similar doubts

/** At most 5 similar doubts are offered: of one question, or of the newest 300. */
const [SIMILAR_MOST, COMPARED_MOST] = [5, 300];

type Comparison = {
  assignmentId?: string | undefined;
  text: string;
  failure: string | null;
  /** The doubt that is answered: it is not offered, and only doubts to refer to are. */
  doubtId?: string | undefined;
};

/**
 * Returns readable doubts that failed in the same way first, and then those that are most similar to
 * the text. Without an assignment, the text is compared with doubts on all assignments.
 * @throws Refusal 404 when the asker may not read the run or the doubt
 */
export async function similarDoubts(ask: Ask, query: SimilarQuery): Promise<SimilarDoubt[]> {
  const compared = await whatToCompare(ask, query);
  return await readBriefly(ask.db, (db) => compare({ ...ask, db }, compared)) ?? [];
}

async function whatToCompare(ask: Ask, { assignmentId, text, runId, doubtId }: SimilarQuery) {
  const [run, doubt] = await Promise.all([
    runId === undefined ? null : failureOfReadable(ask, runId),
    doubtId === undefined ? null : comparedDoubt(ask, doubtId),
  ]);
  if (doubt) {
    const { text: own, ...rest } = doubt;
    return { ...rest, doubtId, text: text || own, failure: run ?? doubt.failure };
  }
  return { assignmentId, text, failure: run };
}

async function failureOfReadable({ db, me }: Ask, runId: string): Promise<string | null> {
  const [run] = await db.select({ student: { _id: people.id } }).from(runs)
    .innerJoin(people, eq(people.id, runs.studentId)).where(eq(runs.id, runId));
  if (!run || !canRuns.read(me, run)) throw notFound("This run");
  return await failureOf(db, runId);
}

async function comparedDoubt({ db, me }: Ask, doubtId: string) {
  const [row] = await db.select({
    ...policyColumns,
    assignmentId: doubts.assignmentId,
    text: sql<string>`left(${doubts.doubtText}, ${sql.raw(String(COMPARED))})`,
    failure: doubts.failure,
  }).from(doubts).innerJoin(assignments, eq(assignments.id, doubts.assignmentId))
    .where(eq(doubts.id, doubtId));
  const doubt = row && toPolicy(row);
  if (!doubt || !can.read(me, doubt)) throw notFound("This doubt");
  const { assignmentId, text, failure } = row;
  return { assignmentId, text, failure: can.seeProgram(me, doubt) ? failure : null };
}

async function compare({ db, me, now }: Ask, { assignmentId, text, failure, doubtId }: Comparison) {
  const words = anyWordOf(sql`${text}::text`);
  const same = sql`coalesce(${doubts.failure} = ${failure}, false)`;
  const rows = await selectDoubts(db, now).where(and(
    // The thread that a doubt was merged into is offered in its place.
    isNull(doubts.mergedIntoId),
    doubtId === undefined
      ? or(eq(doubts.studentId, me._id), isReadable(me) ?? sql`true`)
      : isReferable(doubtId, assignmentId),
    assignmentId === undefined
      ? inArray(doubts.id, newestDoubts(db))
      // Also those of earlier terms: they may be what helps.
      : eq(doubts.assignmentId, assignmentId),
    or(same, sql`${doubts.asked} @@ ${words}`),
  )).orderBy(
    desc(same),
    desc(sql`ts_rank(${doubts.asked}, ${words})`),
    ...newestFirst(doubts.activeAt, doubts.id),
  ).limit(SIMILAR_MOST);
  return await withAlike(db, me, { rows, failure });
}

/** Whether an answer may refer to the other doubt: its readers may read what the class reads. */
const isReferable = (doubtId: string, assignmentId: string | undefined): SQL | undefined =>
  and(
    ne(doubts.id, doubtId),
    isNotNull(doubts.answeredById),
    assignmentId === undefined ? doubts.open : or(doubts.open, isNotNull(doubts.openTo)),
  );

const newestDoubts = (db: Reader) =>
  db.select({ id: newest.id }).from(newest).where(isNull(newest.termId))
    .orderBy(...newestFirst(newest.activeAt, newest.id)).limit(COMPARED_MOST);
const newest = alias(doubts, "newest");

/** Adds how each doubt is alike, for those who may see its program. */
async function withAlike(
  db: Reader,
  me: Me,
  { rows, failure }: { rows: readonly DoubtRow[]; failure: string | null },
): Promise<SimilarDoubt[]> {
  const asked = await asAsked(db, me, rows);
  if (failure === null || asked.length === 0) return asked;
  const ids = asked.map(({ _id }) => _id);
  const same = await db.select({ id: doubts.id }).from(doubts)
    .where(and(inArray(doubts.id, ids), eq(doubts.failure, failure)));
  const alike = new Set(same.map(({ id }) => id));
  const how = failure.startsWith("case ") ? "case" as const : "message" as const;
  return asked.map((doubt) =>
    alike.has(doubt._id) && can.seeProgram(me, doubt) ? { ...doubt, alike: how } : doubt
  );
}

// The page of answered doubts

/**
 * Returns a page of the doubts on an assignment that later classes read first: open ones that staff
 * keep, and resolved ones that helped. The cost does not grow with the table.
 */
export async function answeredDoubts(
  { db, me, now }: Ask,
  { assignmentId, page, limit: asked }: AnswersQuery,
): Promise<AnswersPage> {
  const limit = Math.min(asked, ANSWERS_PER_PAGE);
  const offset = Math.min((page - 1) * limit, TOTAL_CEILING);
  const where = and(eq(doubts.assignmentId, assignmentId), IS_ANSWER, isReadable(me));
  const counted = db.select({ id: doubts.id }).from(doubts).where(where).limit(TOTAL_CEILING)
    .as("counted");
  const [rows, total] = await Promise.all([
    selectDoubts(db, now).where(where).orderBy(
      sql`${doubts.keptAt} desc nulls last`,
      sql`${doubts.helpedAt} desc nulls last`,
      desc(doubts.id),
    ).offset(offset).limit(limit),
    db.$count(counted),
  ]);
  const answers = await answersOf(db, rows.map(({ _id }) => _id));
  return {
    answers: rows.flatMap((row): AnsweredDoubt[] => {
      const answer = answers.get(row._id);
      return answer ? [{ ...toListed(row, me), answer }] : [];
    }),
    total,
  };
}

/** For each doubt the newest reply that helped; without one, its newest reply. */
async function answersOf(db: Reader, ids: readonly string[]) {
  if (ids.length === 0) return new Map();
  const newest = sql`(select e.id from doubt_entries as e
    where e.doubt_id = ${doubts.id} and e.type = 'reply' order by e.place desc limit 1)`;
  const rows = await db.select({
    doubtId: doubts.id,
    _id: entries.id,
    html: entries.html,
    sender: { _id: people.id, name: people.name, role: people.role },
    timestamp: entries.createdAt,
    refersTo: entries.refersToId,
    helped: entries.helped,
  }).from(doubts)
    .innerJoin(entries, sql`${entries.id} = coalesce(${doubts.helpedId}, ${newest})`)
    .innerJoin(people, eq(people.id, entries.senderId))
    .where(inArray(doubts.id, [...ids]));
  return new Map(rows.map(({ doubtId, refersTo, helped, ...answer }) => [doubtId, {
    ...answer,
    ...(refersTo !== null && { refersTo }),
    ...(helped !== null && { helped }),
  }]));
}
