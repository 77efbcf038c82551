/**
 * Reads the event log in bounded parts. The length of an event is known before it is fetched: no
 * statement fetches more than its budget, and the data of an event that is too long is not fetched.
 */
import { Buffer } from "node:buffer";
import { type SQL, sql } from "drizzle-orm";
import { iso } from "../kit/db/columns.ts";
import type { Db } from "../kit/db/database.ts";
import type { LoggedEvent } from "../kit/core/parts.ts";
import { EVENT_MOST } from "../events.ts";

/** The most events, and the most bytes, that one statement fetches. */
const EVENTS = 2000;
const BYTES = 2 * 1024 * 1024;
/**
 * For events logged before lengths were stored: the factor by which PostgreSQL may have compressed
 * the data. Their exact length is only known after decompression.
 */
const UNFOLDED = 64;
/** The length of an event's data, without fetching it. */
export const SIZE = sql`coalesce(bytes, pg_column_size(data) * ${UNFOLDED})`;

type Row = {
  seq: string;
  type: string;
  rooms: string[];
  data: string | null;
  at: string;
  total: string;
};

/** An event with the time at which it was logged. */
export type DatedEvent = LoggedEvent & { at: string };

/** Events, nearest first, and whether there may be more of them. */
export type Part = { events: DatedEvent[]; mayBeMore: boolean };

export const eventsAfter = (db: Db, seq: number): Promise<Part> =>
  read(db, sql`seq > ${seq}`, sql`seq asc`);

/** The event with a number, and those before it. */
export const eventsUpTo = (db: Db, seq: number): Promise<Part> =>
  read(db, sql`seq <= ${seq}`, sql`seq desc`);

/**
 * Reads one part. An event that is too long comes without its data; only an earlier version can
 * have logged one.
 */
async function read(db: Db, where: SQL, order: SQL): Promise<Part> {
  const rows = await db.execute<Row>(sql`
    select seq, type, to_json(rooms) as rooms, created_at::text as at, total,
      case when size <= ${EVENT_MOST} then data::text end as data
    from (
      select *, sum(case when size <= ${EVENT_MOST} then size else 0 end)
        over (order by ${order}) as total
      from (
        select seq, type, rooms, data, created_at, ${SIZE} as size
        from events where ${where} order by ${order} limit ${EVENTS}
      ) as nearest
    ) as measured
    where total <= ${BYTES} order by ${order}`);
  const events = rows.map(({ seq, type, rooms, data, at }): DatedEvent => ({
    seq: Number(seq),
    type,
    rooms,
    at: iso(at),
    data: data === null ? null : JSON.parse(data),
    bytes: data === null ? 0 : Buffer.byteLength(data),
  }));
  const bytes = Number(rows.at(-1)?.total ?? 0);
  // With room left for an event of the greatest length, nothing was left out.
  return { events, mayBeMore: events.length === EVENTS || bytes + EVENT_MOST > BYTES };
}
