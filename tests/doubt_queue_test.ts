/** The client's queue of doubts: old state and events make what a fresh fetch says. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import {
  type DoubtList,
  type DoubtPush,
  extendQueue,
  isDoubtPush,
  keepInList,
  keepInQueue,
} from "../client/doubts/state.ts";
import { NO_QUEUE, type Queue } from "../client/kit/queue.ts";
import { ceilingOf } from "../server/doubts/policy.ts";
import { doubtFilter, type ListedDoubt } from "../server/doubts/schema.ts";
import { assignment, doubt, givePersonally } from "./kit/assignments.ts";
import { person, type TestPerson } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen, type Listener } from "./kit/socket.ts";

async function fetchQueue(mentor: TestPerson, size = 100): Promise<Queue<ListedDoubt>> {
  const path = `/doubts/filter-doubts?order=queue&resolved=false&limit=${size}`;
  const { body, headers } = await mentor.get(path);
  const seq = Number(headers.get("x-seq"));
  return extendQueue({ ...NO_QUEUE, seq }, { rows: body.doubts as ListedDoubt[], page: 1, size });
}

const pushesOf = (desk: Listener): DoubtPush[] =>
  desk.pushes.map(({ event, data }) => ({ event, data })).filter(isDoubtPush);

const after = (queue: Queue<ListedDoubt>, desk: Listener) =>
  pushesOf(desk).reduce(keepInQueue, queue);

const ids = ({ waiting }: Queue<ListedDoubt>) => waiting.map(({ _id }) => _id);

/** Three doubts wait, longest first. */
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

Deno.test("the queue after events is the queue as fetched", async () => {
  await using server = await testServer();
  const { mentor, second, question, students, waiting } = await classroom(server);
  const [one, two, three] = waiting;
  const before = await fetchQueue(mentor);
  equals(ids(before), waiting);
  using desk = await listen(server, { token: mentor.token });

  await second.post(`/doubts/${two}/claim`, {});
  await second.put(`/doubts/${one}/reply`, { reply: "Like this." });
  await students[0]?.put(`/doubts/${one}/followup`, { followup: "And why?" });
  await students[2]?.put(`/doubts/${three}/resolve`, {});
  const late = await doubt(await person(server), question, { private: true });
  await mentor.put(`/assignments/${question}`, { title: "Renamed" });
  await desk.until("assignment.saved", ({ title }) => title === "Renamed");

  const kept = after(before, desk);
  const fresh = await fetchQueue(mentor);
  equals(kept.waiting, fresh.waiting);
  equals(ids(kept), [two, one, late._id]);
  is(kept.waiting[0]?.claim?.by._id, second._id);
  is(kept.waiting[0]?.assignment.title, "Renamed");
  is(kept.known.get(three ?? "")?.resolved, true, "what has left is still known");
  ok(!kept.stale);
  is(pushesOf(desk).reduce(keepInQueue, kept), kept, "a push is taken once");
});

Deno.test("what waits behind the loaded part of the queue is not shown before its turn", async () => {
  await using server = await testServer();
  const { mentor, second, question, waiting } = await classroom(server);
  const part = await fetchQueue(mentor, 2);
  equals([ids(part), part.isWhole], [waiting.slice(0, 2), false]);
  using desk = await listen(server, { token: mentor.token });
  const late = await doubt(await person(server), question);
  await second.put(`/doubts/${waiting[0]}/reply`, { reply: "Like this." });
  await desk.until("doubt.changed", ({ currentStatus }) => currentStatus === "replied");
  equals(ids(after(part, desk)), [waiting[1]]);
  equals(ids(after(await fetchQueue(mentor), desk)), [waiting[1], waiting[2], late._id]);
});

Deno.test("a claim that was made before the queue was loaded is asked for", async () => {
  await using server = await testServer();
  const { mentor, second, students, waiting: [one] } = await classroom(server);
  await mentor.put(`/doubts/${one}/reply`, { reply: "Like this." });
  await second.post(`/doubts/${one}/claim`, {});
  // As if it had not been on the loaded pages: it does not wait.
  const loaded = await fetchQueue(mentor);
  const before = { ...loaded, known: new Map([...loaded.known].filter(([id]) => id !== one)) };
  using desk = await listen(server, { token: mentor.token });
  await students[0]?.put(`/doubts/${one}/followup`, { followup: "And why?" });
  await desk.until("doubt.changed", ({ currentStatus }) => currentStatus === "review");
  ok(after(before, desk).stale);
  ok(!after(loaded, desk).stale, "it is known who has it");
});

Deno.test("a list is counted on as far as the server counts it: what waits, all, and a search", async () => {
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
  const cases = [["order=queue", 1103, 1104], ["", 1000, 1000], ["text=loop", 200, 200]] as const;
  using desk = await listen(server, { token: mentor.token });
  const lists = await Promise.all(cases.map(async ([query]): Promise<DoubtList> => {
    const { body, headers } = await mentor.get(`/doubts/filter-doubts?${query}`);
    const filter = doubtFilter.parse(Object.fromEntries(new URLSearchParams(query)));
    const seq = Number(headers.get("x-seq"));
    return { ...body, filter, me: mentor, ceiling: ceilingOf(filter, mentor), seq, stale: false };
  }));
  await doubt(await person(server), question);
  await desk.next("doubt.opened");
  for (const [place, [query, before, then]] of cases.entries()) {
    const list = lists[place] as DoubtList;
    is(list.total, before, query);
    is(pushesOf(desk).reduce(keepInList, list).total, then, query);
    is((await mentor.get(`/doubts/filter-doubts?${query}`)).body.total, then, query);
  }
});

Deno.test("an old doubt that is told once more, with its assignment, is not counted twice", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const personal = await assignment(mentor, {}, null);
  await givePersonally(server, personal._id, [student]);
  await doubt(student, personal._id);
  await doubt(student, (await assignment(mentor))._id);
  const { body, headers } = await mentor.get("/doubts/filter-doubts?limit=1");
  const filter = doubtFilter.parse({ limit: "1" });
  const seq = Number(headers.get("x-seq"));
  const ceiling = ceilingOf(filter, mentor);
  const list: DoubtList = { ...body, filter, me: mentor, ceiling, seq, stale: false };
  using desk = await listen(server, { token: mentor.token });
  await mentor.put(`/assignments/${personal._id}/distribution`, { distributionTag: "hw" });
  await desk.next("doubt.opened");
  const { total, stale } = pushesOf(desk).reduce(keepInList, list);
  equals([total, stale], [2, true]);
});
