/** The client's queue of doubts: an old state plus events equals a fresh fetch. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { doubts, doubtsById, type KnownDoubt, knownIn } from "../client/doubts/state.ts";
import {
  type DoubtList,
  type DoubtQueue,
  extendQueue,
  list as listQuery,
  listed,
  queue as queueQuery,
  rowsOf,
} from "../client/doubts/list/state.ts";
import type { LiveEvent } from "../client/kit/net/event-log.ts";
import type { Values } from "../client/kit/data/live-query.ts";
import { NO_QUEUE } from "../client/kit/data/work-queue.ts";
import { type DoubtFilter, doubtFilter, type ListedDoubt } from "../server/doubts/schema.ts";
import type { Judge } from "../server/languages/judge/judge.ts";
import type { Actor } from "../server/kit/core/roles.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { person, type TestPerson } from "./kit/people.ts";
import { takesNone } from "./kit/no_judge.ts";
import { browserRun, claim, runsOf, sumQuestion } from "./kit/runs.ts";
import { testServer } from "./kit/server.ts";
import { listen, type Listener } from "./kit/socket.ts";

const STAFF: Actor = { _id: "a mentor", role: "mentor" };

/** A queue and the known doubts. */
interface Desk {
  queue: DoubtQueue;
  cards: Values<KnownDoubt>;
}

async function fetchQueue(mentor: TestPerson, size = 100): Promise<Desk> {
  const path = `/doubts/filter-doubts?order=queue&resolved=false&limit=${size}`;
  const { body, headers } = await mentor.get(path);
  const seq = Number(headers.get("x-seq"));
  const rows = body.doubts as ListedDoubt[];
  const cards = doubtsById(rows, seq);
  const queue = extendQueue({ ...NO_QUEUE, seq }, { rows, page: 1, size });
  return { queue, cards };
}

const eventsOf = (desk: Listener): LiveEvent[] =>
  desk.pushes.map(({ event, data }) => ({ event, data }) as unknown as LiveEvent);

const hear = ({ queue, cards }: Desk, event: LiveEvent): Desk => ({
  queue: queueQuery.apply(queue, event, STAFF),
  cards: doubts.apply(cards, event, STAFF),
});

const after = (desk: Desk, listener: Listener) => eventsOf(listener).reduce(hear, desk);

const waitingAt = ({ queue, cards }: Desk) => rowsOf(queue, knownIn(cards));

const ids = (desk: Desk) => waitingAt(desk).map(({ _id }) => _id);

/** Creates three waiting doubts. `waiting` has the longest waiting first. */
async function classroom(server: Awaited<ReturnType<typeof testServer>>) {
  const [mentor, second] = [await person(server, "mentor"), await person(server, "mentor")];
  const { _id: question } = await assignment(mentor);
  const students: TestPerson[] = [];
  const waiting: string[] = [];
  for (let count = 0; count < 3; count++) {
    const student = await person(server);
    students.push(student);
    waiting.push((await doubt(student, question))._id);
  }
  return { mentor, second, question, students, waiting };
}

/** Finds all cases of a program passed, unless its text says that it is wrong. */
const judge: Judge = {
  ...takesNone,
  atOnce: 1,
  run: ({ source, cases }) => {
    const verdict = source.includes("wrong") ? "wrong" : "passed";
    return Promise.resolve(claim(cases.map(() => ({ verdict }))));
  },
};

Deno.test("a doubt whose student has passed all cases since comes last, and no claim counts", async () => {
  await using server = await testServer({}, { judge });
  const [mentor, early, one, two] = [
    await person(server, "mentor"),
    await person(server),
    await person(server),
    await person(server),
  ];
  const { _id: question } = await sumQuestion(mentor);
  const run = async (student: TestPerson, source: string): Promise<string> =>
    (await student.post(runsOf(question), browserRun({ source }))).body._id;
  using desk = await listen(server, { token: mentor.token });
  const verified = async (student: TestPerson, _id: string) => {
    is((await student.post(`/runs/${_id}/verify`)).status, 202);
    await desk.until(
      "run.verified",
      (card) => card._id === _id && card.verification.state === "done",
    );
  };
  using classmate = await listen(server, { token: two.token });
  const before = await run(early, "// right before asking");
  const waiting: string[] = [];
  for (const student of [early, one, two]) waiting.push((await doubt(student, question))._id);
  const [first, second, third] = waiting;
  const start = await fetchQueue(mentor);

  await verified(early, before);
  await verified(one, await run(one, "// wrong, and claimed as passed"));
  await run(one, "// right, and not verified");
  equals(ids(await fetchQueue(mentor)), waiting);
  for (const student of [early, one]) await verified(student, await run(student, "// right"));
  await two.put(`/doubts/${third}/followup`, { followup: "Is anybody there?" });
  await desk.until("doubt.changed", ({ _id, entries }) => _id === third && entries === 2);
  const kept = after(start, desk);
  equals(waitingAt(kept), waitingAt(await fetchQueue(mentor)));
  equals(waitingAt(kept).map(({ _id, solvedSince }) => [_id, solvedSince]), [
    [third, undefined],
    [first, true],
    [second, true],
  ]);
  is((await mentor.get("/desk")).body.doubts.oldest.key, third);
  const told = classmate.pushes.filter(({ event }) => event === "doubt.changed");
  ok(told.some(({ data }) => data._id === first) && !JSON.stringify(told).includes("solvedSince"));
  const { body: listed } = await two.get(`/doubts/${first}`);
  equals([listed._id, listed.solvedSince], [first, undefined]);

  await early.put(`/doubts/${first}/followup`, { followup: "And why does it work?" });
  await desk.until("doubt.changed", ({ _id, entries }) => _id === first && entries === 2);
  equals(waitingAt(after(start, desk)), waitingAt(await fetchQueue(mentor)));
  equals(ids(await fetchQueue(mentor)), [first, third, second], "asked again after solving");
});

Deno.test("a doubt that enters the queue with an unknown claim makes the queue stale", async () => {
  await using server = await testServer();
  const { mentor, second, students, waiting: [one] } = await classroom(server);
  await mentor.put(`/doubts/${one}/reply`, { reply: "Like this." });
  await second.post(`/doubts/${one}/claim`, {});
  // The doubt does not wait, so it is removed as if the loaded pages had not contained it.
  const loaded = await fetchQueue(mentor);
  const { [one ?? ""]: _, ...others } = loaded.cards;
  const before = { ...loaded, cards: others };
  using desk = await listen(server, { token: mentor.token });
  await students[0]?.put(`/doubts/${one}/followup`, { followup: "And why?" });
  await desk.until("doubt.changed", ({ currentStatus }) => currentStatus === "review");
  ok(after(before, desk).queue.stale);
});

/** Returns the client's state of a list, from a fetched page. */
const listFrom = (
  { doubts, total }: { doubts: ListedDoubt[]; total: number },
  { filter, mentor, seq }: { filter: DoubtFilter; mentor: TestPerson; seq: number },
): DoubtList => ({
  filter,
  me: mentor,
  ids: doubts.map(({ _id }) => _id),
  total,
  seq,
  stale: false,
});

Deno.test("a new doubt is at once in the list of all doubts, which is fetched again and stays in order by itself", async () => {
  await using server = await testServer();
  const { mentor, question, waiting: [oldest] } = await classroom(server);
  const { body, headers } = await mentor.get("/doubts/filter-doubts");
  const seq = Number(headers.get("x-seq"));
  const list = listFrom(body, { filter: doubtFilter.parse({}), mentor, seq });
  using desk = await listen(server, { token: mentor.token });
  await mentor.put(`/doubts/${oldest}/reply`, { reply: "Like this." });
  await desk.next("doubt.changed");
  is(eventsOf(desk).reduce((now, one) => listQuery.apply(now, one, mentor), list).stale, false);
  const cards = eventsOf(desk).reduce(
    (now, one) => doubts.apply(now, one, mentor),
    doubtsById(body.doubts, seq),
  );
  const fresh = (await mentor.get("/doubts/filter-doubts")).body;
  equals(listed(list, cards), fresh.doubts);
  const { _id } = await doubt(await person(server), question);
  await desk.next("doubt.opened");
  const after = eventsOf(desk).reduce((now, one) => listQuery.apply(now, one, mentor), list);
  equals([after.ids[0], after.stale], [_id, true]);
  const found = listFrom(body, { filter: doubtFilter.parse({ text: "loop" }), mentor, seq });
  const search = eventsOf(desk).reduce((now, one) => listQuery.apply(now, one, mentor), found);
  equals([search.ids.includes(_id), search.stale], [false, true]);
});

Deno.test("a list counts up to 1,000 doubts, and the queue further", async () => {
  await using server = await testServer();
  const { mentor, question } = await classroom(server);
  await server.parts.database.sql`
    with more as (
      insert into assignments select copy.* from assignments, generate_series(1, 1100) as n,
        jsonb_populate_record(assignments, jsonb_build_object('id', gen_random_uuid(), 'n', n)) as copy
      where assignments.id = ${question} returning id
    )
    insert into doubts (id, assignment_id, student_id, doubt_text, stage, active_at, waiting_since,
      entries, words, created_at)
    select gen_random_uuid(), more.id, student_id, doubt_text, 'new', active_at, active_at, 1, words,
      created_at
    from more, (select * from doubts limit 1) as doubts`;
  for (const [query, total] of [["order=queue", 1103], ["", 1000], ["text=loop", 1000]] as const) {
    is((await mentor.get(`/doubts/filter-doubts?${query}`)).body.total, total, query);
  }
});
