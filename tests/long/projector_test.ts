/** Shows the home page on a projector for a school day with simulated time: memory stays flat. */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { assignment, doubt } from "../kit/assignments.ts";
import { IS_LONG } from "../kit/chosen.ts";
import { caller, person, type Reply, type TestPerson } from "../kit/people.ts";
import { newDatabase } from "../kit/postgres.ts";
import { freePort } from "../kit/process.ts";
import { listen } from "../kit/socket.ts";
import { type Heap, heapOfProcess } from "../faults/kit/heap.ts";
import { openNetworkProxy } from "../faults/kit/network.ts";
import { eventually, openSchool, type ServerProcess, startServer } from "../faults/kit/servers.ts";
import { openBrowser, openProjector, type Wall, ZONE } from "../faults/kit/wall.ts";

const HOURS = IS_LONG ? 12 : 2;
/** By then the caches of both page and server, above all the newest events, are full. */
const WARM_HOURS = HOURS / 3;
/**
 * How much more the page may use at the end than after the warm-up: megabytes, DOM nodes and
 * listeners.
 */
const MORE_AT_MOST = { used: 2.5, nodes: 400, listeners: 100 };
const SERVER_MORE_AT_MOST = 8;
/** The number of sockets that connect and disconnect together, as a class does. */
const CLASS = 40;

type Call = { method: "post" | "put" | "delete"; path: string; body?: unknown };

Deno.test(`${HOURS} simulated hours on the projector: memory stays flat in browser and server, and the page is up to date`, async () => {
  const database = await newDatabase();
  const browser = await openBrowser();
  try {
    const [port, inspector] = [freePort(), `127.0.0.1:${freePort()}`];
    using network = openNetworkProxy({ url: `http://127.0.0.1:${port}` });
    const vars = { PORT: String(port), PUBLIC_URL: network.url };
    const flags = [`--inspect=${inspector}`];
    await using server = await startServer(database.url, vars, { flags });
    await using school = openSchool(database.url, server);
    const [mentor, student] = [await person(school, "mentor"), await person(school)];
    const students = await Promise.all(Array.from({ length: CLASS / 2 }, () => person(school)));
    const day = await startDay(mentor, student);
    const wall = await openProjector(browser, network.url);

    const measured: { page: Heap; server: Heap }[] = [];
    for (let minute = 1; minute <= HOURS * 60; minute++) {
      await day.minute(minute);
      await wall.pass(60);
      if (minute % 30 === 10) await comeAndGo(server, students);
      if (minute % 30 === 20) await loseTheNetwork(network, wall);
      if (minute === WARM_HOURS * 20) await restart(server, wall, "SIGTERM");
      if (minute === WARM_HOURS * 40) await restart(server, wall, "SIGKILL");
      if (minute < WARM_HOURS * 60 || minute % (HOURS * 10) > 0) continue;
      measured.push({ page: await wall.heap(), server: await heapOfProcess(inspector) });
    }
    console.log(tell(measured));

    // One slide is shown for at most 40 seconds.
    ok(await wall.turns() >= HOURS * 60, `${await wall.turns()} turns`);
    await eventually(async () => {
      await wall.pass(20);
      match(await wall.freshness(), /^(Live)?$/);
    });
    const fresh = await openProjector(browser, network.url);
    equals(await wall.slides(), await fresh.slides());
    isFlat(measured);
  } finally {
    await browser.close();
    await database.drop();
  }
});

/**
 * Returns the writes of a school day. Many change the page, and the amount of content stays the
 * same.
 */
async function startDay(mentor: TestPerson, student: TestPerson) {
  async function made({ method, path, body }: Call): Promise<Reply["body"]> {
    const reply = await mentor[method](path, body);
    ok(reply.status < 300, `${method} ${path}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  const texts = (note: string) => ({
    classSummary: `**Pointers**, ${note}. ${"They point at things. ".repeat(20)}`,
    classQuestions: "What is a reference?",
    homeworkQuestions: "1. Draw three boxes.\n2. Name them.",
  });
  const letter = (note: string) => ({
    subject: `Lab, ${note}`,
    body: `Open late, ${note}. ${"Bring a pencil and some paper. ".repeat(8)}`,
    links: ["https://class.test/room"],
  });
  const board = "/messages/announcement";
  const announced: string[] = [];
  const announce = async (note: string) =>
    announced.push((await made({ method: "post", path: board, body: letter(note) }))._id);

  const questions = [await assignment(mentor), await assignment(mentor)];
  const raised = await doubt(student, questions[0]._id);
  const briefing = await made({ method: "post", path: "/dailyBriefing", body: texts("at first") });
  for (let place = 0; place < 5; place++) await announce(`note ${place}`);
  for (let place = 0; place < 8; place++) {
    await made({
      method: "post",
      path: "/messages",
      body: { ...letter("to all"), isPublic: true },
    });
  }
  const turns: [every: number, (note: string, minute: number) => Promise<unknown>][] = [
    [2, async (note) => {
      await announce(note);
      await made({ method: "delete", path: `${board}/${announced.shift()}` });
    }],
    [
      3,
      (note) => made({ method: "put", path: `${board}/${announced.at(-1)}`, body: letter(note) }),
    ],
    [4, (_, minute) => {
      const distributionTag = minute % 8 === 0 ? "hw" : "practice";
      const path = `/assignments/${questions[1]._id}/distribution`;
      return made({ method: "put", path, body: { distributionTag } });
    }],
    [
      5,
      (note) =>
        made({ method: "post", path: "/messages", body: { ...letter(note), isPublic: true } }),
    ],
    [6, (note) => student.put(`/doubts/${raised._id}/followup`, { followup: note })],
    [
      7,
      (note) => made({ method: "put", path: `/dailyBriefing/${briefing._id}`, body: texts(note) }),
    ],
  ];
  return {
    async minute(minute: number): Promise<void> {
      for (const [every, act] of turns) {
        if (minute % every === 0) await act(`minute ${minute}`, minute);
      }
    },
  };
}

async function comeAndGo(server: ServerProcess, students: readonly TestPerson[]): Promise<void> {
  const tokens = students.flatMap(({ token }) => [{}, { token }]);
  const sockets = await Promise.all(tokens.map((token) => listen(server, token)));
  for (const socket of sockets) socket[Symbol.dispose]();
}

/** Cuts the network for three minutes; meanwhile the page shows the time of its data. */
async function loseTheNetwork(
  network: ReturnType<typeof openNetworkProxy>,
  wall: Wall,
): Promise<void> {
  const since = await wall.now();
  wall.cut(true);
  network.cut();
  await wall.pass(180);
  const [said = "", clock = ""] = (await wall.freshness()).match(/as of (\d+:\d\d [ap]m)$/) ?? [];
  match(said, /^as of/, "it does not say that it is stale");
  ok([since - 60_000, since].map(showClock).includes(clock), `${said} at ${showClock(since)}`);
  network.mend();
  wall.cut(false);
}

async function restart(server: ServerProcess, wall: Wall, signal: Deno.Signal): Promise<void> {
  wall.cut(true);
  const ended = server.end(signal);
  await wall.pass(60);
  await ended;
  await wall.pass(120);
  match(await wall.freshness(), /^as of|^Reconnecting/);
  await server.start();
  wall.cut(false);
  is((await caller(server).get("/messages/announcement")).status, 200);
}

const clock = new Intl.DateTimeFormat("en-IN", {
  timeZone: ZONE,
  hour: "numeric",
  minute: "2-digit",
});
const showClock = (time: number): string => clock.format(time);

type Measured = { page: Heap; server: Heap }[];

function tell(measured: Measured): string {
  const list = (values: number[], digits = 0) =>
    values.map((value) => value.toFixed(digits)).join(" → ");
  return [
    `page ${list(measured.map(({ page }) => page.used), 1)} MB`,
    `${list(measured.map(({ page }) => page.nodes))} elements`,
    `${list(measured.map(({ page }) => page.listeners))} listeners`,
    `server ${list(measured.map(({ server }) => server.used), 1)} MB`,
  ].join("; ");
}

/**
 * Fails if the least memory of the later half exceeds the least of the earlier half by more than
 * the limit.
 */
function isFlat(measured: Measured): void {
  const half = Math.ceil(measured.length / 2);
  const [early, late] = [measured.slice(0, half), measured.slice(half)];
  for (const [what, granted] of Object.entries(MORE_AT_MOST) as [keyof Heap, number][]) {
    const before = Math.min(...early.map(({ page }) => page[what]));
    const after = Math.min(...late.map(({ page }) => page[what]));
    ok(after <= before + granted, `the page's ${what}: ${tell(measured)}`);
  }
  const before = Math.min(...early.map(({ server }) => server.used));
  const after = Math.min(...late.map(({ server }) => server.used));
  ok(after <= before + SERVER_MORE_AT_MOST, `the server's memory: ${tell(measured)}`);
}
