/**
 * Measures one reply to a class that watches its thread, compared with two other servers in the
 * same run: a bare one that inserts a row, commits and writes to its WebSockets, and a plain stack
 * of Express, pg and socket.io. Each is a process of its own, all send the same bytes, and all
 * sockets are held by one client thread. The servers take turns of a few replies, so that noise of
 * the machine affects all of them alike; each figure is the median of the rounds.
 *
 * `BESIDE=name=folder,…` also measures other checkouts of this project.
 */
import postgres from "postgres";
import { newId } from "../../server/kit/core/ids.ts";
import { assignment, doubt } from "../kit/assignments.ts";
import type { Cluster } from "./kit/cluster.ts";
import { machine, median, percentile, round, table } from "./kit/figures.ts";
import { pause, REPLY } from "./kit/replies.ts";
import { people, type Signed, testPerson } from "./kit/people.ts";
import { type Process, startBare, startDoubtless } from "./kit/process.ts";
import { countTrips } from "./kit/proxy.ts";
import { watchBare, watchDoubtless, type Watchers, watchPlain } from "./kit/watchers.ts";

type Options = {
  watchers?: number;
  rounds?: number;
  writes?: number;
  warmUp?: number;
  counted?: number;
};

/** The number of replies to one thread before the next one is used. */
const THREAD = 50;
/** The number of replies of one server before the next server's turn. */
const TURN = 10;
const QUIET_MS = 10;
/** The time after which all frames of a reply have arrived. */
const COUNT_MS = 2000;
/** Replies that prepare each statement on each connection before round trips are counted. */
const WARM_UP = 30;
/** Longer than the half second for which presence is collected before it is pushed. */
const PRESENCE_MS = 1000;

type Contender = {
  name: string;
  process: Process;
  watchers: Watchers;
  /** The number of frames that a reply sends to each watcher, once it has been counted. */
  frames?: number;
  /** Called before some replies, outside the measured time. */
  prepare(replies: number): Promise<void>;
  /** Sets the frames to send: those that Doubtless sent. */
  copy?(frames: string[]): Promise<void>;
  send(): Promise<Response>;
};

/** The figures of one server in one round. */
type Figures = { p50: number; p95: number; cpu: number; frames: number };

/** @returns a report in Markdown */
export async function fanout(
  cluster: Cluster,
  { watchers = 600, rounds = 3, writes = 300, warmUp = 100, counted = 15 }: Options = {},
): Promise<string> {
  const threads = Math.ceil((warmUp + rounds * writes) / THREAD) + 1;
  await using started = new AsyncDisposableStack();
  const contenders: Contender[] = [];
  let school: School | null = null;
  // Each has a database of its own: servers on one database push each other's replies.
  for (
    const [place, [name, folder]] of [["Doubtless", undefined] as const, ...beside()].entries()
  ) {
    const one = await newSchool(cluster, `fanout_${place}`, Math.max(watchers, threads));
    school ??= one;
    const process = started.use(await startDoubtless(one.databaseUrl, {}, folder));
    contenders.push(await contendDoubtless(process, one, { name, watchers, threads }));
  }
  const { databaseUrl } = school as School;
  const bare = started.use(await startBare("floor.ts", { DATABASE_URL: databaseUrl }));
  const plain = started.use(await startBare("plain.ts", { DATABASE_URL: databaseUrl }));
  contenders.push(
    contend("bare: INSERT, COMMIT, ws", bare, await watchBare(bare.url, watchers), (one) => one),
    contend(
      "plain: Express, pg, socket.io",
      plain,
      await watchPlain(plain.url, watchers),
      (frame) => JSON.parse(frame.slice(2)),
    ),
  );
  const measured = await compete(contenders, { watchers, rounds, writes, warmUp });
  const memory = contenders.map(({ process }) => process.memory());
  for (const { watchers } of contenders) watchers.close();
  await started.disposeAsync();
  const trips = await roundTrips(school as School, counted);
  return [
    `### Fan-out (${machine()})`,
    `One reply to **${watchers} watchers**, ${writes} replies in each of ${rounds} rounds; milliseconds until a watcher has the entry, medians of the rounds (least to most):`,
    report(contenders, measured, memory),
    `Round trips to PostgreSQL of one reply, from request to push, commit included: **${trips}** (aim: at most 6).`,
  ].join("\n\n");
}

type School = { databaseUrl: string; mentor: Signed; students: Signed[] };

async function newSchool(cluster: Cluster, name: string, count: number): Promise<School> {
  const databaseUrl = await cluster.newDatabase(name);
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  for (const table of ["floor", "plain"]) {
    await sql.unsafe(
      `create table ${table} (id bigint generated always as identity primary key, message text)`,
    );
  }
  const students = await people(sql, "student", count);
  const [mentor] = await people(sql, "mentor", 1) as [Signed];
  await sql.end();
  return { databaseUrl, mentor, students };
}

const beside = (): [name: string, folder: string][] =>
  (Deno.env.get("BESIDE") ?? "").split(",").filter((one) => one !== "").map((one) => {
    const [name = "", folder = ""] = one.split("=");
    return [name, folder];
  });

async function contendDoubtless(
  process: Process,
  { mentor, students }: School,
  { name, watchers: count, threads }: { name: string; watchers: number; threads: number },
): Promise<Contender> {
  const tokens = students.slice(0, count).map(({ token }) => token);
  const watchers = await watchDoubtless(process.url, tokens);
  // One thread by each of some students, on one assignment.
  const { _id } = await assignment(testPerson(process, mentor));
  const waiting: string[] = [];
  for (const student of students.slice(0, threads)) {
    waiting.push((await doubt(testPerson(process, student), _id))._id);
  }
  let thread = "";
  let left = 0;
  return {
    name,
    process,
    watchers,
    async prepare(replies) {
      if (left < replies) {
        const before = thread;
        thread = waiting.shift() ?? "";
        if (!thread) throw new Error("There are more replies than threads for them.");
        left = THREAD;
        if (before) watchers.tell(`42${JSON.stringify(["unwatch", { doubtId: before }])}`);
        await watchers.ask(
          `420${JSON.stringify(["watch", { doubtId: thread }])}`,
          "430[",
        );
        await pause(PRESENCE_MS);
      }
      left -= replies;
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

/** Returns a server that sends the same frames as Doubtless, after `copy` has set them. */
function contend(
  name: string,
  process: Process,
  watchers: Watchers,
  toSend: (frame: string) => unknown,
): Contender {
  const call = (method: string, body: unknown) =>
    fetch(process.url, {
      method,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  return {
    name,
    process,
    watchers,
    prepare: () => Promise.resolve(),
    copy: async (frames) => {
      await (await call("POST", frames.map(toSend))).body?.cancel();
    },
    send: () => call("PUT", { reply: REPLY }),
  };
}

/** Runs the warm-up and the rounds, in each of which the servers take turns. */
async function compete(
  contenders: Contender[],
  { watchers, rounds, writes, warmUp }: Required<Omit<Options, "counted">>,
): Promise<Figures[][]> {
  await takeTurns(contenders, warmUp);
  const found: Figures[][] = contenders.map(() => []);
  for (let turn = 0; turn < rounds; turn++) {
    for (const [place, { times, cpu, frames }] of (await takeTurns(contenders, writes)).entries()) {
      found[place]?.push({
        p50: percentile(times, 0.5),
        p95: percentile(times, 0.95),
        cpu: cpu * 1000 / (writes * watchers),
        frames,
      });
    }
  }
  return found;
}

type Taken = { times: number[]; cpu: number; frames: number };

async function takeTurns(contenders: Contender[], writes: number): Promise<Taken[]> {
  const taken = contenders.map((): Taken => ({ times: [], cpu: 0, frames: 0 }));
  for (let done = 0; done < writes; done += TURN) {
    const replies = Math.min(TURN, writes - done);
    for (const [place, contender] of contenders.entries()) {
      await takeTurn(contender, replies, taken[place] as Taken);
      if (place === 0) {
        const frames = contender.watchers.frames();
        for (const { copy } of contenders) await copy?.(frames);
      }
    }
  }
  return taken;
}

async function takeTurn(contender: Contender, replies: number, taken: Taken): Promise<void> {
  const { process, watchers } = contender;
  await contender.prepare(replies);
  await pause(QUIET_MS);
  const cpu = process.cpu();
  for (let reply = 0; reply < replies; reply++) {
    watchers.expect();
    const start = performance.now();
    const [, { first }] = await Promise.all([sent(contender), watchers.arrived()]);
    for (const at of first) taken.times.push(at - start);
    if (contender.frames === undefined) await pause(COUNT_MS);
    contender.frames = await watchers.each(contender.frames);
    await pause(QUIET_MS);
  }
  taken.frames = contender.frames ?? 0;
  taken.cpu += process.cpu() - cpu;
}

async function sent({ name, send }: Contender): Promise<void> {
  const response = await send();
  const answer = await response.text();
  if (response.status !== 200) throw new Error(`${name}: ${response.status} ${answer}`);
}

const KEYS = ["p50", "p95", "cpu"] as const;

function report(contenders: Contender[], measured: Figures[][], memory: number[]): string {
  const bare = measured.at(-2) ?? [];
  const plain = measured.at(-1) ?? [];
  const shown = (values: number[], digits: number) =>
    `${round(median(values), digits)} (${round(Math.min(...values), digits)} to ${
      round(Math.max(...values), digits)
    })`;
  const rows = contenders.map(({ name }, place) => {
    const rounds = measured[place] ?? [];
    const ratio = (key: typeof KEYS[number], to: Figures[]) =>
      `× ${round(median(rounds.map((one, at) => one[key] / (to[at]?.[key] ?? NaN))))}`;
    return [
      name,
      ...KEYS.map((key) => shown(rounds.map((one) => one[key]), 1)),
      String(rounds[0]?.frames ?? 0),
      round(memory[place] ?? NaN, 0),
      ratio("p95", bare),
      ratio("p95", plain),
      ratio("cpu", bare),
      ratio("cpu", plain),
    ];
  });
  return table([
    "",
    "p50",
    "p95",
    "server CPU µs per delivery",
    "frames per watcher",
    "MB",
    "p95 to bare",
    "p95 to plain",
    "CPU to bare",
    "CPU to plain",
  ], rows);
}

/**
 * Counts the round trips of one reply, and returns the least of several replies. A statement that
 * was sent together with others, but after their answers had arrived, makes the count too high.
 */
async function roundTrips(
  { databaseUrl, mentor, students }: School,
  counted: number,
): Promise<number> {
  using proxy = countTrips(databaseUrl);
  await using process = await startDoubtless(proxy.url);
  const me = testPerson(process, mentor);
  const { _id } = await assignment(me);
  const thread = (await doubt(testPerson(process, students.at(-1) as Signed), _id))._id;
  const counts: number[] = [];
  for (let reply = 0; reply < WARM_UP + counted; reply++) {
    const before = proxy.trips();
    const { status } = await me.put(`/doubts/${thread}/reply`, { reply: REPLY }, {
      "idempotency-key": newId(),
    });
    if (status !== 200) throw new Error(`a reply was answered ${status}`);
    if (reply >= WARM_UP) counts.push(proxy.trips() - before);
    await pause(QUIET_MS);
  }
  return Math.min(...counts);
}
