/** One line for each webhook, so none delays others; one that fails for days is turned off. */
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { record } from "../../audit/writes.ts";
import { later } from "../../kit/core/clock.ts";
import type { Parts } from "../../kit/core/parts.ts";
import { pick } from "../../kit/db/columns.ts";
import { newestFirst } from "../../kit/db/newest_first.ts";
import { post, signedHeaders } from "../../kit/mail/webhook.ts";
import { type Act, transact } from "../../live/outbox.ts";
import { secretOf } from "../queries.ts";
import { tellAdmins } from "../writes.ts";
import {
  ANSWER_KEPT,
  DELIVERIES_KEPT,
  FAILING_DAYS,
  TRIES_AFTER,
  WEBHOOKS_MOST,
} from "../schema.ts";
import { deliveries, webhooks } from "../tables.ts";

/** When a server dies, another one takes its delivery after this time. */
const LEASE_MINUTES = 1;
/** The most deliveries of one line before it looks again whether others wait. */
const LINE_MOST = 50;

type Row = typeof deliveries.$inferSelect;
type Due = Pick<Row, "id" | "webhookId" | "body" | "tries"> & { url: string };
type Outcome = { status: number | null; answer: string };

export function createWebhookSender(parts: Parts) {
  const { db } = parts.database;
  const lines = new Map<string, Promise<void>>();
  let isStopping = false;

  async function line(webhookId: string): Promise<void> {
    for (let left = LINE_MOST; left > 0 && !isStopping; left -= 1) {
      const due = await take(parts, webhookId);
      if (due === undefined) return;
      const outcome = await deliver(parts, due);
      await transact(parts, (act) => settle(act, due, outcome));
    }
  }

  return {
    /** Starts a line for each webhook with due deliveries that has none. */
    async round(): Promise<void> {
      const due = await db.selectDistinct({ id: deliveries.webhookId }).from(deliveries)
        .innerJoin(webhooks, eq(webhooks.id, deliveries.webhookId))
        .where(and(eq(webhooks.isOn, true), sql`${deliveries.dueAt} <= ${parts.clock()}`))
        .limit(WEBHOOKS_MOST);
      for (const { id } of due) {
        if (isStopping || lines.has(id)) continue;
        const running = line(id)
          .catch((error) => parts.log.warn({ error }, "a webhook could not be sent"))
          .finally(() => lines.delete(id));
        lines.set(id, running);
      }
    },
    /** Waits for the deliveries that are under way. */
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.all(lines.values());
    },
  };
}

/** Takes the oldest due delivery of a webhook; it is due again when the lease ends. */
async function take({ database: { db }, clock }: Parts, id: string): Promise<Due | undefined> {
  const now = clock();
  const [delivery] = await db.update(deliveries)
    .set({ dueAt: later(now, LEASE_MINUTES), tries: sql`${deliveries.tries} + 1`, triedAt: now })
    .from(webhooks)
    .where(and(
      eq(webhooks.id, deliveries.webhookId),
      eq(webhooks.isOn, true),
      sql`${deliveries.id} = (
        select id from webhook_deliveries where webhook_id = ${id} and due_at <= ${now}
        order by due_at, id limit 1 for update skip locked)`,
    )).returning({
      ...pick(deliveries, "id", "webhookId", "body", "tries"),
      url: webhooks.url,
    });
  return delivery;
}

async function deliver({ env, tokens, clock }: Parts, due: Due): Promise<Outcome> {
  const { id, webhookId, url, body } = due;
  const secret = secretOf(tokens, webhookId);
  const headers = signedHeaders({ id: `msg_${id}`, secret, body, now: clock() });
  try {
    const { status, text } = await post(url, { headers, body, hosts: env.webhookHosts });
    // PostgreSQL cannot store a NUL.
    return { status, answer: text.replaceAll("\0", "").slice(0, ANSWER_KEPT).toWellFormed() };
  } catch (error) {
    return { status: null, answer: error instanceof Error ? error.message : String(error) };
  }
}

/** Stores the outcome, unless another server has taken the delivery since, or it is sent again. */
async function settle(act: Act<null>, due: Due, outcome: Outcome): Promise<void> {
  const { db, now } = act;
  const { status } = outcome;
  const isSent = status !== null && status >= 200 && status < 300;
  const wait = isSent ? undefined : TRIES_AFTER[due.tries - 1];
  const dueAt = wait === undefined ? null : later(now, wait);
  await db.update(deliveries).set({ ...outcome, isSent, dueAt })
    .where(and(eq(deliveries.id, due.id), eq(deliveries.tries, due.tries)));
  await noteHealth(act, due, { isSent, isGone: outcome.status === 410 });
  const beyond = db.select({ id: deliveries.id }).from(deliveries)
    .where(eq(deliveries.webhookId, due.webhookId))
    .orderBy(...newestFirst(deliveries.createdAt, deliveries.id)).offset(DELIVERIES_KEPT);
  await db.delete(deliveries).where(inArray(deliveries.id, beyond));
  tellAdmins(act);
}

/** Turns the webhook off when the receiver says that it is gone, or after days of failures. */
async function noteHealth(
  act: Act<null>,
  { webhookId, url }: Due,
  { isSent, isGone }: { isSent: boolean; isGone: boolean },
): Promise<void> {
  const { db, now } = act;
  if (isSent) {
    await db.update(webhooks).set({ failingSince: null })
      .where(and(eq(webhooks.id, webhookId), sql`failing_since is not null`));
    return;
  }
  await db.update(webhooks).set({ failingSince: now })
    .where(and(eq(webhooks.id, webhookId), isNull(webhooks.failingSince)));
  const before = later(now, -FAILING_DAYS * 24 * 60);
  const [ended] = await db.update(webhooks).set({ isOn: false, version: sql`version + 1` })
    .where(and(
      eq(webhooks.id, webhookId),
      eq(webhooks.isOn, true),
      isGone ? undefined : sql`failing_since <= ${before}`,
    )).returning({ id: webhooks.id });
  if (!ended) return;
  const about = { kind: "webhook", id: webhookId, title: new URL(url).host } as const;
  const detail = isGone ? "turned off: its address is gone" : "turned off: it failed for days";
  await record(act, "webhook.changed", { about, detail });
}
