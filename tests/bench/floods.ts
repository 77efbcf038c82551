/**
 * Measures a mentor's calls while one student does the worst that is known: many sockets, watches of
 * made-up threads, typing, relayed edits, catch-ups, parallel reads, and writes of six kinds. Quiet
 * and flooded turns alternate in one run.
 */
import postgres from "postgres";
import { newId } from "../../server/kit/core/ids.ts";
import { assignment, doubt } from "../kit/assignments.ts";
import { caller } from "../kit/people.ts";
import { browserRun, runsOf, sumQuestion } from "../kit/runs.ts";
import type { Cluster } from "./kit/cluster.ts";
import { machine, percentile, round, table } from "./kit/figures.ts";
import type { Flood, Order } from "./kit/flood_worker.ts";
import { people, type Signed, testPerson } from "./kit/people.ts";
import { startDoubtless } from "./kit/process.ts";
import { pause } from "./kit/replies.ts";

type Options = { rounds?: number; calls?: number; only?: string };

const MENTORS = 20;
const QUIET_MS = 20;
/** The time until a flood is at its height, and until its work is gone. */
const FLOOD_MS = 1500;
const REST_MS = 1500;
const LATER_MS = 60_000;
const RUNS = 30;
const DOUBTS = 60;
export const AIM = 3;

/** @returns a report in Markdown */
export async function floods(
  cluster: Cluster,
  { rounds = 3, calls = 40, only = "" }: Options = {},
): Promise<string> {
  const databaseUrl = await cluster.newDatabase("floods");
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const mentors = await people(sql, "mentor", MENTORS);
  const [student, ...classmates] = await people(sql, "student", DOUBTS + 1) as [
    Signed,
    ...Signed[],
  ];
  await sql.end();
  const ids = await fill(databaseUrl, { mentor: mentors[0] as Signed, student, classmates });
  // The limits on writing are those of a school.
  await using server = await startDoubtless(databaseUrl, { WRITE_PACE: "1" });
  const callers = mentors.map(({ token }) => caller(server, token));

  let called = 0;
  /** A mentor's reply, or a read of the queue, in turn. */
  async function callOnce(): Promise<number> {
    await pause(QUIET_MS);
    const mentor = callers[called++ % MENTORS] as (typeof callers)[number];
    const start = performance.now();
    const { status } = called % 2 === 0
      ? await mentor.get("/doubts/filter-doubts")
      : await mentor.put(`/doubts/${ids.threads[called % ids.threads.length]}/reply`, {
        reply: "Look at **line 3**.",
      }, { "idempotency-key": newId() });
    if (status !== 200) throw new Error(`a mentor was answered ${status}`);
    return performance.now() - start;
  }
  async function measure(): Promise<number[]> {
    const all: number[] = [];
    for (let at = 0; at < calls; at++) all.push(await callOnce());
    return all;
  }

  await measure();
  await measure();
  const before = server.memory();
  let most = before;
  const rows: string[][] = [];
  for (const [name, flood] of Object.entries(floodsOf(ids))) {
    if (!name.includes(only)) continue;
    const [quiet, flooded]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < rounds; turn++) {
      quiet.push(...await measure());
      const running = start({ url: server.url, token: student.token, flood });
      await pause(FLOOD_MS);
      flooded.push(...await measure());
      most = Math.max(most, server.memory());
      await running.stop();
      await pause(REST_MS);
    }
    const [floor, worst] = [percentile(quiet, 0.95), percentile(flooded, 0.95)];
    rows.push([name, round(floor, 1), round(worst, 1), `× ${round(worst / floor, 1)}`]);
  }
  await pause(LATER_MS);
  return [
    `### One student's floods (${machine()})`,
    `p95 of a mentor's calls (replies and reads of the queue in turn), ${
      rounds * calls
    } for each ` +
    `figure, milliseconds; the aim is at most × ${AIM}:`,
    table(["one student", "quiet", "flooded", ""], rows),
    `Memory, MB: ${round(before, 0)} before, at most ${round(most, 0)}, and ` +
    `${round(server.memory(), 0)} a minute after the last flood.`,
  ].join("\n\n");
}

type Ids = { question: string; threads: string[]; thread: string; togetherId: string };

/** Creates a class's lists, and a session for two. */
async function fill(
  databaseUrl: string,
  { mentor, student, classmates }: { mentor: Signed; student: Signed; classmates: Signed[] },
): Promise<Ids> {
  await using server = await startDoubtless(databaseUrl);
  const as = (signed: Signed) => testPerson(server, signed);
  const [staff, me] = [as(mentor), as(student)];
  const { _id: question } = await sumQuestion(staff);
  for (let at = 0; at < DOUBTS; at++) await assignment(staff);
  for (let at = 0; at < RUNS; at++) await me.post(runsOf(question), browserRun());
  const threads: string[] = [];
  for (const one of classmates) threads.push((await doubt(as(one), question))._id);
  const { _id: thread } = await doubt(me, question);
  const { body: { _id: togetherId } } = await staff.post(`/doubts/${thread}/together`);
  const { status } = await me.put(`/doubts/${thread}/together`, { _id: togetherId });
  if (status !== 200) throw new Error(`the session was answered ${status}`);
  return { question, threads, thread, togetherId };
}

function floodsOf({ question, threads, thread, togetherId }: Ids): Record<string, Flood> {
  const first: [string, object] = ["watch", { doubtId: thread }];
  const read = (path: string, each: number): Flood => ({
    kind: "calls",
    each,
    calls: [{ method: "GET", path }],
  });
  const message = { subject: "Hello", body: "Is there a class?", isPublic: true };
  return {
    "60 sockets watch made-up threads": {
      kind: "sockets",
      sockets: 60,
      message: { event: "watch", body: { doubtId: "madeUp" } },
    },
    "300 sockets at once": { kind: "sockets", sockets: 300 },
    "200 sockets typing in a thread": {
      kind: "sockets",
      sockets: 200,
      first,
      message: { event: "typing", body: { doubtId: thread } },
    },
    "40 sockets in a session for two, 32 KB each": {
      kind: "sockets",
      sockets: 40,
      first: ["watch", { togetherId }],
      message: { event: "relay", body: { togetherId }, bytes: 32 * 1024 },
    },
    "ten loops of catch-up": { kind: "sockets", sockets: 10, catchesUp: true },
    "lists of runs × 16": read(runsOf(question), 16),
    "lists of doubts × 32": read("/doubts/filter-doubts?limit=100", 32),
    "all assignments × 32": read("/assignments/general", 32),
    "/auth/me × 64": read("/auth/me", 64),
    "six kinds of writes × 48": {
      kind: "calls",
      each: 48,
      calls: [
        { method: "PUT", path: `/doubts/${thread}/followup`, body: { followup: "And why?" } },
        { method: "POST", path: "/messages", body: message },
        { method: "POST", path: runsOf(question), body: browserRun() },
        {
          method: "PUT",
          path: `/assignments/${question}/status`,
          body: { responseStatus: "having doubt", learningNotes: "Why?" },
        },
        {
          method: "POST",
          path: "/doubts",
          body: { assignmentId: question, doubtText: "Why is it 5?" },
        },
        { method: "PATCH", path: `/doubts/${threads[0]}`, body: { private: true } },
      ],
    },
  };
}

function start(order: Order): { stop(): Promise<void> } {
  const worker = new Worker(new URL("kit/flood_worker.ts", import.meta.url), { type: "module" });
  worker.postMessage(order);
  return {
    async stop() {
      const stopped = new Promise((done) => worker.onmessage = done);
      worker.postMessage("stop");
      await stopped;
      worker.terminate();
    },
  };
}
