/** Lists and searches of doubts, by filter. */
import { type SQL, sql } from "drizzle-orm";
import { distributionTagsOf } from "../assignments/schema.ts";
import { type Among, matchingAssignments, meant, usedFilters } from "../assignments/search.ts";
import { startOfDay, startOfMonth, startOfWeek } from "../kit/core/clock.ts";
import { patternOf } from "../kit/db/columns.ts";
import { at, buildOnce, type Reader } from "../kit/db/database.ts";
import type { Ask } from "../kit/http/guard.ts";
import { isStaff } from "../kit/core/roles.ts";
import { depthFor, limitTo, pageOf, searchQuery, spansBack } from "../kit/db/search.ts";
import { HEAD } from "../live/tables.ts";
import { isInAny, membersOf } from "../sections/queries.ts";
import { sectionsOfList, totalCeiling } from "./policy.ts";
import { isOpenFor, LONGEST_WAITING_FIRST, openWay, selectDoubts, toListed } from "./queries.ts";
import type { DoubtFilter, DoubtPage, SentAnswer } from "./schema.ts";
import { doubts } from "./tables.ts";

const STARTS = { today: startOfDay, week: startOfWeek, month: startOfMonth };
/** Up to this row, a filter that matches most assignments is checked row by row. */
const SHALLOW = 100;
const NEWEST_FIRST = sql`d.active_at desc, d.id desc`;
const ROW = sql`d.id, d.active_at, d.waiting_since`;

/**
 * A page, and the event log's end when the page was read. The client applies the events after it to
 * the page and its total.
 */
type PageAsOf = { page: DoubtPage; asOf: string | null };

/**
 * Returns a page of the matching doubts, and how many match (up to a ceiling). The cost does not
 * grow with the table. The page is read by walking an index in the list's order. The count is a
 * separate subquery without an order; where an index contains all columns of the conditions, the
 * count does not read the table.
 */
export async function listDoubts(ask: Ask, filter: DoubtFilter): Promise<PageAsOf> {
  const { db, me } = ask;
  const { answer } = filter;
  const { means, is, values } = asked(ask, filter);
  const { among, named, asOf } = await matchingAssignments(db, means);
  const isOthers = answer !== undefined && !isStaff(me);
  if (among === "none" || isOthers) return { page: { doubts: [], total: 0 }, asOf: null };
  const ceiling = totalCeiling(filter, me);
  const offset = (filter.page - 1) * filter.limit;
  const limit = Math.max(0, Math.min(filter.limit, ceiling - offset));
  const way: Way = {
    ...is,
    among,
    isAnswer: answer !== undefined,
    depth: depthFor(offset + limit),
    most: depthFor(filter.limit),
    ceiling,
  };
  const statement = buildOnce(db, `list ${JSON.stringify(way)}`, () => selectPage(db, way));
  const rows = await statement.execute({ ...values, named, answer, offset, limit });
  const [first] = rows;
  if (!first && filter.page > 1) {
    // A page past the end has no row that could hold the total.
    const { page, ...from } = await listDoubts(ask, { ...filter, page: 1, limit: 1 });
    return { ...from, page: { ...page, doubts: [] } };
  }
  const sent = isFolded(way) ? await sentAnswers(db, rows) : [];
  return {
    page: {
      doubts: rows.map((row) => toListed(row, me)),
      total: Number(first?.total ?? 0),
      ...(sent.length > 0 && { sent }),
    },
    // If the log has grown between the two statements, an assignment may have changed.
    asOf: named && asOf !== first?.asOf ? null : first?.asOf ?? null,
  };
}

/**
 * The condition and the order of all doubts `d` that match a filter, for a select that has no
 * pages, and the values of its placeholders.
 */
export function wholeList(
  ask: Omit<Ask, "db">,
  filter: WholeFilter,
): { where: SQL; order: SQL; values: Record<string, unknown> } {
  const { means, is, values } = asked(ask, filter);
  const where = [conditions(is)];
  const used = usedFilters(means);
  if (Object.values(used).includes(true)) where.push(sql`d.assignment_id in (${meant(used)})`);
  if (is.isSearch) where.push(sql`d.words @@ ${searchQuery(at("text"))}`);
  return { where: sql.join(where, sql` and `), order: orderOf(is), values };
}

type WholeFilter = Omit<DoubtFilter, "page" | "limit">;

/** What a filter asks of assignments, what it asks of doubts, and the values of the placeholders. */
function asked({ me, now, zone }: Omit<Ask, "db">, filter: WholeFilter) {
  const { assignmentTag, difficulty, assignmentTitle, status, resolved, timeframe, text } = filter;
  const isOfStaff = isStaff(me);
  const sections = sectionsOfList(me, filter);
  const means = {
    tags: assignmentTag && distributionTagsOf(assignmentTag),
    difficulty,
    title: assignmentTitle && patternOf(assignmentTitle),
  };
  const is = {
    ...openWay(me),
    ...usedFilters(means),
    isStaff: isOfStaff,
    isMine: filter.scope === "mine" || (!isOfStaff && assignmentTag === "personal"),
    isQueue: filter.order === "queue" && isOfStaff,
    status,
    resolved,
    isWaiting: filter.waiting === "true",
    isSince: timeframe !== undefined,
    isSearch: text !== undefined,
    isOfSections: sections !== undefined,
  };
  const own = [...me.sections ?? []];
  const since = timeframe && STARTS[timeframe](now, zone);
  return { means, is, values: { ...means, me: me._id, own, sections, now, since, text } };
}

/** Everything that determines the text of a statement. All other inputs are passed as values. */
type Is =
  | "isStaff"
  | "isInSection"
  | "isMine"
  | "isQueue"
  | "isWaiting"
  | "isSince"
  | "isSearch"
  | "isAnswer"
  | "isOfSections";
type Way =
  & Pick<DoubtFilter, "status" | "resolved">
  & ReturnType<typeof usedFilters>
  & Record<Is, boolean>
  & { among: Among; depth: number; most: number; ceiling: number };

function selectPage(db: Reader, way: Way) {
  const row = sql`id, row_number() over (order by ${orderOf(way)}) as place`;
  const { walk, count } = walks(way);
  const found = way.isSearch
    ? sql`with found as materialized (${search(way)})
      select ${row}, (select count(*) from found) as total from found as d order by place`
    : sql`select ${row}, (
        select count(*) from (${count} ${limitTo(way.ceiling)}) as counted
      ) as total from (${walk}) as d order by place`;
  const page = pageOf(found, { offset: at("offset"), limit: at("limit"), most: way.most });
  return selectDoubts(db, at("now"), { total: sql`page.total`, asOf: HEAD })
    .innerJoin(sql`(${page}) as page`, sql`page.id = ${doubts.id}`)
    .orderBy(sql`page.place`).prepare("list");
}

const orderOf = ({ isQueue }: Pick<Way, "isQueue">) =>
  isQueue ? LONGEST_WAITING_FIRST : NEWEST_FIRST;

/**
 * Returns the statements of a list without a search: `walk` selects the first rows in order,
 * `count` selects all rows without an order.
 */
function walks(way: Way): { walk: SQL; count: SQL } {
  const where = isFolded(way) ? sql`${conditions(way)} and ${standsForAll(way)}` : conditions(way);
  const all = sql`from doubts as d where ${where} and ${named(way)}`;
  const first = sql`order by ${orderOf(way)} ${limitTo(way.depth)}`;
  const walk = sql`select ${ROW} ${all} ${first}`;
  if (way.isOfSections && !isOpenOnly(way)) {
    const each = (end: SQL) => ofMembers(sql`${where} and ${named(way)}`, end);
    return { walk: sql`${each(first)} ${first}`, count: each(limitTo(way.ceiling)) };
  }
  const isNarrow = way.status || way.resolved || way.isWaiting || way.isMine || way.isAnswer;
  if (way.among === "all" || isNarrow || way.isQueue) {
    return { walk, count: sql`select ${all}` };
  }
  const general = way.isStaff ? sql`true` : sql`is_general(a.distribution_tag)`;
  const ids = way.among === "most" ? meant(way, general) : sql`
    select a.id from assignments as a where a.id = any(${at("named")}::uuid[]) and ${general}`;
  const each = (row: SQL, end: SQL, which = sql`true`) =>
    sql`select ${row} from (${ids}) as named(id) cross join lateral (
      select ${row} from doubts as d where d.assignment_id = named.id and ${where} and ${which} ${end}
    ) as d`;
  // The second branch selects the learner's own doubts that are not open, so that the walk need not
  // pass over other people's.
  const both = (row: SQL, end: SQL) =>
    way.isStaff
      ? each(row, end)
      : sql`select ${row} from (${each(row, end, isOpenFor(way))} union all (
      select ${row} ${all} and d.student_id = ${at("me")}
        and ${isOpenFor(way)} is not true ${end})) as d`;
  const count = both(sql``, limitTo(way.ceiling));
  const isFew = way.among === "few" || way.among === "fewest";
  return { walk: isFew ? sql`${both(ROW, first)} ${first}` : walk, count };
}

/** Whether the list has only unresolved doubts, which are few. */
const isOpenOnly = ({ status, resolved, isWaiting }: Partial<Way>): boolean =>
  resolved === "false" || isWaiting === true || (status !== undefined && status !== "resolved");

/**
 * Selects doubts of the people in the chosen sections, person by person: a walk over all doubts would
 * pass over those of the other sections.
 * @param end the limit for each person, perhaps with an order
 */
const ofMembers = (where: SQL, end: SQL): SQL =>
  sql`select ${ROW} from (${membersOf(at("sections"))}) as member cross join lateral (
    select ${ROW} from doubts as d where d.student_id = member.id and ${where} ${end}) as d`;

/** Selects the rows that a search finds: the first ones in the list's order, up to the ceiling. */
function search(way: Way): SQL {
  const where = sql`${conditions(way)} and ${named(way)}`;
  const end = limitTo(way.ceiling);
  // The function `ts_match_vq` instead of the operator `@@` keeps PostgreSQL from using the index
  // on words: the other conditions leave only few rows to check.
  const first = sql`order by ${orderOf(way)} ${end}`;
  const has = sql`ts_match_vq(d.words, ${searchQuery(at("text"))})`;
  const among = (few: SQL) => sql`select ${ROW} from doubts as d where ${few} and ${has} ${first}`;
  if (isOpenOnly(way) || (way.isMine && !way.isStaff) || way.among === "fewest") {
    return among(where);
  }
  if (way.isOfSections) return sql`${ofMembers(sql`${where} and ${has}`, first)} ${first}`;
  const since = way.isSince ? at("since") : undefined;
  const newest = (which: SQL) =>
    sql`select ${ROW} from (
      ${spansBack({ from: sql`doubts where term_id is null`, time: sql`active_at`, since })}
    ) as spans cross join lateral (
      select ${ROW} from doubts as d
      where d.spans @> array[spans.span] and d.words @@ ${searchQuery(at("text"))} and ${which}
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
  const isNarrow = way.status || way.resolved || way.isWaiting || way.isMine;
  const isPlain = !way.isSearch && !way.isQueue && !isNarrow;
  return isPlain && way.depth <= SHALLOW
    ? sql`exists (${meant(way, sql`a.id = d.assignment_id`)} offset 0)`
    : sql`d.assignment_id in (${meant(way)})`;
}

function conditions(way: Partial<Way>): SQL {
  const { isStaff, isMine, isWaiting, status, resolved, isSince, isAnswer, isOfSections } = way;
  const [now, since] = [at("now"), at("since")];
  const claimed = sql`(select subject_id from claims where kind = 'doubt' and until > ${now})`;
  const mine = sql`d.student_id = ${at("me")}`;
  const all = [sql`d.term_id is null`];
  if (isMine) all.push(isStaff ? sql`d.answered_by_id = ${at("me")}` : mine);
  else if (!isStaff) all.push(sql`(${mine} or ${isOpenFor(way)})`);
  if (resolved === "true" || status === "resolved") all.push(sql`d.stage = 'resolved'`);
  if (resolved === "false" || status === "review") all.push(sql`d.stage <> 'resolved'`);
  if (status === "review") all.push(sql`d.id in ${claimed}`);
  else if (status && status !== "resolved") {
    all.push(sql`d.stage = ${status} and d.id not in ${claimed}`);
  }
  if (isWaiting) all.push(sql`d.stage in ('new', 'unsatisfied')`);
  if (isAnswer) {
    all.push(sql`d.id in (
      select doubt_id from group_answer_members where answer_id = ${at("answer")})`);
  }
  if (isOfSections) all.push(isInAny(sql`d.student_id`, at("sections")));
  if (isSince) all.push(sql`d.active_at >= ${since} and d.created_at >= ${since}`);
  return sql.join(all, sql` and `);
}

/**
 * Whether threads that got one answer to a group are one row: in the list of what a mentor has
 * answered. A search looks for a single thread.
 */
const isFolded = ({ isStaff, isMine, isSearch, isAnswer }: Way): boolean =>
  isStaff && isMine && !isSearch && !isAnswer;

/** The answer to a group that is the newest entry of a thread. All its entries have one time. */
const isNewestOf = sql`a.created_at = d.active_at and a.by_id = d.answered_by_id
  and a.receivers > 1`;

/**
 * Of the threads that match and whose newest entry is the same answer to a group, only the first one
 * in the list's order is shown. A thread that has gone on is a row of its own.
 */
function standsForAll(way: Way): SQL {
  return sql`not exists (
    select from group_answer_members as m
    join group_answers as a on a.id = m.answer_id and ${isNewestOf}
    join group_answer_members as o on o.answer_id = m.answer_id and o.doubt_id > d.id
    cross join lateral (
      select from doubts as d where d.id = o.doubt_id and ${isNewestOf} and ${conditions(way)}
    ) as other
    where m.doubt_id = d.id)`;
}

/** Returns which of these threads stand for all that got the same answer. */
async function sentAnswers(db: Reader, rows: readonly { _id: string }[]): Promise<SentAnswer[]> {
  const ids = rows.map(({ _id }) => _id);
  return await db.execute<SentAnswer>(sql`
    select d.id as "doubtId", a.id as "answerId", a.title, a.receivers as threads
    from doubts as d join group_answer_members as m on m.doubt_id = d.id
    join group_answers as a on a.id = m.answer_id and ${isNewestOf}
    where d.id = any(${sql.param(ids)}::uuid[])`);
}
