/** Queues mails for those who want them, at once or for the hour of their daily mail. */
import { and, eq, exists, isNull, notInArray, sql } from "drizzle-orm";
import { visits } from "../../auth/tables.ts";
import { later } from "../../kit/core/clock.ts";
import type { Me } from "../../kit/core/roles.ts";
import { batches } from "../../kit/db/batches.ts";
import { pick } from "../../kit/db/columns.ts";
import type { Act } from "../../live/outbox.ts";
import { people } from "../../people/tables.ts";
import { isMailedAtOnce, leavesAt, nextDigest, waysOf } from "../policy.ts";
import { MAILED_AT_ONCE } from "../schema.ts";
import { notificationMails, notifications, notificationSettings } from "../tables.ts";

/**
 * The people whom these notifications concern, as a table. Of the whole class: only those who have
 * chosen a mail, because it is not usual. Two branches, each of which uses an index: joined with an
 * `or`, PostgreSQL would read all people for each notification.
 */
function concerned(ids: string[]) {
  const these = sql`any(${sql.param(ids)}::uuid[])`;
  return sql`(
    select notification_id, person_id from notified where notification_id = ${these}
    union
    select n.id, s.person_id from notifications as n
    join notification_settings as s on s.ways -> n.kind ->> 'mail' = 'true'
    where n.is_for_all and n.id = ${these} and s.person_id is distinct from n.by_id
  ) as concerned`;
}

/** A person who was here within this time gets no mail: they read it here. */
const AWAY_MINUTES = 5;

/** When a person who was here last at this time is away; now if they are. */
export function awayAt(seenAt: string | null, now: string): string {
  const at = seenAt === null ? now : later(seenAt, AWAY_MINUTES);
  return at > now ? at : now;
}

/** Queues a mail for each person who wants to be told of it in this way. */
export async function queueMails(act: Act<Me | null>, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const { db, now } = act;
  const rows = await db.select({
    personId: people.id,
    notificationId: notifications.id,
    kind: notifications.kind,
    seenAt: visits.seenAt,
    ...pick(notificationSettings, "ways", "quiet", "digestHour"),
  }).from(concerned(ids))
    .innerJoin(notifications, sql`${notifications.id} = concerned.notification_id`)
    .innerJoin(people, sql`${people.id} = concerned.person_id`)
    .leftJoin(notificationSettings, eq(notificationSettings.personId, people.id))
    .leftJoin(visits, eq(visits.personId, people.id))
    .where(isNull(people.deletedAt));
  const wanted = rows.filter(({ ways, kind }) => waysOf(ways ?? {}, kind).mail)
    .map(({ personId, notificationId, kind, seenAt, quiet, digestHour }) => ({
      personId,
      notificationId,
      dueAt: isMailedAtOnce(kind)
        ? leavesAt({ ...act, now: awayAt(seenAt, now) }, kind, quiet)
        : nextDigest(act, digestHour ?? 18),
    }));
  for (const batch of batches(wanted)) {
    await db.insert(notificationMails).values(batch).onConflictDoNothing();
  }
}

/** What waits for a person's daily mail comes at the hour that it has now: one mail a day. */
export async function moveDigest(act: Act, hour: number): Promise<void> {
  const { db, me } = act;
  const isOfDigest = db.select({ one: sql`1` }).from(notifications).where(and(
    eq(notifications.id, notificationMails.notificationId),
    notInArray(notifications.kind, [...MAILED_AT_ONCE]),
  ));
  await db.update(notificationMails).set({ dueAt: nextDigest(act, hour) })
    .where(and(eq(notificationMails.personId, me._id), exists(isOfDigest)));
}
