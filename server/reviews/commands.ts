/** Reviewing a response; and who has claimed it. */
import { and, desc, eq, sql } from "drizzle-orm";
import { assignments, attempts, responses } from "../assignments/tables.ts";
import { type Claim, CLAIM_MINUTES } from "../doubts/schema.ts";
import {
  endLapsed,
  endLease,
  type Lease,
  leaseOn,
  type Subject,
  takeLease,
} from "../kit/claims.ts";
import { notBefore } from "../kit/clock.ts";
import { forbidden, notFound, Refusal, stale } from "../kit/errors.ts";
import { newId } from "../kit/ids.ts";
import { isStaff } from "../kit/roles.ts";
import { type Act, announce } from "../live/outbox.ts";
import { userRoom } from "../live/rooms.ts";
import { people } from "../people/tables.ts";
import { can, OWN_RESPONSE } from "./policy.ts";
import { itemOf, listedReview, type ResponseKey, takeResponse } from "./queries.ts";
import type { ListedReview, ReviewInput } from "./schema.ts";
import { reviews } from "./tables.ts";

/**
 * Records a review of the newest attempt. Somebody has written it: it is kept whoever has claimed
 * the response, and whoever has reviewed it before.
 */
export async function review(
  act: Act,
  assignmentId: string,
  { input, html }: { input: ReviewInput; html: string | null },
): Promise<ListedReview> {
  const { db, me } = act;
  const key = { assignmentId, studentId: input.studentId };
  const before = await lock(act, key, input.version);
  const now = notBefore(act.now, before.updatedAt);
  const written = {
    updatedStudentSolution: html,
    updatedStudentSolutionSource: html === null ? null : input.updatedStudentSolution ?? null,
  };
  const comment = input.mentorComment || null;
  const attemptId = await newestAttempt(db, key);
  const [, , ended] = await Promise.all([
    db.insert(reviews).values({
      id: newId(),
      ...key,
      attemptId,
      status: input.reviewStatus,
      comment,
      ...written,
      reviewerId: me._id,
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
    endLease(db, subjectOf(key), { byId: me._id }),
  ]);
  const item = await itemOf(act, key);
  if (!item) throw new Error("the response that was just reviewed is missing");
  announce(act, "review.changed", ["staff", userRoom(key.studentId)], item);
  if (ended.length > 0) announceEnded(act, key);
  return await listedReview(act, key);
}

/** Takes or renews the claim. @throws Refusal 409 `claimed` with who has it */
export async function claim(
  act: Act,
  assignmentId: string,
  { studentId, takeOver = false }: { studentId: string; takeOver?: boolean },
): Promise<Claim> {
  const { db, me, now } = act;
  const key = { assignmentId, studentId };
  const { reviewStatus } = await lock(act, key);
  const before = await leaseOn(db, subjectOf(key), now);
  // Whoever is still writing when another review arrives keeps what they have.
  if (reviewStatus !== "pending" && before?.byId !== me._id) {
    throw new Refusal(409, "review.done", "This response is not waiting for review.");
  }
  const taken = { byId: me._id, now, minutes: CLAIM_MINUTES, takeOver };
  const lease = await takeLease(db, subjectOf(key), taken);
  if (!lease) throw await heldByAnother(act, before);
  const claim = { by: { _id: me._id, name: me.name, role: me.role }, until: lease.until };
  announce(act, "claim.changed", ["staff"], {
    kind: "review",
    id: assignmentId,
    studentId,
    ...claim,
  });
  return claim;
}

export async function release(
  act: Act,
  assignmentId: string,
  { studentId }: { studentId: string },
): Promise<void> {
  const key = { assignmentId, studentId };
  await lock(act, key);
  const ended = await endLease(act.db, subjectOf(key), { byId: act.me._id });
  if (ended.length > 0) announceEnded(act, key);
}

/** Ends the claims that have run out. */
export async function endLapsedClaims(act: Act<null>): Promise<void> {
  for (
    const { subjectId, studentId } of await endLapsed(act.db, { kind: "review", now: act.now })
  ) {
    announceEnded(act, { assignmentId: subjectId, studentId });
  }
}

const isOne = ({ assignmentId, studentId }: ResponseKey) =>
  and(eq(responses.assignmentId, assignmentId), eq(responses.studentId, studentId));

/**
 * Holds the response, and the title that it is shown with.
 * @throws Refusal 404, or 409 when the caller's version is not the present one
 */
async function lock(act: Act, key: ResponseKey, version?: number) {
  const { db, me } = act;
  if (!isStaff(me)) throw forbidden();
  await takeResponse(db, key);
  const [row] = await db.select({
    reviewStatus: responses.reviewStatus,
    updatedAt: responses.updatedAt,
    version: responses.version,
  }).from(responses).innerJoin(assignments, eq(assignments.id, responses.assignmentId))
    .where(isOne(key)).for("share", { of: assignments });
  if (!row) throw notFound("This response");
  if (!can.review(me, { student: { _id: key.studentId } })) throw forbidden(OWN_RESPONSE);
  if (version !== undefined && version !== row.version) throw stale(await listedReview(act, key));
  return row;
}

const subjectOf = ({ assignmentId, studentId }: ResponseKey): Subject => ({
  kind: "review",
  subjectId: assignmentId,
  studentId,
});

const announceEnded = (act: Act<null> | Act, { assignmentId, studentId }: ResponseKey) =>
  announce(act, "claim.changed", ["staff"], {
    kind: "review",
    id: assignmentId,
    studentId,
    by: null,
    until: null,
  });

async function heldByAnother({ db }: Act, lease: Lease | undefined): Promise<Refusal> {
  const [by] = lease
    ? await db.select({ _id: people.id, name: people.name, role: people.role }).from(people)
      .where(eq(people.id, lease.byId))
    : [];
  return new Refusal(409, "claimed", `${by?.name ?? "Somebody"} has this.`, {
    more: { by, until: lease?.until },
  });
}

/** The newest attempt: what a review is about. */
async function newestAttempt(
  db: Act["db"],
  { assignmentId, studentId }: ResponseKey,
): Promise<string> {
  const [attempt] = await db.select({ id: attempts.id }).from(attempts)
    .where(and(eq(attempts.assignmentId, assignmentId), eq(attempts.studentId, studentId)))
    .orderBy(desc(attempts.createdAt), desc(attempts.id)).limit(1);
  if (!attempt) throw new Error("a response without an attempt");
  return attempt.id;
}
