/**
 * The wall of a class session: whoever has its link reads numbers and nothing else, no name is in
 * any byte of it, and the link ends when it is taken back or the session ends.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { SIZES, titleSize } from "../client/home/fitted-text.tsx";
import { later } from "../server/kit/core/clock.ts";
import {
  isQuickQuestionShown,
  type WallData,
  wallViewOf,
} from "../server/class-sessions/wall/policy.ts";
import { withSentence } from "../server/class-sessions/wall/queries.ts";
import { WALL_RESULT_MINUTES } from "../server/class-sessions/wall/schema.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { caller, person, type TestPerson } from "./kit/people.ts";
import { browserRun, claim, runsOf, SUM, sumQuestion, SUMS } from "./kit/runs.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

Deno.test("a title is never smaller on the projector than the text below it", () => {
  const sizes = [1, 24, 25, 36, 37, 200].map((length) => titleSize("ä".repeat(length)));
  equals(sizes, sizes.toSorted((one, other) => other - one), "a longer one is not larger");
  ok(Math.min(...sizes) > Math.max(...SIZES));
});

type Code = { code: string };

async function classSessionOn(server: TestServer) {
  const mentor = await person(server, "mentor", "Mentor Qwertz");
  const [question, other] = [await sumQuestion(mentor), await assignment(mentor)];
  const questions = [question._id, other._id];
  const { body: classSession } = await mentor.post("/class-sessions", { questions });
  const link = async (who = mentor): Promise<Code> =>
    (await who.post(`/class-sessions/${classSession._id}/wall`)).body;
  return { mentor, question, classSession, at: `/class-sessions/${classSession._id}`, link };
}

const wallBy = (server: TestServer, code: string) =>
  caller(server).fetch("/wall", { headers: { "x-wall": code } });

/** Reads the wall with its link, and keeps every byte that it receives. */
function wallWith(server: TestServer, code: string) {
  const said: string[] = [];
  return {
    said,
    // deno-lint-ignore no-explicit-any -- the view is looked at, not typed
    async view(): Promise<any> {
      const reply = await wallBy(server, code);
      is(reply.status, 200);
      const text = await reply.text();
      said.push(text, JSON.stringify([...reply.headers]));
      return JSON.parse(text);
    },
  };
}

/** Fails a run on the sum question with an output that names a classmate. */
const failing = (who: TestPerson, id: string, output: string) =>
  who.post(
    runsOf(id),
    browserRun({ result: claim([{ verdict: "wrong", output }, { verdict: "wrong", output }]) }),
  );

Deno.test("with the link, numbers follow the class, and name nobody", async () => {
  await using server = await testServer();
  const { question, link, at } = await classSessionOn(server);
  const students = [
    await person(server, "student", "Zwiebelkuchen Uno"),
    await person(server, "student", "Zwiebelkuchen Due"),
    await person(server, "volunteer", "Zwiebelkuchen Tre"),
  ];
  const { code } = await link();
  const wall = wallWith(server, code);
  const begun = await wall.view();
  equals([begun.students, begun.questions[0].group], [0, null]);
  for (const one of students) {
    await one.post(`${at}/signs`, { assignmentId: question._id, sign: "opened" });
  }
  const [first, second, third] = students as [TestPerson, TestPerson, TestPerson];
  await failing(first, question._id, "Zwiebelkuchen 7");
  await failing(second, question._id, "Zwiebelkuchen 7");
  await third.post(runsOf(question._id), browserRun({ result: claim([{}, { output: "10" }]) }));
  await doubt(first, question._id, { doubtText: "Ask Zwiebelkuchen Due, or Mentor Qwertz?" });
  const { students: begunBy, waiting, questions: [{ opened, ran, solved, group }] } = await wall
    .view();
  equals([opened, ran, solved, begunBy, waiting.count], [3, 3, 1, 3, 1]);
  equals(group, { size: 2, kind: "case", case: 1, expected: "3" });
  const all = wall.said.join("\n").toLowerCase();
  const ids = students.map(({ _id }) => _id);
  for (const word of ["zwiebelkuchen", "qwertz", "int main", ...ids]) {
    ok(!all.includes(word), `the wall says ${word}`);
  }
  const logged = JSON.stringify(server.logged);
  ok(!logged.includes(code) && !logged.includes(code.replaceAll("-", "")));
});

Deno.test("the wall has the open quick question, the number of answers, and the result when staff show it", async () => {
  await using server = await testServer();
  const { mentor, classSession, at, question, link } = await classSessionOn(server);
  const student = await person(server, "student", "Zwiebelkuchen Uno");
  const { code } = await link();
  const wall = wallWith(server, code);
  const shownNow = async () => (await wall.view()).quickQuestion;
  is(await shownNow(), null);
  const asked = { text: "What is 7 / 2?", options: ["3", "3.5"], rightOption: 0 };
  const { body: quickQuestion } = await mentor.post("/quick-questions", asked);
  await student.put(`/quick-questions/${quickQuestion._id}/answer`, { option: 1 });
  const { _id, text, options, closesAt, isTimed } = quickQuestion;
  const open = { _id, text, options, closesAt, isTimed, closedAt: null, result: null, answers: 1 };
  equals(await shownNow(), { ...open, until: closesAt });
  const { body: closed } = await mentor.put(`/quick-questions/${_id}/close`, {});
  const { closedAt } = closed;
  is(await shownNow(), null);
  const { body: shown } = await mentor.put(`/quick-questions/${_id}/show`, {});
  const shownUntil = later(shown.shownAt, WALL_RESULT_MINUTES);
  equals(await shownNow(), { ...open, closedAt, result: shown.result, until: shownUntil });
  ok(!wall.said.join().includes("Zwiebelkuchen"));
  const isShown = (quickQuestion: typeof closed, now: string) =>
    isQuickQuestionShown(quickQuestion, { classSession, now });
  const shortlyBefore = (moment: string) => new Date(Date.parse(moment) - 1).toISOString();
  equals([isShown(quickQuestion, shortlyBefore(closesAt)), isShown(quickQuestion, closesAt)], [
    true,
    false,
  ]);
  is(isShown(closed, closedAt), false, "a closed question frees the wall at once");
  equals([isShown(shown, shortlyBefore(shownUntil)), isShown(shown, shownUntil)], [true, false]);

  is((await mentor.post(`${at}/end`)).status, 200);
  const { body: next } = await mentor.post("/class-sessions", {
    questions: [question._id],
  });
  const { body: opened } = await mentor.post(`/class-sessions/${next._id}/wall`);
  const nextQuickQuestion = async () =>
    (await (await wallBy(server, opened.code)).json()).quickQuestion;
  is(await nextQuickQuestion(), null, "a question that was closed before the session began");
  const { body: newer } = await mentor.post("/quick-questions", asked);
  is((await nextQuickQuestion())._id, newer._id);
});

Deno.test("the link opens the wall and nothing else, and no other call takes its code", async () => {
  await using server = await testServer();
  const { mentor, link, classSession } = await classSessionOn(server);
  const student = await person(server);
  const { code } = await link();
  const by = (path: string, token = code) =>
    caller(server).fetch(path, { headers: { "x-wall": code, "x-auth-token": token } });
  for (
    const path of [
      "/class-sessions/running",
      "/class-sessions",
      `/class-sessions/${classSession._id}/map`,
      "/auth/me",
    ]
  ) {
    is((await by(path)).status, 401, path);
  }
  const wrong = ["", "x", "0000-0000-0000", `${code}0`, "'; drop table lessons", "%00"];
  for (const one of wrong) {
    const { status } = await wallBy(server, one);
    is(status, 403, one);
  }
  // As it is typed from a sheet of paper.
  is((await wallBy(server, ` ${code.toUpperCase().replaceAll("-", " ")} `)).status, 200);
  is((await student.get("/wall")).status, 403);
  is((await caller(server).get("/wall")).status, 401);
  is((await mentor.get("/wall")).status, 200);
});

Deno.test("a link is stored as a hash, and ends when it is replaced, taken back, or the session ends", async () => {
  await using server = await testServer();
  const { mentor, link, at, classSession } = await classSessionOn(server);
  const other = await person(server, "admin");
  const key = { "idempotency-key": crypto.randomUUID() };
  const { body: made } = await mentor.post(`${at}/wall`, undefined, key);
  equals((await mentor.post(`${at}/wall`, undefined, key)).body, made);
  const { sql } = server.parts.database;
  const stored = JSON.stringify([
    await sql`select * from lessons`,
    await sql`select * from idempotency_keys`,
    await sql`select * from events`,
  ]);
  const plain = made.code.replaceAll("-", "");
  ok(!stored.includes(made.code) && !stored.includes(plain));
  equals((await other.get(`${at}/wall`)).body, { link: made.link });

  using ear = await listen(server, { token: other.token });
  is((await wallBy(server, made.code)).status, 200);
  const second = await link(other);
  is((await wallBy(server, made.code)).status, 403);
  is((await ear.next("classSession.wall")).link.by.name, other.name);

  is((await wallBy(server, second.code)).status, 200);
  await mentor.delete(`${at}/wall`);
  is((await wallBy(server, second.code)).status, 403);
  equals((await mentor.get(`${at}/wall`)).body, { link: null });

  const last = await link();
  is((await wallBy(server, last.code)).status, 200);
  await mentor.post(`${at}/end`);
  is((await wallBy(server, last.code)).status, 403);
  is((await mentor.post(`${at}/wall`)).body.code, "classSession.over");
  is((await mentor.get("/wall")).status, 404);
  // The next session has no link until somebody makes one.
  await mentor.post("/class-sessions", { questions: [classSession.questions[0]._id] });
  is((await wallBy(server, last.code)).status, 403);
});

Deno.test("staff step through a program on the wall: without its author, on visible cases only", async () => {
  await using server = await testServer();
  const { question, link, mentor, at } = await classSessionOn(server);
  const student = await person(server, "student", "Zwiebelkuchen Uno");
  const { body: run } = await student.post(runsOf(question._id), browserRun());
  const wall = wallWith(server, (await link()).code);
  const stepsNow = async () => (await wall.view()).steps;
  is(await stepsNow(), null);
  const show = (fields: object, who = mentor) =>
    who.put(`${at}/steps`, { runId: run._id, step: 4, ...fields });
  is((await show({ case: 2 })).status, 200);
  const { until: _, settings: __, ...steps } = await stepsNow();
  const [, { input, output }] = SUMS as [unknown, typeof SUMS[number]];
  const shown = {
    title: "Add two numbers",
    source: SUM,
    case: 2,
    input,
    expected: output,
  };
  equals(steps, { ...shown, step: 4 });
  await show({ case: 2, step: 5 });
  is((await stepsNow()).step, 5);
  const refused = [
    [404, { case: 3 }],
    [404, { case: 1, runId: crypto.randomUUID() }],
    [400, { input: "x".repeat(301) }],
    [400, { case: 1, step: 10_001 }],
  ] as const;
  for (const [status, fields] of refused) is((await show(fields)).status, status);
  is((await show({ case: 1 }, student)).status, 403);
  is((await mentor.get("/wall")).body.steps.step, 5, "a refusal changes nothing");
  // The case is hidden while it is on the wall.
  const testCases = SUMS.map((one) => ({ ...one, hidden: true }));
  await mentor.put(`/assignments/${question._id}`, { testCases });
  is(await stepsNow(), null);
  await show({ input: "1 1" });
  const { input: typed, expected } = await stepsNow();
  equals([typed, expected], ["1 1", null]);
  await mentor.delete(`${at}/steps`);
  is(await stepsNow(), null);
  // Who shows it may leave without an end: it ends by itself.
  await show({ input: "1 1" });
  const { sql } = server.parts.database;
  await sql`update lessons set wall_step = jsonb_set(wall_step, '{until}', '"2020-01-01T00:00:00.000Z"')`;
  is((await mentor.get("/wall")).body.steps, null);
  const told = wall.said.join("");
  ok(told.includes("main()") && !told.includes("Zwiebelkuchen") && !told.includes(student._id));
  await mentor.post(`${at}/end`);
  is((await show({ input: "" })).body.code, "classSession.over");
});

Deno.test("guesses at codes are slowed down; the right code opens the wall from the same address", async () => {
  await using server = await testServer({ TRUSTED_PROXIES: "127.0.0.1" });
  const { link } = await classSessionOn(server);
  const { code } = await link();
  const from = (address: string) => ({ "x-forwarded-for": address });
  const guess = async (address: string) => {
    const headers = { "x-wall": "0000-0000-0000", ...from(address) };
    const reply = await caller(server).fetch("/wall", { headers });
    await reply.body?.cancel();
    return reply.status;
  };
  const statuses = new Set<number>();
  for (let n = 0; n < 130; n++) statuses.add(await guess("203.0.113.5"));
  equals(statuses, new Set([403, 429]));
  is(
    (await caller(server).fetch("/wall", {
      headers: { "x-wall": code, ...from("203.0.113.5") },
    })).status,
    200,
  );
});

const CLASS_SESSION = {
  _id: "l",
  questions: [{ _id: "a", title: "A", cases: 1 }],
} as WallData["classSession"];
const failure = (fields: object) =>
  ({ kind: "case", key: "k", case: 2, ...fields }) as WallData["failing"][number]["failure"];
const groupOf = (...failing: [number, object][]) =>
  wallViewOf({
    classSession: CLASS_SESSION,
    students: 0,
    counts: [],
    failing: failing.map(([size, fields]) =>
      withSentence({ assignmentId: "a", size, failure: failure(fields) })
    ),
    waiting: { count: 0, since: null },
    quickQuestion: null,
    steps: null,
  }).questions[0]?.group;

Deno.test("the wall shows the biggest group, without words of a student's choice", () => {
  is(groupOf([1, {}]), null);
  const six = { expected: "5", got: "-6", verified: true };
  equals(groupOf([2, { ...six, key: "x", got: "4" }], [3, six]), {
    size: 3,
    kind: "case",
    case: 2,
    expected: "5",
    got: "-6",
  });
  const shown = (expected: string, got: string, verified?: true) =>
    groupOf([2, { expected, got, verified }])?.got;
  is(shown("5", "-6"), undefined, "a browser's claim");
  for (
    const [expected, got] of [
      ["even 4", "EVEN 5"],
      ["3.5", "3"],
      ["9", "10"],
      ["1, 2", "1, 2, 3"],
      ["x", ""],
    ] as const
  ) is(shown(expected, got, true), got);
  for (
    const [expected, got] of [
      ["even 4", "even Ravi"],
      ["5", "9876543210"],
      ["5", "98 76 54 32 10"],
      ["5", "💩"],
      ["5", "5!"],
      ["5", "٤"],
      ["yes", "yes 7"],
      ["", "4"],
    ] as const
  ) is(shown(expected, got, true), undefined, got);
  const said = (message: string) => groupOf([2, { kind: "compile", case: undefined, message }]);
  const compile = { size: 2, kind: "compile" };
  equals(said("expected ';' after expression, says Ravi"), {
    ...compile,
    message: "A semicolon is missing at the end of this statement.",
  });
  is(
    said("use of undeclared identifier '…'; did you mean '…'?")?.message,
    "The name … is not declared here: check its spelling, or declare it with its type before this line, as in int … = 0;",
  );
  is(
    said("too few arguments to function call, expected …, have …")?.message,
    "The function is called with too few arguments: compare them with its declaration.",
  );
  for (
    const message of [
      "Priya from bench three smells",
      "implicit conversion from 'Priya' to 'smells' changes value from Priya to smells",
      "undefined symbol: Priya smells",
      "use of undeclared identifier 'Priya'",
    ]
  ) ok(!/Priya|smells/.test(said(message)?.message ?? ""), message);
  equals(said("Priya from bench three smells"), compile, "an unknown message is not shown");
  equals(groupOf([2, { kind: "crash", message: "terminate: Ravi" }]), {
    size: 2,
    kind: "crash",
    case: 2,
  });
});
