/** Queues pushes for the browsers of those who want them, and reads the keys of Web Push. */
import { eq, inArray, sql } from "drizzle-orm";
import type { Parts } from "../../kit/core/parts.ts";
import type { Me } from "../../kit/core/roles.ts";
import type { Db } from "../../kit/db/database.ts";
import { newPushKeys, type PushKeys } from "../../kit/mail/push.ts";
import type { Tokens } from "../../kit/security/tokens.ts";
import type { Act } from "../../live/outbox.ts";
import { quietUntil, waysOf } from "../policy.ts";
import {
  notifications,
  notificationSettings,
  notified,
  pushes,
  pushKeys,
  pushSubscriptions,
} from "../tables.ts";

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
  }).from(notifications)
    .innerJoin(
      pushSubscriptions,
      sql`(${notifications.isForAll} and ${pushSubscriptions.personId} is distinct from
          ${notifications.byId}
        or exists (select 1 from ${notified} where ${notified.notificationId} = ${notifications.id}
          and ${notified.personId} = ${pushSubscriptions.personId}))`,
    )
    .leftJoin(
      notificationSettings,
      eq(notificationSettings.personId, pushSubscriptions.personId),
    )
    .where(inArray(notifications.id, ids));
  const wanted = rows.filter(({ ways, kind }) => waysOf(ways ?? {}, kind).push)
    .map(({ subscriptionId, notificationId, quiet }) => ({
      subscriptionId,
      notificationId,
      dueAt: quietUntil(act, quiet),
    }));
  if (wanted.length > 0) await db.insert(pushes).values(wanted).onConflictDoNothing();
}

/** Reads the keys that all servers share. The first server makes them. */
export async function readPushKeys(db: Db, tokens: Tokens): Promise<PushKeys> {
  const read = () =>
    db.select({ publicKey: pushKeys.publicKey, sealed: pushKeys.sealedPrivateKey }).from(pushKeys);
  let [row] = await read();
  if (!row) {
    const { publicKey, privateKey } = await newPushKeys();
    const sealedPrivateKey = await tokens.seal(privateKey);
    await db.insert(pushKeys).values({ one: true, publicKey, sealedPrivateKey })
      .onConflictDoNothing();
    [row] = await read();
  }
  if (!row) throw new Error("the keys of Web Push are missing");
  return { publicKey: row.publicKey, privateKey: await tokens.unseal(row.sealed) as string };
}

/** The public key, made if there is none yet. */
export async function publicPushKey({ database, tokens }: Parts): Promise<string> {
  return (await readPushKeys(database.db, tokens)).publicKey;
}
