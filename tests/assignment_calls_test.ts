/** Editing an assignment, its lists, and a response's screenshots. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { can } from "../server/assignments/policy.ts";
import { assignment, assignTo, questionForm } from "./kit/assignments.ts";
import { classOf, person, type Reply, type TestPerson } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";
import { seeded } from "./kit/random.ts";

const random = seeded("assignments");

type Card = { _id: string };
const idsOf = ({ body }: Reply) => body.map((card: Card) => card._id).sort();

const PIXEL = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);

/** Attaches files to a new question and returns their links. */
async function filesOf(mentor: TestPerson, ...files: File[]): Promise<string[]> {
  const form = questionForm();
  for (const file of files) form.append("files", file);
  const { body } = await mentor.post("/assignments", form);
  return body.files;
}

Deno.test("an edit changes only the fields that are sent", async () => {
  await using server = await testServer();
  const { mentor, student } = await classOf(server);
  const admin = await person(server, "admin");
  const { responses: _, ...before } = await assignment(mentor, {
    testCases: JSON.stringify([{ input: "1", output: "1" }]),
    codingPlatformLink: "https://judge.example/1",
  });
  using ear = await listen(server, { token: student.token });
  using visitor = await listen(server);
  const path = `/assignments/${before._id}`;
  const edited = await admin.put(path, { tags: ["two pointers", " swap "], version: 2 });
  is(edited.status, 200);
  const { responses: __, updatedAt, ...after } = edited.body;
  equals(after, {
    ...Object.fromEntries(Object.entries(before).filter(([key]) => key !== "updatedAt")),
    tags: ["two pointers", "swap"],
    lastModifiedBy: { _id: admin._id, name: admin.name, role: "admin" },
    version: 3,
  });
  ok(updatedAt >= before.updatedAt);

  const fields = {
    title: "Reverse a list",
    explanation: "Now a **list**.<script>x()</script>",
    testCases: [{ input: "2\n", output: "2", explanation: "Same" }],
    difficulty: "hard",
    repoCategory: "project",
    majorTopic: "STL",
    similarQuestions: [{ title: "Rotate", url: "https://judge.example/2" }],
    codingPlatformLink: "",
  };
  const { body } = await mentor.put(path, fields);
  equals([body.explanation, body.explanationSource], [
    "<p>Now a <strong>list</strong>.&#x3C;script>x()&#x3C;/script></p>",
    fields.explanation,
  ]);
  equals(
    [body.title, body.testCases, body.difficulty, body.majorTopic, body.similarQuestions],
    [fields.title, fields.testCases, "hard", "STL", fields.similarQuestions],
  );
  equals([body.repoCategory, body.questionType, body.codingPlatformLink], ["project", null, null]);
  is((await ear.until("assignment.saved", ({ version }) => version === 4)).title, fields.title);
  const home = await visitor.until("homework.changed", ({ version }) => version === 4);
  equals([home.title, "createdBy" in home], [fields.title, false]);
  for (const [tags, kept] of [[["a", "", " b ", "a", " "], ["a", "b"]], [[""], []]]) {
    equals(
      (await mentor.put(path, { tags })).body.tags,
      kept,
      "each tag is kept once, an empty one not at all",
    );
  }
  const stale = await mentor.put(path, { title: "Older", version: 3 });
  equals([stale.status, stale.body.current.title], [409, fields.title]);
});

Deno.test("invalid edits are refused", async () => {
  await using server = await testServer();
  const { mentor } = await classOf(server);
  const { _id } = await assignment(mentor);
  const path = `/assignments/${_id}`;
  const wrong: [object, string, string?][] = [
    [{ title: " " }, "title", "Title is required."],
    [{ tags: "a, b" }, "tags"],
    [{ difficulty: "deadly" }, "difficulty", "Choose one of easy, medium, or hard."],
    [{ questionType: "" }, "questionType", "Question type is required."],
    ...[{}, { output: " " }].map((output): [object, string, string] => [
      { testCases: [{ input: "1", ...output }] },
      "testCases.0.output",
      "Test case must have at least input and output.",
    ]),
    ...[{ title: "x" }, { title: "x", url: "" }].map((similar): [object, string, string] => [
      { similarQuestions: [similar] },
      "similarQuestions.0.url",
      "Please provide both title and URL for similar question.",
    ]),
    [
      { similarQuestions: [{ url: "https://judge.example/2" }] },
      "similarQuestions.0.title",
      "Please provide both title and URL for similar question.",
    ],
    [{ codingPlatformLink: "javascript:alert(1)" }, "codingPlatformLink"],
    [{ files: [`/api/files/${"0".repeat(32)}`] }, "files"],
    [{ files: ["https://judge.example/x.png"] }, "files.0"],
  ];
  for (const [body, field, sentence] of wrong) {
    const { status, body: reply } = await mentor.put(path, body);
    is(status, 400, JSON.stringify(body));
    ok(field in reply.errors, `${field} in ${JSON.stringify(reply)}`);
    if (sentence) is(reply.errors[field], sentence);
  }
  is((await mentor.get(path)).body.version, 2);
  const project = (await assignment(mentor, { repoCategory: "project", questionType: "" }))._id;
  is((await mentor.put(`/assignments/${project}`, { repoCategory: "question" })).status, 400);
  const asked = { repoCategory: "question", questionType: "coding" };
  is((await mentor.put(`/assignments/${project}`, asked)).body.questionType, "coding");
});

Deno.test("an edit keeps attachments, removes them, or takes them from another upload", async () => {
  await using server = await testServer();
  const { mentor } = await classOf(server);
  const [notes, image] = await filesOf(
    mentor,
    new File(["plain notes"], "notes.txt"),
    new File([PIXEL], "one.png"),
  );
  const { _id } = await assignment(mentor);
  const both = await mentor.put(`/assignments/${_id}`, { files: [image, notes] });
  equals(both.body.files, [image, notes]);
  equals((await mentor.put(`/assignments/${_id}`, { title: "Same" })).body.files, [image, notes]);
  equals((await mentor.put(`/assignments/${_id}`, { files: [] })).body.files, []);
});

Deno.test("every list is all rows filtered by what the caller may read", async () => {
  await using server = await testServer();
  const { mentor, student, volunteer, classmate: other } = await classOf(server);
  const admin = await person(server, "admin");
  const { sql } = server.parts.database;
  const tags = ["central", "hw", "cw", "pw", "practice", "hm", "personal"] as const;
  const learners = [student, volunteer, other];
  type Row = {
    _id: string;
    distributionTag: typeof tags[number];
    assignedTo: TestPerson[];
    by: string | null;
  };
  const rows: Row[] = [];
  for (let made = 0; made < 28; made++) {
    const distributionTag = tags[made % tags.length] as Row["distributionTag"];
    const { _id } = await assignment(mentor, { title: `Question ${made}` }, null);
    const isGiven = distributionTag === "personal" ||
      (distributionTag !== "central" && random() < 0.4);
    const by = random() < 0.5 ? mentor : admin;
    const assignedTo = isGiven
      ? [learners[made % 3] as TestPerson, ...learners.filter(() => random() < 0.4)]
      : [];
    if (isGiven) await assignTo(by, _id, ...assignedTo);
    await sql`update assignments set distribution_tag = ${distributionTag} where id = ${_id}`;
    rows.push({ _id, distributionTag, assignedTo, by: isGiven ? by._id : null });
  }
  const wanted = (keep: (row: Row) => boolean) => rows.filter(keep).map(({ _id }) => _id).sort();
  const general = (tag: string) => tag !== "central" && tag !== "personal";
  for (const me of [student, volunteer, other, mentor, admin]) {
    const isStaff = me === mentor || me === admin;
    const mine = (row: Row) => isStaff ? row.assignedTo.length > 0 : row.assignedTo.includes(me);
    equals(
      idsOf(await me.get("/assignments/general")),
      wanted((row) => general(row.distributionTag)),
    );
    equals(idsOf(await me.get("/assignments/practice")), wanted((row) => can.read(me, row)));
    equals(idsOf(await me.get("/assignments/personal")), wanted(mine));
    for (const row of rows) {
      const { status } = await me.get(`/assignments/${row._id}`);
      is(status, can.read(me, row) ? 200 : 404, `${me.role} ${row.distributionTag}`);
    }
    const all = await me.get("/assignments/allResource");
    if (!isStaff) {
      is(all.status, 403);
      continue;
    }
    equals(idsOf(all), wanted(() => true));
    equals(
      idsOf(await me.get("/assignments/personalAssigned")),
      wanted((row) => row.by === me._id),
    );
    ok(all.body.every((card: object) => !("solution" in card) && !("explanation" in card)));
  }
});

Deno.test("a whole list comes in pages of 500", async () => {
  await using server = await testServer();
  const { mentor, student } = await classOf(server);
  const { _id } = await assignment(mentor);
  const { sql } = server.parts.database;
  await sql`
    insert into assignments
    select (json_populate_record(a, json_build_object(
      'id', gen_random_uuid(), 'created_at', a.created_at - make_interval(secs => n)
    ))).* from assignments as a, generate_series(1, 501) as n where a.id = ${_id}`;
  for (const list of ["general", "practice"]) {
    is((await student.get(`/assignments/${list}`)).body.length, 500);
    is((await student.get(`/assignments/${list}?page=2`)).body.length, 2);
    is((await student.get(`/assignments/${list}?page=-1`)).body[0]._id, _id);
  }
});

Deno.test("a response keeps its screenshots, which must be uploaded images", async () => {
  await using server = await testServer();
  const { mentor, student } = await classOf(server);
  const [notes, image] = await filesOf(
    mentor,
    new File(["plain notes"], "notes.txt"),
    new File([PIXEL], "one.png"),
  );
  const { _id } = await assignment(mentor);
  const answer = (screenshots: unknown) =>
    student.put(`/assignments/${_id}/status`, { responseStatus: "solved", screenshots });
  for (const wrong of ["x", ["x"], [notes], [`/api/files/${"0".repeat(32)}`], [null]]) {
    is((await answer(wrong)).status, 400, JSON.stringify(wrong));
  }
  is((await answer(Array(6).fill(image))).status, 400, "six");
  equals((await answer([image])).body.screenshots, [image]);
  const shown = await student.fetch(String(image).replace("/api", ""));
  is(shown.headers.get("content-type"), "image/png");
  await shown.body?.cancel();
  equals((await answer(undefined)).body.screenshots, []);
  const { body } = await mentor.get(`/assignments/${_id}/responses/${student._id}/history`);
  equals(body.map((entry: { screenshots: string[] }) => entry.screenshots), [[image], []]);
});
