/**
 * Measures one reply to a class that watches over one server, and over three that share a database
 * and a Redis, compared with bare servers, each of which inserts a row, commits it, and sends the
 * same bytes to as many sockets. Each is a process of its own on one machine, and they take turns.
 */
import postgres from "postgres";
import { newId } from "../../server/kit/core/ids.ts";
import { assignment, doubt } from "../kit/assignments.ts";
import { startRedis } from "../kit/redis.ts";
import type { Cluster } from "./kit/cluster.ts";
import { machine, median, percentile, round, table } from "./kit/figures.ts";
import { pause, REPLY } from "./kit/replies.ts";
import { people, type Signed, testPerson } from "./kit/people.ts";
import { type Process, startBare, startDoubtless } from "./kit/process.ts";
import { watchBare, watchDoubtless, type Watchers } from "./kit/watchers.ts";

type Options = { counts?: number[]; watchers?: number; rounds?: number; warmUp?: number };

const THREAD = 20;
const QUIET_MS = 40;
const PRESENCE_MS = 1500;

/** A group of equal servers, and the sockets on each. */
type Fleet = {
  servers: Process[];
  watchers: Watchers[];
  send(): Promise<unknown>;
};

type Figures = { p50: number; p95: number; here: number; there: number; cpu: number };

/** @returns a report in Markdown */
export async function servers(
  cluster: Cluster,
  { counts = [1, 3], watchers = 600, rounds = 60, warmUp = 30 }: Options = {},
): Promise<string> {
  await using redis = await startRedis();
  const rows: string[][] = [];
  for (const count of counts) {
    const [ours, bare] = await measure(cluster, {
      count,
      watchers,
      rounds,
      warmUp,
      redisUrl: redis.url,
    });
    const show = (name: string, { p50, p95, here, there, cpu }: Figures) => [
      name,
      ...[p50, p95, here, there].map((value) => round(value, 1)),
      round(cpu * 1000, 1),
    ];
    const ratio = (key: keyof Figures) => `× ${round(ours[key] / bare[key])}`;
    const many = count === 1 ? "1 server" : `${count} servers`;
    rows.push(
      show(`Doubtless, ${many}`, ours),
      show(`INSERT, COMMIT, ws broadcast, ${many}`, bare),
      ["ratio", ...(["p50", "p95", "here", "there", "cpu"] as const).map(ratio)],
    );
  }
  return [
    `### Servers (${machine()})`,
    `One reply to **${watchers} watchers** in equal parts on each server, ${rounds} replies each in turn; milliseconds until a watcher has the entry:`,
    table([
      "",
      "p50",
      "p95",
      "p95 where it was written",
      "p95 elsewhere",
      "CPU µs per frame, all servers",
    ], rows),
  ].join("\n\n");
}

type Measure = Required<Pick<Options, "watchers" | "rounds" | "warmUp">> & {
  count: number;
  redisUrl: string;
};

async function measure(
  cluster: Cluster,
  { count, watchers, rounds, warmUp, redisUrl }: Measure,
): Promise<[Figures, Figures]> {
  const databaseUrl = await cluster.newDatabase(`servers_${count}`);
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await sql`create table floor (id bigint generated always as identity primary key, message text)`;
  const students = await people(sql, "student", watchers);
  const [mentor] = await people(sql, "mentor", 1) as [Signed];
  await sql.end();
  await using stack = new AsyncDisposableStack();
  const start = async (one: () => Promise<Process>) => stack.use(await one());
  const ours: Fleet = { servers: [], watchers: [], send: () => reply() };
  const bare: Fleet = { servers: [], watchers: [], send: () => Promise.all(bare.servers.map(put)) };
  const each = Math.floor(watchers / count);
  const tokens = students.map(({ token }) => token);
  for (let place = 0; place < count; place++) {
    const server = await start(() => startDoubtless(databaseUrl, { REDIS_URL: redisUrl }));
    const floor = await start(() => startBare("floor.ts", { DATABASE_URL: databaseUrl }));
    const part = tokens.slice(place * each, (place + 1) * each);
    ours.servers.push(server);
    ours.watchers.push(await watchDoubtless(server.url, part));
    bare.servers.push(floor);
    bare.watchers.push(await watchBare(floor.url, each));
  }
  const [first] = ours.servers as [Process];
  const as = (signed: Signed) => testPerson(first, signed);
  const me = as(mentor);
  const question = (await assignment(me))._id;
  let thread = "";

  async function reply(): Promise<void> {
    const { status } = await me.put(`/doubts/${thread}/reply`, { reply: REPLY }, {
      "idempotency-key": newId(),
    });
    if (status !== 200) throw new Error(`a reply was answered ${status}`);
  }

  const measured = [ours, bare].map(() => ({
    here: [] as number[],
    there: [] as number[],
    cpu: 0,
  }));
  for (let turn = 0; turn < warmUp + rounds; turn++) {
    if (turn % THREAD === 0) {
      thread = (await doubt(as(students[turn / THREAD] as Signed), question))._id;
      const watch = `420${JSON.stringify(["watch", { doubtId: thread }])}`;
      await Promise.all(ours.watchers.map((some) => some.ask(watch, "430[")));
      await pause(PRESENCE_MS);
    }
    for (const [place, fleet] of [ours, bare].entries()) {
      const { times, cpu } = await take(fleet);
      // The bare servers send the frames that Doubtless sent.
      if (place === 0) await Promise.all(bare.servers.map((floor) => give(floor, ours)));
      const figures = measured[place];
      if (turn < warmUp || !figures) continue;
      figures.here.push(...times[0] ?? []);
      figures.there.push(...times.slice(1).flat());
      figures.cpu += cpu;
    }
  }
  for (const { watchers } of [ours, bare]) for (const some of watchers) some.close();
  const frames = rounds * each * count;
  return measured.map(({ here, there, cpu }): Figures => ({
    p50: median([...here, ...there]),
    p95: percentile([...here, ...there], 0.95),
    here: percentile(here, 0.95),
    there: percentile(there, 0.95),
    cpu: cpu / frames,
  })) as [Figures, Figures];
}

/**
 * Measures one reply: for each server, the milliseconds from the request to the first frames; and
 * the CPU time of all.
 */
async function take(
  { servers, watchers, send }: Fleet,
): Promise<{ times: number[][]; cpu: number }> {
  await pause(QUIET_MS);
  for (const some of watchers) some.expect();
  const used = () => servers.reduce((all, server) => all + server.cpu(), 0);
  const cpu = used();
  const start = performance.now();
  const [arrived] = await Promise.all([
    Promise.all(watchers.map((some) => some.arrived())),
    send(),
  ]);
  await pause(QUIET_MS);
  return {
    times: arrived.map(({ first }) => first.map((at) => at - start)),
    cpu: used() - cpu,
  };
}

async function put({ url }: Process): Promise<void> {
  const answer = await fetch(url, { method: "PUT", body: JSON.stringify({ reply: REPLY }) });
  await answer.body?.cancel();
}

async function give({ url }: Process, { watchers }: Fleet): Promise<void> {
  const body = JSON.stringify(watchers[0]?.frames());
  await (await fetch(url, { method: "POST", body })).body?.cancel();
}
