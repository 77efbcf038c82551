/** Reads doubts: lists, searches, cards and threads. */
import { and, eq, gt, inArray, isNotNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { assignmentTagOf, distributionTagsOf } from "../assignments/schema.ts";
import { type Among, matchingAssignments, meant, usedFilters } from "../assignments/search.ts";
import { assignments } from "../assignments/tables.ts";
import {
  claimChange,
  claimColumns,
  claimOf,
  holder,
  onHolder,
  onValidClaim,
} from "../claims/queries.ts";
import { startOfDay, startOfMonth, startOfWeek } from "../kit/core/clock.ts";
import { patternOf, pick } from "../kit/db/columns.ts";
import { at, buildOnce, type Reader } from "../kit/db/database.ts";
import { notFound } from "../kit/core/errors.ts";
import type { Ask, Me } from "../kit/http/guard.ts";
import { isStaff } from "../kit/core/roles.ts";
import { depthFor, limitTo, pageOf, searchQuery, spansBack } from "../kit/db/search.ts";
import { claims } from "../kit/db/tables.ts";
import { type Act, announce } from "../live/outbox.ts";
import { type Room, topicRoom, userRoom } from "../live/rooms.ts";
import { HEAD } from "../live/tables.ts";
import { people } from "../people/tables.ts";
import { isInAny, membersOf, roomsFor, SECTIONS_OF_PERSON } from "../sections/queries.ts";
import { nameOfTerm } from "../terms/tables.ts";
import { newestEntries, shownOf } from "../threads/queries.ts";
import {
  asWatchersSee,
  can,
  cardText,
  isOpenToClass,
  sectionsOfList,
  totalCeiling,
  withPrograms,
} from "./policy.ts";
import {
  CARD_TEXT,
  DOUBT_TOPIC,
  type DoubtCard,
  type DoubtFilter,
  type DoubtPage,
  type Entry,
  type ListedDoubt,
  type SentAnswer,
  type WrittenDoubt,
  type WrittenEntry,
} from "./schema.ts";
import { doubts, entries } from "./tables.ts";

const answerer = alias(people, "answerer");
/** The newest entry of a doubt that waits and was asked again: it is unanswered. */
const latest = alias(entries, "latest");

const cardColumns = {
  _id: doubts.id,
  assignment: {
    _id: assignments.id,
    ...pick(assignments, "title", "distributionTag", "difficulty", "audience"),
  },
  student: { _id: people.id, name: people.name, branch: people.branch, email: people.email },
  sections: SECTIONS_OF_PERSON,
  ...pick(doubts, "doubtText", "private", "programShown", "stage", "resolvedAt", "createdAt"),
  ...pick(doubts, "activeAt", "waitingSince", "risenTo", "entries"),
  // More than the card shows, so that the card's text knows that it was cut.
  asked: sql<string | null>`left(${latest.message}, ${sql.raw(String(CARD_TEXT + 20))})`,
  askedAt: latest.createdAt,
  ...pick(doubts, "sharers", "keptAt", "helpedAt", "mentorFirst", "aside"),
  mergedInto: doubts.mergedIntoId,
  isTargetPrivate: sql<boolean>`${doubts.mergedIntoId} is not null and exists (
    select from doubts as target where target.id = ${doubts.mergedIntoId} and target.private)`,
  answeredBy: { _id: answerer.id, name: answerer.name, role: answerer.role },
  term: nameOfTerm(doubts.termId),
  version: doubts.version,
  ...claimColumns,
};

/** The values of the whole-list columns for a row that is read alone. */
const OF_NONE = { total: sql<number>`0`, asOf: sql<string | null>`null` };

/** Selects doubts without their threads. The caller adds `where` and the order. */
export function selectDoubts(db: Reader, now: string | Placeholder, ofList = OF_NONE) {
  return db.select({ ...cardColumns, ...ofList }).from(doubts)
    .innerJoin(assignments, eq(assignments.id, doubts.assignmentId))
    .innerJoin(people, eq(people.id, doubts.studentId))
    .leftJoin(answerer, eq(answerer.id, doubts.answeredById))
    .leftJoin(
      latest,
      and(
        eq(latest.doubtId, doubts.id),
        eq(latest.place, doubts.entries),
        gt(doubts.entries, 1),
        isNotNull(doubts.waitingSince),
      ),
    )
    .leftJoin(
      claims,
      onValidClaim("doubt", { subjectId: doubts.id, studentId: doubts.studentId }, now),
    )
    .leftJoin(holder, onHolder);
}

export type DoubtRow = Awaited<ReturnType<typeof selectDoubts>>[number];

/** Converts a row to the card, which is the same for everyone who may read the doubt. */
export function toCard(row: DoubtRow): DoubtCard {
  // Copy field by field: copying the rest of a row (`...row`) is the slowest part of a list.
  const { stage, student, holder, assignment, doubtText: text } = row;
  return {
    _id: row._id,
    assignment: {
      _id: assignment._id,
      title: assignment.title,
      distributionTag: assignment.distributionTag,
      difficulty: assignment.difficulty,
      assignmentTag: assignmentTagOf(assignment.distributionTag),
      ...(assignment.audience && { audience: assignment.audience }),
    },
    student: {
      _id: student._id,
      name: student.name,
      branch: student.branch,
      ...(row.sections.length > 0 && { sections: row.sections }),
    },
    doubtText: cardText(text),
    private: row.private,
    programShown: row.programShown,
    resolvedAt: row.resolvedAt,
    createdAt: row.createdAt,
    activeAt: row.activeAt,
    waitingSince: row.waitingSince,
    ...(row.risenTo !== null && { risenTo: row.risenTo }),
    unanswered: row.waitingSince !== null && row.asked !== null && row.askedAt !== null
      ? { text: cardText(row.asked), at: row.askedAt }
      : null,
    entries: row.entries,
    answeredBy: row.answeredBy,
    sharers: row.sharers,
    kept: row.keptAt !== null,
    helped: row.helpedAt !== null && stage === "resolved",
    ...(row.mentorFirst && { mentorFirst: true }),
    ...(row.aside && { aside: true }),
    mergedInto: row.isTargetPrivate ? null : row.mergedInto,
    ...(row.isTargetPrivate && { mergedAway: true }),
    ...(row.term !== null && { term: row.term }),
    version: row.version,
    // What was archived takes no more entries, as what is resolved.
    resolved: stage === "resolved" || row.term !== null,
    currentStatus: stage !== "resolved" && holder ? "review" : stage,
  };
}

/** Converts a row to a card in a list; for staff with the claim. */
export function toListed(row: DoubtRow, me: Me): ListedDoubt {
  return isStaff(me) ? { ...toCard(row), claim: claimOf(row) } : toCard(row);
}

function toDoubt(row: DoubtRow, conversation: WrittenEntry[], me: Me): WrittenDoubt {
  const listed = toListed(row, me);
  const { student } = listed;
  return {
    ...listed,
    doubtText: row.doubtText,
    student: can.seeAddress(me, listed) ? { ...student, email: row.student.email } : student,
    ...shownOf(withPrograms(conversation, { me, doubt: listed })),
  };
}

/** Returns the doubt with its thread, as the asker may see it. @throws Refusal 404 */
export async function doubtThread({ db, me, now }: Ask, id: string): Promise<WrittenDoubt> {
  const [[row], conversation] = await Promise.all([
    selectDoubts(db, now).where(eq(doubts.id, id)),
    newestEntries(db, id),
  ]);
  if (!row || !can.read(me, toCard(row))) throw notFound("This doubt");
  return toDoubt(row, conversation, me);
}

/**
 * Returns the thread as it was when its newest entry was added.
 * @param row the doubt's row at that time
 */
export async function threadAsOf({ db, me }: Ask, row: DoubtRow): Promise<WrittenDoubt> {
  return toDoubt(row, await newestEntries(db, row._id, row.entries), me);
}

/** The rooms of those who may read a doubt. */
export function roomsOfDoubtReaders(card: DoubtCard): Room[] {
  if (!isOpenToClass(card)) return ["staff", userRoom(card.student._id)];
  const { audience } = card.assignment;
  // Its owner may be in another section by now.
  return audience ? [...roomsFor(audience), userRoom(card.student._id)] : ["class"];
}

/**
 * Announces the card of a doubt that has changed to its readers.
 * @returns the row as it will be at the commit
 */
export async function announceChanged(act: Act, id: string): Promise<DoubtRow> {
  const row = await settledRow(act, id);
  announceCard(act, toCard(row));
  return row;
}

/**
 * Announces the cards of several doubts that have changed, with one read. Their assignments must be
 * locked, or the commit-order lock be held.
 */
export async function announceAllChanged(
  act: Act<Me | null>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await selectDoubts(act.db, act.now).where(inArray(doubts.id, [...ids]))
    .orderBy(doubts.id);
  for (const row of rows) announceCard(act, toCard(row));
}

const announceCard = (act: Act<Me | null>, card: DoubtCard): void =>
  announce(act, "doubt.changed", roomsOfDoubtReaders(card), card);

/** A new entry, and the doubt's row before and after it. */
export type Added = { row: DoubtRow; after: DoubtRow; entry: Entry };

/**
 * Announces a new entry: the doubt's card to its readers, and the entry to those who watch the
 * thread. Whoever holds the card gets only the entry (`carries`), so the card comes first. Also the
 * end of a claim that the entry ends.
 */
export function announceEntry(act: Act, { row, after, entry: said }: Added): void {
  const { message: _, run, ...entry } = said;
  const card = toCard(after);
  if (entry.place === 1) announce(act, "doubt.opened", roomsOfDoubtReaders(card), card);
  else announceCard(act, card);
  const { currentStatus, resolved, resolvedAt, version, waitingSince, risenTo, unanswered } = card;
  announce(act, "doubt.entry", [topicRoom(DOUBT_TOPIC, row._id)], {
    doubtId: row._id,
    entry: run === undefined ? entry : { ...entry, run: asWatchersSee(run, card) },
    currentStatus,
    resolved,
    resolvedAt,
    version,
    changed: { waitingSince, ...(risenTo !== undefined && { risenTo }), unanswered },
  });
  if (!row.holder || after.holder) return;
  const ended = { kind: "doubt", subjectId: row._id, studentId: row.student._id } as const;
  announce(act, "claim.changed", ["staff"], claimChange(ended, null));
}

/**
 * Returns the doubt's row as it will be at the commit, and locks its assignment. The card contains
 * data of the assignment, which a parallel transaction may change: the change that is logged second
 * must have seen the first one.
 * @throws Refusal 404
 */
export async function settledRow({ db, now }: Act, id: string): Promise<DoubtRow> {
  const [row] = await buildOnce(
    db,
    "a settled row",
    () =>
      selectDoubts(db, at("now")).where(eq(doubts.id, at("id"))).for("share", { of: assignments })
        .prepare("row"),
  ).execute({ id, now });
  if (!row) throw notFound("This doubt");
  return row;
}

const STARTS = { today: startOfDay, week: startOfWeek, month: startOfMonth };
/** Up to this row, a filter that matches most assignments is checked row by row. */
const SHALLOW = 100;
const NEWEST_FIRST = sql`d.active_at desc, d.id desc`;
export const LONGEST_WAITING_FIRST =
  sql`d.place_since, d.waiting_since, d.active_at desc, d.id desc`;
const ROW = sql`d.id, d.active_at, d.waiting_since, d.place_since`;

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
  const { db, me, now, zone } = ask;
  const { status, resolved, timeframe, text } = filter;
  const means = meansOf(filter);
  const { among, named, asOf } = await matchingAssignments(db, means);
  const isOthers = filter.answer !== undefined && !isStaff(me);
  const sections = sectionsOfList(me, filter);
  if (among === "none" || isOthers) return { page: { doubts: [], total: 0 }, asOf: null };
  const ceiling = totalCeiling(filter, me);
  const offset = (filter.page - 1) * filter.limit;
  const limit = Math.max(0, Math.min(filter.limit, ceiling - offset));
  const way: Way = {
    ...openWay(me),
    isStaff: isStaff(me),
    isMine: filter.scope === "mine" || (!isStaff(me) && filter.assignmentTag === "personal"),
    isQueue: filter.order === "queue" && isStaff(me),
    ...usedFilters(means),
    among,
    status,
    resolved,
    isWaiting: filter.waiting === "true",
    isSince: timeframe !== undefined,
    isSearch: text !== undefined,
    isAnswer: filter.answer !== undefined,
    isOfSections: sections !== undefined,
    depth: depthFor(offset + limit),
    most: depthFor(filter.limit),
    ceiling,
  };
  const statement = buildOnce(db, `list ${JSON.stringify(way)}`, () => selectPage(db, way));
  const since = timeframe && STARTS[timeframe](now, zone);
  const { answer } = filter;
  const own = [...me.sections ?? []];
  const values = { me: me._id, own, sections, now, since, text, named, answer, offset, limit };
  const rows = await statement.execute({ ...means, ...values });
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
  { me, now, zone }: Omit<Ask, "db">,
  filter: Omit<DoubtFilter, "page" | "limit">,
): { where: SQL; order: SQL; values: Record<string, unknown> } {
  const { status, resolved, timeframe, text } = filter;
  const isOfStaff = isStaff(me);
  const means = meansOf(filter);
  const sections = sectionsOfList(me, filter);
  const where = [conditions({
    ...openWay(me),
    isStaff: isOfStaff,
    isMine: filter.scope === "mine" || (!isOfStaff && filter.assignmentTag === "personal"),
    isWaiting: filter.waiting === "true",
    isSince: timeframe !== undefined,
    isOfSections: sections !== undefined,
    status,
    resolved,
  })];
  const used = usedFilters(means);
  if (Object.values(used).includes(true)) where.push(sql`d.assignment_id in (${meant(used)})`);
  if (text !== undefined) where.push(sql`d.words @@ ${searchQuery(at("text"))}`);
  return {
    where: sql.join(where, sql` and `),
    order: orderOf({ isQueue: filter.order === "queue" && isOfStaff }),
    values: {
      ...means,
      me: me._id,
      own: [...me.sections ?? []],
      sections,
      now,
      text,
      since: timeframe && STARTS[timeframe](now, zone),
    },
  };
}

const meansOf = (
  { assignmentTag, difficulty, assignmentTitle }: Omit<DoubtFilter, "page" | "limit">,
) => ({
  tags: assignmentTag && distributionTagsOf(assignmentTag),
  difficulty,
  title: assignmentTitle && patternOf(assignmentTitle),
});

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

/** How a person's sections change the text of a statement: without any, it is as simple as before. */
export const openWay = (me: Me) => ({ isInSection: !isStaff(me) && me.sections !== undefined });

/**
 * Whether the class, or one of the person's sections, may read the doubt `d`. The ids of the sections
 * are the value `own`.
 */
export const isOpenFor = ({ isInSection }: { isInSection?: boolean }): SQL =>
  isInSection ? sql`(d.open or d.open_to && ${at("own")}::uuid[])` : sql`d.open`;

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
