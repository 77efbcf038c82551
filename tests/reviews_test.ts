/** Reviews: reviewing, the history, claims, and access. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { ATTEMPTS_MOST } from "../server/reviews/schema.ts";
import { assignment, doubt, submit } from "./kit/assignments.ts";
import { person, type Reply, type TestPerson } from "./kit/people.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const codeOf = ({ status, body }: Reply) => [status, body.code];

const CODE = "std::reverse(v.begin(), v.end());";

async function classroom(server: TestServer) {
  const [mentor, second, student] = [
    await person(server, "mentor"),
    await person(server, "mentor"),
    await person(server),
  ];
  const { _id: id } = await assignment(mentor);
  return { mentor, second, student, id, path: `/assignments/${id}/review` };
}

Deno.test("a response is reviewed and submitted again, and the history keeps everything", async () => {
  await using server = await testServer();
  const { mentor, second, student, id, path } = await classroom(server);
  using desk = await listen(server, { token: second.token });
  using ear = await listen(server, { token: student.token });
  const first = await submit(student, id, {
    studentSolution: CODE,
    submissionUrl: "https://judge.example/1",
  });
  is(first.mentorReview.status, "pending");
  const waiting = await desk.next("review.waiting");
  equals([waiting.assignmentId, waiting.assignmentTitle, waiting.student._id], [
    id,
    "Reverse an array",
    student._id,
  ]);

  const reviewed = await mentor.put(path, {
    studentId: student._id,
    reviewStatus: "not approved",
    mentorComment: "Mind the empty array.",
    updatedStudentSolution: "if (!v.empty()) std::reverse(v.begin(), v.end());",
    version: first.version,
  });
  is(reviewed.status, 200);
  const { mentorReview } = reviewed.body;
  equals([mentorReview.status, mentorReview.comment, mentorReview.by._id], [
    "not approved",
    "Mind the empty array.",
    mentor._id,
  ]);
  ok(mentorReview.updatedStudentSolution.includes("hljs"));
  is(reviewed.body.studentSolutionSource, CODE, "the student's own stays");
  equals([reviewed.body.claim, reviewed.body.version], [null, first.version + 1]);
  const changed = await desk.next("review.changed");
  equals(changed.mentorReview, mentorReview);
  ok(!("claim" in changed));
  const told = await ear.until("review.changed", ({ version }) => version > first.version);
  equals(told.mentorReview, mentorReview);
  is(ear.of("review.waiting").length, 0, "the queue is the staff's");
  const own = (await student.get(`/assignments/${id}`)).body.responses[0];
  equals(own.mentorReview, mentorReview);

  const again = await submit(student, id, { studentSolution: "second try" });
  equals(again.mentorReview, {
    status: "pending",
    comment: null,
    updatedStudentSolution: null,
    updatedStudentSolutionSource: null,
    rubric: null,
    by: null,
    at: null,
    again: null,
  });
  is(again.createdAt, first.createdAt);
  await second.put(path, { studentId: student._id, reviewStatus: "approved" });

  const history = `/assignments/${id}/responses/${student._id}/history`;
  const { status, body } = await student.get(history);
  is(status, 200);
  equals(body.map((entry: { type: string }) => entry.type), [
    "attempt",
    "review",
    "attempt",
    "review",
  ]);
  const [one, verdict, two, last] = body;
  equals([one.studentSolutionSource, one.submissionUrl], [CODE, "https://judge.example/1"]);
  equals([two.studentSolutionSource, two.submissionUrl], ["second try", null]);
  equals([verdict.attemptId, verdict.status, verdict.comment, verdict.by._id], [
    one._id,
    "not approved",
    "Mind the empty array.",
    mentor._id,
  ]);
  is(
    verdict.updatedStudentSolutionSource,
    "if (!v.empty()) std::reverse(v.begin(), v.end());",
  );
  equals([last.attemptId, last.status, last.comment, last.by._id], [
    two._id,
    "approved",
    null,
    second._id,
  ]);
  equals((await mentor.get(history)).body, body);
});

Deno.test("another look is asked for once for each decision, waits, and is closed with a sentence", async () => {
  await using server = await testServer();
  const { mentor, second, student, id, path } = await classroom(server);
  const review = (who: TestPerson, reviewStatus: string, mentorComment?: string) =>
    who.put(path, { studentId: student._id, reviewStatus, mentorComment });
  const ask = (reason = "Case 3 passes.") => student.post(`${path}/again`, { reason });
  is((await ask()).status, 404);
  await submit(student, id, { responseStatus: "having doubt", learningNotes: "Why?" });
  equals(codeOf(await ask()), [409, "review.undecided"]);
  await review(mentor, "not approved", "Case 3 fails.");
  const blank = await ask("  ");
  equals([blank.status, blank.body.errors.reason], [400, "Reason is required."]);

  using desk = await listen(server, { token: second.token });
  using ear = await listen(server, { token: student.token });
  const asked = await ask();
  const { at } = asked.body.mentorReview.again;
  const again = { reason: "Case 3 passes.", at, decision: "not approved", by: mentor._id };
  equals(asked.body.mentorReview.again, again);
  for (const told of [await desk.next("review.waiting"), await ear.next("review.changed")]) {
    equals([told.mentorReview.status, told.mentorReview.comment], ["pending", "Case 3 fails."]);
    equals([told.mentorReview.again, told.waitingSince], [again, at]);
    ok(!("claim" in told));
  }
  await doubt(student, id);
  const { body: queue } = await second.get("/assignments/reviews?waiting=true");
  is(queue.total, 1, "a doubt does not stand for it");
  const twenty = await Promise.all(Array.from({ length: 20 }, () => ask("Please.")));
  equals(new Set(twenty.map(({ body }) => body.code)), new Set(["review.again"]));

  const silent = await review(second, "not approved");
  equals(Object.keys(silent.body.errors), ["mentorComment"]);
  const closed = await review(second, "not approved", "Case 3 has two lines.");
  const { status, comment, by, again: kept } = closed.body.mentorReview;
  equals([status, comment, by._id, kept], [
    "not approved",
    "Case 3 has two lines.",
    second._id,
    again,
  ]);
  equals(codeOf(await ask()), [409, "review.again"], "the decision is the same");
  const { body } = await student.get(`/assignments/${id}/responses/${student._id}/history`);
  equals(body.map((entry: { again?: unknown }) => entry.again), [
    undefined,
    { reason: "Case 3 passes.", at },
    null,
  ]);

  await review(second, "approved");
  is((await ask("Why approved?")).body.mentorReview.again.decision, "approved");
  const anew = await submit(student, id, { studentSolution: "int main() {}" });
  is(anew.mentorReview.again, null);
});

Deno.test("a long history is sent with its newest attempts, and older ones on request", async () => {
  await using server = await testServer();
  const { mentor, student, id, path } = await classroom(server);
  const history = `/assignments/${id}/responses/${student._id}/history`;
  type Entry = { _id: string; type: string; number?: number };
  const numbers = (body: Entry[]) => body.flatMap(({ number }) => number ?? []);
  const count = ATTEMPTS_MOST + 5;
  for (let at = 1; at <= count; at++) {
    await submit(student, id, { studentSolution: `int attempt = ${at};` });
    if (at % 10 === 0) {
      await mentor.put(path, { studentId: student._id, reviewStatus: "not approved" });
    }
  }
  const from = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const { body: newest } = await student.get(history);
  equals(numbers(newest), from(6, count));
  is(newest.filter(({ type }: Entry) => type === "review").length, 3);
  const { body: older } = await mentor.get(`${history}?before=${newest[0]._id}`);
  equals(numbers(older), from(1, 5));
  equals((await mentor.get(`${history}?before=${older[0]._id}`)).body, []);
  is((await mentor.get(`${history}?before=x`)).status, 400);
});

Deno.test("the history keeps its order when clocks differ", async () => {
  await using server = await testServer();
  const { mentor, student, id, path } = await classroom(server);
  const hours = [2, 1, 0];
  for (const ahead of hours) {
    server.setClock(new Date(Date.now() + ahead * 3_600_000).toISOString());
    await submit(student, id, { studentSolution: `${ahead} h ahead` });
    await mentor.put(path, { studentId: student._id, reviewStatus: "not approved" });
  }
  const { body } = await student.get(`/assignments/${id}/responses/${student._id}/history`);
  equals(body.map((entry: { type: string }) => entry.type[0]).join(""), "ararar");
  const tries = body.filter((entry: { type: string }) => entry.type === "attempt");
  equals(
    tries.map((entry: { studentSolutionSource: string }) => parseInt(entry.studentSolutionSource)),
    hours,
  );
  equals(
    body.filter((entry: { type: string }) => entry.type === "review")
      .map((entry: { attemptId: string }) => entry.attemptId),
    tries.map((entry: { _id: string }) => entry._id),
  );
});

Deno.test("another student's response is not accessible", async () => {
  await using server = await testServer();
  const { mentor, student, id } = await classroom(server);
  const others = [await person(server), await person(server, "volunteer")];
  using ear = await listen(server, { token: others[0]?.token });
  await submit(student, id);
  for (const other of others) {
    const { status } = await other.get(`/assignments/${id}/responses/${student._id}/history`);
    is(status, 404);
    is((await other.get(`/assignments/solved?studentId=${student._id}`)).status, 403);
    equals((await other.get("/assignments/solved")).body, { assignments: [], total: 0 });
    equals((await other.get(`/assignments/${id}`)).body.responses, []);
  }
  const nothing = `/assignments/${id}/responses/${others[0]?._id}/history`;
  is((await mentor.get(nothing)).status, 404, "no response");
  is((await mentor.get(`/assignments/${id}/responses/x/history`)).status, 404);
  await mentor.put(`/assignments/${id}`, { title: "Told to all" });
  await ear.next("assignment.saved");
  equals(ear.pushes.filter(({ event }) => event.startsWith("review.")), []);
});

Deno.test("invalid reviews are refused", async () => {
  await using server = await testServer();
  const { mentor, student, id, path } = await classroom(server);
  const version = (await submit(student, id)).version;
  const input = { studentId: student._id, reviewStatus: "approved" };
  is((await student.put(path, input)).status, 403);
  is((await mentor.put(path, { ...input, studentId: mentor._id })).status, 404, "no response");
  is((await mentor.put(`/assignments/${crypto.randomUUID()}/review`, input)).status, 404);
  const wrong = await mentor.put(path, { ...input, reviewStatus: "fine" });
  equals([wrong.status, wrong.body.errors.reviewStatus], [
    400,
    "Choose one of pending, approved, or not approved.",
  ]);
  is((await mentor.put(path, { ...input, reviewedBy: student._id })).status, 400);
  await submit(student, id, { studentSolution: "newer" });
  const stale = await mentor.put(path, { ...input, version });
  equals(
    [stale.status, stale.body.code, stale.body.current.studentSolutionSource],
    [409, "stale", "newer"],
  );
  is((await mentor.get("/assignments/reviews")).body.reviews[0].mentorReview.status, "pending");
  const unsafe = await mentor.put(path, {
    ...input,
    mentorComment: "<img src=x onerror=alert(1)>",
    updatedStudentSolution: "<p onclick=x()>ok<script>x()</script></p>",
  });
  is(
    unsafe.body.mentorReview.updatedStudentSolution,
    "<p>ok&#x3C;script>x()&#x3C;/script></p>",
  );
});

Deno.test("one mentor at a time holds the claim on a response; another's review is still accepted", async () => {
  await using server = await testServer();
  const { mentor, second, student, id, path } = await classroom(server);
  using desk = await listen(server, { token: second.token });
  using ear = await listen(server, { token: student.token });
  const studentId = student._id;
  is((await mentor.post(`${path}/claim`, { studentId })).status, 404, "no response yet");
  await submit(student, id);
  is((await student.post(`${path}/claim`, { studentId })).status, 403);

  const taken = await mentor.post(`${path}/claim`, { studentId });
  is(taken.body.claim.by._id, mentor._id);
  const told = await desk.next("claim.changed");
  equals([told.kind, told.id, told.studentId, told.by._id, told.until], [
    "review",
    id,
    studentId,
    mentor._id,
    taken.body.claim.until,
  ]);
  const listed = async () => (await second.get("/assignments/reviews")).body.reviews[0].claim;
  equals(await listed(), taken.body.claim);
  const refused = await second.post(`${path}/claim`, { studentId });
  equals([refused.status, refused.body.code, refused.body.by._id, refused.body.until], [
    409,
    "claimed",
    mentor._id,
    taken.body.claim.until,
  ]);

  // The second mentor does not hold the claim, so this release has no effect.
  is((await second.delete(`${path}/claim`, { studentId })).status, 200);
  is((await listed()).by._id, mentor._id);
  // A review by another mentor is saved, and the claim stays.
  const kept = await second.put(path, { studentId, reviewStatus: "approved" });
  is(kept.status, 200);
  is(kept.body.claim.by._id, mentor._id);
  // The holder may renew the claim while writing; nobody else may claim a response that does not
  // wait.
  is((await mentor.post(`${path}/claim`, { studentId })).status, 200);
  const done = await second.post(`${path}/claim`, { studentId, takeOver: true });
  equals([done.status, done.body.code], [409, "review.done"]);
  const own = await mentor.put(path, { studentId, reviewStatus: "not approved" });
  equals([own.status, own.body.claim], [200, null], "their review ends it");

  await submit(student, id);
  await mentor.post(`${path}/claim`, { studentId });
  const over = await second.post(`${path}/claim`, { studentId, takeOver: true });
  is(over.body.claim.by._id, second._id);
  await second.delete(`${path}/claim`, { studentId });
  is(await listed(), null);
  const changes = () => desk.of("claim.changed");
  await desk.until("claim.changed", () => changes().length === 6);
  equals(
    changes().map(({ by }) => by?._id ?? null),
    [mentor._id, mentor._id, null, mentor._id, second._id, null],
  );
  is(ear.of("claim.changed").length, 0, "claims are the staff's");
});

Deno.test("a claim expires, and staff receive an event", async () => {
  await using server = await testServer();
  const { mentor, second, student, id, path } = await classroom(server);
  const studentId = student._id;
  await submit(student, id);
  await mentor.post(`${path}/claim`, { studentId });
  using desk = await listen(server, { token: second.token });
  server.setClock(new Date(Date.now() + 11 * 60_000).toISOString());
  is((await second.get("/assignments/reviews")).body.reviews[0].claim, null);
  const ended = await desk.next("claim.changed");
  equals([ended.kind, ended.id, ended.studentId, ended.by, ended.until], [
    "review",
    id,
    studentId,
    null,
    null,
  ]);
});

Deno.test("a student who becomes staff cannot review their own earlier response", async () => {
  await using server = await testServer();
  const { mentor, student, id, path } = await classroom(server);
  const { version } = await submit(student, id, { studentSolution: CODE });
  const { sql } = server.parts.database;
  for (const role of ["mentor", "admin"]) {
    await sql`update people set role = ${role} where id = ${student._id}`;
    const studentId = student._id;
    for (
      const [refused, what] of [
        [await student.put(path, { studentId, reviewStatus: "approved" }), "approval"],
        [await student.put(path, { studentId, reviewStatus: "not approved" }), "refusal"],
        [
          await student.put(path, {
            studentId,
            reviewStatus: "pending",
            updatedStudentSolution: "int main() {}",
          }),
          "correction",
        ],
        [await student.post(`${path}/claim`, { studentId }), "claim"],
        [await student.post(`${path}/claim`, { studentId, takeOver: true }), "taking over"],
        [await student.delete(`${path}/claim`, { studentId }), "release"],
      ] as const
    ) {
      equals([refused.status, refused.body.code], [403, "forbidden"], what);
    }
  }
  const { reviews: [item] } = (await mentor.get("/assignments/reviews")).body;
  equals([item.mentorReview.status, item.version, item.claim], ["pending", version, null]);
  is((await mentor.put(path, { studentId: student._id, reviewStatus: "approved" })).status, 200);
});
