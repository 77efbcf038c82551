/** Lists and searches of doubts, by filter. */
import {
  and,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isOfAssignments } from "../assignments/search.ts";
import { startOfDay, startOfMonth, startOfWeek } from "../kit/core/clock.ts";
import { notFound } from "../kit/core/errors.ts";
import { isStaff } from "../kit/core/roles.ts";
import type { Reader } from "../kit/db/database.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import { anyWordOf, COMPARED, searchQuery } from "../kit/db/search.ts";
import { claims } from "../kit/db/tables.ts";
import type { Ask } from "../kit/http/guard.ts";
import { HEAD } from "../live/tables.ts";
import { isInSections, isOpenDoubt } from "../sections/queries.ts";
import { can, isOpenToClass, sectionsOfList, totalCeiling } from "./policy.ts";
import { LONGEST_WAITING_FIRST, selectDoubts, toCard, toListed } from "./queries.ts";
import {
  type DoubtFilter,
  type DoubtPage,
  type ListedDoubt,
  MERGE_OFFERS,
  type SentAnswer,
} from "./schema.ts";
import { doubts } from "./tables.ts";

const STARTS = { today: startOfDay, week: startOfWeek, month: startOfMonth };

type Asker = Omit<Ask, "db">;
type WholeFilter = Omit<DoubtFilter, "page" | "limit">;

/** A page, and the event log's end at its reading. Clients apply the events after it. */
type PageAsOf = { page: DoubtPage; asOf: string | null };

/** Returns a page of the matching doubts, and how many match (up to a ceiling). */
export async function listDoubts(ask: Ask, filter: DoubtFilter): Promise<PageAsOf> {
  const { db, me, now } = ask;
  const isFolded = isFoldedIn(ask, filter);
  const where = and(matchingDoubts(ask, filter), isFolded ? standsForAll(ask, filter) : undefined);
  const ceiling = totalCeiling(filter, me);
  const offset = (filter.page - 1) * filter.limit;
  const counted = db.select({ id: doubts.id }).from(doubts).where(where).limit(ceiling)
    .as("counted");
  const total = sql<number>`(select count(*)::int from ${counted})`;
  const rows = await selectDoubts(db, now, { total, asOf: HEAD }).where(where)
    .orderBy(...orderOf(ask, filter))
    .limit(Math.max(0, Math.min(filter.limit, ceiling - offset))).offset(offset);
  const [first] = rows;
  if (!first && filter.page > 1) {
    // A page past the end has no row that could hold the total.
    const { page, asOf } = await listDoubts(ask, { ...filter, page: 1, limit: 1 });
    return { page: { ...page, doubts: [] }, asOf };
  }
  const sent = isFolded ? await sentAnswers(db, rows) : [];
  return {
    page: {
      doubts: rows.map((row) => toListed(row, me)),
      total: first?.total ?? 0,
      ...(sent.length > 0 && { sent }),
    },
    asOf: first?.asOf ?? null,
  };
}

/** The order of a list: newest activity first, or for staff the line. */
export const orderOf = ({ me }: Asker, { order }: WholeFilter): SQL[] =>
  order === "queue" && isStaff(me)
    ? LONGEST_WAITING_FIRST
    : newestFirst(doubts.activeAt, doubts.id);

/** The condition of the doubts that match a filter, and that the asker may read. */
export function matchingDoubts(
  { me, now, zone }: Asker,
  filter: WholeFilter,
  d: typeof doubts | typeof other = doubts,
): SQL | undefined {
  const { assignmentTag, scope, status, resolved, waiting, timeframe, text, answer } = filter;
  const own = eq(d.studentId, me._id);
  const isMine = scope === "mine" || (!isStaff(me) && assignmentTag === "personal");
  const since = timeframe && STARTS[timeframe](now, zone);
  return and(
    isNull(d.termId),
    isStaff(me)
      ? isMine ? eq(d.answeredById, me._id) : undefined
      : isMine
      ? own
      : or(own, isOpenDoubt(me, "doubts")),
    isOfAssignments(d.assignmentId, filter),
    filter.assignmentId ? eq(d.assignmentId, filter.assignmentId) : undefined,
    isInSections(sql`${d.studentId}`, sectionsOfList(me, filter)),
    resolved === "true" ? eq(d.stage, "resolved") : undefined,
    resolved === "false" ? ne(d.stage, "resolved") : undefined,
    status && isOfStatus(d, status, now),
    waiting === "true" ? inArray(d.stage, ["new", "unsatisfied"]) : undefined,
    since ? and(gte(d.activeAt, since), gte(d.createdAt, since)) : undefined,
    answer === undefined
      ? undefined
      : isStaff(me)
      ? sql`${d.id} in (select doubt_id from group_answer_members where answer_id = ${answer})`
      : sql`false`,
    text === undefined ? undefined : sql`${d.words} @@ ${searchQuery(text)}`,
  );
}

/** The doubts of a status; a claimed one is in review, whatever its stage. */
function isOfStatus(
  d: typeof doubts | typeof other,
  status: NonNullable<DoubtFilter["status"]>,
  now: string,
): SQL | undefined {
  if (status === "resolved") return eq(d.stage, status);
  const claimed = sql`(select ${claims.subjectId} from ${claims}
    where ${and(eq(claims.kind, "doubt"), gt(claims.until, now))})`;
  return status === "review"
    ? and(ne(d.stage, "resolved"), inArray(d.id, claimed))
    : and(eq(d.stage, status), notInArray(d.id, claimed));
}

const other = alias(doubts, "other");

/**
 * Whether threads that got one answer to a group are one row: in the list of what a mentor has
 * answered. A search looks for a single thread.
 */
const isFoldedIn = ({ me }: Asker, { scope, text, answer }: WholeFilter): boolean =>
  isStaff(me) && scope === "mine" && text === undefined && answer === undefined;

/** Whether `a`, an answer to a group, is the newest entry of a thread. All its entries have one time. */
const isNewestOf = (d: typeof doubts | typeof other): SQL =>
  sql`a.receivers > 1 and a.created_at = ${d.activeAt} and a.by_id = ${d.answeredById}`;

/** Of matching threads that end in one group's answer only one is shown. */
const standsForAll = (asker: Asker, filter: WholeFilter): SQL =>
  sql`not exists (
    select from group_answer_members as m
    join group_answers as a on a.id = m.answer_id and ${isNewestOf(doubts)}
    join group_answer_members as o on o.answer_id = m.answer_id and o.doubt_id > m.doubt_id
    join ${doubts} as other on other.id = o.doubt_id and ${isNewestOf(other)}
    where m.doubt_id = ${doubts.id} and ${matchingDoubts(asker, filter, other)})`;

/** Returns which of these threads stand for all that got the same answer. */
async function sentAnswers(db: Reader, rows: readonly { _id: string }[]): Promise<SentAnswer[]> {
  const ids = rows.map(({ _id }) => _id);
  return await db.execute<SentAnswer>(sql`
    select doubts.id as "doubtId", a.id as "answerId", a.title, a.receivers as threads
    from ${doubts} join group_answer_members as m on m.doubt_id = doubts.id
    join group_answers as a on a.id = m.answer_id and ${isNewestOf(doubts)}
    where doubts.id = any(${sql.param(ids)}::uuid[])`);
}

/**
 * Returns unresolved threads of others on the same question, the most similar first. A doubt that
 * is not open to the class is never merged, and never offered.
 * @throws Refusal 404
 */
export async function mergeOffers({ db, me, now }: Ask, id: string): Promise<ListedDoubt[]> {
  const [row] = await selectDoubts(db, now).where(eq(doubts.id, id));
  const card = row && toCard(row);
  if (!card || !can.read(me, card)) throw notFound("This doubt");
  if (card.resolved || !isOpenToClass(card)) return [];
  const likeness = sql`coalesce(ts_rank(${doubts.asked}, ${
    anyWordOf(sql`${row.doubtText.slice(0, COMPARED)}::text`)
  }), 0)`;
  const offers = await selectDoubts(db, now).where(and(
    eq(doubts.assignmentId, row.assignment._id),
    ne(doubts.id, id),
    or(doubts.open, isNotNull(doubts.openTo)),
    ne(doubts.stage, "resolved"),
    isNull(doubts.termId),
  )).orderBy(desc(likeness), desc(doubts.activeAt), desc(doubts.id)).limit(MERGE_OFFERS);
  return offers.map((one) => toListed(one, me));
}
