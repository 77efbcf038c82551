/**
 * Feeds: values that follow from the database and from who is here, such as a person's place in a
 * line. A feed is read once for everyone who watches it, at most once in `COLLECT_MS`, and each
 * watcher is sent their own part when it has changed. Like presence, it is not logged.
 */
import type { Reader } from "../../kit/db/database.ts";
import type { Log } from "../../kit/core/log.ts";
import { createRounds } from "../../kit/core/rounds.ts";
import type { EventName } from "../../events.ts";
import type { StaffHere } from "./readers.ts";

/** Changes are collected for this long, so that a busy class costs one read. */
const COLLECT_MS = 1000;
/** A feed that is watched is read again after this time, because some values depend on the time. */
const REPEAT_MS = 60_000;

export type Feed = {
  /** The name of the message to the watchers. */
  signal: string;
  /** The events after which it is read again. */
  changedBy: readonly EventName[];
  /** Reads the parts of these ids of the topic: each id with the data of its message. */
  read: (
    db: Reader,
    given: { ids: readonly string[]; staff: readonly StaffHere[]; now: string },
  ) => Promise<ReadonlyMap<string, object>>;
};

type Options = {
  topics: readonly { name: string; feed?: Feed }[];
  /** The rooms of this server's sockets. */
  rooms: () => Iterable<string>;
  db: Reader;
  staff: () => Promise<StaffHere[]>;
  tell: (room: string, signal: string, data: object) => void;
  log: Log;
};

export function serveFeeds({ topics, rooms, db, staff, tell, log }: Options) {
  const running = topics.flatMap(({ name, feed }) =>
    feed
      ? [{
        ...{ feed, name },
        rounds: createRounds(() => tellAll(name, feed), {
          pause: COLLECT_MS,
          failed: (error) => log.warn({ error, feed: name }, "a feed could not be read"),
        }),
      }]
      : []
  );
  const staffChanged = () => running.forEach(({ rounds }) => rounds.ask());
  /** The newest value that the watchers in a room have. */
  const sent = new Map<string, string>();
  const repeat = setInterval(staffChanged, REPEAT_MS);

  async function tellAll(name: string, feed: Feed): Promise<void> {
    const prefix = `${name}:`;
    const watched = [...rooms()].filter((room) => room.startsWith(prefix));
    const present = new Set(watched);
    for (const room of sent.keys()) {
      if (room.startsWith(prefix) && !present.has(room)) sent.delete(room);
    }
    if (watched.length === 0) return;
    const ids = watched.map((room) => room.slice(prefix.length));
    const parts = await feed.read(db, {
      ids,
      staff: await staff(),
      now: new Date().toISOString(),
    });
    for (const [at, room] of watched.entries()) {
      const data = parts.get(ids[at] ?? "");
      const text = JSON.stringify(data);
      if (data === undefined || sent.get(room) === text) continue;
      sent.set(room, text);
      tell(room, feed.signal, data);
    }
  }

  return {
    /** Call this when a socket has joined a topic's room. It is sent the present value. */
    joined(topic: string, room: string): void {
      const one = running.find(({ name }) => name === topic);
      if (!one) return;
      sent.delete(room);
      one.rounds.ask();
    },
    /** Call this when events were logged. */
    eventsLogged(types: ReadonlySet<string>): void {
      for (const { feed, rounds } of running) {
        if (feed.changedBy.some((type) => types.has(type))) rounds.ask();
      }
    },
    /** Call this when staff came, left, or opened another item. */
    staffChanged,
    async stop(): Promise<void> {
      clearInterval(repeat);
      await Promise.all(running.map(({ rounds }) => rounds.stop()));
    },
  };
}
