/** Servers are killed in the middle of writes, again and again, while people go on writing. */
import { ok } from "node:assert/strict";
import { IS_LONG } from "../kit/chosen.ts";
import { assignment } from "../kit/assignments.ts";
import { type Client, webClient } from "../kit/client.ts";
import { checkDoubtRows } from "../kit/doubts.ts";
import { caller, person, type TestPerson } from "../kit/people.ts";
import { newDatabase } from "../kit/postgres.ts";
import { expectFollowersGotLog, expectScreensUpToDate, follow } from "./kit/follower.ts";
import { eventually, openSchool, pause, startServer } from "./kit/servers.ts";
import { retryingCaller } from "./kit/steady.ts";
import { expectWritesKept, startWriters } from "./kit/writers.ts";
import { seeded } from "../kit/random.ts";

const random = seeded("hard kill");

const KILLS = IS_LONG ? 50 : 4;

Deno.test(`servers killed ${KILLS} times in the middle of writes: no acknowledged write is lost, stored twice or half stored`, async () => {
  const database = await newDatabase();
  try {
    await using one = await startServer(database.url);
    await using two = await startServer(database.url);
    const servers = [one, two];
    await using school = openSchool(database.url, one);
    const mentors = [await person(school, "mentor"), await person(school, "mentor")];
    const students = [
      await person(school),
      await person(school),
      await person(school, "volunteer"),
    ];
    const [mentor] = mentors as [TestPerson];
    const questions = await Promise.all(students.map(async () => (await assignment(mentor))._id));

    using far = await follow(two.url, mentor);
    using near = await follow(one.url, mentor);
    using student = await follow(one.url, students[0] as TestPerson);
    const urls = servers.map(({ url }) => url);
    const screens = await Promise.all([mentor, ...students].map(async (me, place) => {
      const { url } = servers[place % 2] as typeof one;
      const screen = webClient({ url }, { ...me, ...retryingCaller(urls, me.token) }, place);
      await screen.fetchAll();
      await screen.connect();
      return { url, screen };
    }));

    const writers = startWriters({ urls, mentors, students, questions, gap: 10 });
    for (let kill = 0; kill < KILLS; kill++) {
      const server = servers[kill % 2] as typeof one;
      await writers.more(12);
      await openNewest(screens.map(({ screen }) => screen), mentor, two.url);
      await writers.inMidWrite();
      await pause(random() * 10);
      await server.end("SIGKILL");
      await server.start();
      for (const { url, screen } of screens) {
        if (url !== server.url) continue;
        screen.disconnect();
        await screen.connect();
      }
    }
    await writers.stop();

    ok(writers.retries() >= KILLS / 2, `${writers.retries()} writes were made again`);
    await expectWritesKept(school, writers.acknowledged);
    await checkDoubtRows(school);
    await expectFollowersGotLog(school, [near, far, student]);
    ok(near.readies() > KILLS / 2 - 1);
    await expectScreensUpToDate(school, screens.map(({ screen }) => screen));
    for (const { screen } of screens) screen.disconnect();
  } finally {
    await database.drop();
  }
});

/** Opens the newest thread on every screen that may read it. */
async function openNewest(screens: Client[], mentor: TestPerson, url: string): Promise<void> {
  const newest = await eventually(() =>
    caller({ url }, mentor.token).get("/doubts/filter-doubts?limit=1")
  );
  const [doubt] = newest.body.doubts;
  await Promise.all(screens.map((screen) => screen.open(doubt._id)));
}
