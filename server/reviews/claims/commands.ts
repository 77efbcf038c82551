/** Commands that claim a response ("I have this"), release it, and end expired claims. */
import { record } from "../../audit/writes.ts";
import { claimChange, claimedRefusal, takenOver } from "../../claims/queries.ts";
import { type Claim, CLAIM_MINUTES } from "../../doubts/schema.ts";
import { Refusal } from "../../kit/core/errors.ts";
import { someone } from "../../kit/core/roles.ts";
import { endExpiredLeases, endLease, leaseOn, takeLease } from "../../kit/db/claims.ts";
import { type Act, announce } from "../../live/outbox.ts";
import { lock, subjectOf } from "../commands.ts";

/** Takes or renews the claim. @throws Refusal 409 `claimed`, which names the holder */
export async function claim(
  act: Act,
  assignmentId: string,
  { studentId, takeOver = false }: { studentId: string; takeOver?: boolean },
): Promise<Claim> {
  const { db, me, now } = act;
  const key = { assignmentId, studentId };
  const { reviewStatus } = await lock(act, key);
  const subject = subjectOf(key);
  const before = await leaseOn(db, subject, now);
  // A mentor who is still writing when another person's review arrives keeps the claim.
  if (reviewStatus !== "pending" && before?.byId !== me._id) {
    throw new Refusal(409, "review.done", "This response is not waiting for review.");
  }
  const taken = { byId: me._id, now, minutes: CLAIM_MINUTES, takeOver };
  const lease = await takeLease(db, subject, taken);
  if (!lease) throw await claimedRefusal(db, before);
  const claim = { by: someone(me), until: lease.until };
  announce(act, "claim.changed", ["staff"], claimChange(subject, claim));
  if (before && before.byId !== me._id) {
    await record(act, "claim.taken-over", await takenOver(db, before));
  }
  return claim;
}

export async function release(
  act: Act,
  assignmentId: string,
  { studentId }: { studentId: string },
): Promise<void> {
  const key = { assignmentId, studentId };
  await lock(act, key);
  const subject = subjectOf(key);
  const ended = await endLease(act.db, subject, { byId: act.me._id });
  if (ended.length > 0) announce(act, "claim.changed", ["staff"], claimChange(subject, null));
}

export async function endLapsedClaims(act: Act<null>): Promise<void> {
  for (const lease of await endExpiredLeases(act.db, { kind: "review", now: act.now })) {
    announce(act, "claim.changed", ["staff"], claimChange(lease, null));
  }
}
