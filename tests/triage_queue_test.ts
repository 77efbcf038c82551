/**
 * The mentors' queues, fetched page by page while others work: the queue shows exactly the rows
 * that wait.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { clearEventLog } from "../client/kit/net/event-log.ts";
import { loadMore } from "../client/reviews/actions.ts";
import { keyOf, list as reviewList, type ReviewList } from "../client/reviews/state.ts";
import type { ListedReview } from "../server/reviews/schema.ts";
import { at, type Desk, doubtsOf, mentor, reviewsOf, settled } from "./kit/triage_queue.ts";
import { checkProperty } from "./kit/random.ts";

const step = fc.record({
  what: fc.constantFrom(
    "new",
    "done",
    "again",
    "undo",
    "claim",
    "rename",
    "hear",
    "load",
    "more",
    "answer",
  ),
  which: fc.nat(),
  times: fc.integer({ min: 1, max: 3 }),
});
const steps = fc.array(step, { maxLength: 40 });
type Step = { what: string; which: number; times: number };

const one = <T>(rows: T[], which: number): T | undefined => rows[which % Math.max(1, rows.length)];

/** Makes these moves with a queue; each may happen more than once. */
async function live(
  desk: Desk,
  steps: Step[],
  act: (step: Step) => void,
): Promise<void> {
  void desk.load(new AbortController().signal);
  await desk.answerNext();
  for (const step of steps) {
    for (let count = 0; count < step.times; count++) {
      desk.pass(step.which % 2);
      if (step.what === "hear") desk.hearNext();
      else if (step.what === "load") void desk.load(new AbortController().signal);
      else if (step.what === "more") void loadMore();
      else act(step);
    }
    if (step.what === "answer") await desk.answerNext();
    await settled();
  }
  await desk.check();
}

const BEGIN = fc.constantFrom(0, 30, 99, 100, 101, 199, 230);

Deno.test("the review queue has exactly the responses that wait, in any order of fetches and decisions", async () => {
  const filter = fc.constantFrom(undefined, undefined, "o");
  await checkProperty(
    "the review queue has exactly the responses that wait",
    fc.asyncProperty(BEGIN, filter, steps, async (begin, assignmentTitle, steps) => {
      const desk = reviewsOf(begin);
      desk.filter = { ...desk.filter, assignmentTitle };
      await at(desk, async () => {
        await live(desk, steps, ({ what, which, times }) => {
          const done = desk.listed().filter((row) => !desk.isWaiting(row));
          const [row, other] = [one(desk.waiting(), which), one(done, which)];
          const any = other ?? row;
          if (what === "new") desk.submit(which);
          if (what === "done" && row) desk.decide(row, "approved");
          if (what === "again" && any) desk.again(any);
          if (what === "undo" && other) desk.decide(other, "pending");
          if (what === "claim" && row) desk.claim(row, times > 1);
          if (what === "rename") desk.rename(which, ["Arrays", "Loops", "Trees"][times - 1] ?? "");
        });
        await desk.readOn();
        equals(desk.queue()?.waiting, desk.waiting());
        is(desk.queue()?.total, desk.waiting().length);
      });
    }),
    { numRuns: 400 },
  );
});

Deno.test("the queue of doubts has exactly the doubts that wait, in any order of fetches and answers", async () => {
  await checkProperty(
    "the queue of doubts has exactly the doubts that wait",
    fc.asyncProperty(BEGIN, steps, async (begin, steps) => {
      const desk = doubtsOf(begin);
      await at(desk, async () => {
        await live(desk, steps, ({ what, which, times }) => {
          const row = one(desk.waiting(), which);
          const any = one(desk.listed(), times > 1 ? which : which + begin);
          if (what === "new") desk.raise();
          if (what === "done" && row) desk.say(row, true);
          if (what === "again" && any) desk.say(any, false);
        });
        equals(desk.queue()?.waiting, desk.waiting());
        is(desk.queue()?.isWhole, true);
      });
    }),
    { numRuns: 600 },
  );
});

Deno.test("decisions between two pages do not hide later rows", async () => {
  const desk = reviewsOf(150);
  await at(desk, async () => {
    for (const work of [() => desk.load(new AbortController().signal), loadMore]) {
      void work();
      await desk.answerNext();
    }
    // Loads again from the start, which takes two pages.
    void desk.load(new AbortController().signal);
    await desk.answerNext();
    for (const row of desk.waiting().slice(0, 3)) desk.decide(row, "approved");
    await desk.check();
    equals(desk.queue()?.waiting, desk.waiting());
    is(desk.queue()?.total, 147);
  });
});

Deno.test("a page does not undo changes that happen while it is pending", async () => {
  const desk = reviewsOf(150);
  await at(desk, async () => {
    void desk.load(new AbortController().signal);
    await desk.answerNext();
    void loadMore();
    await settled();
    // The server has read the rows, and the reply is slow.
    const arrive = desk.readNext();
    const last = desk.waiting().at(-1);
    if (last) desk.claim(last, true);
    desk.submit(0);
    while (desk.heard < desk.log.length) desk.hearNext();
    await arrive();
    await desk.check();
    equals(desk.queue()?.waiting, desk.waiting());
    is(desk.queue()?.waiting.some(({ claim }) => claim?.by._id === mentor._id), true);
    is(desk.queue()?.total, 151);
  });
});

Deno.test("a claim on a response that was decided during an interruption does not bring it back", async () => {
  const desk = reviewsOf(3);
  await at(desk, async () => {
    void desk.load(new AbortController().signal);
    await desk.answerNext();
    const [row] = desk.waiting() as [ListedReview];
    desk.decide(row, "approved");
    // As after an interruption that was too long for the log.
    desk.heard = desk.log.length;
    clearEventLog();
    void desk.load(new AbortController().signal);
    await desk.answerNext();
    desk.claim(desk.rows.get(keyOf(row)) as ListedReview, true);
    desk.rename(0, "Trees");
    await desk.check();
    equals(desk.queue()?.waiting, desk.waiting());
    is(desk.queue()?.total, 2);
  });
});

Deno.test("a list with a title filter becomes stale when a title changes", () => {
  const desk = reviewsOf(3);
  const filter = { page: 1, limit: 20, reviewStatus: undefined, studentName: undefined };
  desk.rename(0, "Trees");
  const event = desk.log.at(-1);
  ok(event);
  for (const [assignmentTitle, stale] of [["Loops", true], [undefined, false]] as const) {
    const known = { seq: 0, stale: false, total: 3, keys: desk.waiting().map(keyOf) };
    const list: ReviewList = { of: "all", filter: { ...filter, assignmentTitle }, ...known };
    is(reviewList.apply(list, event, mentor).stale, stale, assignmentTitle);
  }
});
