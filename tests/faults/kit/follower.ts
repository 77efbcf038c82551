/** A socket that never gives up: it comes back with `since`, and keeps all that it was pushed. */
import { deepStrictEqual as equals } from "node:assert/strict";
import { io } from "socket.io-client";
import { roomsOf } from "../../../server/live/rooms.ts";
import type { Client } from "../../kit/client.ts";
import type { School, TestPerson } from "../../kit/people.ts";

export type Follower = {
  me: TestPerson;
  /** The numbers of the events that it was pushed, in the order in which they came. */
  heard: number[];
  isLive(): boolean;
  /** How often it was told to fetch afresh. */
  resyncs(): number;
  /** How often it was ready: once for each connection. */
  readies(): number;
  /** Until it is live and has been told everything up to this place in the log. @throws after `ms` */
  until(seq: number, ms?: number): Promise<void>;
  [Symbol.dispose](): void;
};

/** Follows from the log's start, and waits until it is live. */
export async function follow(url: string, me: TestPerson): Promise<Follower> {
  const heard: number[] = [];
  let [position, isLive, resyncs, readies] = [0, false, 0, 0];
  const waiting = new Set<() => void>();
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 1000,
    auth: (give) => give({ token: me.token, since: position }),
  });
  socket.onAny((event: string, data?: { seq?: number }) => {
    if (event === "resync") resyncs += 1;
    if (data?.seq === undefined) return;
    position = Math.max(position, data.seq);
    if (event === "ready") {
      isLive = true;
      readies += 1;
    } else heard.push(data.seq);
    for (const look of waiting) look();
  });
  const again = () => {
    isLive = false;
    // socket.io does not try again by itself after the server hung up or refused.
    if (!socket.active) setTimeout(() => socket.connect(), 200);
  };
  socket.on("disconnect", again);
  socket.on("connect_error", again);

  const until = (seq: number, ms = 30_000) =>
    new Promise<void>((done, fail) => {
      const timer = setTimeout(() => {
        waiting.delete(look);
        fail(new Error(`${me.name} is at ${position}, live: ${isLive}, and waits for ${seq}`));
      }, ms);
      const look = () => {
        if (!isLive || position < seq) return;
        clearTimeout(timer);
        waiting.delete(look);
        done();
      };
      waiting.add(look);
      look();
    });

  await until(0);
  return {
    me,
    heard,
    isLive: () => isLive,
    resyncs: () => resyncs,
    readies: () => readies,
    until,
    [Symbol.dispose]: () => {
      socket.off("disconnect", again);
      socket.disconnect();
    },
  };
}

/** Each was pushed exactly what the log holds for its rooms: in order, nothing missing, nothing twice. */
export async function allHeardTheLog(
  { parts }: School,
  followers: readonly Follower[],
): Promise<void> {
  for (const follower of followers) {
    const rows = await parts.database.sql<{ seq: number }[]>`
      select seq::int from events
      where rooms && ${roomsOf(follower.me)} and type <> 'session.ended' order by seq`;
    await follower.until(rows.at(-1)?.seq ?? 0);
    equals(follower.heard, rows.map(({ seq }) => seq), follower.me.name);
    equals(follower.resyncs(), 0, follower.me.name);
  }
}

/** Each screen comes to hear of everything that is for it, and then shows what a fresh fetch says. */
export async function allShowWhatIs({ parts }: School, screens: readonly Client[]): Promise<void> {
  for (const screen of screens) {
    const [last] = await parts.database.sql`
      select coalesce(max(seq), 0)::int as seq from events where rooms && ${roomsOf(screen.me)}`;
    await screen.until(last?.seq);
    await screen.mend();
  }
  for (const screen of screens) {
    for (const { what, known, fresh } of await screen.compare()) equals(known, fresh, what);
  }
}
