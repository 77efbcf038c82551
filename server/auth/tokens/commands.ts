/** Makes API tokens, and takes them back. */
import { and, eq, lte, ne, or, sql } from "drizzle-orm";
import { record } from "../../audit/writes.ts";
import { later } from "../../kit/core/clock.ts";
import { conflict, notFound, Refusal } from "../../kit/core/errors.ts";
import { newId } from "../../kit/core/ids.ts";
import { takeLock } from "../../kit/db/locks.ts";
import { hashOfApiToken } from "../../kit/security/api_token.ts";
import { type Act, announce } from "../../live/outbox.ts";
import { userRoom } from "../../live/rooms.ts";
import { people } from "../../people/tables.ts";
import { listTokens } from "./queries.ts";
import { type ApiToken, type TokenInput, TOKENS_MOST } from "./schema.ts";
import { apiTokens } from "./tables.ts";

/**
 * Makes a token. It takes the place of one with the same name that has ended or expired. The reply
 * that is kept for the request's key has no token: the route computes it.
 */
export async function make(act: Act, { name, scope, days }: TokenInput): Promise<ApiToken> {
  const { db, me, now, parts: { tokens } } = act;
  await takeLock(db, "apiTokens", me._id);
  const epoch = sql<number>`(select epoch from ${people} where id = ${me._id})`;
  await db.delete(apiTokens).where(and(
    eq(apiTokens.personId, me._id),
    or(ne(apiTokens.epoch, epoch), lte(apiTokens.expiresAt, now)),
  ));
  const known = await listTokens(db, me._id);
  if (known.some((one) => one.name === name)) {
    const sentence = "You have an API token of this name already.";
    throw new Refusal(409, "token.name", sentence, { errors: { name: sentence } });
  }
  if (known.length >= TOKENS_MOST) {
    const sentence = `You have ${TOKENS_MOST} API tokens. Revoke one first.`;
    throw conflict("token.many", sentence);
  }
  const id = newId();
  const made = { name, scope, createdAt: now, expiresAt: later(now, days * 24 * 60) };
  const hash = hashOfApiToken(tokens.signApiToken({ id, personId: me._id }));
  await db.insert(apiTokens).values({ ...made, id, personId: me._id, hash, epoch });
  const detail = scope === "read" ? "it may read" : "it may read and write";
  await record(act, "token.made", { about: { kind: "token", id, title: name }, detail });
  await announceTokens(act);
  return { ...made, _id: id, usedAt: null };
}

/** The token ends at once. @throws Refusal 404 */
export async function takeBack(act: Act, id: string): Promise<void> {
  const { db, me } = act;
  const [gone] = await db.delete(apiTokens)
    .where(and(eq(apiTokens.id, id), eq(apiTokens.personId, me._id)))
    .returning({ name: apiTokens.name });
  if (!gone) throw notFound("This API token");
  await record(act, "token.taken-back", { about: { kind: "token", id, title: gone.name } });
  await announceTokens(act);
}

async function announceTokens(act: Act): Promise<void> {
  const { db, me } = act;
  announce(act, "tokens.changed", [userRoom(me._id)], { tokens: await listTokens(db, me._id) });
}
