/**
 * The newest part of the event log, in memory: bounded by count and by bytes, found by room.
 * It goes on at its end as events are logged, and is filled from its start downwards on demand.
 */
import type { Logged } from "../kit/parts.ts";

/** What is kept, and what it is shortened to when it has grown beyond that. */
export type Bounds = { events: number; bytes: number };
const MOST: Bounds = { events: 24_000, bytes: 16 * 1024 * 1024 };
const SHORTENED: Bounds = { events: 20_000, bytes: 8 * 1024 * 1024 };
/** What an event takes beside its data, and what each of its rooms takes. */
const EVENT_BYTES = 200;
const ROOM_BYTES = 50;

const sizeOf = ({ bytes = 0, rooms }: Logged): number =>
  bytes + EVENT_BYTES + rooms.length * ROOM_BYTES;

export type Recent = {
  /** All events after this number are here. */
  from(): number;
  add(event: Logged): void;
  /** Whether older ones may be put before those that are here: shortening never makes room for it. */
  hasRoom(): boolean;
  /** Puts older ones before, in order; there is none between them and those that are here. */
  prepend(older: readonly Logged[], from: number): void;
  /** What is for these rooms after `since`, in order; null when that is more than `most`. */
  after(since: number, rooms: Iterable<string>, most: number): Logged[] | null;
};

/** @param head nothing up to here is here at the start */
export function keepRecent(head: number): Recent {
  let [all, bytes, from] = [[] as Logged[], 0, head];
  let byRoom = new Map<string, Logged[]>();

  function enter(event: Logged): void {
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
      const found = new Map<number, Logged>();
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
