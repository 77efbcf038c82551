/**
 * PostgreSQL crashes and starts again: the servers keep running, calls are answered 503, and all
 * clients converge.
 */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { io } from "socket.io-client";
import { POOL } from "../../server/kit/db/database.ts";
import { IS_LONG } from "../kit/chosen.ts";
import { assignment } from "../kit/assignments.ts";
import { webClient } from "../kit/client.ts";
import { checkDoubtRows } from "../kit/doubts.ts";
import { caller, person, type TestPerson } from "../kit/people.ts";
import { startDurablePostgres } from "./kit/durable.ts";
import { expectFollowersGotLog, expectScreensUpToDate, follow } from "./kit/follower.ts";
import { eventually, openSchool, pause, type ServerProcess, startServer } from "./kit/servers.ts";
import { retryingCaller } from "./kit/steady.ts";
import { expectWritesKept, startWriters } from "./kit/writers.ts";
import { PATIENCE, until } from "../kit/until.ts";

const OUTAGES = IS_LONG ? 20 : 2;
/** Longer than the relay may go without reading the log and still report that it is ready. */
const AWAY_MS = 7000;
/** A call that is not answered within this time counts as hanging, on a busy machine, too. */
const ANSWER_MS = PATIENCE;

Deno.test("PostgreSQL crashes and starts again: calls get 503 meanwhile, and nothing is lost", async () => {
  await using database = await startDurablePostgres();
  await using one = await startServer(database.url);
  await using two = await startServer(database.url);
  const servers = [one, two];
  const urls = servers.map(({ url }) => url);
  await using school = openSchool(database.url, one);
  const mentor = await person(school, "mentor");
  const students = [await person(school), await person(school)];
  const [student] = students as [TestPerson];
  const questions = await Promise.all(students.map(async () => (await assignment(mentor))._id));
  using near = await follow(one.url, mentor);
  using far = await follow(two.url, student);
  const screen = webClient(one, { ...mentor, ...retryingCaller(urls, mentor.token) }, 0);
  await screen.fetchAll();
  await screen.connect();

  const writers = startWriters({ urls, mentors: [mentor], students, questions, gap: 20 });
  for (let outage = 0; outage < OUTAGES; outage++) {
    await writers.more(20);
    const connections = [near.readies(), far.readies()];
    await writers.inMidWrite();
    await database.crash();
    for (const server of servers) {
      await everyCallIsToldToWait(server, { mentor, student });
      is(await refusal(server, mentor), "unavailable");
    }
    await pause(outage === 0 ? AWAY_MS : 500);
    for (const server of servers) {
      is((await probe(server, "/healthz")).status, 200);
      const { status, body } = await probe(server, "/readyz");
      is(status, 503);
      is(body.database, false);
      if (outage === 0) is(body.relay, false);
    }
    await database.start();
    for (const server of servers) {
      await until(async () => (await probe(server, "/readyz")).status === 200, "a ready server");
    }
    const heard = [near.heard.length, far.heard.length];
    await writers.more(5);
    const [last] = await school.parts.database.sql`
      select max(seq)::int as seq from events where 'class' = any(rooms)`;
    await Promise.all([near, far].map((follower) => follower.until(last?.seq)));
    for (const server of servers) await eventually(() => everyConnectionWorks(server, mentor));
    ok(near.heard.length > (heard[0] ?? 0) && far.heard.length > (heard[1] ?? 0));
    // No socket was closed because of the outage.
    equals([near.readies(), far.readies()], connections);
  }
  await writers.stop();

  ok(writers.retries() > 0);
  await expectWritesKept(school, writers.acknowledged);
  await checkDoubtRows(school);
  await expectFollowersGotLog(school, [near, far]);
  await expectScreensUpToDate(school, [screen]);
  screen.disconnect();
  for (const server of servers) {
    ok(!server.output().includes('"level":50'), server.output());
    is(await server.end("SIGTERM"), 0);
  }
});

async function everyCallIsToldToWait(
  server: ServerProcess,
  { mentor, student }: { mentor: TestPerson; student: TestPerson },
): Promise<void> {
  const calls: [TestPerson | null, string, string, unknown?][] = [
    [null, "GET", "/assignments/home"],
    [null, "POST", "/auth/login", { email: mentor.email, password: "Secret@123" }],
    [null, "POST", "/contact", { name: "A", email: "a@class.test", message: "Hello?" }],
    [student, "GET", "/auth/me"],
    [student, "GET", "/doubts/filter-doubts"],
    [mentor, "PUT", `/doubts/${crypto.randomUUID()}/reply`, { reply: "Never written" }],
    [mentor, "POST", "/messages", { subject: "S", body: "Never written", isPublic: true }],
    [mentor, "GET", "/dashboard/mentor"],
  ];
  await Promise.all(calls.map(async ([who, method, path, body]) => {
    const reply = await caller(server, who?.token).fetch(path, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
    });
    const text = await reply.text();
    is(reply.status, 503, `${method} ${path}: ${text}`);
    match(reply.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
    is(JSON.parse(text).code, "unavailable");
  }));
}

/** Makes more calls at once than a server has connections to the database. */
async function everyConnectionWorks(server: ServerProcess, { token }: TestPerson): Promise<void> {
  const calls = Array.from(
    { length: 4 * POOL },
    () => caller(server, token).get("/messages/public"),
  );
  for (const { status, body } of await Promise.all(calls)) is(status, 200, JSON.stringify(body));
}

/** Returns the reason for which a new socket is refused. Only "auth" would end its session. */
function refusal({ url }: ServerProcess, { token }: TestPerson): Promise<string> {
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    auth: { token },
  });
  return new Promise<string>((done, fail) => {
    socket.once("connect_error", ({ message }) => done(message));
    socket.once("ready", () => fail(new Error("it was let in")));
  }).finally(() => socket.disconnect());
}

async function probe({ url }: ServerProcess, path: string) {
  const reply = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(ANSWER_MS) });
  return { status: reply.status, body: await reply.json() };
}
