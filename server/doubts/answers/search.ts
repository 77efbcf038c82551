/**
 * Reads what was answered before: doubts that failed in the same way or have a similar text, those
 * that others asked on a question, and the page of answered doubts for later classes.
 */
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { assignments } from "../../assignments/tables.ts";
import { notFound } from "../../kit/core/errors.ts";
import { isStaff } from "../../kit/core/roles.ts";
import { at, buildOnce, type Reader } from "../../kit/db/database.ts";
import { isTimedOut } from "../../kit/db/failures.ts";
import { anyWordOf, COMPARED, limitTo } from "../../kit/db/search.ts";
import type { Ask, Me } from "../../kit/http/guard.ts";
import { people } from "../../people/tables.ts";
import { roughFailureOf } from "../../runs/failure.ts";
import { can as canRuns } from "../../runs/policy.ts";
import { runs } from "../../runs/tables.ts";
import { isOpenDoubt } from "../../sections/queries.ts";
import { policyColumns } from "../../threads/queries.ts";
import { can, toPolicy } from "../policy.ts";
import { type DoubtRow, isOpenFor, openWay, selectDoubts, toListed } from "../queries.ts";
import { TOTAL_CEILING } from "../schema.ts";
import type { AskedDoubt } from "../shares/schema.ts";
import {
  type AnsweredDoubt,
  ANSWERS_PER_PAGE,
  type AnswersPage,
  type AnswersQuery,
  type SimilarDoubt,
  type SimilarQuery,
} from "./schema.ts";
import { doubts, entries, sharers } from "../tables.ts";

const NEWEST_FIRST = sql`d.active_at desc, d.id desc`;

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

/** At most 8 doubts of others, of the newest 100 of an assignment and of those for later classes. */
const [ASKED_MOST, ASKED_AMONG] = [8, 100];

/** The condition of the index `doubts_answers`. */
const IS_ANSWER = sql`(d.open or d.open_to is not null) and
  (d.kept_at is not null or d.helped_at is not null and d.stage = 'resolved')`;
const ANSWERS_FIRST = sql`d.kept_at desc nulls last, d.helped_at desc nulls last, d.id desc`;

/**
 * Returns readable doubts of others on an assignment: those for later classes first, then answered
 * ones, then those that most learners have.
 */
export async function askedDoubts(
  { db, me, now }: Ask,
  assignmentId: string,
): Promise<AskedDoubt[]> {
  const isOpen = isStaff(me) ? sql`true` : isOpenDoubt(me);
  const others = sql`d.assignment_id = ${assignmentId} and d.student_id <> ${me._id}
    and d.merged_into_id is null`;
  const all = sql`select d.* from doubts as d where ${others}`;
  const order = sql`(kept_at is not null) desc,
    (helped_at is not null and stage = 'resolved' and (open or open_to is not null)) desc,
    (stage in ('replied', 'resolved')) desc, sharers desc, active_at desc, id desc`;
  const columns =
    sql`d.id, d.open, d.open_to, d.stage, d.sharers, d.active_at, d.kept_at, d.helped_at`;
  const among = (which: SQL, first: SQL, most: number) =>
    sql`(select ${columns} from (${all}) as d where ${which} order by ${first} ${limitTo(most)})`;
  const rows = await selectDoubts(db, now).innerJoin(
    sql`(select id, row_number() over (order by ${order}) as place from (
        ${among(isOpen, NEWEST_FIRST, ASKED_AMONG)}
        union ${among(sql`${IS_ANSWER} and ${isOpen}`, ANSWERS_FIRST, ASKED_MOST)}
      ) as d order by place ${limitTo(ASKED_MOST)}) as asked`,
    sql`asked.id = ${doubts.id}`,
  ).orderBy(sql`asked.place`);
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

/**
 * At most 5 similar doubts are offered, of the newest 300, and of the newest 50 that failed in the
 * same way or are for later classes.
 */
const [SIMILAR_MOST, COMPARED_MOST, ALIKE_MOST] = [5, 300, 50];

/** What similar doubts are compared with. */
type Compared = {
  assignmentId?: string | undefined;
  text: string;
  failure: string | null;
  /** The doubt that is answered: it is not offered, and only doubts to refer to are. */
  doubtId?: string | undefined;
};

/**
 * Returns readable doubts that failed in the same way first, and then those that are most similar to
 * the text. Without an assignment, the text is compared with doubts on all assignments.
 * @param brief the database with a short time limit, because these are only suggestions
 * @throws Refusal 404 when the asker may not read the run or the doubt
 */
export async function similarDoubts(
  ask: Ask,
  query: SimilarQuery,
  brief: Reader = ask.db,
): Promise<SimilarDoubt[]> {
  const compared = await whatToCompare(ask, query);
  try {
    return await compare({ ...ask, db: brief }, compared);
  } catch (error) {
    // After a timeout there are none.
    if (isTimedOut(error)) return [];
    throw error;
  }
}

async function whatToCompare(
  ask: Ask,
  { assignmentId, text, runId, doubtId }: SimilarQuery,
): Promise<Compared> {
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

async function compare(
  { db, me, now }: Ask,
  { assignmentId, text, failure, doubtId }: Compared,
): Promise<SimilarDoubt[]> {
  const way = {
    ...openWay(me),
    isStaff: isStaff(me),
    isOne: assignmentId !== undefined,
    isFailed: failure !== null,
    isAnswer: doubtId !== undefined,
  };
  const statement = buildOnce(db, `similar ${JSON.stringify(way)}`, () => {
    const query = anyWordOf(at("text"));
    const same = way.isFailed ? sql`coalesce(failure = ${at("failure")}, false)` : sql`false`;
    return selectDoubts(db, at("now")).innerJoin(
      sql`(select id, ${same} as same, coalesce(ts_rank(asked, ${query}), 0) as likeness
        from (${candidates(way)}) as d
        where ${same} or asked @@ ${query}
        order by same desc, likeness desc ${limitTo(SIMILAR_MOST)}) as alike`,
      sql`alike.id = ${doubts.id}`,
    ).orderBy(sql`alike.same desc, alike.likeness desc`).prepare("similar");
  });
  const own = [...me.sections ?? []];
  const values = { me: me._id, own, now, text, assignment: assignmentId, failure, doubt: doubtId };
  const rows = await statement.execute(values);
  return await withAlike(db, me, { rows, failure });
}

/** Selects the doubts to compare: few, and from indexes. */
function candidates(
  way: Record<"isStaff" | "isInSection" | "isOne" | "isFailed" | "isAnswer", boolean>,
): SQL {
  // The thread that a doubt was merged into is offered in its place.
  const all = [sql`d.merged_into_id is null`];
  // On one question also those of earlier terms: they may be what helps.
  all.push(way.isOne ? sql`d.assignment_id = ${at("assignment")}` : sql`d.term_id is null`);
  if (way.isAnswer) {
    // Who may read a doubt on the same question may read the other one.
    const isReadable = way.isOne ? sql`(d.open or d.open_to is not null)` : sql`d.open`;
    all.push(sql`${isReadable} and d.answered_by_id is not null and d.id <> ${at("doubt")}`);
  } else if (!way.isStaff) all.push(sql`(d.student_id = ${at("me")} or ${isOpenFor(way)})`);
  const where = sql.join(all, sql` and `);
  const among = (which: SQL, order: SQL, most: number) =>
    sql`(select d.id, d.asked, d.failure from doubts as d
      where ${where} and ${which} order by ${order} ${limitTo(most)})`;
  const newest = among(sql`true`, NEWEST_FIRST, COMPARED_MOST);
  if (!way.isOne) return newest;
  const parts = [newest, among(IS_ANSWER, ANSWERS_FIRST, ALIKE_MOST)];
  if (way.isFailed) {
    parts.push(among(sql`d.failure = ${at("failure")}`, NEWEST_FIRST, ALIKE_MOST));
  }
  return sql`select distinct on (id) * from (${sql.join(parts, sql` union all `)}) as d`;
}

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
  const isOpen = isStaff(me) ? sql`true` : isOpenDoubt(me);
  const all = sql`from doubts as d
    where d.assignment_id = ${assignmentId} and ${IS_ANSWER} and ${isOpen}`;
  const shown = sql`select d.id, row_number() over (order by ${ANSWERS_FIRST}) as place ${all}
    order by place offset ${offset} ${limitTo(limit)}`;
  const [rows, [count]] = await Promise.all([
    selectDoubts(db, now).innerJoin(sql`(${shown}) as page`, sql`page.id = ${doubts.id}`)
      .orderBy(sql`page.place`),
    db.execute<{ total: number }>(sql`select count(*)::int as total
      from (select 1 ${all} ${limitTo(TOTAL_CEILING)}) as counted`),
  ]);
  const answers = await answersOf(db, rows.map(({ _id }) => _id));
  return {
    answers: rows.flatMap((row): AnsweredDoubt[] => {
      const answer = answers.get(row._id);
      return answer ? [{ ...toListed(row, me), answer }] : [];
    }),
    total: count?.total ?? 0,
  };
}

/** For each doubt the newest reply that helped; without one, its newest reply. */
async function answersOf(
  db: Reader,
  ids: readonly string[],
): Promise<Map<string, AnsweredDoubt["answer"]>> {
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
