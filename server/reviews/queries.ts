/** Reading responses, limited to what the asker may see: one, the queue, one's own, the history. */
import { and, desc, eq, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Response } from "../assignments/schema.ts";
import { assignments, attempts, responses } from "../assignments/tables.ts";
import { QUEUE_CEILING, TOTAL_CEILING } from "../doubts/schema.ts";
import { contains } from "../kit/columns.ts";
import type { Reader, Tx } from "../kit/database.ts";
import { forbidden, notFound } from "../kit/errors.ts";
import { fileUrl } from "../kit/files.ts";
import type { Ask, Me } from "../kit/guard.ts";
import { isStaff } from "../kit/roles.ts";
import { isIn, type Meant, meant } from "../kit/search.ts";
import { claims } from "../kit/tables.ts";
import { people } from "../people/tables.ts";
import { giveUps } from "../solutions/tables.ts";
import { can } from "./policy.ts";
import {
  ATTEMPTS_MOST,
  type HistoryEntry,
  type HistoryQuery,
  type ListedReview,
  type QueueFilter,
  type ReviewItem,
  REVIEWS_MOST,
  type SolvedFilter,
} from "./schema.ts";
import { reviews } from "./tables.ts";

const reviewer = alias(people, "reviewer");
const holder = alias(people, "holder");

/** What was handed in: a response has the newest, an attempt each. */
const answerIn = (table: typeof responses | typeof attempts) => ({
  responseStatus: table.responseStatus,
  submissionUrl: table.submissionUrl,
  learningNotes: table.learningNotes,
  studentSolution: table.studentSolution,
  studentSolutionSource: table.studentSolutionSource,
  screenshots: table.screenshots,
});

const columns = {
  assignmentId: responses.assignmentId,
  assignmentTitle: assignments.title,
  student: { _id: people.id, name: people.name },
  ...answerIn(responses),
  mentorReview: {
    status: responses.reviewStatus,
    comment: responses.reviewComment,
    updatedStudentSolution: responses.updatedStudentSolution,
    updatedStudentSolutionSource: responses.updatedStudentSolutionSource,
    at: responses.reviewedAt,
  },
  by: { _id: reviewer.id, name: reviewer.name, role: reviewer.role },
  gaveUpAt: giveUps.gaveUpAt,
  waitingSince: responses.submittedAt,
  createdAt: responses.createdAt,
  updatedAt: responses.updatedAt,
  version: responses.version,
};

const held = {
  holder: { _id: holder.id, name: holder.name, role: holder.role },
  until: claims.until,
};

/**
 * Responses with who has claimed them; whoever adds `where` and order decides which.
 * @param total what each row says of the list that it is from
 */
const selectItems = (db: Reader, now: string, total: SQL<number> = sql`0`) =>
  db.select({ ...columns, ...held, total }).from(responses)
    .innerJoin(assignments, eq(assignments.id, responses.assignmentId))
    .innerJoin(people, eq(people.id, responses.studentId))
    .leftJoin(reviewer, eq(reviewer.id, responses.reviewedById))
    .leftJoin(
      giveUps,
      and(
        eq(giveUps.assignmentId, responses.assignmentId),
        eq(giveUps.studentId, responses.studentId),
      ),
    )
    .leftJoin(
      claims,
      and(
        eq(claims.kind, "review"),
        eq(claims.subjectId, responses.assignmentId),
        eq(claims.studentId, responses.studentId),
        gt(claims.until, now),
      ),
    )
    .leftJoin(holder, eq(holder.id, claims.byId));

type Row = Awaited<ReturnType<typeof selectItems>>[number];

/** The item that the student and staff may see. */
function toItem({ holder: _, until: __, total: ___, by, ...row }: Row): ReviewItem {
  return {
    ...row,
    mentorReview: { ...row.mentorReview, by },
    screenshots: row.screenshots.map(fileUrl),
  };
}

/** The item in a list: for staff, with who has claimed it. */
function toListed(row: Row, me: Me): ListedReview {
  if (!isStaff(me)) return toItem(row);
  const { holder, until } = row;
  return { ...toItem(row), claim: holder && until ? { by: holder, until } : null };
}

/** The response as its assignment shows it. */
export function toResponse(item: ReviewItem): Response {
  const { assignmentId: _, assignmentTitle: __, waitingSince: ___, ...response } = item;
  return response;
}

export type ResponseKey = { assignmentId: string; studentId: string };

const isOne = ({ assignmentId, studentId }: ResponseKey) =>
  and(eq(responses.assignmentId, assignmentId), eq(responses.studentId, studentId));

/**
 * Everything that is shown with one response happens one after the other, the first attempt and
 * the first look at the solution included: each event tells of what was before it.
 */
export async function takeResponse(
  db: Tx,
  { assignmentId, studentId }: ResponseKey,
): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtext(${assignmentId}), hashtext(${studentId}))`,
  );
}

/** One response, whoever asks. */
export async function itemOf(
  { db, now }: Pick<Ask, "db" | "now">,
  key: ResponseKey,
): Promise<ReviewItem | undefined> {
  const [row] = await selectItems(db, now).where(isOne(key));
  return row && toItem(row);
}

/** One response as staff see it. @throws Refusal 404 */
export async function listedReview({ db, me, now }: Ask, key: ResponseKey): Promise<ListedReview> {
  const [row] = await selectItems(db, now).where(isOne(key));
  if (!row || !can.read(me, row)) throw notFound("This response");
  return toListed(row, me);
}

/** The responses to an assignment: staff get everybody's, a learner their own. */
export async function responsesTo(ask: Ask, assignmentId: string): Promise<Response[]> {
  const { db, me, now } = ask;
  const own = isStaff(me) ? undefined : eq(responses.studentId, me._id);
  const rows = await selectItems(db, now)
    .where(and(eq(responses.assignmentId, assignmentId), own))
    .orderBy(desc(responses.submittedAt), desc(responses.studentId));
  return rows.map((row) => toResponse(toItem(row)));
}

/** A list's order, and the same order of a page's rows. */
const QUEUE = sql`(r.review_status <> 'pending'), r.submitted_at, r.assignment_id, r.student_id`;
const ONE_STATUS = sql`r.submitted_at, r.assignment_id, r.student_id`;
const NEWEST = sql`r.submitted_at desc, r.assignment_id desc, r.student_id desc`;
/** As far as this, more than a few are soon found without a list of them. */
const SHALLOW = 100;

type Page = { reviews: ListedReview[]; total: number };

/** What waits for review, oldest first, and then what was reviewed. */
export async function reviewQueue(ask: Ask, filter: QueueFilter): Promise<Page> {
  return await listed(ask, filter, filter.reviewStatus ? ONE_STATUS : QUEUE);
}

/**
 * What somebody has submitted, newest first; without a student, for staff everybody.
 * @throws Refusal 403 when a learner asks for another's
 */
export async function submitted(
  ask: Ask,
  { studentId, ...filter }: SolvedFilter,
): Promise<{ assignments: ListedReview[]; total: number }> {
  const { me } = ask;
  const whose = studentId ?? (isStaff(me) ? undefined : me._id);
  if (whose !== undefined && !can.read(me, { student: { _id: whose } })) {
    throw forbidden("You may only see your own solutions.");
  }
  const { reviews, total } = await listed(ask, { ...filter, studentId: whose }, NEWEST);
  return { assignments: reviews, total };
}

type Filter = Omit<QueueFilter, "studentName"> & { studentName?: string; studentId?: string };

/**
 * The responses that match, and how many there are (up to a ceiling), at a cost that does
 * not grow with the table: an index is walked in the list's order, and left at the ceiling.
 */
async function listed(ask: Ask, filter: Filter, order: SQL): Promise<Page> {
  const { db, me, now } = ask;
  const { assignmentTitle, studentName, studentId } = filter;
  const [assigned, written] = await Promise.all([
    assignmentTitle ? titled(db, assignmentTitle) : null,
    studentId ? { few: [studentId] } : studentName ? named(db, studentName) : null,
  ]);
  if (assigned?.few?.length === 0 || written?.few?.length === 0) return { reviews: [], total: 0 };
  const found = findPage(filter, order, { assigned, written });
  const rows = await selectItems(db, now, sql`page.total`)
    .innerJoin(
      sql`(${found}) as page`,
      sql`page.assignment_id = ${responses.assignmentId} and page.student_id = ${responses.studentId}`,
    )
    .orderBy(sql`page.place`);
  if (rows.length === 0 && filter.page > 1) {
    // Past the end there is no row to say how many there are.
    const { total } = await listed(ask, { ...filter, page: 1, limit: 1 }, order);
    return { reviews: [], total };
  }
  return { reviews: rows.map((row) => toListed(row, me)), total: Number(rows[0]?.total ?? 0) };
}

/** The assignments with that in their title. */
const titled = (db: Reader, title: string): Promise<Meant> =>
  meant(db, {
    id: sql`r.assignment_id`,
    matching: sql`select id from assignments where ${contains(sql`title`, title)}`,
    matches: contains(sql`(select title from assignments where id = r.assignment_id)`, title),
  });

/** The people with that in their name. */
const named = (db: Reader, name: string): Promise<Meant> =>
  meant(db, {
    id: sql`r.student_id`,
    matching: sql`
      select id from people where deleted_at is null and ${contains(sql`name`, name)}`,
    matches: contains(
      sql`(select name from people where id = r.student_id and deleted_at is null)`,
      name,
    ),
  });

/** Selects `assignment_id`, `student_id`, `place` and `total` of one page. */
function findPage(
  { page, limit, reviewStatus }: Filter,
  order: SQL,
  { assigned, written }: { assigned: Meant | null; written: Meant | null },
): SQL {
  const offset = (page - 1) * limit;
  const ceiling = reviewStatus === "pending" ? QUEUE_CEILING : TOTAL_CEILING;
  const inReach = Math.max(0, Math.min(limit, ceiling - offset));
  const isOneOf = (id: SQL, ids: string[]) => sql`${id} = any(${sql.param(ids)}::uuid[])`;
  const ofStatus = reviewStatus ? sql`r.review_status = ${reviewStatus}` : sql`true`;
  const many = [assigned?.many, written?.many].filter((one) => !!one);
  const [only] = many;
  if (only && many.length === 1 && !assigned?.few && !written?.few) {
    // Counted apart, in no order: a page is soon full, and the rest need not be in order.
    const end = Math.min(offset, TOTAL_CEILING) + inReach;
    const isShown = end <= SHALLOW ? only.matches : isIn(only);
    return sql`
      select assignment_id, student_id, row_number() over () as place, (
        select count(*) from (
          select from (${only.matching}) as one(id) cross join lateral (
            select from responses as r where ${only.id} = one.id and ${ofStatus}
          ) as r limit ${sql.raw(String(TOTAL_CEILING))}
        ) as counted
      ) as total
      from (
        select r.assignment_id, r.student_id from responses as r
        where ${ofStatus} and ${isShown} order by ${order} limit ${sql.raw(String(end))}
      ) as r offset ${offset}`;
  }
  const where = [
    ofStatus,
    ...many.map(isIn),
    assigned?.few && written?.few && isOneOf(sql`r.student_id`, written.few),
  ];
  const all = sql.join(where.filter((one) => !!one), sql` and `);
  const each = (ids: string[], id: SQL) =>
    sql`select r.assignment_id, r.student_id from unnest(${sql.param(ids)}::uuid[]) as one(id)
      cross join lateral (
        select r.assignment_id, r.student_id, r.review_status, r.submitted_at from responses as r
        where ${id} = one.id and ${all} order by ${order} limit ${ceiling}
      ) as r order by ${order}`;
  const found = assigned?.few
    ? each(assigned.few, sql`r.assignment_id`)
    : written?.few
    ? each(written.few, sql`r.student_id`)
    : sql`select r.assignment_id, r.student_id from responses as r where ${all} order by ${order}`;
  return sql`
    with found as materialized (
      select assignment_id, student_id, row_number() over () as place
      from (${found} limit ${ceiling}) as r
    )
    select assignment_id, student_id, place, (select count(*) from found) as total from found
    order by place offset ${offset} limit ${inReach}`;
}

/** Every attempt and review of a response, oldest first. @throws Refusal 404 */
export async function history(
  { db, me }: Ask,
  { assignmentId, studentId }: ResponseKey,
  { before }: HistoryQuery = {},
): Promise<HistoryEntry[]> {
  if (!can.read(me, { student: { _id: studentId } })) throw notFound("This response");
  const isBefore = before === undefined ? undefined : lt(attempts.id, before);
  const isTheirs = and(
    eq(attempts.assignmentId, assignmentId),
    eq(attempts.studentId, studentId),
    isBefore,
  );
  const newest = db.select({ id: attempts.id }).from(attempts).where(isTheirs)
    .orderBy(desc(attempts.id)).limit(ATTEMPTS_MOST);
  const [count, tried, reviewed] = await Promise.all([
    db.$count(attempts, isTheirs),
    db.select({ _id: attempts.id, ...answerIn(attempts), createdAt: attempts.createdAt })
      .from(attempts).where(isTheirs).orderBy(desc(attempts.id)).limit(ATTEMPTS_MOST),
    db.select({
      _id: reviews.id,
      attemptId: reviews.attemptId,
      status: reviews.status,
      comment: reviews.comment,
      updatedStudentSolution: reviews.updatedStudentSolution,
      updatedStudentSolutionSource: reviews.updatedStudentSolutionSource,
      by: { _id: reviewer.id, name: reviewer.name, role: reviewer.role },
      createdAt: reviews.createdAt,
    }).from(reviews).innerJoin(reviewer, eq(reviewer.id, reviews.reviewerId))
      .where(and(
        eq(reviews.assignmentId, assignmentId),
        eq(reviews.studentId, studentId),
        inArray(reviews.attemptId, newest),
      ))
      .orderBy(desc(reviews.createdAt)).limit(REVIEWS_MOST),
  ]);
  if (tried.length === 0 && before === undefined) throw notFound("This response");
  const all: HistoryEntry[] = [
    ...tried.map((attempt, place) => ({
      type: "attempt" as const,
      ...attempt,
      number: count - place,
      screenshots: attempt.screenshots.map(fileUrl),
    })),
    ...reviewed.map((review) => ({ type: "review" as const, ...review })),
  ];
  const place = ({ createdAt, _id }: HistoryEntry) => createdAt + _id;
  return all.sort((a, b) => (place(a) < place(b) ? -1 : 1));
}
