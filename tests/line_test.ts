/**
 * The line of those who wait: places that never move back, what learners are told of theirs, and
 * which mentor has which item open.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { ANSWERS_LEAST } from "../server/doubts/schema.ts";
import { later } from "../server/kit/core/clock.ts";
import { assignment, doubt, submit } from "./kit/assignments.ts";
import { person, type TestPerson } from "./kit/people.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

Deno.test("handing in again keeps the place in the queue; after a decision, a new wait begins", async () => {
  await using server = await testServer();
  const start = new Date().toISOString();
  const at = (minutes: number) => server.setClock(later(start, minutes));
  at(0);
  const mentor = await person(server, "mentor");
  const { _id: id } = await assignment(mentor);
  const [first, second] = [await person(server), await person(server)];
  const queue = async () =>
    (await mentor.get("/assignments/reviews?reviewStatus=pending")).body
      .reviews.map((
        { student, waitingSince, submittedAt }: {
          student: { _id: string };
          waitingSince: string;
          submittedAt: string;
        },
      ) => [student._id, waitingSince, submittedAt]);
  await submit(first, id);
  at(1);
  await submit(second, id);
  at(2);
  await submit(first, id, { learningNotes: "One more try." });
  equals(await queue(), [
    [first._id, start, later(start, 2)],
    [second._id, later(start, 1), later(start, 1)],
  ]);
  const review = (student: TestPerson, reviewStatus: string) =>
    mentor.put(`/assignments/${id}/review`, {
      studentId: student._id,
      reviewStatus,
      mentorComment: "Look at the last case.",
    });
  // A comment that leaves it pending does not end the wait.
  at(3);
  is((await review(first, "pending")).status, 200);
  at(4);
  await submit(first, id);
  equals((await queue())[0], [first._id, start, later(start, 4)]);
  at(5);
  is((await review(first, "not approved")).status, 200);
  at(6);
  await submit(first, id);
  equals(await queue(), [
    [second._id, later(start, 1), later(start, 1)],
    [first._id, later(start, 6), later(start, 6)],
  ]);
});

Deno.test("a card has the newest unanswered entry, until it is answered", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const student = await person(server);
  const { _id } = await doubt(student, (await assignment(mentor))._id);
  const listed = async () => (await mentor.get("/doubts/filter-doubts")).body.doubts[0].unanswered;
  is(await listed(), null);
  using ear = await listen(server, { token: mentor.token });
  await student.put(`/doubts/${_id}/followup`, { followup: "And with two pointers?" });
  const long = `Or with a vector? ${"x".repeat(400)}`;
  const asked = await student.put(`/doubts/${_id}/followup`, { followup: long });
  const unanswered = await listed();
  equals(unanswered.text, `${long.slice(0, 280)}…`);
  equals(asked.body.unanswered, unanswered);
  const changed = await ear.until("doubt.changed", ({ entries }) => entries === 3);
  equals(changed.unanswered, unanswered);
  is((await mentor.put(`/doubts/${_id}/reply`, { reply: "Yes." })).body.unanswered, null);
  is(await listed(), null);
});

/** Creates doubts of as many students, oldest first, each with an ear that follows the line. */
async function inLine(server: TestServer, mentor: TestPerson, count: number) {
  const { _id: id } = await assignment(mentor);
  const waiting = [];
  for (let at = 0; at < count; at++) {
    const student = await person(server);
    const { _id } = await doubt(student, id);
    const ear = await listen(server, { token: student.token });
    is((await ear.ask("watch", { lineOf: student._id })).ok, true);
    waiting.push({ student, _id, ear });
  }
  return waiting;
}

type Part = {
  doubts: { doubtId: string; place: number; reader: { name: string; isWriting: boolean } | null }[];
  mentors: number;
  usually: number | null;
};
const placeIn = ({ doubts }: Part) => doubts[0]?.place;

Deno.test("learners in the line are told their place, who reads, and the usual wait", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const waiting = await inLine(server, mentor, 3);
  const [first, , third] = waiting as [typeof waiting[0], typeof waiting[0], typeof waiting[0]];
  await third.ear.until("line", (part: Part) => placeIn(part) === 3 && part.mentors === 0);
  using desk = await listen(server, { token: mentor.token });
  await third.ear.until("line", ({ mentors }: Part) => mentors === 1);
  await desk.ask("reading", { item: `doubt:${third._id}` });
  const reads = (isWriting: boolean) => ({ doubts }: Part) =>
    doubts[0]?.reader?.name === mentor.name && doubts[0].reader.isWriting === isWriting;
  await third.ear.until("line", reads(false));
  await desk.ask("reading", { item: `doubt:${third._id}`, writing: true });
  await third.ear.until("line", reads(true));
  desk.socket.disconnect();
  await third.ear.until("line", ({ mentors, doubts }: Part) => mentors === 0 && !doubts[0]?.reader);
  await mentor.put(`/doubts/${first._id}/reply`, { reply: "So." });
  await third.ear.until("line", (part: Part) => placeIn(part) === 2);
  // The first student waits again, behind the others.
  await first.student.put(`/doubts/${first._id}/followup`, { followup: "Why?" });
  await first.ear.until("line", (part: Part) => placeIn(part) === 3);
  const places = third.ear.of("line").map((part) => placeIn(part as Part) ?? 0);
  equals(places, places.toSorted((a, b) => b - a), "a place never moves back");
  ok(third.ear.of("line").every(({ usually }) => usually === null), "one answer is too few");
  for (const { ear } of waiting) ear[Symbol.dispose]();
});

Deno.test("the usual wait is the median of the last hour's answers, if there are enough", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const [one] = await inLine(server, mentor, 1);
  ok(one);
  const { sql } = server.parts.database;
  const answered = async (count: number, minutesAgo: number, waited: number) => {
    for (let n = 0; n < count; n++) {
      const { _id } = await doubt(await person(server), (await assignment(mentor))._id);
      await mentor.put(`/doubts/${_id}/reply`, { reply: "So." });
      const made = await sql`update doubt_entries set
        created_at = now() - ${minutesAgo} * interval '1 minute',
        waited_since = now() - ${minutesAgo + waited} * interval '1 minute'
        where doubt_id = ${_id} and waited_since is not null returning id`;
      is(made.length, 1, "the reply knows since when the doubt had waited");
    }
  };
  await answered(9, 90, 200);
  await answered(ANSWERS_LEAST - 1, 10, 12);
  using again = await listen(server, { token: one.student.token });
  await again.ask("watch", { lineOf: one.student._id });
  is((await again.next("line")).usually, null);
  await answered(1, 10, 12);
  await again.until("line", ({ usually }: Part) => usually === 12);
  one.ear[Symbol.dispose]();
});

Deno.test("nobody watches another person's line, and a learner reserves nothing", async () => {
  await using server = await testServer();
  const [student, other] = [await person(server), await person(server)];
  const mentor = await person(server, "mentor");
  using ear = await listen(server, { token: student.token });
  equals(await ear.ask("watch", { lineOf: other._id }), { ok: false, code: "not-found" });
  using desk = await listen(server, { token: mentor.token });
  ear.socket.emit("reading", { item: `doubt:${student._id}` });
  equals((await desk.ask("reading", {})).readers, []);
  for (const body of [{ item: 5 }, { item: "doubt" }, { item: `doubt:${"a".repeat(99)}` }]) {
    equals(await desk.ask("reading", body), { ok: false, code: "invalid" });
  }
  equals(ear.of("reading"), []);
});

Deno.test("staff are told who reads which item, in the order in which they opened it", async () => {
  await using server = await testServer();
  const [first, second] = [await person(server, "mentor"), await person(server, "admin")];
  using one = await listen(server, { token: first.token });
  using other = await listen(server, { token: second.token });
  const item = `doubt:${crypto.randomUUID()}`;
  const by = (reply: { readers: { by: { _id: string } }[] }) =>
    reply.readers.map(({ by }) => by._id);
  equals(by(await one.ask("reading", { item })), [first._id]);
  equals(by(await other.ask("reading", { item })), [first._id, second._id]);
  // Writing does not change whose turn it is.
  equals(by(await other.ask("reading", { item, writing: true })), [first._id, second._id]);
  await one.until("reading", ({ readers }) => readers.length === 2 && readers[1].isWriting);
  // An item whose answer is on its way stays reserved.
  const sent = await one.ask("reading", { item: null, sending: [item] });
  equals(by(sent), [first._id, second._id]);
  equals(by(await one.ask("reading", { item: null })), [second._id]);
  await one.until("reading", ({ readers }) => readers.length === 1);
  other.socket.disconnect();
  await one.until("reading", ({ readers }) => readers.length === 0);
});
