/** Claims a doubt ("I have this"), releases it, and ends expired claims. */
import { record } from "../../audit/writes.ts";
import { type Act, announce, lockCommitOrder } from "../../live/outbox.ts";
import { claimChange, claimedRefusal, takenOver } from "../../claims/queries.ts";
import { someone } from "../../kit/core/roles.ts";
import { endExpiredLeases, endLease, leaseOn, takeLease } from "../../kit/db/claims.ts";
import { lockDoubt, type LockedDoubt, refuseResolved } from "../commands.ts";
import { announceAllChanged, announceChanged } from "../queries.ts";
import { type Claim, CLAIM_MINUTES } from "../schema.ts";

/** Takes or renews the claim. @throws Refusal 409 `claimed` with its holder */
export async function claim(
  act: Act,
  id: string,
  { takeOver = false }: { takeOver?: boolean },
): Promise<Claim> {
  const { db, me, now } = act;
  const doubt = await lockDoubt(act, id);
  refuseResolved(doubt);
  const subject = subjectOf(doubt);
  const before = await leaseOn(db, subject, now);
  const taken = { byId: me._id, now, minutes: CLAIM_MINUTES, takeOver };
  const lease = await takeLease(db, subject, taken);
  if (!lease) throw await claimedRefusal(db, before);
  const claim = { by: someone(me), until: lease.until };
  announce(act, "claim.changed", ["staff"], claimChange(subject, claim));
  if (before && before.byId !== me._id) {
    await record(act, "claim.taken-over", await takenOver(db, before));
  }
  if (!before) await announceChanged(act, id);
  return claim;
}

export async function release(act: Act, id: string): Promise<void> {
  const subject = subjectOf(await lockDoubt(act, id));
  const ended = await endLease(act.db, subject, { byId: act.me._id });
  if (ended.length === 0) return;
  announce(act, "claim.changed", ["staff"], claimChange(subject, null));
  await announceChanged(act, id);
}

/** Ends the expired claims, and announces the changed doubts to their readers. */
export async function endLapsedClaims(act: Act<null>): Promise<void> {
  const lapsed = await endExpiredLeases(act.db, { kind: "doubt", now: act.now });
  if (lapsed.length === 0) return;
  // These doubts are not locked. Take the commit-order lock first and read the cards after it, so
  // that they show the state at their place in the log. From here on, request no lock that another
  // transaction may hold while it waits for the commit-order lock.
  await lockCommitOrder(act.db);
  for (const lease of lapsed) announce(act, "claim.changed", ["staff"], claimChange(lease, null));
  await announceAllChanged(act, lapsed.map(({ subjectId }) => subjectId));
}

const subjectOf = ({ id, student }: LockedDoubt) =>
  ({ kind: "doubt", subjectId: id, studentId: student._id }) as const;
