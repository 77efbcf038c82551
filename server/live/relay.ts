/**
 * Delivers the event log to sockets. A cursor follows the log; the events after it are delivered in
 * order, once. A notification is only a hint that the log has grown: the relay also polls it.
 *
 * A server that is alone notifies nobody: on a machine that it shares with PostgreSQL, waking the
 * listening connections would delay each broadcast by a millisecond (tests/bench/README.md). So
 * servers greet each other with a notification, and a server reads the log again when it is greeted:
 * what was committed before the others knew of it was not notified.
 */
import { desc } from "drizzle-orm";
import type { Database, Db } from "../kit/db/database.ts";
import type { Log } from "../kit/core/log.ts";
import type { Live, LoggedEvent } from "../kit/core/parts.ts";
import { CHANNEL } from "./outbox.ts";
import { eventsAfter, eventsUpTo } from "./log_reader.ts";
import { createLogCache } from "./log_cache.ts";
import { events } from "./tables.ts";

export type Relay = Live & {
  /** Whether the log is being followed; false while the database is away. */
  following(): boolean;
  /**
   * The events for these rooms after `since`, up to the head at the time of the call. Null when
   * some of them are no longer kept, or there are too many to send: the client fetches again.
   */
  missed(
    since: number,
    rooms: ReadonlySet<string>,
  ): Promise<LoggedEvent[] | null> | LoggedEvent[] | null;
  stop(): Promise<void>;
};

const SWEEP_MS = 2000;
/** How often servers greet each other, and how long a server that was heard counts as present. */
const GREET_MS = 10_000;
const PRESENT_MS = 25_000;
/**
 * A client that missed more events of the log than this, or more events of its rooms than this,
 * fetches again.
 */
const MISSED_MOST = 20_000;
const SENT_MOST = 2000;

type Options = {
  database: Database;
  log: Log;
  /** Pushes events to their rooms; called in log order, once for each event. */
  deliver: (events: LoggedEvent[]) => void;
  /** The time in milliseconds. */
  time?: () => number;
};

export async function startRelay(
  { database, log, deliver, time = Date.now }: Options,
): Promise<Relay> {
  const { db, sql } = database;
  const name = crypto.randomUUID();
  // The start reads no event's data, so its duration does not depend on what was written.
  let cursor = await lastEvent(db);
  const recent = createLogCache(cursor);
  let reading: Promise<void> | null = null;
  let filling: Promise<void> | null = null;
  let isAllHere = false;
  let again = false;
  let sweptAt = Date.now();
  let stopped = false;

  function take(events: LoggedEvent[]): void {
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

  let othersUntil = 0;
  const hasOthers = () => time() < othersUntil;
  const greet = () => void sql.notify(CHANNEL, name).catch(() => {});

  /** Called when another server has logged something, or greets. */
  function heard(from: string): void {
    // The server pushes its own events at their commit, without reading them again.
    if (from === name) return;
    const isKnown = hasOthers();
    othersUntil = time() + PRESENT_MS;
    if (!isKnown) greet();
    look();
  }

  /** Called when this server listens, also after the connection was lost. */
  function listens(): void {
    othersUntil = time() + PRESENT_MS;
    greet();
    look();
  }

  const timers = [setInterval(look, SWEEP_MS), setInterval(greet, GREET_MS)];
  const listening = await sql.listen(CHANNEL, heard, listens);

  /**
   * For a `since` past the cursor: another server was faster, or the client has seen another log.
   */
  async function ahead(since: number): Promise<LoggedEvent[] | null> {
    await (reading ?? read());
    return since > cursor ? null : [];
  }

  /** Reads one more part of the log from before the cache. All callers share one read at a time. */
  function fill(): Promise<void> {
    filling ??= (async () => {
      const from = recent.from();
      const { events } = await eventsUpTo(db, from);
      // The cache was shortened meanwhile: this part no longer ends where the cache begins.
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
  ): Promise<LoggedEvent[] | null> {
    // The caller asks again for later events: sent now, they would be sent twice.
    const until = cursor;
    while (recent.from() > since && recent.hasRoom() && !isAllHere) await fill();
    if (recent.from() > since) return null;
    return recent.after(since, rooms, SENT_MOST)?.filter(({ seq }) => seq <= until) ?? null;
  }

  return {
    name,
    head: () => cursor,
    hasOthers,
    following: () => Date.now() - sweptAt < 3 * SWEEP_MS,
    committed(logged) {
      // Nothing can lie between the cursor and these, so they need not wait for the notification.
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
      for (const timer of timers) clearInterval(timer);
      await listening.unlisten().catch(() => {});
      await reading;
    },
  };
}

const measured = (event: LoggedEvent): LoggedEvent => ({
  ...event,
  bytes: JSON.stringify(event.data).length,
});

/** The number of the last logged event; 0 when there is none. */
export async function lastEvent(db: Db): Promise<number> {
  const [last] = await db.select({ seq: events.seq }).from(events)
    .orderBy(desc(events.seq)).limit(1);
  return last?.seq ?? 0;
}
