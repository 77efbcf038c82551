/**
 * Assignments, as a client of the API sees them: creating, distributing, finding and answering
 * them.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { assignment, questionForm, submit } from "./kit/assignments.ts";
import { type Caller, caller, classOf, type Reply } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const CASES = [{ input: "3\n1 2 3\n", output: "3 2 1", explanation: "Backwards" }, {
  input: "1\n7\n",
  output: "7",
}];
const SIMILAR = [{ title: "Rotate", url: "https://example.com/rotate?by=1" }];

Deno.test("a new question is visible to staff only, with all its fields and safe HTML", async () => {
  await using server = await testServer();
  const { mentor, admin, student } = await classOf(server);
  using ear = await listen(server, { token: student.token });
  using staff = await listen(server, { token: admin.token });
  const { status, body } = await mentor.post(
    "/assignments",
    questionForm({
      explanation: "# Task\n<script>alert(1)</script>\n```cpp\nint n;\n```",
      testCases: JSON.stringify(CASES),
      similarQuestions: JSON.stringify(SIMILAR),
      tags: " arrays, ,loops ,",
      codingPlatformLink: " https://example.com/judge ",
    }),
  );
  is(status, 201);
  const by = { _id: mentor._id, name: mentor.name, role: "mentor" };
  equals(
    [body.title, body.difficulty, body.tags, body.repoCategory, body.questionType, body.majorTopic],
    ["Reverse an array", "easy", ["arrays", "loops"], "question", "coding", "Arrays"],
  );
  equals([body.distributionTag, body.assignmentTag, body.version], ["central", null, 1]);
  equals([body.testCases, body.similarQuestions], [CASES, SIMILAR]);
  is(body.codingPlatformLink, "https://example.com/judge");
  equals([body.createdBy, body.lastModifiedBy, body.assignedTo, body.responses], [by, by, [], []]);
  ok(body.explanation.includes('<span class="hljs-type">int</span>'), body.explanation);
  ok(!body.explanation.includes("<script"), body.explanation);
  ok(body.explanationSource.includes("<script>"));
  equals((await admin.get(`/assignments/${body._id}`)).body, body);
  is((await student.get(`/assignments/${body._id}`)).status, 404);
  const card = await staff.next("assignment.saved");
  equals([card._id, card.distributionTag, "explanation" in card], [body._id, "central", false]);
  await assignment(mentor);
  await ear.until("assignment.saved", ({ distributionTag }) => distributionTag === "hw");
  equals(ear.of("assignment.saved").filter(({ _id }) => _id === body._id), []);
});

Deno.test("a new question is validated field by field", async () => {
  await using server = await testServer();
  const { mentor } = await classOf(server);
  const cases: [Record<string, string>, string, string?][] = [
    [{ title: " " }, "title"],
    [{ title: "a\nb" }, "title"],
    [{ title: "x".repeat(201) }, "title"],
    [{ difficulty: "" }, "difficulty", "Difficulty is required."],
    [{ difficulty: "extreme" }, "difficulty"],
    [{ repoCategory: "" }, "repoCategory", "Category is required."],
    [{ majorTopic: "" }, "majorTopic", "Major topic is required."],
    [{ questionType: "" }, "questionType", "Question type is required."],
    [{ questionType: "riddle" }, "questionType", "Choose coding or conceptual."],
    [{ codingPlatformLink: "javascript:alert(1)" }, "codingPlatformLink"],
    [
      { codingPlatformLink: "ftp://example.com" },
      "codingPlatformLink",
      "A link must be a full http or https address.",
    ],
    [{ testCases: "[{]" }, "testCases"],
    [
      { testCases: '[{"input":"1","output":" "}]' },
      "testCases.0.output",
      "Test case must have at least input and output.",
    ],
    [
      { similarQuestions: '[{"title":"","url":"https://example.com"}]' },
      "similarQuestions.0.title",
      "Please provide both title and URL for similar question.",
    ],
    [{ similarQuestions: '[{"title":"x","url":"data:x"}]' }, "similarQuestions.0.url"],
    [{ tags: Array.from({ length: 21 }, (_, at) => `t${at}`).join(",") }, "tags"],
    [{ explanation: "x".repeat(100_001) }, "explanation"],
    [{ explanation: "a\0b" }, "explanation"],
    [{ tags: "a\0b" }, "tags.0"],
    [{ testCases: '[{"input":"a\\u0000b","output":"1"}]' }, "testCases.0.input"],
    [
      { similarQuestions: '[{"title":"a\\u0000","url":"https://x.y"}]' },
      "similarQuestions.0.title",
    ],
  ];
  for (const [fields, field, sentence] of cases) {
    const { status, body } = await mentor.post("/assignments", questionForm(fields));
    equals([status, body.code, Object.keys(body.errors)], [400, "invalid", [field]], field);
    if (sentence) is(body.errors[field], sentence);
  }
  const project = questionForm({ repoCategory: "project", questionType: "" });
  const made = await mentor.post("/assignments", project);
  equals([made.status, made.body.questionType], [201, null]);
  is((await mentor.get("/assignments/allResource")).body.length, 1);
});

Deno.test("distribution: the tag decides who sees the question, and everyone gets an event", async () => {
  await using server = await testServer();
  const { mentor, admin, student, volunteer } = await classOf(server);
  const { _id } = await assignment(mentor, {}, null);
  using ear = await listen(server, { token: student.token });
  using visitor = await listen(server);
  const shown = { hw: "HW", cw: "CW", practice: "practice" };
  let version = 1;
  for (const [distributionTag, assignmentTag] of Object.entries(shown)) {
    const given = await admin.put(`/assignments/${_id}/distribution`, { distributionTag, version });
    version++;
    equals(
      [given.status, given.body.distributionTag, given.body.assignmentTag, given.body.version],
      [200, distributionTag, assignmentTag, version],
    );
    equals([given.body.createdBy._id, given.body.lastModifiedBy._id], [mentor._id, admin._id]);
    const card = await ear.until("assignment.saved", (saved) => saved.version === version);
    is(card.assignmentTag, assignmentTag);
    for (const who of [student, volunteer]) {
      is((await who.get(`/assignments/${_id}`)).body.assignmentTag, assignmentTag);
    }
    const home = await visitor.until(
      "homework.changed",
      (change) => distributionTag === "practice" ? change.removed : change.version === version,
    );
    equals(home._id, _id);
    equals(
      (await caller(server).get("/assignments/home")).body.map(({ _id }: Reply["body"]) => _id),
      distributionTag === "practice" ? [] : [_id],
    );
  }
  for (const distributionTag of ["central", "personal", "pw", "hm", "HW", "", null]) {
    const { status, body } = await mentor.put(`/assignments/${_id}/distribution`, {
      distributionTag,
    });
    equals([status, Object.keys(body.errors)], [400, ["distributionTag"]]);
  }
  is((await mentor.get(`/assignments/${_id}`)).body.version, version);
  equals(visitor.pushes.map(({ event }) => event), ["ready", ...Array(3).fill("homework.changed")]);
});

Deno.test("home shows only homework and classwork distributed today, by the class's time zone", async () => {
  await using server = await testServer();
  server.setClock("2026-12-01T18:29:00.000Z");
  const { mentor, student } = await classOf(server);
  const late = await assignment(mentor, { title: "Yesterday, 23:59 in Kolkata" });
  server.setClock("2026-12-01T18:30:00.000Z");
  const early = await assignment(mentor, { title: "Today, 00:00" }, "cw");
  await submit(student, early._id, { studentSolution: "int main() {}" });
  server.setClock("2026-12-01T19:00:00.000Z");
  const second = await assignment(mentor, { title: "Today, 00:30" });
  await assignment(mentor, { title: "Practice" }, "practice");
  await assignment(mentor, { title: "Not given out" }, null);
  const home = async () => (await caller(server).get("/assignments/home")).body as Reply["body"][];
  const shown = await home();
  equals(shown.map(({ _id }) => _id), [second._id, early._id]);
  equals(shown[1], {
    _id: early._id,
    title: "Today, 00:00",
    tags: ["arrays", "loops"],
    difficulty: "easy",
    majorTopic: "Arrays",
    distributionTag: "cw",
    assignmentTag: "CW",
    dueAt: null,
    lateRule: "marked",
    version: 2,
    givenOutAt: "2026-12-01T18:30:00.000Z",
  });
  // Distributing an assignment again dates it today.
  await mentor.put(`/assignments/${late._id}/distribution`, { distributionTag: "hw" });
  equals((await home()).length, 3);
  server.setClock("2026-12-02T18:30:00.000Z");
  equals(await home(), []);
});

Deno.test("lists are newest first, and have the caller's own answers only", async () => {
  await using server = await testServer();
  const { mentor, student, classmate, volunteer } = await classOf(server);
  const central = await assignment(mentor, { title: "central" }, null);
  const first = await assignment(mentor, { title: "first" });
  await assignment(mentor, { title: "second" }, "practice");
  await submit(student, first._id);
  await submit(classmate, first._id, { responseStatus: "having doubt", learningNotes: "Why?" });
  const list = async (who: Caller, path: string) =>
    ((await who.get(`/assignments/${path}`)).body as Reply["body"][])
      .map(({ title, responses }) => [title, responses]);
  const answered = (who: { _id: string }, responseStatus: string) => [
    { student: who._id, responseStatus },
  ];
  equals(await list(student, "general"), [["second", []], ["first", answered(student, "solved")]]);
  equals(await list(classmate, "general"), [
    ["second", []],
    ["first", answered(classmate, "having doubt")],
  ]);
  equals(await list(volunteer, "practice"), [["second", []], ["first", []]]);
  equals(await list(mentor, "allResource"), [["second", []], ["first", []], ["central", []]]);
  equals(await list(mentor, "general"), [["second", []], ["first", []]]);
  // The detail shows staff all answers.
  const of = async (who: Caller) =>
    (await who.get(`/assignments/${first._id}`)).body.responses
      .map(({ student }: Reply["body"]) => student.name).sort();
  equals(await of(mentor), [student.name, classmate.name].sort());
  equals(await of(student), [student.name]);
  equals(await of(volunteer), []);
  const { body } = await student.get(`/assignments/${first._id}`);
  is("explanationSource" in body, false);
  is((await student.get(`/assignments/${central._id}`)).status, 404);
});

Deno.test("practice: each filter finds the matching questions and no others", async () => {
  await using server = await testServer();
  const { mentor, student } = await classOf(server);
  const make = (title: string, tags: string, difficulty: string, tag: "hw" | "cw" | "practice") =>
    assignment(mentor, { title, tags, difficulty }, tag);
  const a = await make("a", "arrays, two pointers", "easy", "hw");
  const b = await make("b", "Arrays", "hard", "cw");
  await make("c", "100%, snake_case, it's; x\\y", "medium", "practice");
  await submit(student, a._id);
  await submit(student, b._id, { responseStatus: "not understanding", learningNotes: "Hm" });
  const cases: [Record<string, string>, string][] = [
    [{}, "cba"],
    [{ assignmentTag: "all", difficulty: "all", tags: "", responseStatus: "" }, "cba"],
    [{ assignmentTag: "HW" }, "a"],
    [{ assignmentTag: "CW" }, "b"],
    [{ assignmentTag: "practice" }, "c"],
    [{ assignmentTag: "personal" }, ""],
    [{ difficulty: "easy" }, "a"],
    [{ difficulty: "hard" }, "b"],
    [{ tags: "ARRAY" }, "ba"],
    [{ tags: "two, nothing" }, "a"],
    [{ tags: "two pointers,snake" }, "ca"],
    [{ tags: "nothing" }, ""],
    [{ tags: " , " }, "cba"],
    [{ tags: "%" }, "c"],
    [{ tags: "'" }, "c"],
    [{ responseStatus: "solved" }, "a"],
    [{ responseStatus: "not understanding" }, "b"],
    [{ responseStatus: "having doubt" }, ""],
    [{ responseStatus: "not attempted" }, "c"],
    [{ responseStatus: "not attempted", difficulty: "easy" }, ""],
    [{ responseStatus: "solved", tags: "arrays", difficulty: "easy", assignmentTag: "HW" }, "a"],
  ];
  for (const [filter, expected] of cases) {
    const { body } = await student.get(`/assignments/practice?${new URLSearchParams(filter)}`);
    const titles = body.map(({ title }: Reply["body"]) => title).join("");
    is(titles, expected, JSON.stringify(filter));
  }
  const wrongs: Record<string, string>[] = [
    { assignmentTag: "hw" },
    { difficulty: "'" },
    { responseStatus: "done" },
    { tags: "a\0b" },
  ];
  for (const wrong of wrongs) {
    const { status, body } = await student.get(
      `/assignments/practice?${new URLSearchParams(wrong)}`,
    );
    equals([status, Object.keys(body.errors)], [400, Object.keys(wrong)]);
  }
});
