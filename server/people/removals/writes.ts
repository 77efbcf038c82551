/** Closes accounts, for the commands that delete them. */
import { inArray, sql } from "drizzle-orm";
import { identities } from "../../auth/oidc/tables.ts";
import { later } from "../../kit/core/clock.ts";
import { codes } from "../../kit/db/tables.ts";
import { type Act, announce } from "../../live/outbox.ts";
import { userRoom } from "../../live/rooms.ts";
import { people } from "../tables.ts";
import { announceTeam } from "../writes.ts";
import { BACK_DAYS } from "./schema.ts";
import { removals } from "./tables.ts";
import { type Row } from "./queries.ts";

/**
 * Closes accounts that are locked: their addresses become free at once. What they had is kept for
 * the days in which they can be taken back.
 * @param hash that of the token with which the person takes it back; null if only an admin may
 * @returns the rows as they are now
 */
export async function closeQuietly(
  { db, me, now }: Act,
  accounts: readonly Row[],
  hash: string | null = null,
): Promise<Row[]> {
  if (accounts.length === 0) return [];
  const ids = accounts.map(({ id }) => id);
  await db.delete(codes).where(inArray(codes.email, accounts.map(({ email }) => email)));
  await db.delete(identities).where(inArray(identities.personId, ids));
  const dueAt = later(now, BACK_DAYS * 24 * 60);
  await db.insert(removals).values(accounts.map(({ id: personId, email, passwordHash }) => ({
    ...{ personId, email, passwordHash, hash, byId: me._id, at: now, dueAt },
  })));
  return await db.update(people).set({
    // A top-level domain that never exists (RFC 2606).
    email: sql`id || '@deleted.invalid'`,
    passwordHash: null,
    deletedAt: now,
    updatedAt: now,
    version: sql`version + 1`,
    epoch: sql`epoch + 1`,
  }).where(inArray(people.id, ids)).returning();
}

/** As `closeQuietly`, and tells those who see the accounts. The caller records it. */
export async function closeAccounts(
  act: Act,
  accounts: readonly Row[],
  hash: string | null = null,
): Promise<void> {
  const closed = await closeQuietly(act, accounts, hash);
  for (const { id, epoch } of closed) {
    announce(act, "session.ended", [userRoom(id)], { reason: "deleted", epoch });
    announce(act, "user.changed", ["admins"], { _id: id, removed: true });
  }
  announceTeam(act, closed);
}
