/** Takes and releases claims on doubts and responses; both kinds are announced to staff alike. */
import { eq, sql } from "drizzle-orm";
import { assignments } from "../assignments/tables.ts";
import { record } from "../audit/writes.ts";
import { type Claim, CLAIM_MINUTES } from "../doubts/schema.ts";
import { conflict } from "../kit/core/errors.ts";
import { someone } from "../kit/core/roles.ts";
import { endLease, type Lease, type Subject, takeLease } from "../kit/db/claims.ts";
import { type Act, announce } from "../live/outbox.ts";
import { people } from "../people/tables.ts";
import { claimChange } from "./queries.ts";

/**
 * Takes or renews the asker's claim on what is locked.
 * @param before the claim that there is
 * @throws Refusal 409 `claimed`, which names the holder and the expiry time
 */
export async function takeClaim(
  act: Act,
  subject: Subject,
  { before, takeOver = false }: { before: Lease | undefined; takeOver?: boolean },
): Promise<Claim> {
  const { db, me, now } = act;
  const taken = { byId: me._id, now, minutes: CLAIM_MINUTES, takeOver };
  const lease = await takeLease(db, subject, taken);
  const isOthers = before && before.byId !== me._id;
  const from = isOthers || !lease ? await holderOf(act, before) : undefined;
  if (!lease) {
    throw conflict("claimed", `${from?.name ?? "Somebody"} has claimed this.`, {
      by: from,
      until: before?.until,
    });
  }
  const claim = { by: someone(me), until: lease.until };
  announce(act, "claim.changed", ["staff"], claimChange(subject, claim));
  if (isOthers) {
    const { kind, subjectId: id } = subject;
    const title = await titleOf(act, subject);
    const about = { kind: kind === "review" ? "response" as const : "doubt" as const, id, title };
    await record(act, "claim.taken-over", { about, detail: `from ${from?.name ?? "somebody"}` });
  }
  return claim;
}

/** @returns whether the asker had a claim on it */
export async function releaseClaim(act: Act, subject: Subject): Promise<boolean> {
  const ended = await endLease(act.db, subject, { byId: act.me._id });
  if (ended.length > 0) announce(act, "claim.changed", ["staff"], claimChange(subject, null));
  return ended.length > 0;
}

async function holderOf({ db }: Act, lease: Lease | undefined) {
  if (!lease) return undefined;
  const [by] = await db.select({ _id: people.id, name: people.name, role: people.role })
    .from(people).where(eq(people.id, lease.byId));
  return by;
}

/** The title of the question that it is about. */
async function titleOf({ db }: Act, { kind, subjectId: id }: Subject): Promise<string> {
  const assignmentId = kind === "review"
    ? id
    : sql`(select assignment_id from doubts where id = ${id})`;
  const [found] = await db.select({ title: assignments.title }).from(assignments)
    .where(eq(assignments.id, assignmentId));
  return found?.title ?? "";
}
