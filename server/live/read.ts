/**
 * Reading the event log in bounded parts. How long an event is, is known before it is fetched: no
 * statement fetches more than its budget, and what is too long for an event is not fetched at all.
 */
import { Buffer } from "node:buffer";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../kit/database.ts";
import type { Logged } from "../kit/parts.ts";
import { EVENT_MOST } from "./events.ts";

/** A statement fetches at most so many events, of so many bytes. */
const EVENTS = 2000;
const BYTES = 2 * 1024 * 1024;
/**
 * The length of an event that was logged before lengths were: what it takes in the table, times what
 * PostgreSQL may have compressed it by. Finding out exactly would unfold it.
 */
const UNFOLDED = 64;
/** How long an event is, without its being fetched. */
export const SIZE = sql`coalesce(bytes, pg_column_size(data) * ${UNFOLDED})`;

type Row = { seq: string; type: string; rooms: string[]; data: string | null; total: string };

/** Events, nearest first, and whether there may be more: they are many, or long. */
export type Part = { events: Logged[]; mayBeMore: boolean };

/** What follows a number. */
export const eventsAfter = (db: Db, seq: number): Promise<Part> =>
  read(db, sql`seq > ${seq}`, sql`seq asc`);

/** A number, and what comes before it. */
export const eventsUpTo = (db: Db, seq: number): Promise<Part> =>
  read(db, sql`seq <= ${seq}`, sql`seq desc`);

/** One that is too long, which only an earlier version can have logged, comes without its data. */
async function read(db: Db, where: SQL, order: SQL): Promise<Part> {
  const rows = await db.execute<Row>(sql`
    select seq, type, to_json(rooms) as rooms, total,
      case when size <= ${EVENT_MOST} then data::text end as data
    from (
      select *, sum(case when size <= ${EVENT_MOST} then size else 0 end)
        over (order by ${order}) as total
      from (
        select seq, type, rooms, data, ${SIZE} as size
        from events where ${where} order by ${order} limit ${EVENTS}
      ) as nearest
    ) as measured
    where total <= ${BYTES} order by ${order}`);
  const events = rows.map(({ seq, type, rooms, data }): Logged => ({
    seq: Number(seq),
    type,
    rooms,
    data: data === null ? null : JSON.parse(data),
    bytes: data === null ? 0 : Buffer.byteLength(data),
  }));
  const bytes = Number(rows.at(-1)?.total ?? 0);
  // Nothing was left out while there was still room for the longest.
  return { events, mayBeMore: events.length === EVENTS || bytes + EVENT_MOST > BYTES };
}
