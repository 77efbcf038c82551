/** The fair semaphore: its capacity, the order of turns, and refusals. */
import { deepStrictEqual as equals, rejects, strictEqual as is } from "node:assert/strict";
import {
  type Bounds,
  createFairSemaphore,
  type Place,
} from "../server/kit/limits/fair_semaphore.ts";
import { Refusal } from "../server/kit/core/errors.ts";

const line = (bounds: Partial<Bounds> = {}) =>
  createFairSemaphore({
    room: 10,
    each: 5,
    waitingEach: 20,
    waiting: 50,
    patience: 60_000,
    ...bounds,
  });

const status = (wanted: number) => (error: unknown) =>
  error instanceof Refusal && error.status === wanted && (error.details.retryAfter ?? 0) > 0;

/** Waits until all pending callbacks have run. */
const settled = () => new Promise((done) => setTimeout(done));

Deno.test("the capacity is never exceeded, and one person holds only a part of it", async () => {
  const { enter, held } = line();
  const places: Place[] = [];
  for (const who of ["a", "b", "c"]) {
    for (let time = 0; time < 4; time++) enter(who, 2).then((place) => places.push(place));
  }
  await settled();
  equals([places.length, held()], [5, 10]);
  let most = 0;
  for (let left = 0; left < 12; left++) {
    places[left]?.leave();
    places[left]?.leave();
    await settled();
    most = Math.max(most, held());
  }
  equals([places.length, held(), most <= 10], [12, 0, true]);
});

Deno.test("one person's twelve jobs do not come before another's first", async () => {
  const { enter } = line({ room: 1, each: 1 });
  const order: string[] = [];
  const work = async (who: string) => {
    const place = await enter(who, 1);
    order.push(who);
    await settled();
    place.leave();
  };
  const dozen = Array.from({ length: 12 }, () => work("a"));
  await Promise.all([...dozen, work("b"), work("c"), work("b")]);
  equals(order.slice(0, 6), ["a", "a", "b", "c", "a", "b"]);
  is(order.length, 15);
});

Deno.test("a large job waits for room, and later ones do not overtake it", async () => {
  const { enter } = line();
  const [first, second] = [await enter("a", 4), await enter("b", 4)];
  const order: string[] = [];
  enter("c", 50).then((place) => {
    order.push("large");
    place.leave();
  });
  enter("d", 1).then(() => order.push("small"));
  await settled();
  equals(order, []);
  first.leave();
  second.shrink(0);
  await settled();
  equals(order, ["large", "small"]);
});

Deno.test("a person with too many jobs is refused, and so is everyone when the line is full", async () => {
  const { enter } = line({ room: 1, each: 1, waitingEach: 2, waiting: 3, patience: 50 });
  await enter("a", 1);
  const waiting = [enter("a", 1), enter("a", 1)];
  await rejects(enter("a", 1), status(429));
  waiting.push(enter("b", 1));
  await rejects(enter("c", 1), status(503));
  // No place is left: each of them is refused, and its place in the line is free again.
  for (const one of waiting) await rejects(one, status(503));
  const again = enter("c", 1);
  await rejects(again, status(503));
});
