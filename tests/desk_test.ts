/**
 * The mentors' desk: what waits and for how long, limits of a mentor's own, saved replies, the
 * context of an item, and responses that are one thing with their doubt.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { context as openContext } from "../client/desk/state.ts";
import { REPLIES_EACH } from "../server/desk/schema.ts";
import { assignment, doubt, submit } from "./kit/assignments.ts";
import { person, type Reply, type TestPerson } from "./kit/people.ts";
import { browserRun, runsOf, SUM } from "./kit/runs.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const stuck = { responseStatus: "having doubt", learningNotes: "Where does it end?" };

const keysOf = (reviews: { assignmentId: string }[]) =>
  reviews.map(({ assignmentId }) => assignmentId);

/** Returns the questions of the responses in the mentors' line, and of all pending ones. */
async function reviewsFor(mentor: TestPerson) {
  const [line, pending] = await Promise.all(
    ["waiting=true", "reviewStatus=pending"].map((query) =>
      mentor.get(`/assignments/reviews?${query}`)
    ),
  );
  return { line: keysOf(line?.body.reviews), pending: keysOf(pending?.body.reviews) };
}

Deno.test("the desk says what waits, which has waited longest, and the last hour's median", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const questions = [];
  for (let count = 0; count < 6; count++) questions.push(await assignment(mentor));
  const empty = { waiting: 0, oldest: null, median: null };
  equals((await mentor.get("/desk")).body, {
    doubts: empty,
    reviews: empty,
    limits: { long: 10, tooLong: 30 },
  });
  const raised: Reply["body"][] = [];
  for (const { _id } of questions) raised.push(await doubt(student, _id));
  for (const { _id } of questions) await submit(student, _id, { responseStatus: "solved" });
  const { doubts, reviews } = (await mentor.get("/desk")).body;
  const [first] = questions;
  equals(doubts, {
    waiting: 6,
    oldest: {
      key: raised[0]._id,
      name: student.name,
      about: first?.title,
      since: raised[0].waitingSince,
    },
    median: null,
  });
  is(reviews.waiting, 6);
  is(reviews.oldest.key, `${first?._id}.${student._id}`);

  // Four answers are too few for a median, and a further answer to the same doubt ends no wait.
  const { sql } = server.parts.database;
  const answer = async (which: number, minutes: number) => {
    const { _id } = raised[which];
    await sql`update doubts set waiting_since = waiting_since - ${minutes} * interval '1 minute'
      where id = ${_id}`;
    is((await mentor.put(`/doubts/${_id}/reply`, { reply: "Look at line 3." })).status, 200);
  };
  for (const [which, minutes] of [2, 4, 6, 20].entries()) await answer(which, minutes);
  await answer(3, 0);
  is((await mentor.get("/desk")).body.doubts.median, null);
  await answer(4, 30);
  const after = (await mentor.get("/desk")).body;
  is(after.doubts.waiting, 1);
  ok(Math.abs(after.doubts.median - 6 * 60_000) < 60_000, String(after.doubts.median));
  is(after.doubts.oldest.key, raised[5]._id);
  for (const { _id } of questions.slice(0, 5)) {
    const body = { studentId: student._id, reviewStatus: "approved" };
    is((await mentor.put(`/assignments/${_id}/review`, body)).status, 200);
  }
  const reviewed = (await mentor.get("/desk")).body.reviews;
  is(reviewed.waiting, 1);
  ok(typeof reviewed.median === "number" && reviewed.median >= 0);
  equals((await mentor.get("/desk/week")).body, {
    handedIn: 6,
    solved: 6,
    students: 1,
    reviewed: 5,
    asked: 6,
    answered: 6,
  });
});

Deno.test("the limits of a long wait are a mentor's own, and reach their other tabs", async () => {
  await using server = await testServer();
  const [mentor, other] = [await person(server, "mentor"), await person(server, "mentor")];
  using ear = await listen(server, { token: mentor.token });
  using theirs = await listen(server, { token: other.token });
  const limits = { long: 5, tooLong: 12 };
  equals((await mentor.put("/desk/limits", limits)).body, limits);
  const { seq: _, ...told } = await ear.next("desk.limits");
  equals(told, limits);
  equals((await mentor.get("/desk")).body.limits, limits);
  equals((await other.get("/desk")).body.limits, { long: 10, tooLong: 30 });
  equals(theirs.of("desk.limits"), []);
  const wrong = await mentor.put("/desk/limits", { long: 12, tooLong: 12 });
  is(wrong.status, 400);
  is(wrong.body.errors.tooLong, "Too long must be more than long.");
  is((await mentor.put("/desk/limits", { long: 0, tooLong: 12 })).status, 400);
});

Deno.test("saved replies belong to a person; shared ones are for all staff to use, not to change", async () => {
  await using server = await testServer();
  const [mentor, other] = [await person(server, "mentor"), await person(server, "admin")];
  using ear = await listen(server, { token: other.token });
  const replies = "/desk/replies";
  const loops = { name: "Loops", text: "Which value does i have last?", key: "1" };
  const saved = await mentor.post(replies, loops);
  is(saved.status, 201);
  const { _id } = saved.body;
  equals(saved.body.owner, { _id: mentor._id, name: mentor.name, role: "mentor" });
  equals((await other.get(replies)).body, []);
  is((await other.put(`${replies}/${_id}`, loops)).status, 404);

  const shared = await mentor.put(`${replies}/${_id}`, { ...loops, shared: true, version: 1 });
  is(shared.body.version, 2);
  is((await ear.next("saved-reply.saved"))._id, _id);
  equals((await other.get(replies)).body, [shared.body]);
  is((await other.put(`${replies}/${_id}`, loops)).status, 403);
  is((await other.delete(`${replies}/${_id}`)).status, 403);
  const stale = await mentor.put(`${replies}/${_id}`, { ...loops, name: "Late", version: 1 });
  equals([stale.status, stale.body.code, stale.body.current], [409, "stale", shared.body]);

  // No longer shared: the others' lists drop it, and its text is not sent to them.
  is((await mentor.put(`${replies}/${_id}`, { ...loops, text: "Mine." })).status, 200);
  is((await ear.next("saved-reply.removed"))._id, _id);
  equals((await other.get(replies)).body, []);
  is(ear.of("saved-reply.saved").length, 1);

  const taken = await mentor.post(replies, { name: "Other", text: "Other.", key: "1" });
  equals([taken.status, taken.body.errors.key], [400, "The key 1 inserts “Loops”."]);
  is((await other.post(replies, { name: "Own", text: "Own.", key: "1" })).status, 201);
  is((await mentor.delete(`${replies}/${_id}`)).status, 200);
  is((await mentor.delete(`${replies}/${_id}`)).status, 404);
});

Deno.test("a person has a bounded number of saved replies, and the same text once", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const post = (text: string) => mentor.post("/desk/replies", { name: "Name", text });
  const twice = await Promise.all([post("Text 0"), post("Text 0")]);
  equals(twice.map(({ status }) => status).sort(), [200, 201]);
  is(twice[0]?.body._id, twice[1]?.body._id);
  const all = await Promise.all(
    Array.from({ length: REPLIES_EACH }, (_, place) => post(`Text ${place + 1}`)),
  );
  const refused = all.filter(({ status }) => status === 409);
  equals(refused.map(({ body }) => body.code), ["reply.full"]);
  is((await mentor.get("/desk/replies")).body.length, REPLIES_EACH);
  is((await post("x".repeat(4001))).status, 400);
});

Deno.test("a response that is not solved and the doubt that it raised are one thing in the line", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id } = await assignment(mentor);
  await submit(student, _id, stuck);
  equals(await reviewsFor(mentor), { line: [_id], pending: [_id] }, "it has no doubt yet");
  const { _id: doubtId } = await doubt(student, _id);
  equals(await reviewsFor(mentor), { line: [], pending: [_id] }, "it waits as the doubt");
  is((await mentor.get("/desk")).body.reviews.waiting, 0);

  await mentor.put(`/doubts/${doubtId}/reply`, { reply: "At the last index." });
  equals((await reviewsFor(mentor)).line, [], "the answer settles both");
  await submit(student, _id, stuck);
  equals((await reviewsFor(mentor)).line, [_id], "a new attempt without a new question");
  await student.put(`/doubts/${doubtId}/followup`, { followup: "And an empty array?" });
  equals((await reviewsFor(mentor)).line, []);
  await submit(student, _id, stuck);
  equals((await reviewsFor(mentor)).line, [], "its doubt waits");
  await submit(student, _id, { responseStatus: "solved" });
  equals((await reviewsFor(mentor)).line, [_id], "a solution is always reviewed");
  await student.put(`/doubts/${doubtId}/followup`, { followup: "Is there a shorter way?" });
  equals((await reviewsFor(mentor)).line, [_id]);
});

Deno.test("the context has the program, the attempts, what was asked before, and similar answers", async () => {
  await using server = await testServer();
  const [mentor, student, classmate] = [
    await person(server, "mentor"),
    await person(server),
    await person(server),
  ];
  const [question, other] = [await assignment(mentor), await assignment(mentor)];
  const context = async (query: string) =>
    (await mentor.get(
      `/desk/context?assignmentId=${question._id}&studentId=${student._id}${query}`,
    )).body;
  equals(await context(""), {
    response: null,
    program: null,
    runs: [],
    attempts: [],
    asked: [],
    similar: [],
  });
  const before = await doubt(student, other._id, { doubtText: "What is a pointer?" });
  const answered = await doubt(classmate, question._id, {
    doubtText: "Why does my maximum start at zero?",
  });
  await mentor.put(`/doubts/${answered._id}/reply`, { reply: "Start with the first number." });
  await submit(student, question._id, { ...stuck, studentSolution: "int main() {}" });
  is((await context("")).program.source, "int main() {}");
  await student.post(runsOf(question._id), browserRun());
  const open = await doubt(student, question._id, { doubtText: "My maximum starts at zero, why?" });
  const found = await context(`&doubtId=${open._id}`);
  equals([found.program.from, found.program.source], ["run", SUM]);
  equals([found.runs.length, found.attempts.length], [1, 1]);
  equals(found.response.responseStatus, "having doubt");
  equals(found.asked.map(({ _id }: { _id: string }) => _id), [before._id]);
  equals(found.similar.map(({ _id }: { _id: string }) => _id), [answered._id]);
  // Another mentor reviews the response: an open context is fetched again.
  using ear = await listen(server, { token: mentor.token });
  const review = { studentId: student._id, reviewStatus: "approved" };
  is((await mentor.put(`/assignments/${question._id}/review`, review)).status, 200);
  const data = await ear.next("review.changed");
  const about = { assignmentId: question._id, studentId: student._id };
  const known = { about, context: found, seq: 0, stale: false };
  is(openContext.apply(known, { event: "review.changed", data }, mentor).stale, true);
  is((await context("")).response.reviewStatus, "approved");
});
