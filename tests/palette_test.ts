/** The command palette's search finds only people, questions and doubts that the asker may see. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { FOUND_MOST, SEARCHED_MOST } from "../server/palette/schema.ts";
import { assignment, doubt, questionForm } from "./kit/assignments.ts";
import { person, type TestPerson } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

const search = async (who: TestPerson, find: string) => {
  const { status, body } = await who.get(`/search?${new URLSearchParams({ find })}`);
  is(status, 200, find);
  return body;
};
const NOTHING = { people: [], questions: [], doubts: [] };
const namesOf = async (who: TestPerson, find: string) =>
  (await search(who, find)).people.map(({ name }: { name: string }) => name);
const titlesOf = async (who: TestPerson, find: string) =>
  (await search(who, find)).questions.map(({ title }: { title: string }) => title);

Deno.test("staff find everybody, learners only those to whom they may write, without addresses", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor", "Zubin Mentor");
  const student = await person(server, "student", "Zubin Student");
  await person(server, "admin", "Anil Zubin");
  equals(await namesOf(mentor, "zubin"), ["Zubin Mentor", "Zubin Student", "Anil Zubin"]);
  equals(await namesOf(student, "zubin"), ["Zubin Mentor", "Anil Zubin"]);
  const { people } = await search(student, "zubin");
  is(people.some((one: object) => "email" in one), false);
  equals(await namesOf(student, mentor.email), [], "an address is not found out by searching");
  equals(await namesOf(mentor, student.email), ["Zubin Student"]);
});

Deno.test("learners find the questions that were given out to them, and no other", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const [other, helper] = [await person(server), await person(server, "volunteer")];
  const given = await assignment(mentor, { title: "Quaternion given" });
  const { body: kept } = await mentor.post(
    "/assignments",
    questionForm({ title: "Quaternion kept" }),
  );
  const { body: own } = await mentor.post(
    "/assignments",
    questionForm({ title: "Quaternion own" }),
  );
  await mentor.put(`/assignments/${own._id}/assign-personal`, { assignedTo: [student._id] });
  equals(await titlesOf(mentor, "quaternion"), [given.title, kept.title, own.title]);
  equals(await titlesOf(student, "quaternion"), [given.title, own.title]);
  for (const one of [other, helper]) equals(await titlesOf(one, "quaternion"), [given.title]);
});

Deno.test("doubts are found by words in their threads, and private ones by their owner and staff only", async () => {
  await using server = await testServer();
  const [mentor, owner] = [await person(server, "mentor"), await person(server)];
  const other = await person(server);
  const { _id: assignmentId, title } = await assignment(mentor, { title: "Walk a grid" }, "hw");
  const shown = await doubt(owner, assignmentId, { doubtText: "The recursion never ends." });
  await mentor.put(`/doubts/${shown._id}/reply`, { reply: "Where is its base case?" });
  const { body: hidden } = await other.post("/doubts", {
    assignmentId,
    doubtText: "My recursion, too.",
    private: true,
  });
  const found = async (who: TestPerson, find: string) =>
    (await search(who, find)).doubts.map(({ _id }: { _id: string }) => _id);
  equals(await found(mentor, "recursion"), [hidden._id, shown._id]);
  equals(await found(other, "recursion"), [hidden._id, shown._id]);
  equals(await found(owner, "recursion"), [shown._id]);
  equals(await found(owner, "base case"), [shown._id], "words of a reply");
  for (const begun of ["rec", "recurs", "recursi", "never rec", "RECURSIO"]) {
    equals(await found(owner, begun), [shown._id], begun);
  }
  for (const other of ["re", "curs", "missing rec", '"rec"', "-rec"]) {
    equals((await found(owner, other)).filter((id: string) => id !== shown._id), [], other);
  }
  equals(await found(owner, "missing rec"), []);
  const [one] = (await search(owner, "base case")).doubts;
  equals([one.assignment.title, one.currentStatus, one.student.name], [
    title,
    "replied",
    owner.name,
  ]);
  is("email" in one.student, false);
});

Deno.test("words of private doubts do not change what others find by the beginning of a word", async () => {
  await using server = await testServer();
  const [mentor, owner] = [await person(server, "mentor"), await person(server)];
  const other = await person(server);
  const { _id: assignmentId } = await assignment(mentor, {}, "hw");
  const open = await doubt(owner, assignmentId, { doubtText: "My zebrawood shelf falls." });
  // More frequent than the word of the open doubt, and as many as are searched for.
  const texts = ["a", "b", "c", "d", "e", "f"].map((end) => `zebra${end} zebra${end}`);
  const body = { assignmentId, doubtText: texts.join(" "), private: true };
  const { body: hidden } = await other.post("/doubts", body);
  const found = async (who: TestPerson) =>
    (await search(who, "zeb")).doubts.map(({ _id }: { _id: string }) => _id);
  equals(await found(owner), [open._id]);
  equals(await found(other), [hidden._id], "the most frequent words are found");
});

Deno.test("a search is bounded, takes every character literally, and finds nothing for no text", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  for (let count = 0; count <= FOUND_MOST; count++) {
    await person(server, "student", `Many ${count}`);
  }
  is((await search(mentor, "many")).people.length, FOUND_MOST);
  for (const find of ["", " ", "%", "_", "'", "\\", "% or 1=1 --", "😀"]) {
    equals(await search(mentor, find), NOTHING, find);
  }
  is((await mentor.get(`/search?find=${"x".repeat(SEARCHED_MOST + 1)}`)).status, 400);
  equals((await mentor.get("/search")).body, NOTHING);
});
