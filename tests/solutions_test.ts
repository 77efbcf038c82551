/** Solutions: writing, hiding, giving up to see one, feedback; and a hidden one never leaks. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { assignment, givePersonally, submit } from "./kit/assignments.ts";
import { person, type TestPerson } from "./kit/people.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

/** A word that occurs only in the solution. */
const SECRET = "quicksilver";
const SOLUTION = { title: `The ${SECRET} way`, content: `Swap the **ends**, ${SECRET}.` };

async function classroom(server: TestServer) {
  const [mentor, student, other] = [
    await person(server, "mentor"),
    await person(server),
    await person(server),
  ];
  const { _id: id } = await assignment(mentor);
  return { mentor, student, other, id };
}

const show = (mentor: TestPerson, id: string, solutionVisible = true) =>
  mentor.put(`/assignments/${id}/solution-visibility`, { solutionVisible });

Deno.test("a solution is written from the detail screen and from the editor", async () => {
  await using server = await testServer();
  const { mentor, student, id } = await classroom(server);
  const admin = await person(server, "admin");
  const path = `/assignments/${id}/solution`;

  const missing = await mentor.get(path);
  equals(
    [missing.status, missing.body.code, missing.body.msg],
    [404, "solution.missing", "Solution not added yet."],
  );
  const short = await mentor.put(path, { solution: "Use **std::reverse**." });
  is(short.status, 200);
  equals([short.body.title, short.body.version, short.body.published], [
    "Reverse an array",
    1,
    false,
  ]);
  const edited = await admin.put(path, { ...SOLUTION, userId: student._id });
  is(edited.status, 200);
  equals([edited.body._id, edited.body.title, edited.body.version], [
    short.body._id,
    SOLUTION.title,
    2,
  ]);
  is(edited.body.content, `<p>Swap the <strong>ends</strong>, ${SECRET}.</p>`);
  is(edited.body.contentSource, SOLUTION.content);
  equals([edited.body.createdBy._id, edited.body.lastModifiedBy._id], [mentor._id, admin._id]);
  is(edited.body.userId, mentor._id);
  equals((await mentor.get(path)).body, edited.body);
  equals((await mentor.get(`/assignments/${id}`)).body.solution, edited.body);

  const stale = await mentor.put(path, { ...SOLUTION, content: "Old", version: 1 });
  equals([stale.status, stale.body.code], [409, "stale"]);
  equals(stale.body.current, edited.body);
  is((await mentor.put(path, { ...SOLUTION, version: 2 })).body.version, 3);
});

Deno.test("of two first solutions that are written at once, the later one replaces none", async () => {
  await using server = await testServer();
  const { mentor, id } = await classroom(server);
  const admin = await person(server, "admin");
  const path = `/assignments/${id}/solution`;
  // Version 0: there is no solution yet.
  const first = await mentor.put(path, { ...SOLUTION, version: 0 });
  equals([first.status, first.body.version], [200, 1]);
  const second = await admin.put(path, { ...SOLUTION, content: "Another way.", version: 0 });
  equals([second.status, second.body.code], [409, "stale"]);
  equals(second.body.current, first.body);
  equals((await mentor.get(path)).body.contentSource, SOLUTION.content);
});

Deno.test("an empty solution is refused, and an unsafe one is sanitized", async () => {
  await using server = await testServer();
  const { mentor, id } = await classroom(server);
  const path = `/assignments/${id}/solution`;
  const empty = [{}, { solution: "" }, { content: " \n " }, { content: "<!-- x -->" }];
  for (const body of empty) {
    const { status, body: reply } = await mentor.put(path, body);
    is(status, 400, JSON.stringify(body));
    is(reply.msg, "Solution content is empty. Please provide some content.");
  }
  is((await mentor.put(path, { ...SOLUTION, createdBy: mentor._id })).status, 400);
  is((await mentor.get(path)).status, 404);
  const { body } = await mentor.put(path, {
    title: "x",
    content: `<p onclick="x()">Hi<a href="javascript:x()">a</a></p><iframe src="//x"></iframe>` +
      `<figure class="image"><img src="/api/files/1" width="300"></figure>`,
  });
  ok(!/onclick|javascript|<iframe/.test(body.content), body.content);
  ok(body.content.includes('<figure class="image"><img src="/api/files/1" width="300"></figure>'));
});

Deno.test("a hidden solution reaches no learner: by list, detail, solution call, event", async () => {
  await using server = await testServer();
  const { mentor, student, id } = await classroom(server);
  const volunteer = await person(server, "volunteer");
  using ear = await listen(server, { token: student.token });
  await mentor.put(`/assignments/${id}/solution`, SOLUTION);
  await show(mentor, id);
  await show(mentor, id, false);
  await mentor.put(`/assignments/${id}/solution`, { ...SOLUTION, content: `${SECRET} again` });
  await mentor.put(`/assignments/${id}`, { title: "Reversed" });
  const { body: { solution } } = await mentor.get(`/assignments/${id}`);
  ok(solution.content.includes(SECRET));

  for (const learner of [student, volunteer]) {
    const refused = await learner.get(`/assignments/${id}/solution`);
    equals(
      [refused.status, refused.body.code, refused.body.msg],
      [403, "solution.hidden", "Solution is hidden by admin."],
    );
    const feedback = await learner.put(`/solutions/${solution._id}/feedback`, { feedback: "Hm" });
    equals([feedback.status, feedback.body.code], [403, "solution.hidden"]);
    await learner.put(`/assignments/${id}/status`, { responseStatus: "solved" });
    const lists = ["general", "practice", "personal", "home", "solved", id];
    for (const path of lists) {
      const { status, body } = await learner.get(`/assignments/${path}`);
      is(status, 200, path);
      ok(!JSON.stringify(body).includes(SECRET), path);
    }
    const { body: detail } = await learner.get(`/assignments/${id}`);
    equals([detail.solutionVisible, "solution" in detail, detail.gaveUp], [false, false, []]);
  }
  // Events arrive in order: with the last one, all earlier ones have arrived.
  await ear.until("assignment.saved", ({ title }) => title === "Reversed");
  equals(
    ear.of("assignment.saved").map(({ solutionVisible }) => solutionVisible),
    [true, false, false],
  );
  ok(!JSON.stringify(ear.pushes).includes(SECRET));
  using back = await listen(server, { token: student.token, since: 0 });
  is(back.of("assignment.saved").at(-1).title, "Reversed");
  ok(!JSON.stringify(back.pushes).includes(SECRET));
});

Deno.test("a solution is accessible only with its assignment", async () => {
  await using server = await testServer();
  const { mentor, student, other } = await classroom(server);
  const { _id: id } = await assignment(mentor, {}, null);
  const { body: { _id } } = await mentor.put(`/assignments/${id}/solution`, SOLUTION);
  await show(mentor, id);
  const reach = async (learner: TestPerson) => [
    (await learner.get(`/assignments/${id}/solution`)).status,
    (await learner.put(`/solutions/${_id}/feedback`, { feedback: "Fine" })).status,
  ];
  equals(await reach(student), [404, 404], "central");
  await givePersonally(server, id, [student]);
  equals(await reach(student), [200, 200]);
  equals(await reach(other), [404, 404], "personal, another's");
});

Deno.test("a learner's first look is remembered as giving up, once", async () => {
  await using server = await testServer();
  const { mentor, student, other, id } = await classroom(server);
  await mentor.put(`/assignments/${id}/solution`, SOLUTION);
  await show(mentor, id);
  const keyed = await fetch(`${server.url}/api/assignments/${id}/solution`, {
    headers: { "x-auth-token": mentor.token, "idempotency-key": "none" },
  });
  equals(
    [keyed.status, (await keyed.json()).title !== undefined],
    [200, true],
    "reads take no key",
  );
  using staff = await listen(server, { token: mentor.token });
  using ear = await listen(server, { token: student.token });
  using otherEar = await listen(server, { token: other.token });

  await mentor.get(`/assignments/${id}/solution`);
  equals((await mentor.get(`/assignments/${id}`)).body.gaveUp, [], "staff never give up");
  const looks = await Promise.all(
    Array.from({ length: 8 }, () => student.get(`/assignments/${id}/solution`)),
  );
  for (const { status, body } of looks) {
    equals([status, body.title, body.published], [200, SOLUTION.title, true]);
    ok(!("contentSource" in body));
  }
  const viewed = await ear.next("solution.viewed");
  equals([viewed.assignmentId, viewed.student._id], [id, student._id]);
  is((await staff.next("solution.viewed")).gaveUpAt, viewed.gaveUpAt);

  const gaveUp = [{ student: { _id: student._id, name: student.name }, gaveUpAt: viewed.gaveUpAt }];
  equals((await student.get(`/assignments/${id}`)).body.gaveUp, gaveUp);
  equals((await mentor.get(`/assignments/${id}`)).body.gaveUp, gaveUp);
  equals((await other.get(`/assignments/${id}`)).body.gaveUp, []);

  // Answers after giving up: the response has the time.
  const answer = { responseStatus: "partially solved", learningNotes: "Saw the solution" };
  const answered = await student.put(`/assignments/${id}/status`, answer);
  is(answered.body.gaveUpAt, viewed.gaveUpAt);
  is((await ear.next("review.changed")).gaveUpAt, viewed.gaveUpAt);
  is((await mentor.get("/assignments/reviews")).body.reviews[0].gaveUpAt, viewed.gaveUpAt);
  is(ear.of("solution.viewed").length, 1);

  // Answers before giving up: the response gets the time.
  await other.put(`/assignments/${id}/status`, answer);
  await other.get(`/assignments/${id}/solution`);
  const own = await otherEar.next("solution.viewed");
  is((await other.get(`/assignments/${id}`)).body.responses[0].gaveUpAt, own.gaveUpAt);
  ok(!otherEar.pushes.some(({ data }) => data.student?._id === student._id), "not a classmate's");
});

Deno.test("of a concurrent first look and first answer, the later one knows of the other", async () => {
  await using server = await testServer();
  const { mentor, id } = await classroom(server);
  await mentor.put(`/assignments/${id}/solution`, SOLUTION);
  await show(mentor, id);
  using desk = await listen(server, { token: mentor.token });
  const students = await Promise.all(Array.from({ length: 12 }, () => person(server)));
  await Promise.all(students.flatMap((student) => [
    student.get(`/assignments/${id}/solution`),
    submit(student, id),
  ]));
  for (const { _id } of students) {
    const isTheirs = ({ student }: { student: { _id: string } }) => student._id === _id;
    const viewed = await desk.until("solution.viewed", isTheirs);
    const waiting = await desk.until("review.waiting", isTheirs);
    is(waiting.gaveUpAt, waiting.seq > viewed.seq ? viewed.gaveUpAt : null);
  }
});

Deno.test("a change of visibility is pushed; a stale version is refused", async () => {
  await using server = await testServer();
  const { mentor, student, id } = await classroom(server);
  using ear = await listen(server, { token: student.token });
  await mentor.put(`/assignments/${id}/solution`, SOLUTION);
  const { body: { version } } = await mentor.get(`/assignments/${id}`);
  const shown = await mentor.put(`/assignments/${id}/solution-visibility`, {
    solutionVisible: true,
    version,
  });
  equals([shown.status, shown.body.solutionVisible, shown.body.solution.published], [
    200,
    true,
    true,
  ]);
  is(shown.body.lastModifiedBy._id, mentor._id);
  const card = await ear.next("assignment.saved");
  equals([card._id, card.solutionVisible, card.version], [id, true, version + 1]);
  const late = await mentor.put(`/assignments/${id}/solution-visibility`, {
    solutionVisible: false,
    version,
  });
  equals([late.status, late.body.current.solutionVisible], [409, true]);
  is((await show(mentor, crypto.randomUUID())).status, 404);
  is((await mentor.put(`/assignments/${id}/solution-visibility`, {})).status, 400);
});

Deno.test("feedback: one per person, the newest counts; staff read all, a learner only their own", async () => {
  await using server = await testServer();
  const { mentor, student, other, id } = await classroom(server);
  const { body: { _id } } = await mentor.put(`/assignments/${id}/solution`, SOLUTION);
  await show(mentor, id);
  using staff = await listen(server, { token: mentor.token });
  using ear = await listen(server, { token: other.token });
  const path = `/solutions/${_id}/feedback`;

  is((await student.put(path, { feedback: "  " })).body.msg, "Feedback is required.");
  is((await student.put(path, { feedback: "x", student: other._id })).status, 400);
  is((await mentor.put(path, { feedback: "Mine" })).status, 403);
  is(
    (await student.put(`/solutions/${crypto.randomUUID()}/feedback`, { feedback: "x" })).status,
    404,
  );
  is((await student.put(path, { feedback: "Unclear" })).status, 200);
  const again = await student.put(path, { feedback: "Clear now" });
  equals([again.body.feedback, again.body.student._id], ["Clear now", student._id]);
  await other.put(path, { feedback: "Good" });

  const said = async (who: TestPerson) =>
    (await who.get(`/assignments/${id}/solution`)).body.feedback
      .map((
        one: { student: { _id: string }; feedback: string },
      ) => [one.student._id, one.feedback]);
  equals(await said(student), [[student._id, "Clear now"]]);
  equals(await said(other), [[other._id, "Good"]]);
  equals((await said(mentor)).sort(), [[student._id, "Clear now"], [other._id, "Good"]].sort());
  equals((await staff.next("solution.feedback")).feedback, "Unclear");
  await ear.next("solution.feedback");
  equals(ear.of("solution.feedback").map(({ student }) => student._id), [other._id]);
});
