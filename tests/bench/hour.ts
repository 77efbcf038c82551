/**
 * An hour in class, from outside, with server, database and client on this machine: the students of
 * one address sign in within a minute; then each posts a run every 30 s, opens a question each minute,
 * a list each 90 s and a thread every two minutes. Ten mentors reply once a second and read the queue,
 * and each thread is watched. Then all sockets are away for half a minute, and come back at once.
 *
 * Each call has a time at which it is due, whether or not earlier ones have been answered, and its
 * duration counts from then.
 */
import type { Buffer } from "node:buffer";
import { hash } from "@node-rs/argon2";
import postgres from "postgres";
import WebSocket from "ws";
import { newId } from "../../server/kit/core/ids.ts";
import { doubt } from "../kit/assignments.ts";
import { PASSWORD } from "../kit/people.ts";
import { browserRun, runsOf, sumQuestion } from "../kit/runs.ts";
import type { Cluster } from "./kit/cluster.ts";
import { machine, median, percentile, round, table } from "./kit/figures.ts";
import { people, type Signed, testPerson } from "./kit/people.ts";
import { type Process, startDoubtless } from "./kit/process.ts";
import { pause, REPLY } from "./kit/replies.ts";

type Options = {
  students?: number;
  signInSeconds?: number;
  seconds?: number;
  awaySeconds?: number;
};

const THREADS = 25;
const MENTORS = 10;
/** How often a student does something, in seconds, and all mentors together reply. */
const EVERY = { run: 30, question: 60, list: 90, thread: 120, reply: 1 / MENTORS, queue: 1 };
type Kind = "sign-in" | keyof typeof EVERY | "bare INSERT and COMMIT" | "healthz";
const PATIENCE_MS = 60_000;

/** Calls that are due, and how long those took that are done. */
class Calls {
  times = new Map<Kind, number[]>();
  failed: string[] = [];
  #due: { at: number; kind: Kind; call: () => Promise<unknown> }[] = [];
  #running: Promise<void>[] = [];

  add(kind: Kind, at: number, call: () => Promise<unknown>): void {
    this.#due.push({ at, kind, call });
  }

  /** Repeats a call, from a time on, so many times. */
  repeat(
    kind: keyof typeof EVERY | "bare INSERT and COMMIT" | "healthz",
    { from, seconds, every }: { from: number; seconds: number; every: number },
    call: () => Promise<unknown>,
  ): void {
    for (let at = from; at < seconds; at += every) this.add(kind, at * 1000, call);
  }

  /** Makes all calls, each when it is due. */
  async run(): Promise<void> {
    const start = performance.now();
    for (const { at, kind, call } of this.#due.toSorted((a, b) => a.at - b.at)) {
      const due = start + at;
      if (due > performance.now()) await pause(due - performance.now());
      this.#running.push(
        call().then(() => {
          const times = this.times.get(kind) ?? [];
          this.times.set(kind, times);
          times.push(performance.now() - due);
        }, (error) => void this.failed.push(`${kind}: ${error}`)),
      );
    }
    await Promise.all(this.#running);
    this.#due = [];
  }
}

/** One student's connection, and what it has got. */
class Screen {
  #socket: WebSocket | undefined;
  #isReady = Promise.withResolvers<void>();
  /** The newest event, the number of changed doubts, and those that came out of order. */
  seq = 0;
  changed = 0;
  disordered = 0;
  resyncs = 0;

  constructor(readonly url: string, readonly token: string, readonly doubtId: string) {}

  /** Connects, once more after each refusal. @returns how often it was refused */
  async connect(): Promise<number> {
    for (let refused = 0;; refused++) {
      this.#isReady = Promise.withResolvers<void>();
      const socket = new WebSocket(
        `${this.url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`,
        { perMessageDeflate: false },
      );
      this.#socket = socket;
      socket.once("error", this.#isReady.reject);
      socket.once("close", () => this.#isReady.reject(new Error("closed")));
      socket.on("message", (data: Buffer) => this.#hear(socket, data));
      const timer = setTimeout(() => this.#isReady.reject(new Error("never ready")), PATIENCE_MS);
      const isLive = await this.#isReady.promise.then(() => true, () => false);
      clearTimeout(timer);
      if (isLive) return refused;
      await pause(1000);
    }
  }

  #hear(socket: WebSocket, data: Buffer): void {
    const text = data.toString("latin1");
    if (text === "2") return socket.send("3");
    if (text.startsWith("0{")) {
      const { token, seq } = this;
      return socket.send(`40${JSON.stringify({ token, ...(seq > 0 && { since: seq }) })}`);
    }
    if (text.startsWith('42["resync"')) this.resyncs += 1;
    const seq = Number(text.match(/"seq":"?(\d+)/)?.[1] ?? 0);
    if (text.startsWith('42["ready"')) {
      this.seq = Math.max(this.seq, seq);
      socket.send(`420${JSON.stringify(["watch", { doubtId: this.doubtId }])}`);
      return this.#isReady.resolve();
    }
    if (seq === 0 || text.startsWith("43")) return;
    if (seq <= this.seq) this.disordered += 1;
    this.seq = Math.max(this.seq, seq);
    // Whoever watches the thread gets its entry in place of the changed card.
    if (/^42\["doubt\.(changed|entry)"/.test(text)) this.changed += 1;
  }

  leave(): void {
    this.#socket?.terminate();
  }
}

/** The class: its people, one question and its threads. */
async function prepare(sql: postgres.Sql, server: Process, count: number) {
  const students = await people(sql, "student", count);
  const mentors = await people(sql, "mentor", MENTORS);
  await sql`update people set password_hash = ${await hash(PASSWORD)}`;
  await sql`create table bare (id bigint generated always as identity, text text)`;
  const as = (one: Signed) => testPerson(server, one);
  const { _id: question } = await sumQuestion(as(mentors[0] as Signed));
  const threads: string[] = [];
  for (const student of students.slice(0, THREADS)) {
    threads.push((await doubt(as(student), question))._id);
  }
  return { students, mentors, question: question as string, threads };
}

/** @returns a function that makes one call and reads the reply, which must be good */
const callerOf = ({ url }: Process) => async (token: string, path: string, init?: RequestInit) => {
  const response = await fetch(`${url}/api${path}`, {
    ...init,
    headers: {
      "x-auth-token": token,
      "content-type": "application/json",
      ...init?.method && { "idempotency-key": newId() },
    },
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${body.slice(0, 100)}`);
  return body;
};

async function oneClass(
  cluster: Cluster,
  { students: count = 500, signInSeconds = 60, seconds = 90, awaySeconds = 30 }: Options,
): Promise<string> {
  const databaseUrl = await cluster.newDatabase(`hour_${count}`);
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await using server = await startDoubtless(databaseUrl);
  const { students, mentors, question, threads } = await prepare(sql, server, count);
  const call = callerOf(server);
  const threadOf = (nth: number) => threads[nth % THREADS] as string;
  const calls = new Calls();
  const screens: Screen[] = [];

  for (const [nth, { _id }] of students.entries()) {
    calls.add("sign-in", nth * signInSeconds * 1000 / count, async () => {
      const body = JSON.stringify({ email: `${_id}@bench.test`, password: PASSWORD });
      const { token } = JSON.parse(await call("", "/auth/login", { method: "POST", body }));
      const screen = new Screen(server.url, token, threadOf(nth));
      screens[nth] = screen;
      void screen.connect();
    });
  }
  await calls.run();
  await pause(2000);

  for (const screen of screens) screen.changed = 0;
  const [before] = await sql`select max(seq) as seq from events`;
  const at = (every: number) => ({ from: Math.random() * every, seconds, every });
  for (const [nth, screen] of screens.entries()) {
    const { token } = screen;
    const body = JSON.stringify(browserRun());
    calls.repeat(
      "run",
      at(EVERY.run),
      () => call(token, runsOf(question), { method: "POST", body }),
    );
    calls.repeat("question", at(EVERY.question), () => call(token, `/assignments/${question}`));
    calls.repeat("list", at(EVERY.list), () => call(token, "/doubts/filter-doubts"));
    calls.repeat("thread", at(EVERY.thread), () => call(token, `/doubts/${threadOf(nth)}`));
  }
  let turn = 0;
  const mentor = () => mentors[turn++ % MENTORS]?.token ?? "";
  const body = JSON.stringify({ reply: REPLY });
  calls.repeat(
    "reply",
    at(EVERY.reply),
    () => call(mentor(), `/doubts/${threadOf(turn)}/reply`, { method: "PUT", body }),
  );
  const queue = "/doubts/filter-doubts?order=queue&waiting=true";
  calls.repeat("queue", at(EVERY.queue), () => call(mentor(), queue));
  calls.repeat("bare INSERT and COMMIT", at(0.5), () => sql`insert into bare (text) values ('')`);
  calls.repeat("healthz", at(1), () => fetch(`${server.url}/healthz`).then((one) => one.text()));
  await calls.run();

  for (const screen of screens) screen.leave();
  for (let second = 0; second < awaySeconds; second++) {
    await call(mentor(), `/doubts/${threadOf(second)}/reply`, { method: "PUT", body });
    await pause(1000);
  }
  const start = performance.now();
  const refused = await Promise.all(screens.map((screen) => screen.connect()));
  const back = performance.now() - start;
  await pause(2000);

  const [kept] = await sql`select (select count(*)::int from runs) as run,
    (select count(*)::int from doubt_entries where type = 'reply') as reply,
    (select count(*)::int from events where seq > ${before?.seq} and type = 'doubt.changed') as changed`;
  const sent = (kind: Kind) => calls.times.get(kind)?.length ?? 0;
  const isLost = (screen: Screen) => screen.resyncs === 0 && screen.changed !== kept?.changed;
  const lost = [
    `${sent("run") - kept?.run} runs`,
    `${sent("reply") + awaySeconds - kept?.reply} replies`,
    `${screens.filter(isLost).length} screens miss an event`,
    `${screens.filter(({ disordered }) => disordered > 0).length} got one twice`,
  ];
  for (const screen of screens) screen.leave();
  await sql.end();
  return [
    `**${count} students** (${round(server.cpu() / 1000, 0)} s of the server's processor time, ${
      round(server.memory(), 0)
    } MB):`,
    table(
      ["", "calls", "median", "p95", "longest"],
      [...calls.times].map(([kind, times]) => [
        kind,
        String(times.length),
        round(median(times), 0),
        round(percentile(times, 0.95), 0),
        round(Math.max(...times), 0),
      ]),
    ),
    `Failed: ${calls.failed.length}${calls.failed[0] ? ` (${calls.failed[0]})` : ""}. Lost: ${
      lost.join(", ")
    }. All were back after **${round(back / 1000, 1)} s**; ${
      refused.filter((times) => times > 0).length
    } were refused on their first try; ${
      screens.filter(({ resyncs }) => resyncs > 0).length
    } had to fetch everything again.`,
  ].join("\n\n");
}

/** @returns a report in Markdown */
export async function hour(cluster: Cluster, options: Options = {}): Promise<string> {
  const asked = Deno.env.get("HOUR_STUDENTS");
  const parts = [`### An hour in class (${machine()})`];
  for (const students of asked ? [Number(asked)] : [500, 2000]) {
    parts.push(await oneClass(cluster, { students, ...options }));
  }
  return parts.join("\n\n");
}
