/** One doubt: its card, its thread, and what a policy needs of it. */
import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { assignmentTagOf, GENERAL_TAGS, tagsShownAs } from "../assignments/schema.ts";
import { assignments } from "../assignments/tables.ts";
import { startOfDay, startOfMonth, startOfWeek } from "../kit/clock.ts";
import { contains } from "../kit/columns.ts";
import type { Reader } from "../kit/database.ts";
import { notFound } from "../kit/errors.ts";
import type { Ask, Me } from "../kit/guard.ts";
import { isStaff } from "../kit/roles.ts";
import { claims } from "../kit/tables.ts";
import { people } from "../people/tables.ts";
import { can } from "./policy.ts";
import {
  CARD_TEXT,
  type Claim,
  type Doubt,
  type DoubtCard,
  type DoubtFilter,
  type Entry,
  type ListedDoubt,
  TOTAL_CEILING,
} from "./schema.ts";
import { doubts, entries } from "./tables.ts";

const answerer = alias(people, "answerer");
const holder = alias(people, "holder");

const cardColumns = {
  _id: doubts.id,
  assignment: {
    _id: assignments.id,
    title: assignments.title,
    distributionTag: assignments.distributionTag,
    difficulty: assignments.difficulty,
  },
  student: { _id: people.id, name: people.name, branch: people.branch, email: people.email },
  doubtText: doubts.doubtText,
  private: doubts.private,
  stage: doubts.stage,
  resolvedAt: doubts.resolvedAt,
  createdAt: doubts.createdAt,
  activeAt: doubts.activeAt,
  waitingSince: doubts.waitingSince,
  entries: doubts.entries,
  answeredBy: { _id: answerer.id, name: answerer.name, role: answerer.role },
  version: doubts.version,
  holder: { _id: holder.id, name: holder.name, role: holder.role },
  until: claims.until,
};

/**
 * Everything about doubts but their threads; whoever adds `where` and order decides which.
 * @param total what each row says of the list that it is from
 */
export function selectDoubts(db: Reader, now: string, total: SQL<number> = sql`0`) {
  return db.select({ ...cardColumns, total }).from(doubts)
    .innerJoin(assignments, eq(assignments.id, doubts.assignmentId))
    .innerJoin(people, eq(people.id, doubts.studentId))
    .leftJoin(answerer, eq(answerer.id, doubts.answeredById))
    .leftJoin(
      claims,
      and(
        eq(claims.kind, "doubt"),
        eq(claims.subjectId, doubts.id),
        eq(claims.studentId, doubts.studentId),
        gt(claims.until, now),
      ),
    )
    .leftJoin(holder, eq(holder.id, claims.byId));
}

export type DoubtRow = Awaited<ReturnType<typeof selectDoubts>>[number];

const claimOf = ({ holder, until }: DoubtRow): Claim | null =>
  holder && until ? { by: holder, until } : null;

/** Never half a character: PostgreSQL does not take one in an event. */
const beginning = (text: string): string =>
  text.slice(0, CARD_TEXT).replace(/[\ud800-\udbff]$/, "").trimEnd();

/** The card that everyone who may read the doubt may see. */
export function toCard(row: DoubtRow): DoubtCard {
  const { stage, student: { email: _, ...student }, holder, assignment, ...rest } = row;
  const { until: __, total: ___, doubtText: text, ...shown } = rest;
  return {
    ...shown,
    student,
    assignment: { ...assignment, assignmentTag: assignmentTagOf(assignment.distributionTag) },
    doubtText: text.length > CARD_TEXT ? `${beginning(text)}…` : text,
    resolved: stage === "resolved",
    currentStatus: stage !== "resolved" && holder ? "review" : stage,
  };
}

/** The card in a list: for staff, with who has claimed it. */
export function toListed(row: DoubtRow, me: Me): ListedDoubt {
  return isStaff(me) ? { ...toCard(row), claim: claimOf(row) } : toCard(row);
}

export function selectEntries(db: Reader, doubtId: string) {
  return db.select({
    _id: entries.id,
    type: entries.type,
    message: entries.message,
    html: entries.html,
    sender: { _id: people.id, name: people.name, role: people.role },
    timestamp: entries.createdAt,
  }).from(entries).innerJoin(people, eq(people.id, entries.senderId))
    .where(eq(entries.doubtId, doubtId)).orderBy(asc(entries.place));
}

export function toDoubt(row: DoubtRow, conversation: Entry[], me: Me): Doubt {
  const listed = toListed(row, me);
  const { email, ...student } = row.student;
  return {
    ...listed,
    doubtText: row.doubtText,
    student: can.seeAddress(me, listed) ? { ...student, email } : student,
    conversation,
  };
}

/** The whole thread as the asker may see it. @throws Refusal 404 */
export async function doubtThread({ db, me, now }: Ask, id: string): Promise<Doubt> {
  const [[row], conversation] = await Promise.all([
    selectDoubts(db, now).where(eq(doubts.id, id)),
    selectEntries(db, id),
  ]);
  if (!row || !can.read(me, toCard(row))) throw notFound("This doubt");
  return toDoubt(row, conversation, me);
}

export async function doubtCard(
  { db, now }: Pick<Ask, "db" | "now">,
  id: string,
): Promise<DoubtCard> {
  const [row] = await selectDoubts(db, now).where(eq(doubts.id, id));
  if (!row) throw notFound("This doubt");
  return toCard(row);
}

/** Whether the thread may be followed live. */
export async function mayWatch(db: Reader, me: Me, id: string): Promise<boolean> {
  const [row] = await db.select(policyColumns).from(doubts)
    .innerJoin(assignments, eq(assignments.id, doubts.assignmentId)).where(eq(doubts.id, id));
  return row !== undefined && can.read(me, toPolicy(row));
}

/** What policies and commands look at. */
export const policyColumns = {
  studentId: doubts.studentId,
  private: doubts.private,
  stage: doubts.stage,
  distributionTag: assignments.distributionTag,
  version: doubts.version,
  entries: doubts.entries,
};
type PolicyRow = {
  studentId: string;
  private: boolean;
  stage: DoubtRow["stage"];
  distributionTag: DoubtRow["assignment"]["distributionTag"];
};

export function toPolicy(row: PolicyRow) {
  return {
    student: { _id: row.studentId },
    private: row.private,
    resolved: row.stage === "resolved",
    assignment: { distributionTag: row.distributionTag },
  };
}

/** The words of a text, as the search knows them. */
export const wordsOf = (text: string) => sql`to_tsvector('class_english', ${text})`;

/** What a search looks for. Words like "the" do not count, unless it has no others, like "while". */
const wanted = (text: string): SQL =>
  sql`(select case when numnode(telling) > 0 then telling
      else websearch_to_tsquery('class_english', ${text}) end
    from websearch_to_tsquery('english', ${text}) as telling)`;

const STARTS = { today: startOfDay, week: startOfWeek, month: startOfMonth };
const GENERAL = sql.raw(GENERAL_TAGS.map((tag) => `'${tag}'`).join(", "));
/** A filter that names this many assignments at most is walked assignment by assignment. */
const FEW_ASSIGNMENTS = 60;
const NEWEST_FIRST = sql`d.active_at desc, d.id desc`;
const LONGEST_WAITING_FIRST = sql`d.waiting_since, d.active_at desc, d.id desc`;

/**
 * The doubts that match, and how many there are (up to TOTAL_CEILING), at a cost that does not
 * grow with the table: a filter walks an index in the list's order and stops at the ceiling;
 * a search goes back week by week, through one index on week and words.
 */
export async function listDoubts(
  ask: Ask,
  filter: DoubtFilter,
): Promise<{ doubts: ListedDoubt[]; total: number }> {
  const { db, me, now } = ask;
  const named = await namedAssignments(db, filter);
  if (named?.length === 0) return { doubts: [], total: 0 };
  const rows = await selectDoubts(db, now, sql`page.total`)
    .innerJoin(sql`(${findPage(ask, filter, named)}) as page`, sql`page.id = ${doubts.id}`)
    .orderBy(sql`page.place`);
  if (rows.length === 0 && filter.page > 1) {
    // Past the end there is no row to say how many there are.
    const { total } = await listDoubts(ask, { ...filter, page: 1, limit: 1 });
    return { doubts: [], total };
  }
  return { doubts: rows.map((row) => toListed(row, me)), total: Number(rows[0]?.total ?? 0) };
}

/** The assignments that a filter means, or null when it means them all. */
async function namedAssignments(db: Reader, filter: DoubtFilter): Promise<string[] | null> {
  const { assignmentTag, difficulty, assignmentTitle } = filter;
  if (!assignmentTag && !difficulty && !assignmentTitle) return null;
  const rows = await db.select({ id: assignments.id }).from(assignments).where(and(
    assignmentTag && inArray(assignments.distributionTag, tagsShownAs(assignmentTag)),
    difficulty && eq(assignments.difficulty, difficulty),
    assignmentTitle ? contains(assignments.title, assignmentTitle) : undefined,
  ));
  return rows.map(({ id }) => id);
}

/** Selects `id`, `place` and `total` of one page. */
function findPage(ask: Ask, filter: DoubtFilter, named: string[] | null): SQL {
  const { me } = ask;
  const { page, limit, status, resolved, scope, text } = filter;
  const isQueue = filter.order === "queue" && isStaff(me);
  const order = isQueue ? LONGEST_WAITING_FIRST : NEWEST_FIRST;
  const offset = (page - 1) * limit;
  const where = conditions(ask, filter);
  const anyOf = named && sql`d.assignment_id = any(${sql.param(named)}::uuid[])`;
  const inReach = Math.max(0, Math.min(limit, TOTAL_CEILING - offset));

  if (named && !text && !status && !resolved && !scope && !isQueue) {
    // Each assignment's own doubts, in order; counting stops at the ceiling.
    const one =
      sql`select d.id, d.active_at from ${FROM} where d.assignment_id = named.id and ${where}`;
    const few = sql`unnest(${sql.param(named)}::uuid[]) as named(id) cross join lateral`;
    const rows = named.length <= FEW_ASSIGNMENTS
      ? sql`select d.id, d.active_at from ${few} (${one} order by ${order} limit ${
        offset + limit
      }) as d`
      : sql`select d.id, d.active_at from ${FROM} where ${anyOf} and ${where}`;
    return sql`
      select id, row_number() over () as place, (
        select count(*) from (
          select 1 from ${few} (${one} limit ${TOTAL_CEILING}) as d limit ${TOTAL_CEILING}
        ) as counted
      ) as total
      from (${rows} order by ${order} offset ${offset} limit ${inReach}) as d`;
  }

  const all = and(where, anyOf ?? undefined);
  const found = text
    ? byWeek(text, all)
    : sql`select d.id from ${FROM} where ${all} order by ${order}`;
  return sql`
    with found as materialized (
      select id, row_number() over (${text && isQueue ? sql`order by ${order}` : sql``}) as place
      from (${found} limit ${TOTAL_CEILING}) as d
    )
    select id, place, (select count(*) from found) as total from found
    order by place offset ${offset} limit ${inReach}`;
}

const FROM = sql`doubts as d join assignments as a on a.id = d.assignment_id`;

/**
 * Newest week first, so that a common word is found without reading all that was ever written.
 * In the queue's order, the newest that match are put in that order.
 */
function byWeek(text: string, where: SQL | undefined): SQL {
  return sql`
    select d.id, d.active_at, d.waiting_since from generate_series(
      (select max(week) from doubts), (select min(week) from doubts), interval '-7 days'
    ) as weeks(week)
    cross join lateral (
      select d.id, d.active_at, d.waiting_since from ${FROM}
      where d.week = weeks.week and d.words @@ ${wanted(text)} and ${where}
      order by ${NEWEST_FIRST}
    ) as d`;
}

function conditions({ me, now, zone }: Ask, filter: Partial<DoubtFilter>): SQL {
  const { status, resolved, timeframe, scope, assignmentTag } = filter;
  const claimed = sql`exists (
    select 1 from claims where kind = 'doubt' and subject_id = d.id and until > ${now})`;
  const mine = sql`d.student_id = ${me._id}`;
  const all = [sql`true`];
  if (!isStaff(me)) {
    all.push(sql`(${mine} or not d.private and a.distribution_tag in (${GENERAL}))`);
  }
  if (!isStaff(me) && assignmentTag === "personal") all.push(mine);
  if (scope === "mine") all.push(isStaff(me) ? sql`d.answered_by_id = ${me._id}` : mine);
  if (resolved) {
    all.push(resolved === "true" ? sql`d.stage = 'resolved'` : sql`d.stage <> 'resolved'`);
  }
  if (status === "review") all.push(sql`d.stage <> 'resolved' and ${claimed}`);
  else if (status === "resolved") all.push(sql`d.stage = 'resolved'`);
  else if (status) all.push(sql`d.stage = ${status} and not ${claimed}`);
  if (timeframe) {
    const start = STARTS[timeframe](now, zone);
    all.push(sql`d.active_at >= ${start} and d.created_at >= ${start}`);
  }
  return sql.join(all, sql` and `);
}

const SIMILAR_MOST = 5;
/** As many of the newest are compared. */
const COMPARED_MOST = 300;

/** The readable doubts most like a text, best first; of one assignment, if it is given. */
export async function similarDoubts(
  ask: Ask,
  { assignmentId, text }: { assignmentId?: string; text: string },
): Promise<ListedDoubt[]> {
  const { db, me, now } = ask;
  // Any of its words counts, and rare ones together more than one.
  const query =
    sql`(select replace(plainto_tsquery('english', ${text})::text, ' & ', ' | ')::tsquery)`;
  const where = conditions(ask, {});
  const near = assignmentId
    ? sql`select d.id, d.words from ${FROM} where d.assignment_id = ${assignmentId} and ${where}
        order by ${NEWEST_FIRST} limit ${COMPARED_MOST}`
    : sql`select d.id, d.words from ${FROM} where ${where} order by ${NEWEST_FIRST} limit ${COMPARED_MOST}`;
  const rows = await selectDoubts(db, now)
    .innerJoin(
      sql`(
        select id, ts_rank_cd(words, ${query}) as likeness from (${near}) as d
        where words @@ ${query} order by likeness desc limit ${SIMILAR_MOST}
      ) as alike`,
      sql`alike.id = ${doubts.id}`,
    )
    .orderBy(sql`alike.likeness desc`);
  return rows.map((row) => toListed(row, me));
}
