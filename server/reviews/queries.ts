/** The responses that the asker may see: one, an assignment's, and the history. */
import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Decision, Response } from "../assignments/responses/schema.ts";
import { assignments, attempts, isOfWork, responses, type WorkKey } from "../assignments/tables.ts";
import { claimColumns, claimOf, holder, onHolder, onResponseClaim } from "../claims/queries.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader, Tx } from "../kit/db/database.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import { notFound } from "../kit/core/errors.ts";
import { fileUrl } from "../kit/files/files.ts";
import type { Ask, Me } from "../kit/http/guard.ts";
import { isStaff } from "../kit/core/roles.ts";
import { claims } from "../kit/db/tables.ts";
import { people } from "../people/tables.ts";
import { toReviewRubric } from "../rubrics/policy.ts";
import { responseRunColumns, withResponseRun } from "../runs/queries.ts";
import { runs } from "../runs/tables.ts";
import { SECTIONS_OF_PERSON } from "../sections/queries.ts";
import { giveUps } from "../solutions/tables.ts";
import { can } from "./policy.ts";
import {
  ATTEMPTS_MOST,
  type HistoryEntry,
  type HistoryQuery,
  type ListedReview,
  type ReviewItem,
  REVIEWS_MOST,
} from "./schema.ts";
import { reviews } from "./tables.ts";

const reviewer = alias(people, "reviewer");
/** The decision at which the student asked for another look. */
const decided = alias(reviews, "decided");

/** A decision's row with the request for another look, if there is one. */
function toAgain<D extends { reason: string | null; at: string | null }>(row: D | null) {
  if (row === null || row.reason === null || row.at === null) return null;
  return { ...row, reason: row.reason, at: row.at };
}

/** The columns of an answer. A response has the newest answer, and each attempt its own. */
const answerIn = (table: typeof responses | typeof attempts) => ({
  ...pick(table, "responseStatus", "submissionUrl", "learningNotes", "studentSolution"),
  ...pick(table, "studentSolutionSource", "language", "screenshots", "late", "sentAt"),
});

const columns = {
  assignmentId: responses.assignmentId,
  assignmentTitle: assignments.title,
  student: { _id: people.id, name: people.name },
  sections: SECTIONS_OF_PERSON,
  ...answerIn(responses),
  mentorReview: {
    status: responses.reviewStatus,
    comment: responses.reviewComment,
    updatedStudentSolution: responses.updatedStudentSolution,
    updatedStudentSolutionSource: responses.updatedStudentSolutionSource,
    rubric: responses.givenPoints,
    at: responses.reviewedAt,
  },
  by: { _id: reviewer.id, name: reviewer.name, role: reviewer.role },
  decided: {
    reason: decided.againReason,
    at: decided.againAt,
    decision: sql<Decision>`${decided.status}`,
    by: decided.reviewerId,
  },
  ...responseRunColumns,
  gaveUpAt: giveUps.gaveUpAt,
  ...pick(responses, "waitingSince", "submittedAt", "createdAt", "updatedAt", "version"),
};

/** Selects responses with their claims; the caller adds `where` and the order. */
export const selectItems = (db: Reader, now: string) =>
  db.select({ ...columns, ...claimColumns }).from(responses)
    .innerJoin(assignments, eq(assignments.id, responses.assignmentId))
    .innerJoin(people, eq(people.id, responses.studentId))
    .leftJoin(reviewer, eq(reviewer.id, responses.reviewedById))
    .leftJoin(decided, eq(decided.id, responses.againOfId))
    .leftJoin(runs, eq(runs.id, responses.runId))
    .leftJoin(giveUps, isOfWork(giveUps, responses))
    .leftJoin(claims, onResponseClaim(now))
    .leftJoin(holder, onHolder);

type Row = Awaited<ReturnType<typeof selectItems>>[number];

/** The item as the student and staff may see it. */
function toItem(row: Row): ReviewItem {
  const { holder: _, until: __, by, decided, sections, ...item } = row;
  return {
    ...withResponseRun(item),
    student: { ...row.student, ...(sections.length > 0 && { sections }) },
    mentorReview: {
      ...row.mentorReview,
      rubric: toReviewRubric(row.mentorReview.rubric),
      by,
      again: toAgain(decided),
    },
    screenshots: row.screenshots.map(fileUrl),
  };
}

/** The item in a list. Staff also see its claim. */
export function toListed(row: Row, me: Me): ListedReview {
  return isStaff(me) ? { ...toItem(row), claim: claimOf(row) } : toItem(row);
}

/** The response as the assignment's page shows it. */
export function toResponse(item: ReviewItem): Response {
  const { assignmentId: _, assignmentTitle: __, ...rest } = item;
  const { waitingSince: ___, submittedAt: ____, ...response } = rest;
  return response;
}

/** Locks even a response that is not there yet, so each event includes earlier changes. */
export async function lockResponse(
  db: Tx,
  { assignmentId, studentId }: WorkKey,
): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtext(${assignmentId}), hashtext(${studentId}))`,
  );
}

/** One response, without a check of permissions. */
export async function itemOf(
  { db, now }: Pick<Ask, "db" | "now">,
  key: WorkKey,
): Promise<ReviewItem | undefined> {
  const [row] = await selectItems(db, now).where(isOfWork(responses, key));
  return row && toItem(row);
}

/** The responses of these students to an assignment, without a check of permissions. */
export async function itemsOf(
  { db, now }: Pick<Ask, "db" | "now">,
  assignmentId: string,
  students: readonly string[],
): Promise<ReviewItem[]> {
  if (students.length === 0) return [];
  const rows = await selectItems(db, now).where(
    and(eq(responses.assignmentId, assignmentId), inArray(responses.studentId, [...students])),
  );
  return rows.map(toItem);
}

/** One response as staff see it. @throws Refusal 404 */
export async function listedReview({ db, me, now }: Ask, key: WorkKey): Promise<ListedReview> {
  const [row] = await selectItems(db, now).where(isOfWork(responses, key));
  if (!row || !can.read(me, row)) throw notFound("This response");
  return toListed(row, me);
}

/** The responses to an assignment: all of them for staff, only their own for a learner. */
export async function responsesTo(ask: Ask, assignmentId: string): Promise<Response[]> {
  const { db, me, now } = ask;
  const own = isStaff(me) ? undefined : eq(responses.studentId, me._id);
  const rows = await selectItems(db, now)
    .where(and(eq(responses.assignmentId, assignmentId), own))
    .orderBy(...newestFirst(responses.submittedAt, responses.studentId));
  return rows.map((row) => toResponse(toItem(row)));
}

/** Every attempt and review of a response, oldest first. @throws Refusal 404 */
export async function history(
  { db, me }: Ask,
  key: WorkKey,
  { before }: HistoryQuery = {},
): Promise<HistoryEntry[]> {
  if (!can.read(me, { student: { _id: key.studentId } })) throw notFound("This response");
  const isBefore = before === undefined ? undefined : lt(attempts.id, before);
  const isTheirs = and(isOfWork(attempts, key), isBefore);
  const newest = db.select({ id: attempts.id }).from(attempts).where(isTheirs)
    .orderBy(desc(attempts.id)).limit(ATTEMPTS_MOST);
  const [count, tried, reviewed] = await Promise.all([
    db.$count(attempts, isTheirs),
    db.select({
      _id: attempts.id,
      ...answerIn(attempts),
      ...responseRunColumns,
      createdAt: attempts.createdAt,
    })
      .from(attempts).leftJoin(runs, eq(runs.id, attempts.runId)).where(isTheirs).orderBy(
        desc(attempts.id),
      ).limit(ATTEMPTS_MOST),
    db.select({
      _id: reviews.id,
      ...pick(reviews, "attemptId", "status", "comment", "updatedStudentSolution"),
      updatedStudentSolutionSource: reviews.updatedStudentSolutionSource,
      rubric: reviews.givenPoints,
      by: { _id: reviewer.id, name: reviewer.name, role: reviewer.role },
      again: { reason: reviews.againReason, at: reviews.againAt },
      createdAt: reviews.createdAt,
    }).from(reviews).innerJoin(reviewer, eq(reviewer.id, reviews.reviewerId))
      .where(and(isOfWork(reviews, key), inArray(reviews.attemptId, newest)))
      .orderBy(desc(reviews.createdAt)).limit(REVIEWS_MOST),
  ]);
  if (tried.length === 0 && before === undefined) throw notFound("This response");
  const all: HistoryEntry[] = [
    ...tried.map((attempt, place) => ({
      type: "attempt" as const,
      ...withResponseRun(attempt),
      number: count - place,
      screenshots: attempt.screenshots.map(fileUrl),
    })),
    ...reviewed.map((review) => ({
      type: "review" as const,
      ...review,
      rubric: toReviewRubric(review.rubric, { withHints: isStaff(me) }),
      again: toAgain(review.again),
    })),
  ];
  const place = ({ createdAt, _id }: HistoryEntry) => createdAt + _id;
  return all.sort((a, b) => (place(a) < place(b) ? -1 : 1));
}
