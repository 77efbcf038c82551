/**
 * Clients lose the network for a moment, for long, and until their log position is deleted: no
 * client misses an event.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { deleteExpired } from "../../server/live/retention.ts";
import { IS_LONG } from "../kit/chosen.ts";
import { assignment } from "../kit/assignments.ts";
import { webClient } from "../kit/client.ts";
import { person, type TestPerson } from "../kit/people.ts";
import { PACE, type TestServer, testServer } from "../kit/server.ts";
import { listen } from "../kit/socket.ts";
import { expectFollowersGotLog, expectScreensUpToDate, follow } from "./kit/follower.ts";
import { openNetworkProxy } from "./kit/network.ts";
import { pause } from "./kit/servers.ts";
import { startWriters } from "./kit/writers.ts";

/** How long the network is away each time, in seconds. */
const CUTS = IS_LONG ? [5, 120, 5] : [0.3, 3, 0.3];
const GAP_MS = IS_LONG ? 2000 : 20;
async function classOf(server: TestServer) {
  const mentors = [await person(server, "mentor")];
  const students = [await person(server), await person(server)];
  const [mentor, student] = [mentors[0] as TestPerson, students[0] as TestPerson];
  const questions = await Promise.all(students.map(async () => (await assignment(mentor))._id));
  const writers = startWriters({ urls: [server.url], mentors, students, questions, gap: GAP_MS });
  return { mentor, student, writers };
}

Deno.test("a client that is cut off or stalled for a while misses no event", async () => {
  await using server = await testServer(PACE);
  using network = openNetworkProxy(server);
  const { mentor, student, writers } = await classOf(server);
  const followers = [await follow(network.url, mentor), await follow(network.url, student)];
  for (const seconds of CUTS) {
    await writers.more(10);
    network.cut();
    await writers.more(10);
    await pause(seconds * 1000);
    ok(followers.every((follower) => !follower.isLive()));
    network.mend();
    await Promise.all(followers.map((follower) => follower.until(0)));

    network.silence();
    // Bytes that were on their way may still arrive.
    await pause(200);
    const heard = followers.map(({ heard }) => heard.length);
    await writers.more(10);
    await pause(seconds * 1000);
    equals(followers.map(({ heard }) => heard.length), heard);
    network.mend();
  }
  await writers.stop();
  await expectFollowersGotLog(server, followers);
  ok(followers.every((follower) => follower.readies() > CUTS.length));
  for (const follower of followers) follower[Symbol.dispose]();
});

Deno.test("clients whose log position was deleted get a resync, and then show the current state", async () => {
  await using server = await testServer(PACE);
  await using second = await testServer({ ...PACE, DATABASE_URL: server.databaseUrl });
  const { mentor, student, writers } = await classOf(server);
  await writers.more(10);
  const connectTo = { url: second.url };
  const screens = await Promise.all([mentor, student].map(async (me, place) => {
    const screen = webClient(connectTo, me, place);
    await screen.fetchAll();
    await screen.connect();
    const { body } = await me.get("/doubts/filter-doubts?limit=3");
    for (const { _id } of body.doubts) await screen.open(_id);
    return screen;
  }));
  const left = screens.map((screen) => {
    screen.disconnect();
    return screen.position();
  });
  await writers.more(30);
  await writers.stop();
  await deleteExpired(server.parts.database.db, server.parts.clock(), { most: 5, least: 1 });
  const [{ first }] = await server.parts.database.sql<[{ first: number }]>`
    select min(seq)::int as first from events`;
  ok(left.every((position) => position < first - 1));

  // The second server may still have all events in memory; a server that starts now has not.
  await using third = await testServer({ ...PACE, DATABASE_URL: server.databaseUrl });
  for (const [place, screen] of screens.entries()) {
    const { token } = [mentor, student][place] as TestPerson;
    using early = await listen(third, { token, since: left[place] });
    is(early.of("resync").length, 1);
    equals(early.pushes.filter(({ event }) => event !== "ready" && event !== "resync"), []);
    connectTo.url = third.url;
    await screen.connect();
  }
  await expectScreensUpToDate(server, screens);
  for (const screen of screens) screen.disconnect();
});
