/**
 * Log to sockets. A cursor follows the event log; what lies past it is delivered in order, once.
 * A notification is only a hint that the log has grown: the relay also looks by itself.
 */
import { and, asc, desc, gt, lte, min } from "drizzle-orm";
import type { Database, Db } from "../kit/database.ts";
import type { Log } from "../kit/log.ts";
import type { Live, Logged } from "../kit/parts.ts";
import { CHANNEL } from "./outbox.ts";
import { events } from "./tables.ts";

export type Relay = Live & {
  /** Whether the log is being followed; false while the database is away. */
  following(): boolean;
  /**
   * What was logged after `since`, for somebody in `rooms`, up to the head.
   * Null when that is not kept any more, or is more than is worth sending: fetch afresh.
   */
  missed(since: number, rooms: ReadonlySet<string>): Promise<Logged[] | null> | Logged[] | null;
  stop(): Promise<void>;
};

const SWEEP_MS = 2000;
const BATCH = 500;
/** The newest events are kept in memory: a thousand who come back at once cost no query. */
const KEPT_IN_MEMORY = 4000;
const KEPT_CHARACTERS = 16 * 1024 * 1024;
/** Somebody who missed more of the log than this, or of what is for them, fetches afresh. */
const MISSED_MOST = 20_000;
const SENT_MOST = 2000;
/**
 * What is older than what is in memory is read in stretches, which all who come back share: as many
 * as anybody may have missed, for this long.
 */
const STRETCH = 500;
const STRETCHES_MOST = MISSED_MOST / STRETCH + 2;
const STRETCH_KEPT_MS = 15_000;

/** Events, and the first one that the log still had after they had been read. */
type Kept = { rows: Logged[]; first: number };
/** A part of the log, as far as there was one when it was read. */
type Stretch = { until: number; readAt: number; kept: Promise<Kept> };

type Options = { database: Database; log: Log; deliver: (events: Logged[]) => void };

/** @param deliver pushes events to their rooms; called in log order, once an event */
export async function startRelay({ database, log, deliver }: Options): Promise<Relay> {
  const { db, sql } = database;
  const name = crypto.randomUUID();
  const columns = { seq: events.seq, type: events.type, rooms: events.rooms, data: events.data };
  const recent: Logged[] = await db.select(columns).from(events)
    .orderBy(desc(events.seq)).limit(KEPT_IN_MEMORY);
  recent.reverse();
  let cursor = recent.at(-1)?.seq ?? 0;
  let characters = 0;
  const stretches = new Map<number, Stretch>();
  let reading: Promise<void> | null = null;
  let again = false;
  let sweptAt = Date.now();
  let stopped = false;

  function take(events: Logged[]): void {
    const fresh = events.filter(({ seq }) => seq > cursor);
    for (const event of fresh) {
      cursor = event.seq;
      recent.push(event);
      characters += JSON.stringify(event.data).length;
      // Half goes at once, so that it happens seldom.
      if (recent.length > KEPT_IN_MEMORY * 2 || characters > KEPT_CHARACTERS) {
        recent.splice(0, Math.ceil(recent.length / 2));
        characters /= 2;
      }
    }
    if (fresh.length > 0) deliver(fresh);
  }

  async function read(): Promise<void> {
    do {
      again = false;
      const rows = await db.select(columns).from(events).where(gt(events.seq, cursor))
        .orderBy(asc(events.seq)).limit(BATCH);
      take(rows);
      if (rows.length === BATCH) again = true;
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

  const timer = setInterval(() => {
    look();
    forgetStretches();
  }, SWEEP_MS);
  // What this server has committed it pushes by itself, without reading it again.
  const heard = (from: string) => from === name || look();
  const listening = await sql.listen(CHANNEL, heard, look);

  /** Another server was quicker; or the client has seen a log that is not this one. */
  async function ahead(since: number): Promise<Logged[] | null> {
    await (reading ?? read());
    return since > cursor ? null : [];
  }

  function afterInMemory(since: number): Logged[] | null {
    const first = recent[0]?.seq ?? cursor + 1;
    if (since < first - 1) return null;
    return recent.slice(indexAfter(recent, since));
  }

  async function readStretch(from: number): Promise<Kept> {
    const rows = await db.select(columns).from(events)
      .where(and(gt(events.seq, from), lte(events.seq, from + STRETCH)))
      .orderBy(asc(events.seq));
    // Looked at last: the log may be shortened while it is read.
    const [kept] = await db.select({ first: min(events.seq) }).from(events);
    return { rows, first: kept?.first ?? Infinity };
  }

  /** The one that goes on after `from`. */
  function stretchAfter(from: number): Stretch {
    const begin = Math.floor(from / STRETCH) * STRETCH;
    const known = stretches.get(begin);
    if (known && known.until > from) return known;
    const until = Math.min(begin + STRETCH, cursor);
    const stretch = { until, readAt: Date.now(), kept: readStretch(begin) };
    stretches.set(begin, stretch);
    for (const oldest of stretches.keys()) {
      if (stretches.size <= STRETCHES_MOST) break;
      stretches.delete(oldest);
    }
    // Whoever waits for it is told; the next one tries again.
    stretch.kept.catch(() => stretches.get(begin) === stretch && stretches.delete(begin));
    return stretch;
  }

  function forgetStretches(): void {
    for (const [begin, { readAt }] of stretches) {
      if (readAt < Date.now() - STRETCH_KEPT_MS) stretches.delete(begin);
    }
  }

  /** Up to and with `until`, of which the newest may be in memory. */
  async function afterInLog(
    since: number,
    until: number,
    isFor: (event: Logged) => boolean,
  ): Promise<Logged[] | null> {
    const found: Logged[] = [];
    for (let from = since; from < until;) {
      const near = afterInMemory(from);
      const stretch = near ? null : stretchAfter(from);
      const { rows, first } = await stretch?.kept ?? { rows: near ?? [], first: 0 };
      if (first > since + 1) return null;
      const end = Math.min(until, stretch?.until ?? until);
      found.push(...rows.filter((row) => row.seq > from && row.seq <= end && isFor(row)));
      if (found.length > SENT_MOST) return null;
      from = end;
    }
    return found;
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
      const isFor = (event: Logged) => event.rooms.some((room) => rooms.has(room));
      if (since > cursor) return ahead(since);
      if (cursor - since > MISSED_MOST) return null;
      const near = afterInMemory(since)?.filter(isFor);
      if (!near) return afterInLog(since, cursor, isFor);
      return near.length > SENT_MOST ? null : near;
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await listening.unlisten().catch(() => {});
      await reading;
    },
  };
}

/** The number of the last event that was logged; 0 when there is none. */
export async function lastEvent(db: Db): Promise<number> {
  const [last] = await db.select({ seq: events.seq }).from(events)
    .orderBy(desc(events.seq)).limit(1);
  return last?.seq ?? 0;
}

/** The place of the first event after `since`, by bisection. */
function indexAfter(ordered: readonly Logged[], since: number): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordered[middle] as Logged).seq <= since) low = middle + 1;
    else high = middle;
  }
  return low;
}
