/** Deliveries that are queued, and admins who hear of it. */
import { eq } from "drizzle-orm";
import { originOf } from "../kit/core/env.ts";
import { newId } from "../kit/core/ids.ts";
import type { DatedEvent } from "../live/log_reader.ts";
import type { Me } from "../kit/core/roles.ts";
import { batches } from "../kit/db/batches.ts";
import { type Act, announce } from "../live/outbox.ts";
import { messagesOf } from "./policy.ts";
import { WEBHOOKS_MOST } from "./schema.ts";
import { deliveries, webhooks } from "./tables.ts";
import { bodyOf } from "./queries.ts";

export const tellAdmins = (act: Act<Me | null>): void =>
  announce(act, "webhooks.changed", ["admins"], {});

/** Queues an event for each webhook that wants it. @param all the events and the one before */
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
