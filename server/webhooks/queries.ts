/** Reads webhooks and their deliveries. */
import { eq } from "drizzle-orm";
import { notFound } from "../kit/core/errors.ts";
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import type { Tokens } from "../kit/security/tokens.ts";
import { DELIVERIES_LISTED, type Delivery, type Webhook, WEBHOOKS_MOST } from "./schema.ts";
import { deliveries, webhooks } from "./tables.ts";

/** The secret that signs a webhook's deliveries, which only this server's AUTH_SECRET can compute. */
export const secretOf = ({ hashCode }: Pick<Tokens, "hashCode">, id: string) =>
  Uint8Array.fromHex(hashCode("webhook secret", "", id));

/** The secret as Standard Webhooks writes it. */
export const writtenSecret = (tokens: Pick<Tokens, "hashCode">, id: string) =>
  `whsec_${secretOf(tokens, id).toBase64()}`;

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

/** The body of a message, as Standard Webhooks has it. */
export const bodyOf = (type: Delivery["type"], at: string, data: Record<string, unknown>): string =>
  JSON.stringify({ type, timestamp: at, data });
