/** Opens sessions, ends them, and stores when they were last used. */
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { record } from "../../audit/writes.ts";
import { later } from "../../kit/core/clock.ts";
import { notFound } from "../../kit/core/errors.ts";
import { newId } from "../../kit/core/ids.ts";
import type { Parts } from "../../kit/core/parts.ts";
import { newestFirst } from "../../kit/db/newest_first.ts";
import type { RequestSource } from "../../kit/http/request_source.ts";
import { networkWords } from "../../kit/security/device.ts";
import { SESSION_DAYS } from "../../kit/security/tokens.ts";
import type { Visit } from "../../kit/security/visits.ts";
import { takeLock } from "../../kit/db/locks.ts";
import { type Act, announce } from "../../live/outbox.ts";
import { userRoom } from "../../live/rooms.ts";
import type { SessionEnded } from "../../people/schema.ts";
import { people } from "../../people/tables.ts";
import { apiTokens } from "../tokens/tables.ts";
import type { Account } from "../queries.ts";
import { sessions, visits } from "../tables.ts";

/** The most sessions of one account. A sign-in beyond this ends the one that was used least lately. */
export const SESSIONS_MOST = 20;

const signedOut = (session: string): SessionEnded => ({ reason: "signed-out", epoch: 0, session });

/** @returns the session's id, which its token names */
export async function openSession(
  act: Act<null>,
  { id: personId, epoch }: Pick<Account, "id" | "epoch">,
  { device, network }: RequestSource,
): Promise<string> {
  const { db, now } = act;
  const id = newId();
  const expiresAt = later(now, SESSION_DAYS * 24 * 60);
  const beyond = db.select({ id: sessions.id }).from(sessions)
    .where(eq(sessions.personId, personId))
    .orderBy(...newestFirst(sessions.usedAt, sessions.id)).offset(SESSIONS_MOST);
  const [, , , ended] = await Promise.all([
    takeLock(db, "sessions", personId),
    db.insert(sessions)
      .values({
        id,
        personId,
        epoch,
        device,
        network: networkWords(network),
        createdAt: now,
        usedAt: now,
        expiresAt,
      }),
    db.insert(visits).values({ personId, signedInAt: now, seenAt: now }).onConflictDoUpdate({
      target: visits.personId,
      set: { signedInAt: now, seenAt: sql`greatest(visits.seen_at, excluded.seen_at)` },
    }),
    db.delete(sessions).where(inArray(sessions.id, beyond)).returning({ id: sessions.id }),
  ]);
  for (const one of ended) {
    announce(act, "session.ended", [userRoom(personId)], signedOut(one.id));
  }
  return id;
}

/** Ends one of the person's own sessions. @throws Refusal 404 */
export async function endSession(act: Act, id: string): Promise<void> {
  const { db, me } = act;
  const [ended] = await db.delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.personId, me._id)))
    .returning({ device: sessions.device });
  if (!ended) throw notFound("This session");
  await record(act, "session.ended", { about: { kind: "session", id, title: ended.device } });
  announce(act, "session.ended", [userRoom(me._id)], signedOut(id));
}

type Others = {
  reason: "signed-out" | "password-changed";
  /** The session that stays. */
  current: string;
};

/** Ends all sessions of the account except one, and its API tokens. */
export async function endOthers(act: Act, { reason, current }: Others): Promise<Account> {
  const { db, me } = act;
  const [account] = await db.update(people).set({ epoch: sql`epoch + 1` })
    .where(eq(people.id, me._id)).returning();
  if (!account) throw notFound("This account");
  const { epoch } = account;
  await db.delete(sessions).where(and(eq(sessions.personId, me._id), ne(sessions.id, current)));
  await db.update(sessions).set({ epoch }).where(eq(sessions.id, current));
  announce(act, "session.ended", [userRoom(me._id)], { reason, epoch, keeps: current });
  const ended = await db.delete(apiTokens).where(eq(apiTokens.personId, me._id))
    .returning({ id: apiTokens.id });
  if (ended.length > 0) announce(act, "tokens.changed", [userRoom(me._id)], { tokens: [] });
  if (reason === "signed-out") await record(act, "session.others-ended");
  return account;
}

/** Stores who was here since the last round, and whose sockets are open (`connected`). */
export async function storeVisits(
  { database: { db }, visits: noted, clock }: Pick<Parts, "database" | "visits" | "clock">,
  connected: readonly Visit[],
): Promise<void> {
  const now = clock();
  const all = [...noted.take(), ...connected];
  if (all.length === 0) return;
  const seen = [...new Set(all.map(({ personId }) => personId))].sort();
  const used = [...new Set(all.map(({ session }) => session))].sort();
  await db.insert(visits).values(seen.map((personId) => ({ personId, seenAt: now })))
    .onConflictDoUpdate({
      target: visits.personId,
      set: { seenAt: sql`greatest(visits.seen_at, excluded.seen_at)` },
    });
  // Sorted and locked in order, so that two servers that store at once do not wait for each other.
  const rows = db.select({ id: sessions.id }).from(sessions)
    .where(sql`${sessions.id} = any(${sql.param(used)}::uuid[])`)
    .orderBy(sessions.id).for("update");
  await db.update(sessions).set({ usedAt: now }).where(inArray(sessions.id, rows));
}
