/** One doubt: its card, its thread, and what a policy needs of it. */
import { and, eq, gt, type Placeholder, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { assignmentTagOf, tagsShownAs } from "../assignments/schema.ts";
import { type Among, meant, namedAssignments, waysOf } from "../assignments/queries.ts";
import { assignments } from "../assignments/tables.ts";
import { startOfDay, startOfMonth, startOfWeek } from "../kit/clock.ts";
import { patternOf } from "../kit/columns.ts";
import { at, isTimedOut, once, type Reader } from "../kit/database.ts";
import { notFound } from "../kit/errors.ts";
import type { Ask, Me } from "../kit/guard.ts";
import { isStaff } from "../kit/roles.ts";
import { anyWordOf, depthFor, most, spansBack, wanted } from "../kit/search.ts";
import { claims } from "../kit/tables.ts";
import { HEAD } from "../live/tables.ts";
import { people } from "../people/tables.ts";
import { newestEntries, shownOf } from "../threads/queries.ts";
import { can, ceilingOf } from "./policy.ts";
import {
  CARD_TEXT,
  type Claim,
  type Doubt,
  type DoubtCard,
  type DoubtFilter,
  type DoubtPage,
  type Entry,
  type ListedDoubt,
} from "./schema.ts";
import { doubts } from "./tables.ts";

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

/** What each row says of the list that it is from. */
const OF_NONE = { total: sql<number>`0`, asOf: sql<string | null>`null` };

/** Everything about doubts but their threads; whoever adds `where` and order decides which. */
export function selectDoubts(db: Reader, now: string | Placeholder, ofList = OF_NONE) {
  return db.select({ ...cardColumns, ...ofList }).from(doubts)
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
  const { until: __, total: ___, asOf: ____, doubtText: text, ...shown } = rest;
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

export function toDoubt(row: DoubtRow, conversation: Entry[], me: Me): Doubt {
  const listed = toListed(row, me);
  const { email, ...student } = row.student;
  return {
    ...listed,
    doubtText: row.doubtText,
    student: can.seeAddress(me, listed) ? { ...student, email } : student,
    ...shownOf(conversation),
  };
}

/** The thread as the asker may see it. @throws Refusal 404 */
export async function doubtThread({ db, me, now }: Ask, id: string): Promise<Doubt> {
  const [[row], conversation] = await Promise.all([
    selectDoubts(db, now).where(eq(doubts.id, id)),
    newestEntries(db, id),
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

const STARTS = { today: startOfDay, week: startOfWeek, month: startOfMonth };
/** As deep as this, most assignments' doubts are soon found without a list of them. */
const SHALLOW = 100;
/** As many similar ones are offered, of so many of the newest. */
const [SIMILAR_MOST, COMPARED_MOST] = [5, 300];
const NEWEST_FIRST = sql`d.active_at desc, d.id desc`;
const LONGEST_WAITING_FIRST = sql`d.waiting_since, d.active_at desc, d.id desc`;
const ROW = sql`d.id, d.active_at, d.waiting_since`;

/** A page, and as of which place in the event log; its total is counted on from there. */
type PageAsOf = { page: DoubtPage; asOf: string | null };

/**
 * The doubts that match, and how many there are (up to a ceiling), at a cost that does not grow
 * with the table. A page is walked along an index in the list's order. It is counted apart from
 * that, without an order and without touching the table where an index has all that decides.
 */
export async function listDoubts(ask: Ask, filter: DoubtFilter): Promise<PageAsOf> {
  const { db, me, now, zone } = ask;
  const { status, resolved, timeframe, text, assignmentTag, assignmentTitle, difficulty } = filter;
  const means = {
    tags: assignmentTag && tagsShownAs(assignmentTag),
    difficulty,
    title: assignmentTitle && patternOf(assignmentTitle),
  };
  const { among, named, asOf } = await namedAssignments(db, means);
  if (among === "none") return { page: { doubts: [], total: 0 }, asOf: null };
  const ceiling = ceilingOf(filter, me);
  const offset = (filter.page - 1) * filter.limit;
  const limit = Math.max(0, Math.min(filter.limit, ceiling - offset));
  const way: Way = {
    isStaff: isStaff(me),
    isMine: filter.scope === "mine" || (!isStaff(me) && filter.assignmentTag === "personal"),
    isQueue: filter.order === "queue" && isStaff(me),
    ...waysOf(means),
    among,
    status,
    resolved,
    isSince: timeframe !== undefined,
    isSearch: text !== undefined,
    depth: depthFor(offset + limit),
    ceiling,
  };
  const statement = once(db, `list ${JSON.stringify(way)}`, () => selectPage(db, way));
  const since = timeframe && STARTS[timeframe](now, zone);
  const values = { me: me._id, now, since, text, named, offset, limit };
  const rows = await statement.execute({ ...means, ...values });
  const [first] = rows;
  if (!first && filter.page > 1) {
    // Past the end there is no row to say how many there are.
    const { page, ...from } = await listDoubts(ask, { ...filter, page: 1, limit: 1 });
    return { ...from, page: { ...page, doubts: [] } };
  }
  return {
    page: { doubts: rows.map((row) => toListed(row, me)), total: Number(first?.total ?? 0) },
    // An assignment may have changed between the two statements.
    asOf: named && asOf !== first?.asOf ? null : first?.asOf ?? null,
  };
}

/** What decides how a statement reads; the rest are values. */
type Is = "isStaff" | "isMine" | "isQueue" | "isSince" | "isSearch";
type Way =
  & Pick<DoubtFilter, "status" | "resolved">
  & ReturnType<typeof waysOf>
  & Record<Is, boolean>
  & { among: Among; depth: number; ceiling: number };

function selectPage(db: Reader, way: Way) {
  const page = sql`order by place offset ${at("offset")} limit ${at("limit")}`;
  const row = sql`id, row_number() over (order by ${orderOf(way)}) as place`;
  const { walk, count } = walks(way);
  const found = way.isSearch
    ? sql`with found as materialized (${search(way)})
      select ${row}, (select count(*) from found) as total from found as d ${page}`
    : sql`select ${row}, (
        select count(*) from (${count} ${most(way.ceiling)}) as counted
      ) as total from (${walk}) as d ${page}`;
  return selectDoubts(db, at("now"), { total: sql`page.total`, asOf: HEAD })
    .innerJoin(sql`(${found}) as page`, sql`page.id = ${doubts.id}`)
    .orderBy(sql`page.place`).prepare("list");
}

const orderOf = ({ isQueue }: Way) => isQueue ? LONGEST_WAITING_FIRST : NEWEST_FIRST;

/** Without a search: the first rows in order, and all of them in no order, to be counted. */
function walks(way: Way): { walk: SQL; count: SQL } {
  const where = conditions(way);
  const all = sql`from doubts as d where ${where} and ${named(way)}`;
  const first = sql`order by ${orderOf(way)} ${most(way.depth)}`;
  const walk = sql`select ${ROW} ${all} ${first}`;
  if (way.among === "all" || way.status || way.resolved || way.isQueue || way.isMine) {
    return { walk, count: sql`select ${all}` };
  }
  const general = way.isStaff ? sql`true` : sql`is_general(a.distribution_tag)`;
  const ids = way.among === "most" ? meant(way, general) : sql`
    select a.id from assignments as a where a.id = any(${at("named")}::uuid[]) and ${general}`;
  const each = (row: SQL, end: SQL, which = sql`true`) =>
    sql`select ${row} from (${ids}) as named(id) cross join lateral (
      select ${row} from doubts as d where d.assignment_id = named.id and ${where} and ${which} ${end}
    ) as d`;
  // A learner's own that are not open, at once: nobody else's are walked past.
  const both = (row: SQL, end: SQL) =>
    way.isStaff
      ? each(row, end)
      : sql`select ${row} from (${each(row, end, sql`d.open`)} union all (
      select ${row} ${all} and d.student_id = ${at("me")} and not d.open ${end})) as d`;
  const count = both(sql``, most(way.ceiling));
  const isFew = way.among === "few" || way.among === "fewest";
  return { walk: isFew ? sql`${both(ROW, first)} ${first}` : walk, count };
}

/** The rows that a search finds, the first ones of the list's order, up to the ceiling. */
function search(way: Way): SQL {
  const where = sql`${conditions(way)} and ${named(way)}`;
  const end = most(way.ceiling);
  // Called by its function's name the match uses no index: what is read is few anyway.
  const among = (few: SQL) =>
    sql`select ${ROW} from doubts as d
      where ${few} and ts_match_vq(d.words, ${wanted(at("text"))}) order by ${orderOf(way)} ${end}`;
  const isOpen = way.resolved === "false" || (way.status && way.status !== "resolved");
  if (isOpen || (way.isMine && !way.isStaff) || way.among === "fewest") return among(where);
  const since = way.isSince ? at("since") : undefined;
  const newest = (which: SQL) =>
    sql`select ${ROW} from (
      ${spansBack({ from: sql`doubts`, time: sql`active_at`, since })}
    ) as spans cross join lateral (
      select ${ROW} from doubts as d
      where d.spans @> array[spans.span] and d.words @@ ${wanted(at("text"))} and ${which}
      order by ${NEWEST_FIRST}
    ) as d ${end}`;
  if (!way.isQueue) return newest(where);
  return sql`select ${ROW} from (
    (${among(sql`${where} and d.waiting_since is not null`)})
    union all (${newest(sql`${where} and d.waiting_since is null`)})
  ) as d ${end}`;
}

function named(way: Way): SQL {
  if (way.among === "all") return sql`true`;
  if (way.among !== "most") return sql`d.assignment_id = any(${at("named")}::uuid[])`;
  const isPlain = !way.isSearch && !way.isQueue && !way.status && !way.resolved && !way.isMine;
  return isPlain && way.depth <= SHALLOW
    ? sql`exists (${meant(way, sql`a.id = d.assignment_id`)} offset 0)`
    : sql`d.assignment_id in (${meant(way)})`;
}

function conditions({ isStaff, isMine, status, resolved, isSince }: Partial<Way>): SQL {
  const [now, since] = [at("now"), at("since")];
  const claimed = sql`(select subject_id from claims where kind = 'doubt' and until > ${now})`;
  const mine = sql`d.student_id = ${at("me")}`;
  const all = [sql`true`];
  if (isMine) all.push(isStaff ? sql`d.answered_by_id = ${at("me")}` : mine);
  else if (!isStaff) all.push(sql`(${mine} or d.open)`);
  if (resolved === "true" || status === "resolved") all.push(sql`d.stage = 'resolved'`);
  if (resolved === "false" || status === "review") all.push(sql`d.stage <> 'resolved'`);
  if (status === "review") all.push(sql`d.id in ${claimed}`);
  else if (status && status !== "resolved") {
    all.push(sql`d.stage = ${status} and d.id not in ${claimed}`);
  }
  if (isSince) all.push(sql`d.active_at >= ${since} and d.created_at >= ${since}`);
  return sql.join(all, sql` and `);
}

/** The readable doubts most like a text, best first; of one assignment, if it is given. */
export async function similarDoubts(
  { db, me, now }: Ask,
  { assignmentId: assignment, text }: { assignmentId?: string; text: string },
): Promise<ListedDoubt[]> {
  const way = { isStaff: isStaff(me), isOne: assignment !== undefined };
  const statement = once(db, `similar ${JSON.stringify(way)}`, () => {
    const query = anyWordOf(at("text"));
    const one = way.isOne ? sql`d.assignment_id = ${at("assignment")}` : sql`true`;
    const near = sql`select d.id, d.asked from doubts as d where ${one} and ${conditions(way)}
      order by ${NEWEST_FIRST} ${most(COMPARED_MOST)}`;
    return selectDoubts(db, at("now")).innerJoin(
      sql`(select id, ts_rank(asked, ${query}) as likeness from (${near}) as d
        where asked @@ ${query} order by likeness desc ${most(SIMILAR_MOST)}) as alike`,
      sql`alike.id = ${doubts.id}`,
    ).orderBy(sql`alike.likeness desc`).prepare("similar");
  });
  try {
    const rows = await statement.execute({ me: me._id, now, text, assignment });
    return rows.map((row) => toListed(row, me));
  } catch (error) {
    // An offer only: there is none.
    if (isTimedOut(error)) return [];
    throw error;
  }
}
