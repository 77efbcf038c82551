/** Queues mails for those who want them, at once or for the hour of their daily mail. */
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Me } from "../../kit/core/roles.ts";
import type { Act } from "../../live/outbox.ts";
import { people } from "../../people/tables.ts";
import { isMailedAtOnce, nextDigest, quietUntil, waysOf } from "../policy.ts";
import { notificationMails, notifications, notificationSettings, notified } from "../tables.ts";

/** Queues a mail for each person who wants to be told of it in this way. */
export async function queueMails(act: Act<Me | null>, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const { db } = act;
  const rows = await db.select({
    personId: people.id,
    notificationId: notifications.id,
    kind: notifications.kind,
    ways: notificationSettings.ways,
    quiet: notificationSettings.quiet,
    digestHour: notificationSettings.digestHour,
  }).from(notifications)
    .leftJoin(notified, eq(notified.notificationId, notifications.id))
    // For the whole class: only those who have chosen it, because it is not usual.
    .innerJoin(
      people,
      sql`${people.id} = ${notified.personId} or ${notifications.isForAll}
        and ${people.id} is distinct from ${notifications.byId} and exists (
          select 1 from notification_settings as s where s.person_id = ${people.id}
            and s.ways -> ${notifications.kind} ->> 'mail' = 'true')`,
    )
    .leftJoin(notificationSettings, eq(notificationSettings.personId, people.id))
    .where(and(inArray(notifications.id, ids), isNull(people.deletedAt)));
  const wanted = rows.filter(({ ways, kind }) => waysOf(ways ?? {}, kind).mail)
    .map(({ personId, notificationId, kind, quiet, digestHour }) => ({
      personId,
      notificationId,
      dueAt: isMailedAtOnce(kind) ? quietUntil(act, quiet) : nextDigest(act, digestHour ?? 18),
    }));
  if (wanted.length > 0) await db.insert(notificationMails).values(wanted).onConflictDoNothing();
}
