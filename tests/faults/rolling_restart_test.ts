/** Three servers behind the proxy are restarted one after the other, while people work. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { IS_LONG } from "../kit/chosen.ts";
import { assignment } from "../kit/assignments.ts";
import { startCaddy } from "../kit/caddy.ts";
import { checkDoubtRows } from "../kit/doubts.ts";
import { caller, person, type TestPerson } from "../kit/people.ts";
import { newDatabase } from "../kit/postgres.ts";
import { freePort } from "../kit/process.ts";
import { expectFollowersGotLog, follow } from "./kit/follower.ts";
import { eventually, openSchool, type ServerProcess, startServer } from "./kit/servers.ts";
import { expectWritesKept, startWriters } from "./kit/writers.ts";

const ROUNDS = IS_LONG ? 5 : 1;

Deno.test("a rolling restart of three servers: all clients are live again, and no write is lost or stored twice", async () => {
  const database = await newDatabase();
  try {
    const port = freePort();
    const vars = { PUBLIC_URL: `http://127.0.0.1:${port}` };
    await using one = await startServer(database.url, vars);
    await using two = await startServer(database.url, vars);
    await using three = await startServer(database.url, vars);
    const servers = [one, two, three];
    await using proxy = await startCaddy(servers, { port });
    await using school = openSchool(database.url, proxy);
    const mentors = [await person(school, "mentor"), await person(school, "mentor")];
    const students = [await person(school), await person(school), await person(school)];
    const questions = await Promise.all(
      students.map(async () => (await assignment(mentors[0] as TestPerson))._id),
    );
    const everybody = [...mentors, ...students];
    const followers = await Promise.all(
      Array.from({ length: 15 }, (_, at) => follow(proxy.url, everybody[at % 5] as TestPerson)),
    );

    const writers = startWriters({ urls: [proxy.url], mentors, students, questions, gap: 20 });
    for (let round = 0; round < ROUNDS; round++) {
      for (const server of servers) {
        await writers.more(10);
        await writers.inMidWrite();
        const ended = server.end("SIGTERM");
        await saysThatItStops(server);
        is(await ended, 0, server.output());
        await writers.more(10);
        const [last] = await school.parts.database.sql`
          select max(seq)::int as seq from events where 'class' = any(rooms)`;
        await Promise.all(followers.map((follower) => follower.until(last?.seq)));
        await server.start();
      }
    }
    await writers.stop();

    // Each server closed its sockets, and they reconnected to another server.
    const drops = followers.reduce((all, follower) => all + follower.readies() - 1, 0);
    ok(drops >= followers.length * ROUNDS / 2, `${drops} sockets came back`);
    await expectWritesKept(school, writers.acknowledged);
    await checkDoubtRows(school);
    await expectFollowersGotLog(school, followers);
    for (const follower of followers) follower[Symbol.dispose]();
    console.log(`${writers.acknowledged.length} writes, ${writers.retries()} made again`);
  } finally {
    await database.drop();
  }
});

/**
 * Checks that a stopping server reports it to the proxy, and serves until the proxy has noticed.
 */
async function saysThatItStops({ url }: ServerProcess): Promise<void> {
  await eventually(async () => {
    const reply = await fetch(`${url}/readyz`);
    const { stopping } = await reply.json();
    equals([reply.status, stopping], [503, true]);
  }, 2000);
  is((await caller({ url }).get("/assignments/home")).status, 200);
}
