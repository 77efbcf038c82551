/**
 * One reply to a class that watches, beside two floors in the same run: a bare `ws` broadcast of
 * the same bytes, and the same after one INSERT, committed. All three are processes of their own on
 * one machine, and take turns, so that its noise hits all alike.
 */
import postgres from "postgres";
import { newId } from "../../server/kit/ids.ts";
import { assignment, doubt } from "../kit/assignments.ts";
import { caller, type TestPerson } from "../kit/people.ts";
import type { Cluster } from "./kit/cluster.ts";
import { machine, median, percentile, round, table } from "./kit/figures.ts";
import { pause } from "./kit/replies.ts";
import { people, type Signed } from "./kit/people.ts";
import { type Process, startBare, startDoubtless } from "./kit/process.ts";
import { countTrips } from "./kit/proxy.ts";
import { watchBare, watchDoubtless, type Watchers } from "./kit/watchers.ts";

type Options = { watchers?: number[]; rounds?: number; warmUp?: number; counted?: number };

/** Replies to one thread before the next is taken: threads are this long at most. */
const THREAD = 8;
const QUIET_MS = 30;
/** Replies that also prepare statements, once a connection, before round trips are counted. */
const WARM_UP = 5;
/** Presence is gathered for half a second before it is pushed. */
const PRESENCE_MS = 1500;

const REPLY = `The loop runs once too often: \`i <= n\` reads **one past the end**.

\`\`\`cpp
for (int i = 0; i < n; i++) sum += a[i];
\`\`\`

Try it with n = 1 and watch \`i\`. Does the sum come out right then?`;

type Contender = {
  name: string;
  process: Process;
  watchers: Watchers;
  /** Before a round, outside what is measured. */
  prepare(round: number): Promise<void>;
  send(): Promise<Response>;
};

type Measured = {
  /** Milliseconds from before the request to the entry's frame, for each round and watcher. */
  first: number[][];
  /** The same to the last frame. */
  last: number[][];
  cpu: number;
  memory: number;
};

/** @returns a report in Markdown */
export async function fanout(
  cluster: Cluster,
  { watchers = [200, 600], rounds = 75, warmUp = 120, counted = 15 }: Options = {},
): Promise<string> {
  const databaseUrl = await cluster.newDatabase("fanout");
  await using floorA = await startBare("floor.ts", {});
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await sql`create table floor (id bigint generated always as identity primary key, message text)`;
  await using floorB = await startBare("floor.ts", { DATABASE_URL: databaseUrl });
  await using doubtless = await startDoubtless(databaseUrl);
  const most = Math.max(...watchers);
  const [students, [mentor]] = [
    await people(sql, "student", Math.max(most, Math.ceil((warmUp + rounds + counted) / THREAD))),
    await people(sql, "mentor", 1) as [Signed],
  ];
  await sql.end();

  const idle = [doubtless, floorA, floorB].map((process) => process.memory());
  const sections: string[] = [];
  for (const count of watchers) {
    const threads = await openThreads(doubtless, {
      mentor,
      students: students.slice(0, Math.ceil((warmUp + rounds) / THREAD)),
    });
    const ours = await contendDoubtless(doubtless, { count, mentor, students, threads });
    const bare = [
      await contendBare("ws broadcast", floorA, count),
      await contendBare("INSERT, COMMIT, ws broadcast", floorB, count),
    ];
    const measured = await compete([ours, ...bare], { rounds, warmUp });
    sections.push(report(count, [ours, ...bare], measured, { rounds, idle }));
    for (const { watchers } of [ours, ...bare]) watchers.close();
  }
  const trips = await roundTrips(databaseUrl, { mentor, students, counted });
  return [
    `### Fan-out (${machine()})`,
    ...sections,
    `Round trips to PostgreSQL of one reply, from request to push, commit included: **${trips}** (aim: at most 6).`,
  ].join("\n\n");
}

const as = (process: { url: string }, signed: Signed): TestPerson => ({
  ...signed,
  email: "",
  ...caller(process, signed.token),
});

/** A thread by each student, on one assignment. */
async function openThreads(
  process: { url: string },
  { mentor, students }: { mentor: Signed; students: Signed[] },
): Promise<string[]> {
  const { _id } = await assignment(as(process, mentor));
  const threads: string[] = [];
  for (const student of students) {
    threads.push((await doubt(as(process, student), _id))._id);
  }
  return threads;
}

async function contendDoubtless(
  process: Process,
  { count, mentor, students, threads }: {
    count: number;
    mentor: Signed;
    students: Signed[];
    threads: string[];
  },
): Promise<Contender> {
  const tokens = students.slice(0, count).map(({ token }) => token);
  const watchers = await watchDoubtless(process.url, tokens);
  let thread = "";
  return {
    name: "Doubtless",
    process,
    watchers,
    async prepare(round) {
      if (round % THREAD !== 0) return;
      thread = threads.shift() ?? "";
      if (!thread) throw new Error("There are more rounds than threads for them.");
      await watchers.ask(`420${JSON.stringify(["watch", { doubtId: thread }])}`, "430[");
      await pause(PRESENCE_MS);
    },
    send: () =>
      fetch(`${process.url}/api/doubts/${thread}/reply`, {
        method: "PUT",
        headers: {
          "content-type": "application/json",
          "x-auth-token": mentor.token,
          "idempotency-key": newId(),
        },
        body: JSON.stringify({ reply: REPLY }),
      }),
  };
}

async function contendBare(name: string, process: Process, count: number): Promise<Contender> {
  return {
    name,
    process,
    watchers: await watchBare(process.url, count),
    prepare: () => Promise.resolve(),
    send: () =>
      fetch(process.url, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ reply: REPLY }),
      }),
  };
}

/** Round after round, each contender in its turn. */
async function compete(
  contenders: Contender[],
  { rounds, warmUp }: { rounds: number; warmUp: number },
): Promise<Measured[]> {
  const all = contenders.map((): Measured => ({ first: [], last: [], cpu: 0, memory: 0 }));
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const [place, contender] of contenders.entries()) {
      const { process, watchers } = contender;
      const measured = all[place] as Measured;
      await contender.prepare(round);
      await pause(QUIET_MS);
      watchers.expect();
      const cpu = process.cpu();
      const start = performance.now();
      const [response, { first, last }] = await Promise.all([
        contender.send(),
        watchers.arrived(),
      ]);
      await response.body?.cancel();
      if (response.status !== 200) throw new Error(`${contender.name}: ${response.status}`);
      await pause(QUIET_MS);
      // The floors send what Doubtless sends.
      if (place === 0) await giveFrames(contenders.slice(1), watchers.frames());
      if (round < warmUp) continue;
      measured.first.push(first.map((at) => at - start));
      measured.last.push(last.map((at) => at - start));
      measured.cpu += process.cpu() - cpu;
    }
  }
  for (const [place, { process }] of contenders.entries()) {
    (all[place] as Measured).memory = process.memory();
  }
  return all;
}

async function giveFrames(floors: Contender[], frames: string[]): Promise<void> {
  for (const { process } of floors) {
    const given = await fetch(process.url, { method: "POST", body: JSON.stringify(frames) });
    await given.body?.cancel();
  }
}

function report(
  count: number,
  contenders: Contender[],
  measured: Measured[],
  { rounds, idle }: { rounds: number; idle: number[] },
): string {
  const frames = rounds * count * 2;
  const figures = measured.map(({ first, last, cpu, memory }) => ({
    p50: percentile(first.flat(), 0.5),
    p95: percentile(first.flat(), 0.95),
    p99: percentile(first.flat(), 0.99),
    usual: median(first.map((one) => percentile(one, 0.95))),
    both: median(last.map((one) => percentile(one, 0.95))),
    cpu: cpu / frames,
    memory,
  }));
  type Figures = typeof figures[number];
  const [ours, a, b] = figures as [Figures, Figures, Figures];
  const rows = contenders.map(({ name }, place) => {
    const { p50, p95, p99, usual, both, cpu, memory } = figures[place] as Figures;
    return [
      name,
      ...[p50, p95, p99, usual, both].map((value) => round(value, 1)),
      round(cpu * 1000, 1),
      `${round(idle[place] ?? NaN, 0)} → ${round(memory, 0)}`,
    ];
  });
  const ratio = (name: string, floor: Figures) => [
    name,
    ...(["p50", "p95", "p99", "usual", "both", "cpu"] as const).map((key) =>
      `× ${round(ours[key] / floor[key])}`
    ),
    `× ${round(ours.memory / floor.memory)}`,
  ];
  return [
    `One reply to **${count} watchers**, ${rounds} replies each in turn; milliseconds until a watcher has the entry:`,
    table(
      [
        "",
        "p50",
        "p95",
        "p99",
        "median reply's p95",
        "and its second frame",
        "CPU µs a frame",
        "MB idle → then",
      ],
      [...rows, ratio("ours to the first floor", a), ratio("ours to the second floor", b)],
    ),
  ].join("\n\n");
}

/**
 * Round trips of one reply, to a thread of a few: the least of several. A statement that was sent
 * with others, but after these were answered already, is not waited for.
 */
async function roundTrips(
  databaseUrl: string,
  { mentor, students, counted }: { mentor: Signed; students: Signed[]; counted: number },
): Promise<number> {
  using proxy = countTrips(databaseUrl);
  await using process = await startDoubtless(proxy.url);
  const me = as(process, mentor);
  const threads = await openThreads(process, {
    mentor,
    students: students.slice(0, Math.ceil((WARM_UP + counted) / THREAD)),
  });
  const counts: number[] = [];
  for (let reply = 0; reply < WARM_UP + counted; reply++) {
    const before = proxy.trips();
    const thread = threads[Math.floor(reply / THREAD)];
    const { status } = await me.put(`/doubts/${thread}/reply`, { reply: REPLY }, {
      "idempotency-key": newId(),
    });
    if (status !== 200) throw new Error(`a reply was answered ${status}`);
    if (reply >= WARM_UP) counts.push(proxy.trips() - before);
    await pause(QUIET_MS);
  }
  return Math.min(...counts);
}
