/** The command that reviews a response. */
import { and, eq, sql } from "drizzle-orm";
import { assignments, attempts, responses } from "../assignments/tables.ts";
import { checkAttached, type Prepared } from "../comments/attached/queries.ts";
import { storeAttached } from "../comments/attached/writes.ts";
import { claimChange } from "../claims/queries.ts";
import { endLease, type Subject } from "../kit/db/claims.ts";
import { notEarlierThan } from "../kit/core/clock.ts";
import { pick } from "../kit/db/columns.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import { forbidden, notFound, stale } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { isStaff } from "../kit/core/roles.ts";
import { type Act, announce } from "../live/outbox.ts";
import { userRoom } from "../live/rooms.ts";
import { pointsOfReview } from "../rubrics/queries.ts";
import { can, OWN_RESPONSE } from "./policy.ts";
import { itemOf, listedReview, lockResponse, type ResponseKey } from "./queries.ts";
import type { ListedReview, ReviewInput } from "./schema.ts";
import { reviews } from "./tables.ts";

/**
 * Records a review of the newest attempt. It is accepted even when another person has claimed the
 * response or has already reviewed it, unless the input names an older version.
 */
export async function review(
  act: Act,
  assignmentId: string,
  { input, html, attached }: { input: ReviewInput; html: string | null; attached: Prepared },
): Promise<ListedReview> {
  const { db, me } = act;
  const key = { assignmentId, studentId: input.studentId };
  const before = await lock(act, key, input.version);
  const bases = await checkAttached(act, key, attached);
  const now = notEarlierThan(act.now, before.updatedAt);
  const written = {
    updatedStudentSolution: html,
    updatedStudentSolutionSource: html === null ? null : input.updatedStudentSolution ?? null,
    givenPoints: input.rubric
      ? await pointsOfReview(db, assignmentId, input.rubric)
      : before.givenPoints,
  };
  const comment = input.mentorComment || null;
  const endsWait = before.reviewStatus === "pending" && input.reviewStatus !== "pending";
  const subject = subjectOf(key);
  const attemptId = await newestAttempt(db, key);
  const id = newId();
  const [, , ended] = await Promise.all([
    db.insert(reviews).values({
      id,
      ...key,
      attemptId,
      status: input.reviewStatus,
      comment,
      ...written,
      reviewerId: me._id,
      waitedSince: endsWait ? before.waitingSince : null,
      createdAt: now,
    }),
    db.update(responses).set({
      reviewStatus: input.reviewStatus,
      reviewComment: comment,
      ...written,
      reviewedById: me._id,
      reviewedAt: now,
      updatedAt: now,
      version: sql`version + 1`,
    }).where(isOne(key)),
    endLease(db, subject, { byId: me._id }),
  ]);
  const item = await itemOf(act, key);
  if (!item) throw new Error("the response that was just reviewed is missing");
  const rooms = ["staff" as const, userRoom(key.studentId)];
  announce(act, "review.changed", rooms, item);
  const place = { doubtId: null, entryId: null, reviewId: id, at: now };
  await storeAttached(act, attached, { ...place, bases, rooms });
  if (ended.length > 0) announce(act, "claim.changed", ["staff"], claimChange(subject, null));
  return await listedReview(act, key);
}

const isOne = ({ assignmentId, studentId }: ResponseKey) =>
  and(eq(responses.assignmentId, assignmentId), eq(responses.studentId, studentId));

/**
 * Locks the response, and the assignment whose title is shown with it.
 * @throws Refusal 404, or 409 when the caller's version is not the present one
 */
export async function lock(act: Act, key: ResponseKey, version?: number) {
  const { db, me } = act;
  if (!isStaff(me)) throw forbidden();
  await lockResponse(db, key);
  const [row] = await db.select(
    pick(responses, "reviewStatus", "waitingSince", "givenPoints", "updatedAt", "version"),
  ).from(responses).innerJoin(assignments, eq(assignments.id, responses.assignmentId))
    .where(isOne(key)).for("share", { of: assignments });
  if (!row) throw notFound("This response");
  if (!can.review(me, { student: { _id: key.studentId } })) throw forbidden(OWN_RESPONSE);
  if (version !== undefined && version !== row.version) throw stale(await listedReview(act, key));
  return row;
}

export const subjectOf = ({ assignmentId, studentId }: ResponseKey): Subject => ({
  kind: "review",
  subjectId: assignmentId,
  studentId,
});

/** The id of the newest attempt, which the review is about. */
async function newestAttempt(
  db: Act["db"],
  { assignmentId, studentId }: ResponseKey,
): Promise<string> {
  const [attempt] = await db.select({ id: attempts.id }).from(attempts)
    .where(and(eq(attempts.assignmentId, assignmentId), eq(attempts.studentId, studentId)))
    .orderBy(...newestFirst(attempts.createdAt, attempts.id)).limit(1);
  if (!attempt) throw new Error("a response without an attempt");
  return attempt.id;
}
