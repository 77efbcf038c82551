/** Keeps the event log, and what else only serves a while, within bounds. */
import { sql } from "drizzle-orm";
import { SIZE } from "./read.ts";
import { later } from "../kit/clock.ts";
import type { Db } from "../kit/database.ts";

/** Events are kept this long, and never fewer than LEAST nor more than MOST of them. */
export const KEPT_DAYS = 7;
export const LEAST = 5_000;
export const MOST = 100_000;
/** However few they are, the newest events that take more bytes than this are all that is kept. */
export const MOST_BYTES = 512 * 1024 * 1024;

const KEY_DAYS = 1;
const MAIL_DAYS = 7;
/** As long as the token that names it. */
const REGISTRATION_DAYS = 7;
const DAY = 24 * 60;
/** Rows that one statement deletes at most, so that none holds its locks for long. */
const AT_ONCE = 5_000;

const TIDY_LOCK = 7_361_122;

/**
 * Deletes what is past its time. Every server calls it; one at a time does it.
 * @returns how many events were deleted
 */
export async function tidy(
  db: Db,
  now: string,
  { most = MOST, least = LEAST, bytes = MOST_BYTES } = {},
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
            select seq, sum(${SIZE}) over (order by seq desc) as total from events
          ) as measured where total > ${bytes})
        order by seq limit ${AT_ONCE}
      ) returning seq`);
    await Promise.all([
      tx.execute(
        sql`delete from idempotency_keys where created_at < ${later(now, -KEY_DAYS * DAY)}`,
      ),
      tx.execute(sql`delete from mails where sent_at < ${later(now, -MAIL_DAYS * DAY)}`),
      tx.execute(sql`delete from codes where expires_at < ${later(now, -DAY)}`),
      // Empty, they count as nothing.
      tx.execute(sql`delete from quotas where empty_at < now()`),
      tx.execute(
        sql`delete from registrations where created_at < ${later(now, -REGISTRATION_DAYS * DAY)}`,
      ),
    ]);
    return gone.length;
  });
}
