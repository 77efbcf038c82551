/**
 * Measures many sockets for a long time: 600 that get four events a second, of which none may be
 * lost, compared with a bare `ws` broadcast of the same bytes in the same run; and 2,000 sockets on
 * one server.
 */
import postgres from "postgres";
import { newId } from "../../server/kit/core/ids.ts";
import { assignment, doubt } from "../kit/assignments.ts";
import type { TestPerson } from "../kit/people.ts";
import type { Cluster } from "./kit/cluster.ts";
import { machine, percentile, round, table } from "./kit/figures.ts";
import { pause } from "./kit/replies.ts";
import { people, type Signed, testPerson } from "./kit/people.ts";
import { startBare, startDoubtless } from "./kit/process.ts";
import { watchBare, watchDoubtless, type Watchers } from "./kit/watchers.ts";

export type Soak = {
  events: number;
  /** Milliseconds from the request to each socket's first frame. */
  p99: number;
  floor: number;
  /** Megabytes, after a tenth and after half of the time, and at the end. */
  memory: number[];
  /** Kilobytes of the server's memory for each held socket. */
  perSocket: number;
  held: number;
};

type Options = {
  sockets?: number;
  held?: number;
  seconds?: number;
  /** How long a server rests before its memory is measured. */
  restMs?: number;
};

const A_SECOND = 4;
/** Replies to one thread before the next one is used, so the longest length of a thread. */
const THREAD = 40;
const PRESENCE_MS = 1500;
/** Sockets that are opened first and closed again, so that one-time allocations are not counted. */
const WARM = 50;

/** @throws if a socket did not get an event */
export async function measureSoak(
  cluster: Cluster,
  { sockets = 600, held = 2000, seconds = 30 * 60, restMs = 2000 }: Options = {},
): Promise<Soak> {
  const databaseUrl = await cluster.newDatabase("soak");
  await using floor = await startBare("floor.ts", {});
  await using doubtless = await startDoubtless(databaseUrl);
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const [students, [mentor]] = [
    await people(sql, "student", Math.max(sockets, held)),
    await people(sql, "mentor", 1) as [Signed],
  ];
  await sql.end();
  const as = (signed: Signed) => testPerson(doubtless, signed);
  const me = as(mentor);
  const question = (await assignment(me))._id;
  const threads: string[] = [];
  for (let at = 0; at <= seconds * A_SECOND / THREAD; at++) {
    const student = students[at % students.length] as Signed;
    // A student has one open doubt at a time, so the last one is resolved first.
    if (at >= students.length) await as(student).put(`/doubts/${threads.shift()}/resolve`);
    threads.push((await doubt(as(student), question))._id);
  }

  const tokens = students.map(({ token }) => token);
  const ours = await watchDoubtless(doubtless.url, tokens.slice(0, sockets));
  const bare = await watchBare(floor.url, sockets);
  const [times, floorTimes]: [number[], number[]] = [[], []];
  const memory: number[] = [];
  const events = Math.round(seconds * A_SECOND);
  for (let event = 0; event < events; event++) {
    const next = performance.now() + 1000 / A_SECOND;
    const thread = threads[Math.floor(event / THREAD)];
    if (event % THREAD === 0) {
      await ours.ask(`420${JSON.stringify(["watch", { doubtId: thread, holds: true }])}`, "430[");
      await pause(PRESENCE_MS);
    }
    keep(times, await timesOf(ours, () => reply(me, thread ?? "")));
    await give(floor.url, ours.frames());
    keep(floorTimes, await timesOf(bare, () => broadcast(floor.url)));
    if (event === Math.floor(events / 10) || event === Math.floor(events / 2)) {
      memory.push(doubtless.memory());
    }
    await pause(next - performance.now());
  }
  memory.push(doubtless.memory());
  ours.close();
  bare.close();

  const { perSocket, many, server } = await hold(databaseUrl, tokens.slice(0, held), restMs);
  await using _fresh = server;
  // Each of the held sockets still gets its events.
  await many.ask(
    `420${JSON.stringify(["watch", { doubtId: threads.at(-1), holds: true }])}`,
    "430[",
  );
  await pause(PRESENCE_MS);
  await timesOf(many, () => reply(me, threads.at(-1) ?? ""));
  many.close();
  return {
    events,
    p99: percentile(times, 0.99),
    floor: percentile(floorTimes, 0.99),
    memory,
    perSocket,
    held,
  };
}

/** Measures held sockets on a fresh server: a used one would reuse memory that was freed before. */
async function hold(databaseUrl: string, tokens: string[], restMs: number) {
  const server = await startDoubtless(databaseUrl);
  const some = await watchDoubtless(server.url, tokens.slice(0, WARM));
  await pause(restMs);
  some.close();
  await pause(restMs);
  const before = server.memory();
  const many = await watchDoubtless(server.url, tokens);
  await pause(2.5 * restMs);
  return { perSocket: (server.memory() - before) * 1024 / tokens.length, many, server };
}

/** @returns a report in Markdown */
export async function soak(cluster: Cluster): Promise<string> {
  const minutes = Number(Deno.env.get("SOAK_MINUTES") ?? 2);
  const sockets = 600;
  const { events, p99, floor, memory, perSocket, held } = await measureSoak(cluster, {
    sockets,
    seconds: minutes * 60,
  });
  return [
    `### Soak (${machine()})`,
    `${events} events, ${A_SECOND} a second, to ${sockets} sockets; none was lost:`,
    table(["", "p99 ms"], [
      ["Doubtless", round(p99, 1)],
      ["ws broadcast", round(floor, 1)],
      ["ratio", `× ${round(p99 / floor)}`],
    ]),
    `Memory of the server, early, half-way and at the end: ${
      memory.map((mb) => round(mb, 0)).join(", ")
    } MB. ` +
    `**${held} sockets** on one server: **${round(perSocket, 0)} KB** each.`,
  ].join("\n\n");
}

async function timesOf(watchers: Watchers, send: () => Promise<unknown>): Promise<number[]> {
  watchers.expect();
  const start = performance.now();
  const [{ first }] = await Promise.all([watchers.arrived(), send()]);
  return first.map((at) => at - start);
}

/** Keeps a sample of each event's times, so that half an hour fits into memory. */
function keep(times: number[], more: number[]): void {
  for (let at = 0; at < more.length; at += 10) times.push(more[at] as number);
}

async function reply(mentor: TestPerson, thread: string): Promise<void> {
  const { status } = await mentor.put(`/doubts/${thread}/reply`, {
    reply: "Look at the **bound**.",
  }, {
    "idempotency-key": newId(),
  });
  if (status !== 200) throw new Error(`a reply was answered ${status}`);
}

async function give(url: string, frames: string[]): Promise<void> {
  await (await fetch(url, { method: "POST", body: JSON.stringify(frames) })).body?.cancel();
}

async function broadcast(url: string): Promise<void> {
  await (await fetch(url, { method: "PUT", body: JSON.stringify({ reply: "" }) })).body?.cancel();
}
