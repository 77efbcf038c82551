/** The client's review lists: the old state with the events applied equals a fresh fetch. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import {
  extendQueue,
  keyOf,
  knownIn,
  type KnownReview,
  list as listQuery,
  othersFirst,
  queue as queueQuery,
  type ReviewList,
  type ReviewQueue,
  reviews,
  reviewsById,
  rowsOf,
  totalOf,
} from "../client/reviews/state.ts";
import type { LiveEvent } from "../client/kit/net/event-log.ts";
import type { Values } from "../client/kit/data/live-query.ts";
import { NO_QUEUE } from "../client/kit/data/work-queue.ts";
import type { Actor } from "../server/kit/core/roles.ts";
import { queueFilter } from "../server/reviews/schema.ts";
import { assignment, doubt, submit } from "./kit/assignments.ts";
import { person, type TestPerson } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen, type Listener } from "./kit/socket.ts";

const SIZE = 100;
const STAFF: Actor = { _id: "a mentor", role: "mentor" };

const names = queueFilter.pick({ studentName: true, assignmentTitle: true });

/** A queue and the known responses. */
interface Desk {
  queue: ReviewQueue;
  rows: Values<KnownReview>;
}

async function fetchQueue(
  mentor: TestPerson,
  asked: Record<string, string> = {},
): Promise<Desk> {
  const filter = names.parse(asked);
  const query = new URLSearchParams({ ...asked, waiting: "true", limit: `${SIZE}` });
  const { body, headers } = await mentor.get(`/assignments/reviews?${query}`);
  const seq = Number(headers.get("x-seq"));
  const rows = reviewsById(body.reviews, seq);
  const page = { rows: body.reviews, page: 1, size: SIZE };
  const queue = extendQueue({ ...NO_QUEUE, filter, total: body.total, seq }, page);
  return { queue, rows };
}

const eventsOf = (desk: Listener): LiveEvent[] =>
  desk.pushes.map(({ event, data }) => ({ event, data }) as unknown as LiveEvent);

const hear = ({ queue, rows }: Desk, event: LiveEvent): Desk => ({
  queue: queueQuery.apply(queue, event, STAFF),
  rows: reviews.apply(rows, event, STAFF),
});

const waitingAt = ({ queue, rows }: Desk) => rowsOf(queue, knownIn(rows));

/** Returns the rows and the total that a queue shows. */
const shown = (desk: Desk) => {
  const waiting = waitingAt(desk);
  return { waiting, total: totalOf(desk.queue, waiting.length) };
};

Deno.test("the queue after events equals the queue as fetched", async () => {
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
    const kept = eventsOf(desk).reduce(hear, before[place] as Desk);
    const fresh = await fetchQueue(mentor, filter);
    equals(shown(kept), shown(fresh), JSON.stringify(filter));
  }
  const kept = eventsOf(desk).reduce(hear, before[0] as Desk);
  equals(waitingAt(kept).map(({ student }) => student._id), [three._id, one._id]);
  is(waitingAt(kept)[0]?.claim?.by._id, second._id);
  is(kept.rows[`${first._id}.${two._id}`]?.row.mentorReview.by?._id, second._id);
});

Deno.test("another look joins the queue, and comes last for whoever decided", async () => {
  await using server = await testServer();
  const [mentor, second] = [await person(server, "mentor"), await person(server, "mentor")];
  const [student, other] = [await person(server), await person(server)];
  const { _id: id } = await assignment(mentor);
  const stuck = { responseStatus: "having doubt", learningNotes: "Where does it end?" };
  await submit(student, id, stuck);
  const decision = { studentId: student._id, reviewStatus: "approved" };
  await mentor.put(`/assignments/${id}/review`, decision);
  const before = await fetchQueue(mentor);
  using desk = await listen(server, { token: mentor.token });
  await student.post(`/assignments/${id}/review/again`, { reason: "It has no end." });
  await submit(other, id);
  await desk.until("review.waiting", (item) => item.student._id === other._id);
  await doubt(student, id);
  await desk.next("doubt.opened");
  const kept = eventsOf(desk).reduce(hear, before);
  equals(shown(kept), shown(await fetchQueue(mentor)));
  const seenBy = ({ _id }: TestPerson) =>
    othersFirst(waitingAt(kept), { _id, role: "mentor" }).map((item) => item.student._id);
  equals(seenBy(second), [student._id, other._id]);
  equals(seenBy(mentor), [other._id, student._id]);
  // In a list they stand between what waits and what is decided.
  const [asked, waits] = waitingAt(kept);
  ok(asked && waits);
  const decided = {
    ...waits,
    mentorReview: { ...waits.mentorReview, status: "approved" as const },
  };
  equals(othersFirst([decided, asked, waits], mentor as never), [waits, asked, decided]);
  const oldest = async (who: TestPerson) => (await who.get("/desk")).body.reviews.oldest.key;
  equals(
    [await oldest(second), await oldest(mentor)],
    [student._id, other._id].map((one) => `${id}.${one}`),
  );
});

Deno.test("a response whose doubt is raised, or that may have one, makes the queue stale", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const [student, other] = [await person(server), await person(server)];
  const { _id: id } = await assignment(mentor);
  const stuck = { responseStatus: "having doubt", learningNotes: "Where does it end?" };
  await submit(other, id);
  await submit(student, id, stuck);
  const before = await fetchQueue(mentor);
  is(before.queue.total, 2);
  using desk = await listen(server, { token: mentor.token });
  await doubt(student, id);
  await desk.next("doubt.opened");
  is(eventsOf(desk).reduce(hear, before).queue.stale, true);
  const raised = await fetchQueue(mentor);
  is(raised.queue.total, 1);

  await submit(student, id, stuck);
  await desk.next("review.waiting");
  const again = eventsOf(desk).reduce(hear, raised);
  equals([waitingAt(again).length, again.queue.stale], [1, true], "only the server knows");
});

Deno.test("a list becomes stale when an event changes its rows or their order", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const [student, other] = [await person(server), await person(server)];
  const { _id: id } = await assignment(mentor);
  await submit(student, id);
  const { body, headers } = await mentor.get("/assignments/reviews");
  const list: ReviewList = {
    of: "all",
    filter: queueFilter.parse({}),
    keys: body.reviews.map(keyOf),
    total: body.total,
    seq: Number(headers.get("x-seq")),
    stale: false,
  };
  const rows = reviewsById(body.reviews, list.seq);
  using desk = await listen(server, { token: mentor.token });
  await mentor.post(`/assignments/${id}/review/claim`, { studentId: student._id });
  await desk.next("claim.changed");
  const apply = (who: TestPerson) => (now: ReviewList, event: LiveEvent) =>
    listQuery.apply(now, event, who);
  const claimed = eventsOf(desk).reduce(apply(mentor), list);
  const known = eventsOf(desk).reduce(
    (now, event) => reviews.apply(now, event, STAFF),
    rows,
  );
  const [first = ""] = list.keys;
  equals([known[first]?.row.claim?.by._id, claimed.stale], [mentor._id, false]);
  await submit(other, id);
  await desk.until("review.waiting", (item) => item.student._id === other._id);
  const after = eventsOf(desk).reduce(apply(mentor), list);
  ok(after.stale, "another response belongs in it");
  const own: ReviewList = { ...list, of: "own" };
  const untouched = eventsOf(desk).reduce(apply(student), own);
  is(untouched.stale, false, "another's response is no business of a learner's list");
});
