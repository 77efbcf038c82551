/** One doubt: its card, its thread, and what a policy needs of it. */
import { and, asc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { assignmentTagOf, DISTRIBUTION_TAGS, tagsShownAs } from "../assignments/schema.ts";
import { isGeneral } from "../assignments/policy.ts";
import { assignments } from "../assignments/tables.ts";
import { startOfDay, startOfMonth, startOfWeek } from "../kit/clock.ts";
import { contains } from "../kit/columns.ts";
import type { Reader } from "../kit/database.ts";
import { notFound } from "../kit/errors.ts";
import type { Ask, Me } from "../kit/guard.ts";
import { isStaff } from "../kit/roles.ts";
import { anyWordOf, spansBack, wanted } from "../kit/search.ts";
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
  SEARCH_CEILING,
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

const STARTS = { today: startOfDay, week: startOfWeek, month: startOfMonth };
/** What not everyone signed in sees. */
const CLOSED = DISTRIBUTION_TAGS.filter((distributionTag) => !isGeneral({ distributionTag }));
/** A filter that names so many assignments at most is walked assignment by assignment. */
const FEW_ASSIGNMENTS = 150;
/** A search among the doubts of so few assignments reads them all. */
const FEW_SEARCHED = 8;
/** As many similar ones are offered, of so many of the newest. */
const [SIMILAR_MOST, COMPARED_MOST] = [5, 300];
/** How far a page's walk goes: few depths, so that few statements are prepared. */
const DEPTHS = [20, 100, TOTAL_CEILING];
const NEWEST_FIRST = sql`d.active_at desc, d.id desc`;
const LONGEST_WAITING_FIRST = sql`d.waiting_since, d.active_at desc, d.id desc`;
const ROW = sql`d.id, d.active_at, d.waiting_since`;

/**
 * The doubts that match, and how many there are (up to a ceiling), at a cost that does not grow
 * with the table. A page is walked along an index in the list's order. It is counted apart from
 * that, without an order and without touching the table where an index has all that decides.
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

type Way = { named: string[] | null; isQueue: boolean; order: SQL };

/** Selects `id`, `place` and `total` of one page. */
function findPage(ask: Ask, filter: DoubtFilter, named: string[] | null): SQL {
  const isQueue = filter.order === "queue" && isStaff(ask.me);
  const order = isQueue ? LONGEST_WAITING_FIRST : NEWEST_FIRST;
  const ceiling = filter.text ? SEARCH_CEILING : TOTAL_CEILING;
  const offset = (filter.page - 1) * filter.limit;
  const inReach = Math.max(0, Math.min(filter.limit, ceiling - offset));
  const page = sql`order by place offset ${offset} limit ${inReach}`;
  const row = sql`id, row_number() over (order by ${order}) as place`;
  if (filter.text) {
    return sql`
      with found as materialized (${search(ask, filter, { named, isQueue, order })})
      select ${row}, (select count(*) from found) as total from found as d ${page}`;
  }
  const { walk, count } = walks(ask, filter, { named, isQueue, order });
  const depth = DEPTHS.find((depth) => depth >= offset + inReach) ?? TOTAL_CEILING;
  return sql`
    select ${row}, (select count(*) from (${count} ${most(TOTAL_CEILING)}) as counted) as total
    from (${walk(most(depth))}) as d ${page}`;
}

/** Written into the statement: the planner takes a number that it does not know for a large one. */
const most = (rows: number): SQL => sql.raw(`limit ${rows}`);

/** Without a search: the first rows in order, and all of them in no order, to be counted. */
function walks(ask: Ask, filter: DoubtFilter, { named, isQueue, order }: Way) {
  const where = conditions(ask, filter);
  const all = sql`${where} and ${anyOf(named)}`;
  const walk = (end: SQL) =>
    sql`select ${ROW} from doubts as d where ${all} order by ${order} ${end}`;
  if (!named || filter.status || filter.resolved || isQueue || isMine(ask, filter)) {
    return { walk, count: sql`select from doubts as d where ${all}` };
  }
  const theirs = (row: SQL, end: SQL) =>
    sql`select ${row} from unnest(${sql.param(named)}::uuid[]) as named(id) cross join lateral (
      select ${row} from doubts as d where d.assignment_id = named.id and ${where} ${end}
    ) as d`;
  const count = theirs(sql``, most(TOTAL_CEILING));
  if (named.length > FEW_ASSIGNMENTS) return { walk, count };
  const ordered = (end: SQL) => sql`order by ${order} ${end}`;
  return { walk: (end: SQL) => sql`${theirs(ROW, ordered(end))} ${ordered(end)}`, count };
}

/** The rows that a search finds, the first ones of the list's order, up to the ceiling. */
function search(ask: Ask, filter: DoubtFilter, { named, isQueue, order }: Way): SQL {
  const { status, resolved, timeframe, text = "" } = filter;
  const where = sql`${conditions(ask, filter)} and ${anyOf(named)}`;
  const end = most(SEARCH_CEILING);
  // Called by its function's name the match uses no index: what is read is few anyway.
  const among = (few: SQL) =>
    sql`select ${ROW} from doubts as d
      where ${few} and ts_match_vq(d.words, ${wanted(text)}) order by ${order} ${end}`;
  const isOpen = resolved === "false" || (status && status !== "resolved");
  const isOwn = isMine(ask, filter) && !isStaff(ask.me);
  if (isOpen || isOwn || (named && named.length <= FEW_SEARCHED)) return among(where);
  const since = timeframe && STARTS[timeframe](ask.now, ask.zone);
  const newest = (which: SQL) =>
    sql`select ${ROW} from (
      ${spansBack({ from: sql`doubts`, time: sql`active_at`, since })}
    ) as spans cross join lateral (
      select ${ROW} from doubts as d
      where d.spans @> array[spans.span] and d.words @@ ${wanted(text)} and ${which}
      order by ${NEWEST_FIRST}
    ) as d ${end}`;
  if (!isQueue) return newest(where);
  return sql`select ${ROW} from (
    (${among(sql`${where} and d.waiting_since is not null`)})
    union all (${newest(sql`${where} and d.waiting_since is null`)})
  ) as d ${end}`;
}

const anyOf = (named: string[] | null): SQL =>
  named ? sql`d.assignment_id = any(${sql.param(named)}::uuid[])` : sql`true`;

/** Whether only the asker's own are meant: for staff, those that they answered. */
const isMine = ({ me }: Ask, { scope, assignmentTag }: Partial<DoubtFilter>): boolean =>
  scope === "mine" || (!isStaff(me) && assignmentTag === "personal");

function conditions(ask: Ask, filter: Partial<DoubtFilter>): SQL {
  const { me, now, zone } = ask;
  const { status, resolved, timeframe } = filter;
  const claimed = sql`(select subject_id from claims where kind = 'doubt' and until > ${now})`;
  const mine = sql`d.student_id = ${me._id}`;
  const all = [sql`true`];
  if (isMine(ask, filter)) all.push(isStaff(me) ? sql`d.answered_by_id = ${me._id}` : mine);
  else if (!isStaff(me)) {
    const closed = inArray(assignments.distributionTag, CLOSED);
    all.push(sql`(${mine} or not d.private and d.assignment_id not in (
      select id from assignments where ${closed}))`);
  }
  if (resolved) {
    all.push(resolved === "true" ? sql`d.stage = 'resolved'` : sql`d.stage <> 'resolved'`);
  }
  if (status === "review") all.push(sql`d.stage <> 'resolved' and d.id in ${claimed}`);
  else if (status === "resolved") all.push(sql`d.stage = 'resolved'`);
  else if (status) all.push(sql`d.stage = ${status} and d.id not in ${claimed}`);
  if (timeframe) {
    const start = STARTS[timeframe](now, zone);
    all.push(sql`d.active_at >= ${start} and d.created_at >= ${start}`);
  }
  return sql.join(all, sql` and `);
}

/** The readable doubts most like a text, best first; of one assignment, if it is given. */
export async function similarDoubts(
  ask: Ask,
  { assignmentId, text }: { assignmentId?: string; text: string },
): Promise<ListedDoubt[]> {
  const query = anyWordOf(text);
  const only = assignmentId ? sql` and d.assignment_id = ${assignmentId}` : sql``;
  const near = sql`select d.id, d.words from doubts as d
    where ${conditions(ask, {})}${only} order by ${NEWEST_FIRST} limit ${COMPARED_MOST}`;
  const rows = await selectDoubts(ask.db, ask.now)
    .innerJoin(
      sql`(select id, ts_rank_cd(words, ${query}) as likeness from (${near}) as d
        where words @@ ${query} order by likeness desc limit ${SIMILAR_MOST}) as alike`,
      sql`alike.id = ${doubts.id}`,
    ).orderBy(sql`alike.likeness desc`);
  return rows.map((row) => toListed(row, ask.me));
}
