/** Queues pushes for the browsers of those who want them, and reads the keys of Web Push. */
import { eq, sql } from "drizzle-orm";
import { batches } from "../../kit/db/batches.ts";
import type { Parts } from "../../kit/core/parts.ts";
import type { Me } from "../../kit/core/roles.ts";
import type { Db } from "../../kit/db/database.ts";
import { newPushKeys, type PushKeys } from "../../kit/mail/push.ts";
import type { Tokens } from "../../kit/security/tokens.ts";
import type { Act } from "../../live/outbox.ts";
import { leavesAt, waysOf } from "../policy.ts";
import {
  notifications,
  notificationSettings,
  pushes,
  pushKeys,
  pushSubscriptions,
} from "../tables.ts";

/** The browsers of those concerned. Two indexed branches: an `or` would read all browsers. */
function reached(ids: string[]) {
  const these = sql`any(${sql.param(ids)}::uuid[])`;
  return sql`(
    select one.notification_id, s.id as subscription_id from notified as one
    join push_subscriptions as s on s.person_id = one.person_id
    where one.notification_id = ${these}
    union
    select n.id, s.id from notifications as n
    join push_subscriptions as s on s.person_id is distinct from n.by_id
    where n.is_for_all and n.id = ${these}
  ) as reached`;
}

/** Queues a push for each browser of each person who wants to be told of it in this way. */
export async function queuePushes(act: Act<Me | null>, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const { db } = act;
  const rows = await db.select({
    subscriptionId: pushSubscriptions.id,
    notificationId: notifications.id,
    kind: notifications.kind,
    ways: notificationSettings.ways,
    quiet: notificationSettings.quiet,
  }).from(reached(ids))
    .innerJoin(notifications, sql`${notifications.id} = reached.notification_id`)
    .innerJoin(pushSubscriptions, sql`${pushSubscriptions.id} = reached.subscription_id`)
    .leftJoin(
      notificationSettings,
      eq(notificationSettings.personId, pushSubscriptions.personId),
    );
  const wanted = rows.filter(({ ways, kind }) => waysOf(ways ?? {}, kind).push)
    .map(({ subscriptionId, notificationId, kind, quiet }) => ({
      subscriptionId,
      notificationId,
      dueAt: leavesAt(act, kind, quiet),
    }));
  for (const batch of batches(wanted)) {
    await db.insert(pushes).values(batch).onConflictDoNothing();
  }
}

/**
 * Reads the keys that all servers share. The first server makes them. After a change of AUTH_SECRET
 * nobody can unseal them: then new ones are made, and browsers have to subscribe again.
 */
export async function readPushKeys(db: Db, tokens: Tokens): Promise<PushKeys> {
  const read = async (): Promise<PushKeys | null> => {
    const [row] = await db.select().from(pushKeys);
    if (!row) return null;
    const privateKey = await tokens.unsealOwn(row.sealedPrivateKey);
    return privateKey === null
      ? null
      : { publicKey: row.publicKey, privateKey: privateKey as string };
  };
  const known = await read();
  if (known) return known;
  const { publicKey, privateKey } = await newPushKeys();
  const made = { publicKey, sealedPrivateKey: await tokens.seal(privateKey) };
  await db.transaction(async (tx) => {
    // Of two servers that do this at once, the second one keeps the keys of the first.
    await tx.execute(sql`lock table push_keys in share row exclusive mode`);
    const [row] = await tx.select().from(pushKeys);
    if (row && await tokens.unsealOwn(row.sealedPrivateKey) !== null) return;
    await tx.delete(pushSubscriptions);
    await tx.insert(pushKeys).values({ one: true, ...made })
      .onConflictDoUpdate({ target: pushKeys.one, set: made });
  });
  const keys = await read();
  if (!keys) throw new Error("the keys of Web Push are missing");
  return keys;
}

/** The public key, made if there is none yet. */
export async function publicPushKey({ database, tokens }: Parts): Promise<string> {
  return (await readPushKeys(database.db, tokens)).publicKey;
}
