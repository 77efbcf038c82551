/** The lists of responses: the review queue, and a student's submitted responses. */
import { type SQL, sql } from "drizzle-orm";
import type { REVIEW_STATUSES } from "../assignments/responses/schema.ts";
import { responses } from "../assignments/tables.ts";
import { QUEUE_CEILING, TOTAL_CEILING } from "../doubts/schema.ts";
import { forbidden } from "../kit/core/errors.ts";
import { isStaff } from "../kit/core/roles.ts";
import { contains } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import {
  depthFor,
  isIn,
  limitTo,
  type Matching,
  matchingIds,
  pageOf,
  type TextFilterMatches,
} from "../kit/db/search.ts";
import type { Ask } from "../kit/http/guard.ts";
import { chosenSections } from "../sections/policy.ts";
import { isInSections } from "../sections/queries.ts";
import { can } from "./policy.ts";
import { selectItems, toListed } from "./queries.ts";
import type { ListedReview, QueueFilter, SolvedFilter } from "./schema.ts";

/** The orders of the lists. */
const QUEUE = sql`(r.review_status <> 'pending'), r.waiting_since, r.assignment_id, r.student_id`;
const ONE_STATUS = sql`r.waiting_since, r.assignment_id, r.student_id`;
const NEWEST = sql`r.submitted_at desc, r.assignment_id desc, r.student_id desc`;
/** The statement names the status: PostgreSQL would plan one with a parameter anew for each call. */
const IS_OF_STATUS: Record<(typeof REVIEW_STATUSES)[number], SQL> = {
  pending: sql`r.review_status = 'pending'`,
  approved: sql`r.review_status = 'approved'`,
  "not approved": sql`r.review_status = 'not approved'`,
};
/** Up to this row, a filter with many matches is checked row by row. */
const SHALLOW = 100;

type Page = { reviews: ListedReview[]; total: number };

/** Pending responses, oldest first, followed by the reviewed ones. */
export async function reviewQueue(
  ask: Ask,
  { section, ...filter }: QueueFilter,
): Promise<Page> {
  const sections = chosenSections(ask.me, section);
  return await listed(ask, { ...filter, sections }, queueOrder(filter));
}

const queueOrder = ({ reviewStatus, waiting }: Pick<Filter, "reviewStatus" | "waiting">) =>
  reviewStatus || waiting ? ONE_STATUS : QUEUE;

/** The condition and the order of all rows `r` of the queue, for a select that has no pages. */
export function wholeQueue(
  { me }: Pick<Ask, "me">,
  { assignmentTitle, studentName, section, ...filter }: Omit<QueueFilter, "page" | "limit">,
): { where: SQL; order: SQL } {
  const whose = { studentName, sections: chosenSections(me, section) };
  const named = [
    assignmentTitle && isIn(titleMatches(assignmentTitle)),
    isOfSome(whose) && isIn(studentMatches(whose)),
  ].filter((one) => !!one);
  return {
    where: sql.join([ofStatus(filter), ...named], sql` and `),
    order: queueOrder(filter),
  };
}

/**
 * A student's responses, newest first. Staff who name no student get all students' responses.
 * @throws Refusal 403 when a learner asks for another person's responses
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

/** Whose responses: a part of their name, and their sections. */
type Whose = { studentName?: string | undefined; sections?: readonly string[] | undefined };

const isOfSome = ({ studentName, sections }: Whose): boolean =>
  studentName !== undefined || sections !== undefined;

type Filter = Omit<QueueFilter, "studentName" | "waiting" | "section"> & Whose & {
  studentId?: string;
  waiting?: QueueFilter["waiting"];
};

/**
 * The matching responses, and their number (up to a ceiling). The cost does not grow with the
 * table: the statement walks an index in the list's order, and stops at the ceiling.
 */
async function listed(ask: Ask, filter: Filter, order: SQL): Promise<Page> {
  const { db, me, now } = ask;
  const { assignmentTitle, studentId } = filter;
  const [assigned, written] = await Promise.all([
    assignmentTitle ? titled(db, assignmentTitle) : null,
    studentId
      ? { few: [studentId] }
      : isOfSome(filter)
      ? matchingIds(db, studentMatches(filter))
      : null,
  ]);
  if (assigned?.few?.length === 0 || written?.few?.length === 0) return { reviews: [], total: 0 };
  const found = findPage(filter, order, { assigned, written });
  const rows = await selectItems(db, now, {
    page: sql`(${found})`,
    isOnPage:
      sql`page.assignment_id = ${responses.assignmentId} and page.student_id = ${responses.studentId}`,
    total: sql`page.total`,
  }).orderBy(sql`page.place`);
  if (rows.length === 0 && filter.page > 1) {
    // A page past the end has no row that could contain the total.
    const { total } = await listed(ask, { ...filter, page: 1, limit: 1 }, order);
    return { reviews: [], total };
  }
  return { reviews: rows.map((row) => toListed(row, me)), total: Number(rows[0]?.total ?? 0) };
}

/** The assignments whose title contains this text. */
const titleMatches = (title: string): Matching => ({
  id: sql`r.assignment_id`,
  matching: sql`select id from assignments where ${contains(sql`title`, title)}`,
  matches: contains(sql`(select title from assignments where id = r.assignment_id)`, title),
});

const titled = (db: Reader, title: string): Promise<TextFilterMatches> =>
  matchingIds(db, titleMatches(title));

/** The people whose name contains this text, and who are in these sections. */
function studentMatches({ studentName = "", sections }: Whose): Matching {
  const which = (id: SQL, name: SQL): SQL => {
    const isOne = isInSections(id, sections) ?? sql`true`;
    return studentName === "" ? isOne : sql`${isOne} and ${contains(name, studentName)}`;
  };
  return {
    id: sql`r.student_id`,
    matching: sql`select p.id from people as p
      where p.deleted_at is null and ${which(sql`p.id`, sql`p.name`)}`,
    matches: which(
      sql`r.student_id`,
      sql`(select name from people where id = r.student_id and deleted_at is null)`,
    ),
  };
}

function ofStatus({ reviewStatus, waiting }: Pick<Filter, "reviewStatus" | "waiting">): SQL {
  const isOfStatus = sql`r.term_id is null${
    reviewStatus ? sql` and ${IS_OF_STATUS[reviewStatus]}` : sql``
  }`;
  return waiting ? sql`${isOfStatus} and ${IS_OF_STATUS.pending} and not r.as_doubt` : isOfStatus;
}

/** Selects `assignment_id`, `student_id`, `place` and `total` of one page. */
function findPage(
  { page, limit, reviewStatus, waiting }: Filter,
  order: SQL,
  { assigned, written }: { assigned: TextFilterMatches | null; written: TextFilterMatches | null },
): SQL {
  const offset = (page - 1) * limit;
  const ceiling = waiting || reviewStatus === "pending" ? QUEUE_CEILING : TOTAL_CEILING;
  const inReach = Math.max(0, Math.min(limit, ceiling - offset));
  const isOneOf = (id: SQL, ids: string[]) => sql`${id} = any(${sql.param(ids)}::uuid[])`;
  const isOfStatus = ofStatus({ reviewStatus, waiting });
  const many = [assigned?.many, written?.many].filter((one) => !!one);
  const [only] = many;
  if (only && many.length === 1 && !assigned?.few && !written?.few) {
    // The count is a separate subquery without an order: only the page needs the order.
    const end = Math.min(offset, TOTAL_CEILING) + inReach;
    const isShown = end <= SHALLOW ? only.matches : isIn(only);
    return sql`
      select assignment_id, student_id, row_number() over () as place, (
        select count(*) from (
          select from (${only.matching}) as one(id) cross join lateral (
            select from responses as r where ${only.id} = one.id and ${isOfStatus}
          ) as r ${limitTo(TOTAL_CEILING)}
        ) as counted
      ) as total
      from (
        select r.assignment_id, r.student_id from responses as r
        where ${isOfStatus} and ${isShown} order by ${order} ${limitTo(end)}
      ) as r offset ${offset}`;
  }
  const where = [
    isOfStatus,
    ...many.map(isIn),
    assigned?.few && written?.few && isOneOf(sql`r.student_id`, written.few),
  ];
  const all = sql.join(where.filter((one) => !!one), sql` and `);
  const each = (ids: string[], id: SQL) =>
    sql`select r.assignment_id, r.student_id from unnest(${sql.param(ids)}::uuid[]) as one(id)
      cross join lateral (
        select r.assignment_id, r.student_id, r.review_status, r.submitted_at, r.waiting_since
        from responses as r where ${id} = one.id and ${all} order by ${order} ${limitTo(ceiling)}
      ) as r order by ${order}`;
  const found = assigned?.few
    ? each(assigned.few, sql`r.assignment_id`)
    : written?.few
    ? each(written.few, sql`r.student_id`)
    : sql`select r.assignment_id, r.student_id from responses as r where ${all} order by ${order}`;
  const rows = sql`
    with found as materialized (
      select assignment_id, student_id, row_number() over () as place
      from (${found} ${limitTo(ceiling)}) as r
    )
    select assignment_id, student_id, place, (select count(*) from found) as total from found
    order by place`;
  return pageOf(rows, { offset, limit: inReach, most: depthFor(limit) });
}
