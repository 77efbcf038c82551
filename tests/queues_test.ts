/** The queues of work: how much of one person, and over all, is under way; who waits; who is refused. */
import { deepStrictEqual as equals, rejects, strictEqual as is } from "node:assert/strict";
import { createLanes, createRounds } from "../server/kit/core/rounds.ts";
import { createQueue } from "../server/kit/limits/queues.ts";

/** Lets everything run that waits for no timer. */
const settled = () => new Promise((done) => setTimeout(done));

/** A queue whose works end by hand. */
function byHand(cap: Parameters<typeof createQueue>[0]) {
  const { run } = createQueue(cap);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    add: (who: string, isFirst = false) =>
      run(who, () => {
        begun.push(who);
        return new Promise<void>((end) => ends.push(end));
      }, isFirst),
    endFirst: async () => {
      ends.shift()?.();
      await settled();
    },
  };
}

Deno.test("one person has only some under way; what is more waits, and another's does not", async () => {
  const { begun, add, endFirst } = byHand({ each: 2, waiting: 9, atOnce: 3 });
  for (const who of ["a", "a", "a", "a", "b", "b", "c"]) add(who);
  await settled();
  equals(begun, ["a", "a", "b"]);
  await endFirst();
  equals(begun, ["a", "a", "b", "b"], "the line of all keeps its order");
  for (let left = 0; left < 3; left++) await endFirst();
  equals(begun.toSorted(), ["a", "a", "a", "a", "b", "b", "c"].toSorted());
});

Deno.test("the newest goes first, and before it who may go first, whatever comes later", async () => {
  const cap = { each: 1, waiting: 9, atOnce: 1, newestFirst: true } as const;
  const { begun, add, endFirst } = byHand(cap);
  for (const who of ["a", "b", "c"]) add(who);
  add("known", true);
  add("d");
  await settled();
  for (let left = 0; left < 4; left++) await endFirst();
  equals(begun, ["a", "known", "d", "c", "b"]);
});

Deno.test("too much of one person is refused; without waiting, so is what finds no place", async () => {
  const one = byHand({ each: 1, waiting: 2 });
  const first = one.add("a");
  for (let more = 0; more < 2; more++) one.add("a");
  await rejects(one.add("a"), { status: 429, code: "too-many", details: { retryAfter: 5 } });
  one.add("b");
  await one.endFirst();
  await first;
  one.add("a");
  is(one.begun.join(), "a,b,a");

  const none = byHand({ each: 2, waiting: 0, atOnce: 3 });
  for (const who of ["a", "a", "b"]) none.add(who);
  await rejects(none.add("a"), { status: 429 });
  await rejects(none.add("c"), { status: 503, code: "busy" });
  await none.endFirst();
  none.add("c");
  await settled();
  equals(none.begun, ["a", "a", "b", "c"]);
});

Deno.test("a work that fails makes room for the next", async () => {
  const { run } = createQueue({ each: 1, waiting: 1, atOnce: 1 });
  const failed = run("a", () => Promise.reject(new Error("no")));
  const next = run("a", () => Promise.resolve("yes"));
  await rejects(failed, /no/);
  is(await next, "yes");
});

Deno.test("a round that is asked for while one runs is one more round, and none is lost", async () => {
  const ends: (() => void)[] = [];
  const failures: unknown[] = [];
  const rounds = createRounds(
    () => new Promise<void>((end) => ends.push(end)),
    { failed: (error) => failures.push(error) },
  );
  const begun = async (count: number) => {
    while (ends.length < count) await settled();
  };
  rounds.ask();
  await begun(1);
  rounds.ask();
  rounds.ask();
  ends[0]?.();
  await begun(2);
  ends[1]?.();
  // Asked for just after its end, too.
  await Promise.resolve();
  rounds.ask();
  await begun(3);
  const stopped = rounds.stop();
  rounds.ask();
  ends[2]?.();
  await stopped;
  equals([ends.length, failures], [3, []]);
});

Deno.test("lanes empty a queue, at most so many at once, whatever one of them takes", async () => {
  const due = [1, 2, 3, 4, 5];
  const ends: (() => void)[] = [];
  const lanes = createLanes({
    take: () => Promise.resolve(due.shift()),
    handle: () => new Promise<void>((end) => ends.push(end)),
    most: () => 2,
    failed: () => {},
  });
  lanes.nudge();
  while (ends.length < 2) await settled();
  equals(due, [3, 4, 5]);
  // The first one takes for ever.
  for (let nth = 1; nth < 4; nth++) {
    ends[nth]?.();
    while (ends.length < nth + 2) await settled();
  }
  equals(due, []);
  ends.forEach((end) => end());
  await lanes.stop();
});

Deno.test("what is added while the only lane looks in vain is taken, and not forgotten", async () => {
  const looks: ((taken: number | undefined) => void)[] = [];
  const handled: number[] = [];
  const lanes = createLanes({
    take: () => new Promise<number | undefined>((taken) => looks.push(taken)),
    handle: (taken) => Promise.resolve(void handled.push(taken)),
    most: () => 1,
    failed: () => {},
  });
  lanes.nudge();
  lanes.nudge();
  looks[0]?.(undefined);
  await settled();
  is(looks.length, 2);
  looks[1]?.(7);
  await settled();
  equals(handled, [7]);
  for (let nth = 2; nth < looks.length; nth++) looks[nth]?.(undefined);
  await settled();
  looks.at(-1)?.(undefined);
  await lanes.stop();
});
