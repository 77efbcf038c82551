/**
 * Delivers the event log to sockets. A cursor follows the log; the events after it are delivered in
 * order, once. A notification is only a hint that the log has grown: the relay also polls it. The
 * newest events stay in memory, for clients that come back.
 */
import { desc } from "drizzle-orm";
import type { Database, Db } from "../kit/db/database.ts";
import type { Log } from "../kit/core/log.ts";
import type { LoggedEvent } from "../kit/core/parts.ts";
import { createRounds } from "../kit/core/rounds.ts";
import { CHANNEL } from "./outbox.ts";
import { eventsAfter, eventsUpTo } from "./log_reader.ts";
import { events, RESTORED_BEYOND } from "./tables.ts";

export type Relay = Awaited<ReturnType<typeof startRelay>>;

const SWEEP_MS = 2000;
/** The newest events in memory: at most so many, of so many bytes of data. */
const RECENT = { events: 2000, bytes: 4 * 1024 * 1024 };

type Options = {
  database: Database;
  log: Log;
  /** Pushes events to their rooms; called in log order, once for each event. */
  deliver: (events: LoggedEvent[]) => void;
};

export async function startRelay({ database, log, deliver }: Options) {
  const { db, sql } = database;
  const name = crypto.randomUUID();
  const last = await lastEvent(db);
  const newest = (await eventsUpTo(db, last)).events.reverse();
  const recent = recentEvents((newest[0]?.seq ?? last + 1) - 1);
  for (const event of newest) recent.add(event);
  let sweptAt = Date.now();
  let stopped = false;

  function take(events: LoggedEvent[]): void {
    const fresh = events.filter(({ seq }) => seq > recent.head());
    for (const event of fresh) recent.add(event);
    if (fresh.length > 0) deliver(fresh);
  }

  async function read(): Promise<void> {
    for (let mayBeMore = true; mayBeMore && !stopped;) {
      const part = await eventsAfter(db, recent.head());
      take(part.events);
      mayBeMore = part.mayBeMore;
    }
    sweptAt = Date.now();
  }

  const rounds = createRounds(read, {
    failed: (error) => log.warn({ error }, "the event log could not be read"),
  });
  const look = () => rounds.ask();
  const timer = setInterval(look, SWEEP_MS);
  // The server delivers its own events at their commit, without reading them again.
  const listening = await sql.listen(CHANNEL, (by) => by === name || look(), look);

  return {
    name,
    head: recent.head,
    /** Whether the log is being followed; false while the database is away. */
    following: (): boolean => Date.now() - sweptAt < 3 * SWEEP_MS,
    committed(logged: LoggedEvent[]): void {
      // Nothing can lie between the cursor and these, so they need not wait for the notification.
      const next = logged[0];
      if (next?.seq === recent.head() + 1) take(logged);
      else look();
    },
    missed: recent.missed,
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await listening.unlisten().catch(() => {});
      await rounds.stop();
    },
  };
}

/** The newest events. @param cursor the number of the event before the first one that is added */
function recentEvents(cursor: number) {
  /** All events after this one are in memory. */
  let from = cursor;
  const recent: LoggedEvent[] = [];
  let bytes = 0;
  return {
    head: () => cursor,
    add(event: LoggedEvent): void {
      if (event.seq - cursor > RESTORED_BEYOND) {
        // A backup was restored: what a client knows of the time before may be gone.
        recent.length = 0;
        bytes = 0;
        from = event.seq - 1;
      }
      cursor = event.seq;
      recent.push(event);
      bytes += event.bytes;
      while (recent.length > RECENT.events || bytes > RECENT.bytes) {
        const oldest = recent.shift() as LoggedEvent;
        from = oldest.seq;
        bytes -= oldest.bytes;
      }
    },
    /** The events after `since` in order; null when not all are in memory: the client fetches. */
    missed(since: number, rooms: readonly string[]): LoggedEvent[] | null {
      // A client that is ahead of this server has been at another one, or at another log.
      if (since < from || since > cursor) return null;
      const wanted = new Set(rooms);
      return recent.filter(({ seq, rooms }) =>
        seq > since && rooms.some((room) => wanted.has(room))
      );
    },
  };
}

/** The number of the last logged event; 0 when there is none. */
export async function lastEvent(db: Db): Promise<number> {
  const [last] = await db.select({ seq: events.seq }).from(events)
    .orderBy(desc(events.seq)).limit(1);
  return last?.seq ?? 0;
}
