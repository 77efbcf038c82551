/** Reads webhooks and their deliveries, and queues what webhooks tell of new events. */
import { eq } from "drizzle-orm";
import { originOf } from "../kit/core/env.ts";
import { notFound } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import type { DatedEvent } from "../live/log_reader.ts";
import type { Me } from "../kit/core/roles.ts";
import { batches } from "../kit/db/batches.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import type { Tokens } from "../kit/security/tokens.ts";
import { type Act, announce } from "../live/outbox.ts";
import { messagesOf } from "./policy.ts";
import { DELIVERIES_LISTED, type Delivery, type Webhook, WEBHOOKS_MOST } from "./schema.ts";
import { deliveries, webhooks } from "./tables.ts";

/** The secret that signs a webhook's deliveries, which only this server's AUTH_SECRET can compute. */
export const secretOf = async ({ hashCode }: Pick<Tokens, "hashCode">, id: string) =>
  Uint8Array.fromHex(await hashCode("webhook secret", "", id));

/** The secret as Standard Webhooks writes it. */
export const writtenSecret = async (tokens: Pick<Tokens, "hashCode">, id: string) =>
  `whsec_${(await secretOf(tokens, id)).toBase64()}`;

const select = (db: Reader) =>
  db.select({
    _id: webhooks.id,
    ...pick(webhooks, "url", "events", "isOn", "failingSince", "createdAt", "version"),
  }).from(webhooks);

/** All webhooks, newest first: they are few. */
export const listWebhooks = (db: Reader): Promise<Webhook[]> =>
  select(db).orderBy(...newestFirst(webhooks.createdAt, webhooks.id)).limit(WEBHOOKS_MOST);

/** @throws Refusal 404 */
export async function webhookById(db: Reader, id: string): Promise<Webhook> {
  const [found] = await select(db).where(eq(webhooks.id, id));
  if (!found) throw notFound("This webhook");
  return found;
}

/** A webhook's last deliveries, newest first. @throws Refusal 404 */
export async function listDeliveries(db: Reader, webhookId: string): Promise<Delivery[]> {
  await webhookById(db, webhookId);
  return await db.select({
    _id: deliveries.id,
    ...pick(deliveries, "type", "createdAt", "tries", "triedAt", "dueAt", "isSent", "status"),
    answer: deliveries.answer,
  }).from(deliveries).where(eq(deliveries.webhookId, webhookId))
    .orderBy(...newestFirst(deliveries.createdAt, deliveries.id)).limit(DELIVERIES_LISTED);
}

export const tellAdmins = (act: Act<Me | null>): void =>
  announce(act, "webhooks.changed", ["admins"], {});

/** The body of a message, as Standard Webhooks has it. */
export const bodyOf = (type: Delivery["type"], at: string, data: Record<string, unknown>): string =>
  JSON.stringify({ type, timestamp: at, data });

/**
 * Queues a delivery of each event for each webhook that wants it. The follower of the log calls it
 * with every event once.
 * @param all the events, with the one before them
 */
export async function queueDeliveries(
  act: Act<Me | null>,
  { events, all }: { events: DatedEvent[]; all: DatedEvent[] },
): Promise<void> {
  const { db, now, parts: { env } } = act;
  const bySeq = new Map(all.map((event) => [event.seq, event]));
  const messages = events.flatMap((event) => messagesOf(event, bySeq.get(event.seq - 1)));
  if (messages.length === 0) return;
  const wanted = await db.select({ id: webhooks.id, events: webhooks.events }).from(webhooks)
    .where(eq(webhooks.isOn, true)).limit(WEBHOOKS_MOST);
  const rows = wanted.flatMap(({ id: webhookId, events }) =>
    messages.filter(({ type }) => events.includes(type)).map(({ cause, type, at, data, path }) => ({
      id: newId(),
      webhookId,
      cause,
      type,
      body: bodyOf(type, at, { ...data, url: originOf(env) + path }),
      createdAt: now,
      dueAt: now,
    }))
  );
  for (const batch of batches(rows)) {
    await db.insert(deliveries).values(batch).onConflictDoNothing();
  }
  if (rows.length > 0) tellAdmins(act);
}
