/** Deletes old events, and other rows that are needed only for a while. */
import { sql } from "drizzle-orm";
import { later } from "../kit/core/clock.ts";
import type { Db } from "../kit/db/database.ts";
import { SESSION_DAYS } from "../kit/security/tokens.ts";

/** Events are kept for this long; at least LEAST and at most MOST of them. */
export const KEPT_DAYS = 7;
export const LEAST = 5_000;
export const MOST = 100_000;
/** The newest events are kept only up to this many bytes, however few they are. */
const MOST_BYTES = 512 * 1024 * 1024;

/** As long as a session: a browser sends a text again whose reply was lost when it was closed. */
const KEY_DAYS = SESSION_DAYS;
const MAIL_DAYS = 7;
/** As long as an import of a roster can be undone. */
const ROSTER_DAYS = 1;
/** Of the audit trail, unless the settings say otherwise. */
const AUDIT_DAYS = 365;
/** As long as the token that refers to it is valid. */
const REGISTRATION_DAYS = 7;
/** The most profile images that wait for a confirmed address: a hundred KB each, or so. */
const PENDING_PICTURES_MOST = 5_000;
/** How long an expired API token stays in its person's list. */
const TOKEN_DAYS = 30;
/** As long as notifications are listed. */
const NOTIFICATION_DAYS = 60;
/** More than a list shows, so that nothing is removed from it that is shown. */
const NOTIFICATIONS_MOST = 200;
const DAY = 24 * 60;
/** The most rows that one statement deletes, so that it does not hold its locks for long. */
const AT_ONCE = 5_000;

const TIDY_LOCK = 7_361_122;

/** Every server calls it; a lock lets one at a time. @returns how many events were deleted */
export async function deleteExpired(
  db: Db,
  now: string,
  { most = MOST, least = LEAST, bytes = MOST_BYTES, auditDays = AUDIT_DAYS } = {},
): Promise<number> {
  return await db.transaction(async (tx) => {
    const [turn] = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${TIDY_LOCK}) as mine`,
    );
    if (!turn?.mine) return 0;
    const before = later(now, -KEPT_DAYS * DAY);
    const gone = await tx.execute(sql`
      delete from events where seq in (
        select seq from events
        where seq <= (select max(seq) from events) - ${most}
          or seq <= (select max(seq) from events) - ${least} and created_at < ${before}
          or seq <= (select max(seq) from (
            select seq, sum(bytes) over (order by seq desc) as total from events
          ) as measured where total > ${bytes})
        order by seq limit ${AT_ONCE}
      ) returning seq`);
    await Promise.all([
      tx.execute(
        sql`delete from idempotency_keys where created_at < ${later(now, -KEY_DAYS * DAY)}`,
      ),
      tx.execute(sql`delete from mails where sent_at < ${later(now, -MAIL_DAYS * DAY)}`),
      tx.execute(sql`
        delete from notifications where id in (
          select id from notifications where created_at < ${later(now, -NOTIFICATION_DAYS * DAY)}
          order by created_at limit ${AT_ONCE})`),
      tx.execute(sql`
        delete from notified as n using (
          select person_id, notification_id,
            row_number() over (partition by person_id order by notification_id desc) as place
          from notified where person_id in (
            select person_id from notified group by person_id having count(*) > ${NOTIFICATIONS_MOST}
          )) as ranked
        where ranked.place > ${NOTIFICATIONS_MOST} and n.person_id = ranked.person_id
          and n.notification_id = ranked.notification_id`),
      tx.execute(sql`delete from roster_imports where at < ${later(now, -ROSTER_DAYS * DAY)}`),
      tx.execute(sql`delete from codes where expires_at < ${later(now, -DAY)}`),
      tx.execute(sql`delete from api_tokens where expires_at < ${later(now, -TOKEN_DAYS * DAY)}`),
      tx.execute(sql`delete from sessions where expires_at < ${now}`),
      tx.execute(sql`select forget_audit(${later(now, -auditDays * DAY)}, ${AT_ONCE})`),
      // By then it has been halved to nothing.
      tx.execute(sql`delete from job_costs where at < ${later(now, -DAY)}`),
      tx.execute(sql`delete from rate_limits where expire < ${Date.parse(now)}`),
      tx.execute(sql`
        update registrations set picture = null where id in (
          select id from registrations where picture is not null
          order by created_at desc offset ${PENDING_PICTURES_MOST})`),
      tx.execute(
        sql`delete from registrations where created_at < ${later(now, -REGISTRATION_DAYS * DAY)}`,
      ),
    ]);
    return gone.length;
  });
}
