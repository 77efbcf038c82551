/** The client's review lists: old state and events make what a fresh fetch says. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import {
  extendQueue,
  isReviewPush,
  keepInList,
  keepInQueue,
  keyOf,
  type ReviewList,
  type ReviewPush,
  type ReviewQueue,
} from "../client/reviews/state.ts";
import { NO_QUEUE } from "../client/kit/queue.ts";
import { firstPage } from "../client/kit/stretch.ts";
import { queueFilter } from "../server/reviews/schema.ts";
import { assignment, submit } from "./kit/assignments.ts";
import { person, type TestPerson } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen, type Listener } from "./kit/socket.ts";

const SIZE = 100;

const names = queueFilter.pick({ studentName: true, assignmentTitle: true });

async function fetchQueue(mentor: TestPerson, asked: Record<string, string> = {}) {
  const filter = names.parse(asked);
  const query = new URLSearchParams({ ...asked, reviewStatus: "pending", limit: `${SIZE}` });
  const { body, headers } = await mentor.get(`/assignments/reviews?${query}`);
  const seq = Number(headers.get("x-seq"));
  return extendQueue({ ...NO_QUEUE, filter, total: 0, seq }, { ...body, ...firstPage(SIZE) });
}

const pushesOf = (desk: Listener): ReviewPush[] =>
  desk.pushes.map(({ event, data }) => ({ event, data })).filter(isReviewPush);

/** What is shown of a queue. */
const shown = ({ waiting, total }: ReviewQueue) => ({ waiting, total });

Deno.test("the queue after events is the queue as fetched", async () => {
  await using server = await testServer();
  const [mentor, second] = [await person(server, "mentor"), await person(server, "mentor")];
  const students = [await person(server), await person(server), await person(server)];
  const [first, other] = [await assignment(mentor), await assignment(mentor)];
  const [one, two, three] = students as [TestPerson, TestPerson, TestPerson];
  await submit(one, first._id);
  await submit(two, first._id);
  const filters: Record<string, string>[] = [{}, { studentName: three.name }, {
    assignmentTitle: "no such title",
  }];
  const before = await Promise.all(filters.map((filter) => fetchQueue(mentor, filter)));
  using desk = await listen(server, { token: mentor.token });

  await submit(three, other._id, { studentSolution: "int main() {}" });
  const claim = (who: TestPerson, student: TestPerson, id: string) =>
    who.post(`/assignments/${id}/review/claim`, { studentId: student._id });
  await claim(second, three, other._id);
  await claim(second, two, first._id);
  const review = (student: TestPerson, id: string, reviewStatus: string) =>
    second.put(`/assignments/${id}/review`, { studentId: student._id, reviewStatus });
  await review(two, first._id, "approved");
  await review(one, first._id, "not approved");
  await submit(one, first._id, { studentSolution: "again" });
  await mentor.put(`/assignments/${other._id}`, { title: "Renamed" });
  await desk.until("assignment.saved", ({ title }) => title === "Renamed");

  for (const [place, filter] of filters.entries()) {
    const kept = pushesOf(desk).reduce(keepInQueue, before[place] as ReviewQueue);
    const fresh = await fetchQueue(mentor, filter);
    equals(shown(kept), shown(fresh), JSON.stringify(filter));
  }
  const kept = pushesOf(desk).reduce(keepInQueue, before[0] as ReviewQueue);
  equals(kept.waiting.map(({ student }) => student._id), [three._id, one._id]);
  is(kept.waiting[0]?.claim?.by._id, second._id);
  is(kept.known.get(`${first._id}.${two._id}`)?.mentorReview.by?._id, second._id);
});

Deno.test("what comes in behind the loaded part of the queue is counted, and not shown", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const { _id: id } = await assignment(mentor);
  const students = [await person(server), await person(server), await person(server)];
  for (const student of students) await submit(student, id);
  const whole = await fetchQueue(mentor);
  const part = { ...whole, waiting: whole.waiting.slice(0, 2), isWhole: false };
  using desk = await listen(server, { token: mentor.token });
  const late = await person(server);
  await submit(late, id);
  await desk.next("review.waiting");
  const [push] = pushesOf(desk);
  const kept = keepInQueue(part, push as ReviewPush);
  equals([kept.waiting.map(keyOf), kept.total], [part.waiting.map(keyOf), 4]);
  is(keepInQueue(kept, push as ReviewPush), kept, "a push is taken once");
  await mentor.post(`/assignments/${id}/review/claim`, { studentId: late._id });
  await desk.next("claim.changed");
  const claimed = pushesOf(desk).reduce(keepInQueue, part);
  equals([claimed.waiting.length, claimed.total], [2, 4], "a claim on it counts nothing twice");
});

Deno.test("a list knows by itself when its rows or their order changed", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const [student, other] = [await person(server), await person(server)];
  const { _id: id } = await assignment(mentor);
  await submit(student, id);
  const { body, headers } = await mentor.get("/assignments/reviews");
  const list: ReviewList = {
    of: "all",
    filter: queueFilter.parse({}),
    items: body.reviews,
    total: body.total,
    seq: Number(headers.get("x-seq")),
    stale: false,
  };
  using desk = await listen(server, { token: mentor.token });
  await mentor.post(`/assignments/${id}/review/claim`, { studentId: student._id });
  await desk.next("claim.changed");
  const claimed = pushesOf(desk).reduce((now, push) => keepInList(now, push, mentor), list);
  equals([claimed.items[0]?.claim?.by._id, claimed.stale], [mentor._id, false]);
  await submit(other, id);
  await desk.until("review.waiting", (item) => item.student._id === other._id);
  const after = pushesOf(desk).reduce((now, push) => keepInList(now, push, mentor), list);
  ok(after.stale, "another response belongs in it");
  const own: ReviewList = { ...list, of: "own" };
  const untouched = pushesOf(desk).reduce((now, push) => keepInList(now, push, student), own);
  is(untouched.stale, false, "another's response is no business of a learner's list");
});
