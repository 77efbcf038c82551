/**
 * Measures other people's calls while one student does the worst that is known: many sockets,
 * watches of made-up threads, relayed edits, catch-ups, parallel reads, writes of six kinds, texts
 * that take long, and wrong sign-ins from the school's address. Quiet and flooded turns alternate in
 * one run.
 */
import { hash } from "@node-rs/argon2";
import postgres from "postgres";
import { newId } from "../../server/kit/core/ids.ts";
import { ARGON2 } from "../../server/kit/security/hash.ts";
import { assignment, doubt } from "../kit/assignments.ts";
import { HOSTILE } from "../kit/hostile.ts";
import { caller, PASSWORD } from "../kit/people.ts";
import { browserRun, runsOf, sumQuestion } from "../kit/runs.ts";
import type { Cluster } from "./kit/cluster.ts";
import { machine, percentile, round, table } from "./kit/figures.ts";
import type { Flood, Order } from "./kit/flood_worker.ts";
import { people, type Signed, testPerson } from "./kit/people.ts";
import { startDoubtless } from "./kit/process.ts";
import { pause } from "./kit/replies.ts";

type Options = { rounds?: number; calls?: number; only?: string };

const MENTORS = 20;
const DOUBTS = 60;
const RUNS = 30;
const TEN = 10;
const QUIET_MS = 20;
/** The time until a flood is at its height, and until its work is gone between two turns. */
const FLOOD_MS = 1500;
const REST_MS = 1500;
/** The time until everything must be quiet again after a flood. */
const AFTER_MS = 10_000;
const AIM = 5;

/** With code, as most replies. */
const REPLY = `The loop runs once too often: \`i <= n\` reads **one past the end**. Compare:

\`\`\`cpp
for (int i = 0; i < n; i++) std::cout << "at " << i << ": " << a[i] << std::endl;
\`\`\`

- What is in \`a[n]\`?
- What does [the manual](https://en.cppreference.com/w/cpp/language/for) say?`;

/** @returns a report in Markdown */
export async function hostile(
  cluster: Cluster,
  { rounds = 3, calls = 40, only = Deno.env.get("ONLY") ?? "" }: Options = {},
): Promise<string> {
  const databaseUrl = await cluster.newDatabase("hostile");
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  // One signs in again and again, which ends their older sessions.
  const [mentor, ...mentors] = await people(sql, "mentor", MENTORS + 1) as [Signed, ...Signed[]];
  const [student, ...classmates] = await people(sql, "student", DOUBTS + 1) as [
    Signed,
    ...Signed[],
  ];
  await sql`update people set password_hash = ${await hash(PASSWORD, ARGON2)}
    where id = ${mentor._id}`;
  await sql.end();
  const ids = await fill(databaseUrl, { mentor, student, classmates });
  // The limits on writing are those of a school.
  await using server = await startDoubtless(databaseUrl, { WRITE_PACE: "1" });
  const callers = mentors.map(({ token }) => caller(server, token));

  let called = 0;
  let browser: string | undefined;
  /** A mentor's reply, or a read of the queue, in turn; or a sign-in in the same browser again. */
  async function callOnce(isSignIn: boolean): Promise<number> {
    await pause(QUIET_MS);
    const { get, put, post } = callers[called++ % MENTORS] as (typeof callers)[number];
    const path = `/doubts/${ids.threads[called % ids.threads.length]}/reply`;
    const start = performance.now();
    const email = `${mentor._id}@bench.test`;
    const { status, body } = isSignIn
      ? await post("/auth/login", { email, password: PASSWORD, browser })
      : called % 2 === 0
      ? await get("/doubts/filter-doubts")
      : await put(path, { reply: REPLY }, { "idempotency-key": newId() });
    if (status !== 200) throw new Error(`a mentor was answered ${status}`);
    if (isSignIn) ({ browser } = body);
    return performance.now() - start;
  }
  async function measure(isSignIn: boolean): Promise<number[]> {
    const all: number[] = [];
    for (let at = 0; at < calls; at++) all.push(await callOnce(isSignIn));
    return all;
  }

  for (const isSignIn of [false, true, false]) await measure(isSignIn);
  const before = server.memory();
  let most = before;
  const rows: string[][] = [];
  for (const [name, flood] of Object.entries(floodsOf(ids))) {
    if (!name.includes(only)) continue;
    const isSignIn = name.includes("sign-ins");
    const [quiet, flooded]: [number[], number[]] = [[], []];
    for (let turn = 0; turn < rounds; turn++) {
      quiet.push(...await measure(isSignIn));
      const running = start({ url: server.url, token: student.token, flood });
      await pause(FLOOD_MS);
      flooded.push(...await measure(isSignIn));
      most = Math.max(most, server.memory());
      await running.stop();
      await pause(turn < rounds - 1 ? REST_MS : AFTER_MS);
    }
    const later = await measure(isSignIn);
    const [floor, worst, after] = [quiet, flooded, later].map((all) => percentile(all, 0.95)) as [
      number,
      number,
      number,
    ];
    const times = (ms: number) => `× ${round(ms / floor, 1)}`;
    rows.push([name, round(floor, 1), round(worst, 1), times(worst), times(after)]);
  }
  return [
    `### One student's worst (${machine()})`,
    `p95 of mentors' calls (replies and reads of the queue in turn; in the last row, sign-ins), ${
      rounds * calls
    } for each figure, milliseconds; the aim is at most × ${AIM}, and quiet after ${
      AFTER_MS / 1000
    } s:`,
    table(["one student", "quiet", "flooded", "", "afterwards"], rows),
    `Memory, MB: ${round(before, 0)} before, at most ${round(most, 0)}.`,
  ].join("\n\n");
}

type Ids = {
  question: string;
  questions: string[];
  threads: string[];
  thread: string;
  togetherId: string;
  /** The tokens of ten other students. */
  ten: string[];
};

/** Creates a class's lists, and a session for two. */
async function fill(
  databaseUrl: string,
  { mentor, student, classmates }: { mentor: Signed; student: Signed; classmates: Signed[] },
): Promise<Ids> {
  await using server = await startDoubtless(databaseUrl);
  const as = (signed: Signed) => testPerson(server, signed);
  const [staff, me] = [as(mentor), as(student)];
  const { _id: question } = await sumQuestion(staff);
  const questions: string[] = [];
  for (let at = 0; at < DOUBTS; at++) questions.push((await assignment(staff))._id);
  for (let at = 0; at < RUNS; at++) await me.post(runsOf(question), browserRun());
  const threads: string[] = [];
  for (const one of classmates) threads.push((await doubt(as(one), question))._id);
  const { _id: thread } = await doubt(me, question);
  const { body: { _id: togetherId } } = await staff.post(`/doubts/${thread}/together`);
  const { status } = await me.put(`/doubts/${thread}/together`, { _id: togetherId });
  if (status !== 200) throw new Error(`the session was answered ${status}`);
  const ten = classmates.slice(0, TEN).map(({ token }) => token);
  return { question, questions, threads, thread, togetherId, ten };
}

function floodsOf(
  { question, questions, threads, thread, togetherId, ten }: Ids,
): Record<string, Flood> {
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
    "40 sockets in a session for two, 32 KB each": {
      kind: "sockets",
      sockets: 40,
      first: ["watch", { togetherId }],
      message: { event: "relay", body: { togetherId }, bytes: 32 * 1024 },
    },
    "ten loops of catch-up": { kind: "sockets", sockets: 10, catchesUp: true },
    "lists of doubts × 32": read("/doubts/filter-doubts?limit=100", 32),
    "searches of doubts × 32": read("/doubts/filter-doubts?limit=100&text=why", 32),
    "all assignments × 32": read("/assignments/general", 32),
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
    // So that no limit on writing ends it.
    "ten students' worst texts of 10 KB": {
      kind: "calls",
      each: TEN,
      tokens: ten,
      calls: Object.values(HOSTILE).map((make, at) => ({
        method: "POST",
        path: "/doubts",
        body: { assignmentId: questions[at % questions.length], doubtText: make(9990) },
      })),
    },
    "1,000 wrong sign-ins from one address": {
      kind: "calls",
      each: 1000,
      tokens: [""],
      calls: Array.from({ length: 1000 }, (_, at) => ({
        method: "POST",
        path: "/auth/login",
        body: { email: `nobody${at}@bench.test`, password: "Wrong@123" },
      })),
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
