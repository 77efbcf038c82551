/**
 * The mentors' queues, fetched page by page while others work: the queue shows exactly the rows
 * that wait.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { longestTenth } from "../client/kit/triage/limits.ts";
import { clearEventLog } from "../client/kit/net/event-log.ts";
import { loadMore } from "../client/reviews/actions.ts";
import { keyOf, list as reviewList, type ReviewList } from "../client/reviews/state.ts";
import type { ListedReview } from "../server/reviews/schema.ts";
import { at, doubtsOf, mentor, type QueueServer, reviewsOf, settled } from "./kit/triage_queue.ts";
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
  server: QueueServer,
  steps: Step[],
  act: (step: Step) => void,
): Promise<void> {
  void server.load(new AbortController().signal);
  await server.answerNext();
  for (const step of steps) {
    for (let count = 0; count < step.times; count++) {
      server.pass(step.which % 2);
      if (step.what === "hear") server.hearNext();
      else if (step.what === "load") void server.load(new AbortController().signal);
      else if (step.what === "more") void loadMore();
      else act(step);
    }
    if (step.what === "answer") await server.answerNext();
    await settled();
  }
  await server.check();
}

const BEGIN = fc.constantFrom(0, 30, 99, 100, 101, 199, 230);

Deno.test("the review queue has exactly the responses that wait, in any order of fetches and decisions", async () => {
  const filter = fc.constantFrom(undefined, undefined, "o");
  await checkProperty(
    "the review queue has exactly the responses that wait",
    fc.asyncProperty(BEGIN, filter, steps, async (begin, assignmentTitle, steps) => {
      const server = reviewsOf(begin);
      server.filter = { ...server.filter, assignmentTitle };
      await at(server, async () => {
        await live(server, steps, ({ what, which, times }) => {
          const done = server.listed().filter((row) => !server.isWaiting(row));
          const [row, other] = [one(server.waiting(), which), one(done, which)];
          const any = other ?? row;
          if (what === "new") server.submit(which);
          if (what === "done" && row) server.decide(row, "approved");
          if (what === "again" && any) server.again(any);
          if (what === "undo" && other) server.decide(other, "pending");
          if (what === "claim" && row) server.claim(row, times > 1);
          if (what === "rename") {
            server.rename(which, ["Arrays", "Loops", "Trees"][times - 1] ?? "");
          }
        });
        await server.readOn();
        equals(server.queue()?.waiting, server.waiting());
        is(server.queue()?.total, server.waiting().length);
      });
    }),
    { numRuns: 400 },
  );
});

Deno.test("the queue of doubts has exactly the doubts that wait, in any order of fetches and answers", async () => {
  await checkProperty(
    "the queue of doubts has exactly the doubts that wait",
    fc.asyncProperty(BEGIN, steps, async (begin, steps) => {
      const server = doubtsOf(begin);
      await at(server, async () => {
        await live(server, steps, ({ what, which, times }) => {
          const row = one(server.waiting(), which);
          const any = one(server.listed(), times > 1 ? which : which + begin);
          if (what === "new") server.raise();
          if (what === "done" && row) server.say(row, true);
          if (what === "again" && any) server.say(any, false);
        });
        equals(server.queue()?.waiting, server.waiting());
        is(server.queue()?.isWhole, true);
      });
    }),
    { numRuns: 600 },
  );
});

Deno.test("a page does not undo changes that happen while it is pending", async () => {
  const server = reviewsOf(150);
  await at(server, async () => {
    void server.load(new AbortController().signal);
    await server.answerNext();
    void loadMore();
    await settled();
    // The server has read the rows, and the reply is slow.
    const arrive = server.readNext();
    const last = server.waiting().at(-1);
    if (last) server.claim(last, true);
    server.submit(0);
    while (server.delivered < server.log.length) server.hearNext();
    await arrive();
    await server.check();
    equals(server.queue()?.waiting, server.waiting());
    is(server.queue()?.waiting.some(({ claim }) => claim?.by._id === mentor._id), true);
    is(server.queue()?.total, 151);
  });
});

Deno.test("a claim on a response that was decided during an interruption does not bring it back", async () => {
  const server = reviewsOf(3);
  await at(server, async () => {
    void server.load(new AbortController().signal);
    await server.answerNext();
    const [row] = server.waiting() as [ListedReview];
    server.decide(row, "approved");
    // As after an interruption that was too long for the log.
    server.delivered = server.log.length;
    clearEventLog();
    void server.load(new AbortController().signal);
    await server.answerNext();
    server.claim(server.rows.get(keyOf(row)) as ListedReview, true);
    server.rename(0, "Trees");
    await server.check();
    equals(server.queue()?.waiting, server.waiting());
    is(server.queue()?.total, 2);
  });
});

Deno.test("a list with a title filter becomes stale when a title changes", () => {
  const server = reviewsOf(3);
  const filter = { page: 1, limit: 20, reviewStatus: undefined, studentName: undefined };
  server.rename(0, "Trees");
  const event = server.log.at(-1);
  ok(event);
  for (const [assignmentTitle, stale] of [["Loops", true], [undefined, false]] as const) {
    const known = { seq: 0, stale: false, total: 3, keys: server.waiting().map(keyOf) };
    const list: ReviewList = { of: "all", filter: { ...filter, assignmentTitle }, ...known };
    is(reviewList.apply(list, event, mentor).stale, stale, assignmentTitle);
  }
});

Deno.test("only the longest tenth of the waits is marked, and at least one", () => {
  equals([0, 1, 10, 11, 25].map((count) => longestTenth(Array(count)).length), [0, 1, 1, 2, 3]);
});
