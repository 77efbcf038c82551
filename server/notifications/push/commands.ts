/** Sends the pushes that are due, several at a time, and tries a failed one again a few times. */
import { and, eq, sql } from "drizzle-orm";
import { sessions } from "../../auth/tables.ts";
import { later } from "../../kit/core/clock.ts";
import type { Parts } from "../../kit/core/parts.ts";
import { pick } from "../../kit/db/columns.ts";
import type { PushSender } from "../../kit/mail/push.ts";
import { pushSender } from "../../kit/mail/push.ts";
import { originOf } from "../../kit/core/env.ts";
import { people } from "../../people/tables.ts";
import { quietUntil, sentenceOf, waysOf } from "../policy.ts";
import { allOf, reachable } from "../queries.ts";
import { notificationSettings, pushes, pushSubscriptions } from "../tables.ts";
import { readPushKeys } from "./writes.ts";

/** When a server dies, another one takes its pushes after this time. */
const LEASE_MINUTES = 1;
const ATTEMPTS_MOST = 5;
const AT_ONCE = 5;
const ROUND_MOST = 200;

type Due = typeof pushes.$inferSelect;

export async function sendPushes(parts: Parts, sender?: PushSender): Promise<void> {
  const { database: { db }, tokens, env } = parts;
  for (let left = ROUND_MOST; left > 0; left -= AT_ONCE) {
    const due = await takePushes(parts);
    if (due.length === 0) return;
    sender ??= pushSender({ keys: await readPushKeys(db, tokens), subject: originOf(env) });
    const by = sender;
    await Promise.all(due.map((one) => deliver(parts, by, one)));
  }
}

/** Takes pushes that are due. They are due again when the lease ends. */
async function takePushes({ database: { db }, clock }: Parts): Promise<Due[]> {
  const now = clock();
  return await db.update(pushes)
    .set({ dueAt: later(now, LEASE_MINUTES), attempts: sql`${pushes.attempts} + 1` })
    .where(
      sql`(${pushes.subscriptionId}, ${pushes.notificationId}) in (
        select subscription_id, notification_id from pushes where due_at <= ${now}
        order by due_at limit ${AT_ONCE} for update skip locked)`,
    ).returning();
}

async function deliver(parts: Parts, sender: PushSender, due: Due): Promise<void> {
  const { database: { db }, log, clock } = parts;
  const outcome = await tell(parts, sender, due).catch((error) => {
    log.warn({ error }, "a push could not be sent");
    return "failed" as const;
  });
  if (outcome === "gone") {
    await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, due.subscriptionId));
  } else if (outcome === "sent" || outcome === "failed" && due.attempts >= ATTEMPTS_MOST) {
    await db.delete(pushes).where(isOne(due));
  } else {
    const dueAt = outcome === "failed" ? later(clock(), 2 ** due.attempts / 4) : outcome.until;
    await db.update(pushes).set({ dueAt })
      .where(and(isOne(due), eq(pushes.attempts, due.attempts)));
  }
}

const isOne = ({ subscriptionId, notificationId }: Due) =>
  and(eq(pushes.subscriptionId, subscriptionId), eq(pushes.notificationId, notificationId));

/** Sends one push, unless it has been read, may no longer be seen or is wanted no longer. */
async function tell(parts: Parts, sender: PushSender, due: Due) {
  const { database: { db }, clock, env: { classTz: zone } } = parts;
  const [found] = await db.select({
    browser: pushSubscriptions,
    sessionEpoch: sessions.epoch,
    epoch: people.epoch,
    ...pick(notificationSettings, "ways", "quiet"),
  }).from(pushSubscriptions)
    .innerJoin(people, eq(people.id, pushSubscriptions.personId))
    .leftJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .leftJoin(notificationSettings, eq(notificationSettings.personId, people.id))
    .where(eq(pushSubscriptions.id, due.subscriptionId));
  if (!found) return "sent" as const;
  const { browser, sessionEpoch, epoch, ways, quiet } = found;
  // A new password, for example, has ended the session in which the browser subscribed.
  if (sessionEpoch !== null && sessionEpoch !== epoch) return "gone" as const;
  const now = clock();
  const person = await reachable(db, browser.personId, now);
  if (person === null) return "sent" as const;
  const all = await allOf({ db, me: person.me, now });
  const one = all.find(({ _id }) => _id === due.notificationId);
  if (one === undefined || one.isRead || !waysOf(ways ?? {}, one.kind).push) return "sent" as const;
  // The quiet hours may have begun since a first try, or while no server was running.
  const until = quietUntil({ now, zone }, quiet);
  if (until > now) return { until };
  const payload = { for: person.me._id, id: one._id, text: sentenceOf(one), path: one.path };
  return await sender.send(browser, JSON.stringify(payload));
}
