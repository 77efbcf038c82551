/** The commands that review a response, and that ask for another look at a decision. */
import { and, desc, eq, sql } from "drizzle-orm";
import { assignments, attempts, isOfWork, responses, type WorkKey } from "../assignments/tables.ts";
import { checkAttached, type Comments } from "../comments/attached/queries.ts";
import { storeAttached } from "../comments/attached/writes.ts";
import { claimChange } from "../claims/queries.ts";
import { releaseClaim, takeClaim } from "../claims/writes.ts";
import { type Claim } from "../doubts/schema.ts";
import { endExpiredLeases, endLease, leaseOn, type Subject } from "../kit/db/claims.ts";
import { notEarlierThan } from "../kit/core/clock.ts";
import { pick } from "../kit/db/columns.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import { badField, conflict, forbidden, notFound, stale } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { isStaff } from "../kit/core/roles.ts";
import { type Act, announce } from "../live/outbox.ts";
import { userRoom } from "../live/rooms.ts";
import { pointsOfReview } from "../rubrics/queries.ts";
import { can, OWN_RESPONSE } from "./policy.ts";
import { itemOf, listedReview, lockResponse } from "./queries.ts";
import { type ListedReview, type ReviewInput, STANDS_WITHOUT_REASON } from "./schema.ts";
import { reviews } from "./tables.ts";

const ASKED_BEFORE = "You have asked for another look at this decision. That can be done once.";
const UNDECIDED = "This is not reviewed yet: another look can be asked for after the decision.";

/**
 * Records a review of the newest attempt. It is accepted even when another person has claimed the
 * response or has already reviewed it, unless the input names an older version.
 */
export async function review(
  act: Act,
  assignmentId: string,
  { input, html, attached }: { input: ReviewInput; html: string | null; attached: Comments },
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
  const stands = input.reviewStatus === before.decision;
  if (stands && before.reviewStatus === "pending" && comment === null) {
    throw badField("mentorComment", STANDS_WITHOUT_REASON);
  }
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
      ...stands || input.reviewStatus === "pending" ? {} : { againOfId: null },
      updatedAt: now,
      version: sql`version + 1`,
    }).where(isOfWork(responses, key)),
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

/** Waits for review again. @throws Refusal 409 if undecided, or asked for before */
export async function askAgain(
  act: Act,
  assignmentId: string,
  reason: string,
): Promise<ListedReview> {
  const { db, me } = act;
  const key = { assignmentId, studentId: me._id };
  const before = await lockRow(act, key);
  if (before.decision !== null) throw conflict("review.again", ASKED_BEFORE);
  if (before.reviewStatus === "pending") throw conflict("review.undecided", UNDECIDED);
  const now = notEarlierThan(act.now, before.updatedAt);
  const [decision] = await db.select({ id: reviews.id }).from(reviews)
    .where(and(isOfWork(reviews, key), eq(reviews.status, before.reviewStatus)))
    .orderBy(desc(reviews.createdAt), desc(reviews.id)).limit(1);
  if (!decision) throw new Error("a decided response without a review");
  await db.update(reviews).set({ againReason: reason, againAt: now })
    .where(eq(reviews.id, decision.id));
  await db.update(responses).set({
    reviewStatus: "pending",
    againOfId: decision.id,
    asDoubt: false,
    waitingSince: now,
    updatedAt: now,
    version: sql`version + 1`,
  }).where(isOfWork(responses, key));
  const item = await listedReview(act, key);
  announce(act, "review.waiting", ["staff"], item);
  announce(act, "review.changed", [userRoom(me._id)], item);
  return item;
}

/** Locks it and its assignment for its title. @throws Refusal 404, or 409 for an old version */
async function lock(act: Act, key: WorkKey, version?: number) {
  const { me } = act;
  if (!isStaff(me)) throw forbidden();
  const row = await lockRow(act, key);
  if (!can.review(me, { student: { _id: key.studentId } })) throw forbidden(OWN_RESPONSE);
  if (version !== undefined && version !== row.version) throw stale(await listedReview(act, key));
  return row;
}

/** @throws Refusal 404 */
async function lockRow({ db }: Act, key: WorkKey) {
  await lockResponse(db, key);
  const [row] = await db.select({
    ...pick(responses, "reviewStatus", "waitingSince", "givenPoints", "updatedAt", "version"),
    /** The decision at which the student asked for another look. */
    decision: reviews.status,
  }).from(responses).innerJoin(assignments, eq(assignments.id, responses.assignmentId))
    .leftJoin(reviews, eq(reviews.id, responses.againOfId))
    .where(isOfWork(responses, key)).for("share", { of: assignments });
  if (!row) throw notFound("This response");
  return row;
}

const subjectOf = ({ assignmentId, studentId }: WorkKey): Subject => ({
  kind: "review",
  subjectId: assignmentId,
  studentId,
});

async function newestAttempt(db: Act["db"], key: WorkKey) {
  const [attempt] = await db.select({ id: attempts.id }).from(attempts)
    .where(isOfWork(attempts, key))
    .orderBy(...newestFirst(attempts.createdAt, attempts.id)).limit(1);
  if (!attempt) throw new Error("a response without an attempt");
  return attempt.id;
}

/** Takes or renews the claim. @throws Refusal 409 `claimed`, which names the holder */
export async function claim(
  act: Act,
  assignmentId: string,
  { studentId, takeOver }: { studentId: string; takeOver?: boolean },
): Promise<Claim> {
  const key = { assignmentId, studentId };
  const { reviewStatus } = await lock(act, key);
  const before = await leaseOn(act.db, subjectOf(key), act.now);
  // A mentor who is still writing when another person's review arrives keeps the claim.
  if (reviewStatus !== "pending" && before?.byId !== act.me._id) {
    throw conflict("review.done", "This response is not waiting for review.");
  }
  return await takeClaim(act, subjectOf(key), { before, takeOver });
}

export async function release(
  act: Act,
  assignmentId: string,
  { studentId }: { studentId: string },
): Promise<void> {
  const key = { assignmentId, studentId };
  await lock(act, key);
  await releaseClaim(act, subjectOf(key));
}

export async function endLapsedClaims(act: Act<null>): Promise<void> {
  for (const lease of await endExpiredLeases(act.db, { kind: "review", now: act.now })) {
    announce(act, "claim.changed", ["staff"], claimChange(lease, null));
  }
}
