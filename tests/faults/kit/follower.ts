/** A socket that always reconnects, with `since`, and records all the events that it gets. */
import { deepStrictEqual as equals } from "node:assert/strict";
import { io } from "socket.io-client";
import { roomsOf } from "../../../server/live/rooms.ts";
import type { Client } from "../../kit/client.ts";
import { notificationsMade } from "../../kit/notifications.ts";
import type { School, TestPerson } from "../../kit/people.ts";
import { until as happens } from "../../kit/until.ts";

export type Follower = {
  me: TestPerson;
  /** The sequence numbers of the events that it got, in the order of arrival. */
  heard: number[];
  isLive(): boolean;
  /** How often the server sent a resync. */
  resyncs(): number;
  /** How often it got "ready": once for each connection. */
  readies(): number;
  /** Waits until it is live and has got all events up to this log position. */
  until(seq: number): Promise<unknown>;
  [Symbol.dispose](): void;
};

/** Follows the log from its start, and returns when it is live. */
export async function follow(url: string, me: TestPerson): Promise<Follower> {
  const heard: number[] = [];
  let [position, isLive, resyncs, readies] = [0, false, 0, 0];
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
  });
  const again = () => {
    isLive = false;
    // socket.io does not reconnect by itself after the server disconnected or refused it.
    if (!socket.active) setTimeout(() => socket.connect(), 200);
  };
  socket.on("disconnect", again);
  socket.on("connect_error", again);

  const until = (seq: number) =>
    happens(
      () => isLive && position >= seq,
      () => `${me.name} is at ${position}, live: ${isLive}, and gets ${seq}`,
    );

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

/**
 * Checks that each follower got exactly the log's events for its rooms: in order, none missing,
 * none twice.
 */
export async function expectFollowersGotLog(
  { parts }: School,
  followers: readonly Follower[],
): Promise<void> {
  // The notifications of the last writes are logged a moment later. Logged between the reading of
  // the rows and the comparison, they would be heard, but not be among the rows.
  await notificationsMade(parts);
  for (const follower of followers) {
    const rows = await parts.database.sql<{ seq: number }[]>`
      select seq::int from events
      where rooms && ${roomsOf(follower.me)} and type <> 'session.ended' order by seq`;
    await follower.until(rows.at(-1)?.seq ?? 0);
    equals(follower.heard, rows.map(({ seq }) => seq), follower.me.name);
    equals(follower.resyncs(), 0, follower.me.name);
  }
}

/**
 * Waits until each screen has all its events, and checks that it shows the same as a fresh fetch.
 */
export async function expectScreensUpToDate(
  { parts }: School,
  screens: readonly Client[],
): Promise<void> {
  await notificationsMade(parts);
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
