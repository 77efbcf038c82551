/**
 * Log to sockets. A cursor follows the event log; what lies past it is delivered in order, once.
 * A notification is only a hint that the log has grown: the relay also looks by itself.
 */
import { desc } from "drizzle-orm";
import type { Database, Db } from "../kit/database.ts";
import type { Log } from "../kit/log.ts";
import type { Live, Logged } from "../kit/parts.ts";
import { CHANNEL } from "./outbox.ts";
import { eventsAfter, eventsUpTo } from "./read.ts";
import { keepRecent } from "./recent.ts";
import { events } from "./tables.ts";

export type Relay = Live & {
  /** Whether the log is being followed; false while the database is away. */
  following(): boolean;
  /**
   * What was logged after `since`, for somebody in `rooms`, up to the head as it is at the call.
   * Null when that is not kept any more, or is more than is worth sending: fetch afresh.
   */
  missed(since: number, rooms: ReadonlySet<string>): Promise<Logged[] | null> | Logged[] | null;
  stop(): Promise<void>;
};

const SWEEP_MS = 2000;
/** Somebody who missed more of the log than this, or of what is for them, fetches afresh. */
const MISSED_MOST = 20_000;
const SENT_MOST = 2000;

type Options = { database: Database; log: Log; deliver: (events: Logged[]) => void };

/** @param deliver pushes events to their rooms; called in log order, once an event */
export async function startRelay({ database, log, deliver }: Options): Promise<Relay> {
  const { db, sql } = database;
  const name = crypto.randomUUID();
  // A start reads no event: how long it takes depends on nothing that anybody wrote.
  let cursor = await lastEvent(db);
  const recent = keepRecent(cursor);
  let reading: Promise<void> | null = null;
  let filling: Promise<void> | null = null;
  let isAllHere = false;
  let again = false;
  let sweptAt = Date.now();
  let stopped = false;

  function take(events: Logged[]): void {
    const fresh = events.filter(({ seq }) => seq > cursor);
    for (const event of fresh) {
      cursor = event.seq;
      recent.add(event.bytes === undefined ? measured(event) : event);
    }
    if (fresh.length > 0) deliver(fresh);
  }

  async function read(): Promise<void> {
    do {
      again = false;
      const { events, mayBeMore } = await eventsAfter(db, cursor);
      take(events);
      if (mayBeMore) again = true;
    } while (again && !stopped);
    sweptAt = Date.now();
  }

  function look(): void {
    if (stopped) return;
    again = true;
    reading ??= read()
      .catch((error) => log.warn({ error }, "the event log could not be read"))
      .finally(() => reading = null);
  }

  const timer = setInterval(look, SWEEP_MS);
  // What this server has committed it pushes by itself, without reading it again.
  const heard = (from: string) => from === name || look();
  const listening = await sql.listen(CHANNEL, heard, look);

  /** Another server was quicker; or the client has seen a log that is not this one. */
  async function ahead(since: number): Promise<Logged[] | null> {
    await (reading ?? read());
    return since > cursor ? null : [];
  }

  /** One more part of the log, from before what is in memory; at a time one, whoever waits for it. */
  function fill(): Promise<void> {
    filling ??= (async () => {
      const from = recent.from();
      const { events } = await eventsUpTo(db, from);
      // What was shortened meanwhile has left no room, either.
      if (recent.from() !== from) return;
      const oldest = events.at(-1);
      if (oldest) recent.prepend(events.reverse(), oldest.seq - 1);
      else isAllHere = true;
    })().finally(() => filling = null);
    return filling;
  }

  async function afterInLog(
    since: number,
    rooms: ReadonlySet<string>,
  ): Promise<Logged[] | null> {
    // The caller asks again for what is logged meanwhile: told now, it would be told twice.
    const until = cursor;
    while (recent.from() > since && recent.hasRoom() && !isAllHere) await fill();
    if (recent.from() > since) return null;
    return recent.after(since, rooms, SENT_MOST)?.filter(({ seq }) => seq <= until) ?? null;
  }

  return {
    name,
    head: () => cursor,
    following: () => Date.now() - sweptAt < 3 * SWEEP_MS,
    committed(logged) {
      // Pushed without waiting for our own notification when nothing can lie between.
      const next = logged[0];
      if (next?.seq === cursor + 1) take(logged);
      else look();
    },
    missed(since, rooms) {
      if (since > cursor) return ahead(since);
      if (cursor - since > MISSED_MOST) return null;
      return since < recent.from()
        ? afterInLog(since, rooms)
        : recent.after(since, rooms, SENT_MOST);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await listening.unlisten().catch(() => {});
      await reading;
    },
  };
}

const measured = (event: Logged): Logged => ({
  ...event,
  bytes: JSON.stringify(event.data).length,
});

/** The number of the last event that was logged; 0 when there is none. */
export async function lastEvent(db: Db): Promise<number> {
  const [last] = await db.select({ seq: events.seq }).from(events)
    .orderBy(desc(events.seq)).limit(1);
  return last?.seq ?? 0;
}
