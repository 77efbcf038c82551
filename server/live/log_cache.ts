/**
 * A cache of the newest part of the event log. It is limited by count and by bytes, and is indexed
 * by room. New events are appended; older ones are prepended on demand.
 */
import type { LoggedEvent } from "../kit/core/parts.ts";

/** The size at which the cache is shortened, and the size that it is shortened to. */
export type Bounds = { events: number; bytes: number };
const MOST: Bounds = { events: 24_000, bytes: 16 * 1024 * 1024 };
const SHORTENED: Bounds = { events: 20_000, bytes: 8 * 1024 * 1024 };
/** The estimated memory of an event beside its data, and of each of its rooms. */
const EVENT_BYTES = 200;
const ROOM_BYTES = 50;

const sizeOf = ({ bytes = 0, rooms }: LoggedEvent): number =>
  bytes + EVENT_BYTES + rooms.length * ROOM_BYTES;

export type LogCache = {
  /** The cache has all events after this number. */
  from(): number;
  add(event: LoggedEvent): void;
  /** Whether older events may be prepended: only while the cache is smaller than `SHORTENED`. */
  hasRoom(): boolean;
  /**
   * Prepends older events, in order, without a gap before the cached ones. The cache then has all
   * events after `from`.
   */
  prepend(older: readonly LoggedEvent[], from: number): void;
  /** The events for these rooms after `since`, in order; null when there are more than `most`. */
  after(since: number, rooms: Iterable<string>, most: number): LoggedEvent[] | null;
};

/** @param head the number of the last event; the cache starts empty after it */
export function createLogCache(head: number): LogCache {
  let [all, bytes, from] = [[] as LoggedEvent[], 0, head];
  let byRoom = new Map<string, LoggedEvent[]>();

  function enter(event: LoggedEvent): void {
    for (const room of event.rooms) {
      const there = byRoom.get(room);
      if (there) there.push(event);
      else byRoom.set(room, [event]);
    }
  }

  function enterAll(): void {
    byRoom = new Map();
    all.forEach(enter);
  }

  function shorten(): void {
    let gone = 0;
    while (all.length - gone > SHORTENED.events || bytes > SHORTENED.bytes) {
      const oldest = all[gone];
      if (!oldest) break;
      bytes -= sizeOf(oldest);
      from = oldest.seq;
      gone += 1;
    }
    all = all.slice(gone);
    enterAll();
  }

  return {
    from: () => from,
    add(event) {
      all.push(event);
      bytes += sizeOf(event);
      enter(event);
      if (all.length > MOST.events || bytes > MOST.bytes) shorten();
    },
    hasRoom: () => all.length < SHORTENED.events && bytes < SHORTENED.bytes,
    prepend(older, start) {
      all = [...older, ...all];
      bytes = all.reduce((sum, event) => sum + sizeOf(event), 0);
      from = start;
      enterAll();
    },
    after(since, rooms, most) {
      const found = new Map<number, LoggedEvent>();
      for (const room of rooms) {
        const there = byRoom.get(room) ?? [];
        const first = indexAfter(there, since);
        if (there.length - first > most) return null;
        for (const event of there.slice(first)) found.set(event.seq, event);
      }
      if (found.size > most) return null;
      return Array.from(found.values()).sort((a, b) => a.seq - b.seq);
    },
  };
}

/** The index of the first event after `since`, found by binary search. */
function indexAfter(ordered: readonly LoggedEvent[], since: number): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordered[middle] as LoggedEvent).seq <= since) low = middle + 1;
    else high = middle;
  }
  return low;
}
