/**
 * Responses to assignments: the fields that each status needs, one response per student, and who
 * receives the events.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { assignment, submit } from "./kit/assignments.ts";
import { type Caller, caller, person, type Reply } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

Deno.test("a response has the fields that its status needs; only staff and the student receive its events", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const [student, classmate] = [await person(server), await person(server)];
  const volunteer = await person(server, "volunteer");
  const { _id } = await assignment(mentor);
  const central = await assignment(mentor, {}, null);
  const answer = (who: Caller, body: unknown, id = _id) =>
    who.put(`/assignments/${id}/status`, body);
  using own = await listen(server, { token: student.token });
  using other = await listen(server, { token: classmate.token });
  using staff = await listen(server, { token: mentor.token });
  for (const responseStatus of ["partially solved", "not understanding", "having doubt"]) {
    for (const learningNotes of [undefined, "", "  "]) {
      const { status, body } = await answer(student, { responseStatus, learningNotes });
      equals([status, body.errors], [400, { learningNotes: "Describe Your Problem is required." }]);
    }
  }
  const wrongs: [Record<string, unknown>, string][] = [
    [{}, "responseStatus"],
    [{ responseStatus: "done" }, "responseStatus"],
    [{ responseStatus: "solved", submissionUrl: "javascript:x" }, "submissionUrl"],
    [{ responseStatus: "solved", mentorReview: { status: "approved" } }, "mentorReview"],
    [{ responseStatus: "solved", student: classmate._id }, "student"],
    [{ responseStatus: "solved", learningNotes: "a\0b" }, "learningNotes"],
    [{ responseStatus: "solved", studentSolution: "a\0b" }, "studentSolution"],
    [{ responseStatus: "solved", studentSolution: "x".repeat(100_001) }, "studentSolution"],
  ];
  for (const [body, field] of wrongs) {
    const reply = await answer(student, body);
    equals([reply.status, Object.keys(reply.body.errors)], [400, [field]], field);
  }
  const first = await answer(student, {
    responseStatus: "having doubt",
    learningNotes: " Where does it end? ",
    submissionUrl: "",
    studentSolution: "int main() { return 0; }",
  });
  equals(
    [first.status, first.body.responseStatus, first.body.learningNotes, first.body.submissionUrl],
    [200, "having doubt", "Where does it end?", null],
  );
  equals([first.body.version, first.body.mentorReview.status], [1, "pending"]);
  ok(first.body.studentSolution.includes("hljs"), first.body.studentSolution);
  const again = await answer(student, {
    responseStatus: "solved",
    submissionUrl: "https://example.com/1",
    version: 1,
  });
  equals([again.body.responseStatus, again.body.version, again.body.learningNotes], [
    "solved",
    2,
    null,
  ]);
  const stale = await answer(student, { responseStatus: "solved", version: 1 });
  equals([stale.status, stale.body.code, stale.body.current.version], [409, "stale", 2]);
  is((await mentor.get(`/assignments/${_id}`)).body.responses.length, 1);

  const told = await own.until("review.changed", (item) => item.version === 2);
  equals([told.assignmentId, told.responseStatus], [_id, "solved"]);
  await staff.until("review.waiting", (item) => item.version === 2);
  await submit(classmate, _id);
  await other.next("review.changed");
  const about = (name: string) => (data: Reply["body"]) => data.student?.name === name;
  equals(other.of("review.changed").filter(about(student.name)), []);
  equals(own.of("review.changed").filter(about(classmate.name)), []);
  equals([own, other].flatMap((ear) => ear.of("review.waiting")), []);

  is((await answer(volunteer, { responseStatus: "solved" })).status, 200);
  is((await answer(mentor, { responseStatus: "solved" })).status, 403);
  is((await answer(student, { responseStatus: "solved" }, central._id)).status, 404);
  is((await answer(student, { responseStatus: "solved" }, crypto.randomUUID())).status, 404);
  is((await answer(caller(server), { responseStatus: "solved" })).status, 401);
});

Deno.test("concurrent first responses create one response, with every attempt", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id } = await assignment(mentor);
  const replies = await Promise.all(
    Array.from(
      { length: 10 },
      (_, at) => submit(student, _id, { submissionUrl: `https://x.y/${at}` }),
    ),
  );
  equals(
    replies.map(({ version }) => version).sort((a, b) => a - b),
    replies.map((_, at) => at + 1),
  );
  const { body } = await mentor.get(`/assignments/${_id}`);
  equals([body.responses.length, body.responses[0].version], [1, 10]);
  const attempts = await server.parts.database.sql`select count(*)::int as count from attempts`;
  equals([...attempts], [{ count: 10 }]);
  equals(server.logged.filter(({ level }) => level === "error"), []);
});
