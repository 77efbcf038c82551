/** Random commands over two servers, with drops, repeats and restarts: all end up with what is. */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import fc from "fast-check";
import { type Client, webClient } from "../kit/client.ts";
import { allFollowFromThreads } from "../kit/doubts.ts";
import {
  aMishap,
  befall,
  type Class,
  nobodyWasToldTooMuch,
  run,
  settle,
  someCommands,
  startClass,
} from "../kit/life.ts";
import { person, type TestPerson } from "../kit/people.ts";
import { newDatabase } from "../kit/postgres.ts";
import { freePort } from "../kit/process.ts";
import { PACE, type TestServer, testServer } from "../kit/server.ts";
import { eventually, isLong, openSchool } from "./kit/servers.ts";
import { steady } from "./kit/steady.ts";

const RUNS = isLong ? 60 : 4;

const step = fc.record({
  commands: someCommands,
  mishap: aMishap,
  restart: fc.option(fc.nat(1), { freq: 6 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Two servers that can be restarted at their addresses. */
async function pair(databaseUrl: string) {
  const ports = [freePort(), freePort()];
  const open = (port: number) =>
    testServer({ ...PACE, DATABASE_URL: databaseUrl, PORT: String(port) });
  const running = await Promise.all(ports.map(open));
  const failures: TestServer["logged"] = [];

  async function end(which: number): Promise<void> {
    const server = running[which] as TestServer;
    await server[Symbol.asyncDispose]();
    failures.push(...server.logged.filter(({ level }) => level === "error"));
  }

  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    failures,
    async restart(which: number): Promise<void> {
      await end(which);
      running[which] = await open(ports[which] as number);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([end(0), end(1)]);
    },
  };
}

/** Whoever was connected to a server that was restarted comes back, whoever was away stays away. */
async function comeBack(clients: Client[]): Promise<void> {
  await Promise.all(clients.map((client) =>
    eventually(async () => {
      client.disconnect();
      await client.connect();
    })
  ));
}

/** Some commands at once, with a mishap or a restart among them. */
async function live(
  all: Class,
  { commands, mishap, restart }: Step,
  doRestart: (which: number) => Promise<void>,
): Promise<void> {
  const [replies] = await Promise.all([
    Promise.all(commands.map((command) => run(all, command))),
    restart === null ? befall(all, mishap) : doRestart(restart),
  ]);
  for (const reply of replies) ok((reply?.status ?? 200) < 500, JSON.stringify(reply?.body));
  if (restart !== null) await comeBack(all.clients.filter((_, at) => at % 2 === restart));
}

Deno.test("random commands over two servers, with drops, repeats and restarts: everybody ends up with what is", async () => {
  const database = await newDatabase();
  try {
    const servers = await pair(database.url);
    await using _ended = servers;
    const { urls } = servers;
    await using school = await openSchool(database.url, { url: urls[0] as string });
    let restarts = 0;
    const withPatience = (me: TestPerson, first: number): TestPerson => ({
      ...me,
      ...steady(first === 0 ? urls : urls.toReversed(), me.token),
    });
    const everybody = await Promise.all(
      (["mentor", "mentor", "admin", "student", "student", "volunteer"] as const)
        .map(async (role, at) => withPatience(await person(school, role), at % 2)),
    );
    const [staff, learners] = [everybody.slice(0, 3), everybody.slice(3)];

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
        // A client's socket is at one server; its calls go to either.
        const clients = everybody.map((me, at) => webClient({ url: urls[at % 2] ?? "" }, me, at));
        const all = await startClass({ server: school, staff, learners, clients });
        try {
          for (const step of steps) {
            await live(all, step, servers.restart);
            if (step.restart !== null) restarts += 1;
          }
          await settle(all);
          await Promise.all(clients.map((client) => client.mend()));
          for (const client of clients) {
            for (const { what, known, fresh } of await client.compare()) equals(known, fresh, what);
          }
          await nobodyWasToldTooMuch(all);
          await allFollowFromThreads(school);
        } finally {
          for (const client of clients) client.disconnect();
        }
      }),
      // Shrinking would run it a hundred times more; the seed that is printed repeats it.
      { numRuns: RUNS, endOnFailure: true },
    );
    equals(servers.failures, []);
    ok(restarts > 0);
  } finally {
    await database.drop();
  }
});
