/** Closes accounts, and reads deleted ones: those that can be taken back, and the reports of others. */
import { and, asc, desc, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { identities } from "../../auth/oidc/tables.ts";
import { later } from "../../kit/core/clock.ts";
import { Refusal } from "../../kit/core/errors.ts";
import { isStaff } from "../../kit/core/roles.ts";
import { pick } from "../../kit/db/columns.ts";
import type { Reader } from "../../kit/db/database.ts";
import type { Tokens } from "../../kit/security/tokens.ts";
import { codes } from "../../kit/db/tables.ts";
import { type Act, announce } from "../../live/outbox.ts";
import { userRoom } from "../../live/rooms.ts";
import { people } from "../tables.ts";
import { BACK_DAYS, type Removal } from "./schema.ts";
import { removals } from "./tables.ts";

/** The most that are listed, and that one round removes. */
const LISTED_MOST = 100;
const ROUND_MOST = 10;

/** Returns the hash of a mailed token as it is stored. */
export const backHash = ({ hashCode }: Pick<Tokens, "hashCode">, token: string): Promise<string> =>
  hashCode("take back", "", token);

/** Deleted accounts, newest first. Of those that are removed, the report is left. */
export async function listRemovals(db: Reader): Promise<Removal[]> {
  const by = alias(people, "by");
  const rows = await db.select({
    _id: removals.personId,
    name: people.name,
    email: removals.email,
    role: people.role,
    by: { _id: by.id, name: by.name },
    ...pick(removals, "at", "dueAt", "removedAt", "report"),
  }).from(removals)
    .innerJoin(people, eq(people.id, removals.personId))
    .innerJoin(by, eq(by.id, removals.byId))
    .orderBy(desc(removals.at), desc(removals.personId)).limit(LISTED_MOST);
  return rows.map((row) => ({ ...row, by: row.by._id === row._id ? null : row.by }));
}

/** The accounts that are to be removed by now. */
export async function dueRemovals(db: Reader, now: string): Promise<string[]> {
  const rows = await db.select({ id: removals.personId }).from(removals)
    .where(and(isNull(removals.removedAt), lte(removals.dueAt, now)))
    .orderBy(asc(removals.dueAt)).limit(ROUND_MOST);
  return rows.map(({ id }) => id);
}

/** Whether an account can be taken back now. */
export const isOpen = (now: string) => and(isNull(removals.removedAt), gt(removals.dueAt, now));

type Row = typeof people.$inferSelect;

export const lastAdmin = () =>
  new Refusal(
    409,
    "user.last-admin",
    "This is the last admin: make somebody else an admin first.",
  );

/**
 * Refuses to take away the last admin.
 * @param admins the accounts that can administer now, locked before the account itself
 */
export function refuseLast(admins: string[], id: string): void {
  if (admins.length === 1 && admins[0] === id) throw lastAdmin();
}

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
  // The event has no data; clients fetch the team.
  if (closed.some(isStaff)) announce(act, "team.changed", ["home"], {});
}
