/** Reads the event log in parts. The data of an event has at most EVENT_MOST bytes. */
import { type SQL, sql } from "drizzle-orm";
import { iso } from "../kit/db/columns.ts";
import type { Db } from "../kit/db/database.ts";
import type { LoggedEvent } from "../kit/core/parts.ts";

/** The most events that one statement fetches. */
const EVENTS = 500;

type Row = { seq: string; type: string; rooms: string[]; data: unknown; bytes: number; at: string };

export type DatedEvent = LoggedEvent & { at: string };

/** Events, nearest first, and whether there may be more of them. */
export type Part = { events: DatedEvent[]; mayBeMore: boolean };

export const eventsAfter = (db: Db, seq: number): Promise<Part> =>
  read(db, sql`seq > ${seq}`, sql`seq asc`);

/** The event with a number, and those before it. */
export const eventsUpTo = (db: Db, seq: number): Promise<Part> =>
  read(db, sql`seq <= ${seq}`, sql`seq desc`);

async function read(db: Db, where: SQL, order: SQL): Promise<Part> {
  const rows = await db.execute<Row>(sql`
    select seq, type, to_json(rooms) as rooms, data, coalesce(bytes, 0) as bytes, created_at::text as at
    from events where ${where} order by ${order} limit ${EVENTS}`);
  const events = rows.map(({ seq, at, ...row }) => ({ ...row, seq: Number(seq), at: iso(at) }));
  return { events, mayBeMore: events.length === EVENTS };
}
