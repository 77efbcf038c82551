/** Reads what waits, a mentor's limits, and the saved replies that a mentor may use. */
import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { ANSWERS_LEAST, QUEUE_CEILING } from "../doubts/schema.ts";
import { later, startOfWeek } from "../kit/core/clock.ts";
import { iso, pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import type { Ask } from "../kit/http/guard.ts";
import { people } from "../people/tables.ts";
import { chosenSections } from "../sections/policy.ts";
import { isInSections } from "../sections/queries.ts";
import {
  ANSWERS_MOST,
  type ClassWeek,
  type Desk,
  type Limits,
  MEDIAN_OF,
  REPLIES_LISTED,
  type SavedReply,
  USUAL_LIMITS,
  type WaitingLine,
  WEEK_MOST,
} from "./schema.ts";
import { deskLimits, savedReplies } from "./tables.ts";

/** What waits of the asker's own sections, as the queues begin; without any, of the class. */
export async function desk(ask: Ask): Promise<Desk> {
  const isOwn = isInSections(sql`student_id`, chosenSections(ask.me, undefined)) ?? sql`true`;
  const [doubts, reviews, limits] = await Promise.all([
    lineOf(ask, doubtLine(isOwn)),
    lineOf(ask, reviewLine(isOwn, ask.me._id)),
    limitsOf(ask),
  ]);
  return { doubts, reviews, limits };
}

type Line = {
  /** Selects `key`, `name`, `about` and `since` of the item that has waited longest. */
  oldest: SQL;
  waiting: SQL;
  /** The answers, each with the time since which it was waited for. */
  answers: SQL;
};

const ceiling = sql.raw(String(QUEUE_CEILING));

const doubtLine = (isOwn: SQL): Line => ({
  oldest: sql`
    select d.id::text as key, p.name, a.title as about, d.waiting_since as since
    from (
      select id, student_id, assignment_id, waiting_since from doubts
      where turn is not null and ${isOwn}
      order by turn, waiting_since, active_at desc, id desc limit 1
    ) as d
    join people as p on p.id = d.student_id join assignments as a on a.id = d.assignment_id`,
  waiting: sql`select from doubts where turn is not null and ${isOwn}`,
  answers: sql`doubt_entries`,
});

/** A response that waits as its doubt is counted there. */
const WAITS = sql`review_status = 'pending' and not as_doubt and term_id is null`;

const isDecidedBy = (id: string): SQL =>
  sql`exists (select from reviews where reviews.id = again_of_id and reviewer_id = ${id})`;

const oldestReview = (which: SQL): SQL =>
  sql`(select assignment_id, student_id, waiting_since from responses where ${WAITS} and ${which}
    order by waiting_since, assignment_id, student_id limit 1)`;

/** @param me who looks last at their own decisions that are asked about */
const reviewLine = (isOwn: SQL, me: string): Line => ({
  oldest: sql`
    select r.assignment_id || '.' || r.student_id as key, p.name, a.title as about,
      r.waiting_since as since
    from (
      ${oldestReview(sql`${isOwn} and not ${isDecidedBy(me)}`)} union all
      ${oldestReview(sql`${isOwn} and ${isDecidedBy(me)}`)} limit 1
    ) as r
    join people as p on p.id = r.student_id join assignments as a on a.id = r.assignment_id`,
  waiting: sql`select from responses where ${WAITS} and ${isOwn}`,
  answers: sql`reviews`,
});

type LineRow = {
  waiting: string;
  key: string | null;
  name: string;
  about: string;
  since: string;
  answered: string;
  median: number | null;
};

/** The figures of one line. The cost does not grow with the tables: each part has a ceiling. */
async function lineOf({ db, now }: Ask, { oldest, waiting, answers }: Line): Promise<WaitingLine> {
  const [row] = await db.execute<LineRow>(sql`
    select oldest.*, counted.waiting, waits.answered, waits.median
    from (select count(*) as waiting from (${waiting} limit ${ceiling}) as one) as counted
    cross join (
      select count(*) as answered, percentile_cont(0.5) within group (
        order by extract(epoch from created_at - waited_since)
      ) * 1000 as median
      from (
        select created_at, waited_since from ${answers}
        where waited_since is not null and created_at > ${later(now, -MEDIAN_OF)}
        order by created_at desc limit ${sql.raw(String(ANSWERS_MOST))}
      ) as answers
    ) as waits
    left join (${oldest}) as oldest on true`);
  if (!row) throw new Error("a select of figures has one row");
  const { key, name, about, since, median } = row;
  return {
    waiting: Number(row.waiting),
    oldest: key === null ? null : { key, name, about, since: iso(since) },
    median: Number(row.answered) < ANSWERS_LEAST || median === null ? null : Number(median),
  };
}

/** What the class did since Monday. Each figure reads the newest rows only, up to a ceiling. */
export async function classWeek({ db, now, zone }: Ask): Promise<ClassWeek> {
  const id = firstIdAt(startOfWeek(now, zone));
  const most = sql.raw(String(WEEK_MOST));
  const newest = (rows: SQL) => sql`(${rows} and id >= ${id}::uuid order by id desc limit ${most})`;
  const [row] = await db.execute<ClassWeek>(sql`
    select work.*, decisions.*, posts.* from (
      select count(*)::int as "handedIn",
        (count(*) filter (where response_status = 'solved'))::int as solved,
        count(distinct student_id)::int as students
      from ${newest(sql`select student_id, response_status from attempts where true`)} as one
    ) as work cross join (
      select count(*)::int as reviewed
      from ${newest(sql`select from reviews where status <> 'pending'`)} as one
    ) as decisions cross join (
      select (count(*) filter (where type = 'reply'))::int as answered,
        (count(*) filter (where type in ('doubt', 'follow-up')))::int as asked
      from ${newest(sql`select type from doubt_entries where type <> 'resolve'`)} as one
    ) as posts`);
  if (!row) throw new Error("a select of figures has one row");
  return row;
}

/** The smallest UUIDv7 of a time: the newest rows are found by their primary key. */
function firstIdAt(time: string): string {
  const hex = Date.parse(time).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

async function limitsOf({ db, me }: Pick<Ask, "db" | "me">): Promise<Limits> {
  const [row] = await db.select({ long: deskLimits.long, tooLong: deskLimits.tooLong })
    .from(deskLimits).where(eq(deskLimits.personId, me._id));
  return row ?? USUAL_LIMITS;
}

// Saved replies

export const selectReplies = (db: Reader) =>
  db.select({
    _id: savedReplies.id,
    ...pick(savedReplies, "name", "text", "key", "shared"),
    owner: { _id: people.id, name: people.name, role: people.role },
    createdAt: savedReplies.createdAt,
    version: savedReplies.version,
  }).from(savedReplies).innerJoin(people, eq(people.id, savedReplies.ownerId)).$dynamic();

/** A person's own replies, and then those that others share, each oldest first. */
export async function savedRepliesOf({ db, me }: Ask): Promise<SavedReply[]> {
  const isOwn = eq(savedReplies.ownerId, me._id);
  const [own, shared] = await Promise.all([
    selectReplies(db).where(isOwn).orderBy(savedReplies.id),
    selectReplies(db).where(and(sql`shared`, ne(savedReplies.ownerId, me._id)))
      .orderBy(savedReplies.id).limit(REPLIES_LISTED),
  ]);
  return [...own, ...shared].slice(0, REPLIES_LISTED);
}
