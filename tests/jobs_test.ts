/** The queue of jobs: whoever has cost least goes first, one at a time. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { newId } from "../server/kit/core/ids.ts";
import { addJob, chargeJob, endJob, type Job, placeOf, takeJob } from "../server/kit/db/jobs.ts";
import { jobCosts } from "../server/kit/db/tables.ts";
import { deleteExpired } from "../server/live/retention.ts";
import { testServer } from "./kit/server.ts";

const NOW = "2026-03-02T10:00:00.000Z";
const after = (ms: number) => new Date(Date.parse(NOW) + ms).toISOString();

/** A queue without a judge, and people by their names. */
async function queue() {
  const server = await testServer();
  const { db } = server.parts.database;
  const people = new Map<string, string>();
  const idOf = (name: string) => {
    const id = people.get(name) ?? newId();
    people.set(name, id);
    return id;
  };
  const nameOf = (job?: Job) => [...people].find(([, id]) => id === job?.personId)?.[0];
  return {
    db,
    nameOf,
    async add(name: string, now = NOW) {
      const id = newId();
      await db.transaction((tx) => addJob(tx, { id, personId: idOf(name), now }));
      return id;
    },
    charge: (name: string, ms: number, now = NOW) =>
      chargeJob(db, { personId: idOf(name) }, { ms, now }),
    /** Takes all jobs, one after the other, each at a cost of a second. */
    async takeAll(now = NOW) {
      const names: (string | undefined)[] = [];
      for (let job; (job = await takeJob(db, now)); names.push(nameOf(job))) {
        await chargeJob(db, job, { ms: 1000, now });
        const taken = job;
        await db.transaction((tx) => endJob(tx, taken));
      }
      return names;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

Deno.test("whose jobs have cost least goes first, and half of a cost is forgotten in minutes", async () => {
  await using line = await queue();
  await line.charge("bomb", 40_000);
  await line.add("bomb");
  for (let at = 0; at < 3; at++) await line.add("many");
  await line.add("one", after(1000));
  const last = await line.add("bomb", after(2000));
  is(await placeOf(line.db, { id: last, now: NOW }), 6);
  equals(await line.takeAll(), ["many", "one", "many", "many", "bomb", "bomb"]);
  await line.charge("late", 4000, after(600_000));
  await line.add("late", after(600_000));
  await line.add("bomb", after(600_001));
  equals(await line.takeAll(after(600_001)), ["bomb", "late"]);
});

Deno.test("what jobs have cost is forgotten after a day", async () => {
  await using line = await queue();
  const DAY = 24 * 60 * 60_000;
  await line.charge("one", 4000);
  await line.charge("another", 4000, after(1000));
  const charged = async (now: string) => {
    await deleteExpired(line.db, now);
    return (await line.db.select().from(jobCosts)).length;
  };
  equals([await charged(after(DAY)), await charged(after(DAY + 60_000))], [2, 0]);
});

Deno.test("of one person's jobs one is under way at a time, also with many servers", async () => {
  await using line = await queue();
  for (const name of ["a", "a", "a", "b", "b", "c"]) await line.add(name);
  const taken = await Promise.all(Array.from({ length: 8 }, () => takeJob(line.db, NOW)));
  const names = taken.map(line.nameOf).filter((name) => name !== undefined);
  // Those that met another's lock found nothing, and look again.
  for (let job; (job = await takeJob(line.db, NOW));) names.push(line.nameOf(job) ?? "");
  equals(names.sort(), ["a", "b", "c"]);
  // The leases have run out: each person's first job is taken again, and no second one.
  const again: Job[] = [];
  for (let job; (job = await takeJob(line.db, after(60_000)));) again.push(job);
  equals(again.map(line.nameOf).sort(), ["a", "b", "c"]);
  equals(again.map(({ attempts }) => attempts), [2, 2, 2]);
});
