/**
 * Measures the first limits, for docker/SCALE.md: hashing, rendering, pushing, and the way from one
 * server to another.
 */
import postgres from "postgres";
import { newId } from "../../server/kit/core/ids.ts";
import { createHasher } from "../../server/kit/security/hash.ts";
import { createRenderer } from "../../server/kit/content/render.ts";
import { assignment, doubt } from "../kit/assignments.ts";
import type { Cluster } from "./kit/cluster.ts";
import { machine, median, round, table } from "./kit/figures.ts";
import { pause, REPLY } from "./kit/replies.ts";
import { people, type Signed, testPerson } from "./kit/people.ts";
import { startDoubtless } from "./kit/process.ts";
import { watchDoubtless } from "./kit/watchers.ts";

type Options = { sockets?: number; replies?: number; ms?: number };

const QUIET_MS = 40;
const PRESENCE_MS = 1500;

/** @returns a report in Markdown */
export async function limits(
  cluster: Cluster,
  { sockets = 400, replies = 40, ms = 3000 }: Options = {},
): Promise<string> {
  const hasher = createHasher(1);
  const hashes = await rateOf(ms, () => hasher.hash("Secret@123"));
  const render = createRenderer();
  const texts = await rateOf(
    ms,
    () => render.by({ _id: "a mentor", role: "student" }).text(REPLY, "reply"),
  );
  await render.stop();
  const live = await measureLive(cluster, { sockets, replies });
  return [
    `### Limits (${machine()})`,
    table(["", ""], [
      ["password hashes per second, one at a time", round(hashes, 0)],
      ["replies rendered per second, one at a time", round(texts, 0)],
      [`server CPU per frame, ${sockets} sockets on it`, `${round(live.frame, 1)} µs`],
      ["frames per second and core", round(1e6 / live.frame, 0)],
      ["from request to the first push, same server", `${round(live.here, 1)} ms`],
      ["to the first push of another server, woken by NOTIFY", `${round(live.there, 1)} ms`],
    ]),
  ].join("\n\n");
}

async function rateOf(ms: number, work: () => Promise<unknown>): Promise<number> {
  await work();
  const start = performance.now();
  let done = 0;
  for (; performance.now() < start + ms; done++) await work();
  return done / ((performance.now() - start) / 1000);
}

async function measureLive(
  cluster: Cluster,
  { sockets, replies }: { sockets: number; replies: number },
): Promise<{ frame: number; here: number; there: number }> {
  const databaseUrl = await cluster.newDatabase("limits");
  await using one = await startDoubtless(databaseUrl);
  await using two = await startDoubtless(databaseUrl);
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const students = await people(sql, "student", sockets);
  const [mentor] = await people(sql, "mentor", 1) as [Signed];
  await sql.end();
  const as = (signed: Signed) => testPerson(one, signed);
  const me = as(mentor);
  const { _id } = await doubt(as(students[0] as Signed), (await assignment(me))._id);
  const tokens = students.map(({ token }) => token);
  const here = await watchDoubtless(one.url, tokens);
  const there = await watchDoubtless(two.url, tokens.slice(0, 1));
  for (const watchers of [here, there]) {
    await watchers.ask(`420${JSON.stringify(["watch", { doubtId: _id }])}`, "430[");
  }
  await pause(PRESENCE_MS);
  const firsts: [number[], number[]] = [[], []];
  let cpu = 0;
  for (let at = 0; at < replies; at++) {
    for (const watchers of [here, there]) watchers.expect();
    const before = one.cpu();
    const start = performance.now();
    const [{ status }, near, far] = await Promise.all([
      me.put(`/doubts/${_id}/reply`, { reply: REPLY }, { "idempotency-key": newId() }),
      here.arrived(),
      there.arrived(),
    ]);
    if (status !== 200) throw new Error(`a reply was answered ${status}`);
    await pause(QUIET_MS);
    if (at < replies / 4) continue;
    cpu += one.cpu() - before;
    firsts[0].push(Math.min(...near.first) - start);
    firsts[1].push(Math.min(...far.first) - start);
  }
  here.close();
  there.close();
  const frames = firsts[0].length * sockets;
  return { frame: cpu * 1000 / frames, here: median(firsts[0]), there: median(firsts[1]) };
}
