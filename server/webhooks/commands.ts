/** Makes, changes and deletes webhooks, and queues deliveries again. */
import { and, eq, sql } from "drizzle-orm";
import { record } from "../audit/writes.ts";
import { badField, conflict, notFound, stale } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { takeLock } from "../kit/db/locks.ts";
import { addressProblem } from "../kit/mail/webhook.ts";
import type { Act } from "../live/outbox.ts";
import { bodyOf, webhookById } from "./queries.ts";
import { tellAdmins } from "./writes.ts";
import {
  type EditWebhookInput,
  TEST,
  type Webhook,
  type WebhookInput,
  WEBHOOKS_MOST,
} from "./schema.ts";
import { deliveries, webhooks } from "./tables.ts";

/** An address may hold a secret of the receiver, so the audit trail names only its host. */
const aboutOf = ({ _id, url }: Pick<Webhook, "_id" | "url">) => ({
  about: { kind: "webhook", id: _id, title: new URL(url).host } as const,
});

/** @throws Refusal 400 when the address may not be used, 409 when there are too many */
export async function make(act: Act, { url, events }: WebhookInput): Promise<Webhook> {
  const { db, me, now, parts: { env } } = act;
  const problem = addressProblem(url, env.webhookHosts);
  if (problem !== null) throw badField("url", problem);
  await takeLock(db, "webhooks");
  if (await db.$count(webhooks) >= WEBHOOKS_MOST) {
    const sentence = `There are ${WEBHOOKS_MOST} webhooks. Delete one first.`;
    throw conflict("webhook.many", sentence);
  }
  const id = newId();
  await db.insert(webhooks).values({ id, url, events, createdAt: now, createdById: me._id });
  const made = await webhookById(db, id);
  await record(act, "webhook.made", { ...aboutOf(made), detail: events.join(", ") });
  tellAdmins(act);
  return made;
}

/** @throws Refusal 409 when it has been changed since this version */
export async function edit(
  act: Act,
  id: string,
  { events, isOn, version }: EditWebhookInput,
): Promise<Webhook> {
  const { db } = act;
  const before = await lock(act, id);
  if (version !== undefined && version !== before.version) throw stale(before);
  await db.update(webhooks).set({
    events,
    isOn,
    version: sql`version + 1`,
    ...(isOn && !before.isOn && { failingSince: null }),
  }).where(eq(webhooks.id, id));
  const after = await webhookById(db, id);
  await record(act, "webhook.changed", {
    ...aboutOf(after),
    detail: isOn ? events.join(", ") : "turned off",
  });
  tellAdmins(act);
  return after;
}

export async function remove(act: Act, id: string): Promise<void> {
  const gone = await lock(act, id);
  await act.db.delete(webhooks).where(eq(webhooks.id, id));
  await record(act, "webhook.deleted", aboutOf(gone));
  tellAdmins(act);
}

/** Queues a message that says nothing. */
export async function test(act: Act, webhookId: string): Promise<void> {
  const { db, now } = act;
  refuseOff(await lock(act, webhookId));
  const id = newId();
  const body = bodyOf(TEST, now, {});
  const cause = `test:${id}`;
  await db.insert(deliveries)
    .values({ id, webhookId, cause, type: TEST, body, createdAt: now, dueAt: now });
  tellAdmins(act);
}

/** Sends a delivery again, under the same id. @throws Refusal 404 */
export async function sendAgain(act: Act, webhookId: string, id: string): Promise<void> {
  const { db, now } = act;
  refuseOff(await lock(act, webhookId));
  const [again] = await db.update(deliveries).set({ dueAt: now, tries: 0, isSent: false })
    .where(and(eq(deliveries.id, id), eq(deliveries.webhookId, webhookId)))
    .returning({ id: deliveries.id });
  if (!again) throw notFound("This delivery");
  tellAdmins(act);
}

/** @throws Refusal 404 */
async function lock({ db }: Act, id: string): Promise<Webhook> {
  await db.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, id)).for("update");
  return await webhookById(db, id);
}

function refuseOff({ isOn }: Webhook): void {
  if (isOn) return;
  throw conflict("webhook.off", "This webhook is turned off. Turn it on first.");
}
