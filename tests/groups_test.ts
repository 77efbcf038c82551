/**
 * Groups: one answer for all whose programs fail in the same way, each in a thread of their own.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { groupsIn } from "../client/groups/state.ts";
import { SECRET } from "./bench/kit/process.ts";
import { startCounted } from "./bench/kit/statements.ts";
import { groupsOf, titleOf } from "../server/groups/grouping.ts";
import type { GroupCell } from "../server/groups/schema.ts";
import { failureOf } from "../server/runs/failure.ts";
import { withoutComments } from "../server/languages/calls.ts";
import type { RunResult } from "../server/languages/types.ts";
import { USUAL_SETTINGS } from "../server/languages/types.ts";
import { doubt } from "./kit/assignments.ts";
import { caller, person, type TestPerson } from "./kit/people.ts";
import { browserRun, claim, runsOf, SUM, sumQuestion, SUMS } from "./kit/runs.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const wrong = (output: string) => claim([{ verdict: "wrong", output }, {}]);
const keyOfOutput = (output: string) =>
  failureOf({ result: wrong(output), source: SUM, settings: USUAL_SETTINGS, testCases: SUMS })
    ?.key ?? "";
const KEY = keyOfOutput("4");

async function failing(student: TestPerson, assignmentId: string, result: RunResult = wrong("4")) {
  const { status, body } = await student.post(runsOf(assignmentId), browserRun({ result }));
  is(status, 201, JSON.stringify(body));
  return body._id as string;
}

/** A question, a mentor, and students whose programs all print 4 instead of 3. */
async function aGroup(server: TestServer, count = 3) {
  const mentor = await person(server, "mentor");
  const { _id: question } = await sumQuestion(mentor);
  const students = await Promise.all(Array.from({ length: count }, () => person(server)));
  for (const student of students) await failing(student, question);
  const members = students.map(({ _id }) => _id);
  const send = (fields: Record<string, unknown> = {}) =>
    mentor.post("/groups/answers", {
      assignmentId: question,
      key: KEY,
      members,
      answer: "Add **b**, too.",
      ...fields,
    });
  const threadsOf = async (student: TestPerson) =>
    (await student.get("/doubts/filter-doubts?scope=mine")).body.doubts;
  return { mentor, question, students, members, send, threadsOf };
}

Deno.test("each of the group gets the answer at once, in a private thread of their own", async () => {
  await using server = await testServer();
  const { mentor, students, members, send, threadsOf } = await aGroup(server);
  const [first, second, third] = students as [TestPerson, TestPerson, TestPerson];
  using own = await listen(server, { token: first.token });
  using classmate = await listen(server, { token: (await person(server)).token });
  using staff = await listen(server, { token: (await person(server, "mentor")).token });

  const { status, body } = await send();
  is(status, 201, JSON.stringify(body));
  equals([body.title, body.left], ["3 fail case 1 with `4` instead of `3`", []]);
  equals(body.members, members.toSorted());
  const card = await own.next("doubt.opened");
  equals([card.private, card.currentStatus, card.waitingSince, card.mentorFirst], [
    true,
    "replied",
    null,
    true,
  ]);
  equals(await threadsOf(first), (await first.get("/doubts/filter-doubts")).body.doubts);
  const thread = (await first.get(`/doubts/${card._id}`)).body;
  is(thread.doubtText, "Your program fails case 1 with `4` instead of `3`.");
  equals(thread.conversation.length, 1);
  const [entry] = thread.conversation;
  equals([entry.type, entry.sender._id, entry.sentToSeveral], ["reply", mentor._id, true]);
  ok(entry.html.includes("<strong>b</strong>"));
  const [run] = (await first.get(runsOf(body.assignmentId))).body;
  equals(entry.run, { _id: run._id }, "the program that the answer is about");
  is((await second.get(`/doubts/${card._id}`)).status, 404);
  is((await threadsOf(third)).length, 1);

  await staff.next("group.answered");
  const events = own.pushes.map(({ event }) => event);
  ok(!events.includes("group.answered"));
  equals(classmate.of("doubt.opened"), []);
  equals((await mentor.get("/doubts/filter-doubts?order=queue&waiting=true")).body.total, 0);

  // The student goes on in the same thread.
  const { body: asked } = await first.put(`/doubts/${card._id}/followup`, { followup: "And c?" });
  equals([asked.currentStatus, asked.conversation.length], ["unsatisfied", 2]);
});

Deno.test("what a mentor has answered has one row for all threads of one answer", async () => {
  await using server = await testServer();
  const { mentor, question, students, send } = await aGroup(server);
  const [first] = students as [TestPerson];
  const alone = await doubt(await person(server), question, { doubtText: "Another" });
  await mentor.put(`/doubts/${alone._id}/reply`, { reply: "Look at line 2." });
  await send({ answer: "An earlier answer." });
  const { body: answer } = await send();
  const list = async (query: string, of = mentor) => {
    const { body } = await of.get(`/doubts/filter-doubts?${query}`);
    return { ids: body.doubts.map(({ _id }: { _id: string }) => _id), ...body };
  };
  const all = await list("scope=mine");
  const row = { doubtId: all.ids[0], answerId: answer._id, title: answer.title, threads: 3 };
  equals([all.ids.length, all.ids[1], all.total, all.sent], [2, alone._id, 2, [row]]);
  equals((await list("scope=mine&limit=1")).ids, [row.doubtId]);
  equals((await list("scope=mine&status=replied&resolved=false")).total, 2);
  const threads = await list(`answer=${answer._id}`);
  equals([threads.total, threads.ids.length, threads.sent], [3, 3, undefined]);
  is((await list("scope=mine&text=add")).total, 3, "a search looks for a thread");
  is((await list(`answer=${answer._id}`, first)).total, 0, "only staff know who got it");
  is((await list("scope=mine", await person(server, "mentor"))).total, 0);

  // A thread that goes on is a row of its own, also if it stood for all.
  const [mine] = (await list("scope=mine", first)).ids;
  await first.put(`/doubts/${mine}/followup`, { followup: "And c?" });
  const after = await list("scope=mine");
  equals([after.ids[0], after.total], [mine, 3]);
  ok(after.sent[0].doubtId !== mine);
  equals((await list("scope=mine&waiting=true")).sent, undefined);
});

Deno.test("nobody sees who else was in the group: not in replies, events or pages", async () => {
  await using server = await testServer();
  const { students, question, send, threadsOf } = await aGroup(server);
  const [me, ...others] = students as [TestPerson, ...TestPerson[]];
  using ear = await listen(server, { token: me.token });
  const { body } = await send();
  const { _id } = await ear.next("doubt.opened");
  await ear.watch(_id);
  await send({ answer: "Once more." });
  await ear.next("doubt.entry");
  const seen = [
    ear.pushes,
    await threadsOf(me),
    await Promise.all([
      `/doubts/${_id}`,
      `/doubts/${_id}/entries?before=9`,
      `/doubts/asked?assignmentId=${question}`,
      `/doubts/answers?assignmentId=${question}`,
      `/doubts/similar?assignmentId=${question}&text=once+more`,
      "/doubts/filter-doubts?text=more",
      "/search?find=more",
      "/dashboard/student",
      "/dashboard/day",
    ].map(async (path) => {
      const { status, body } = await me.get(path);
      is(status, 200, path);
      return body;
    })),
  ];
  const all = JSON.stringify(seen);
  for (const { _id, name, email } of others) {
    for (const trace of [_id, name, email]) ok(!all.includes(trace), `${trace} is in ${all}`);
  }
  ok(!all.includes(body._id) && !/receivers|members/.test(all), "nor how many");
  is((await me.get("/groups/answers")).status, 403);
});

Deno.test("an unresolved doubt gets the answer in its thread, and one that waits is answered", async () => {
  await using server = await testServer();
  const { mentor, question, students, send, threadsOf } = await aGroup(server);
  const [asking, resolved] = students as [TestPerson, TestPerson];
  const open = await doubt(asking, question, { doubtText: "Why 4?", private: true });
  const old = await doubt(resolved, question, { doubtText: "An old one" });
  await resolved.put(`/doubts/${old._id}/resolve`, {});
  using ear = await listen(server, { token: asking.token });
  await ear.watch(open._id);
  await mentor.post(`/doubts/${open._id}/claim`, {});
  is((await send()).status, 201);
  const { entry, currentStatus, version } = await ear.next("doubt.entry");
  equals([entry.sentToSeveral, entry.place, currentStatus], [true, 2, "replied"]);
  const thread = (await asking.get(`/doubts/${open._id}`)).body;
  equals([thread.doubtText, thread.mentorFirst, thread.conversation.length, thread.version], [
    "Why 4?",
    undefined,
    2,
    version,
  ]);
  const { message: _, ...pushed } = thread.conversation[1];
  equals(pushed, entry);
  is((await mentor.get(`/doubts/${open._id}`)).body.claim, null, "the mentor's claim has ended");
  equals((await threadsOf(asking)).length, 1);
  equals((await threadsOf(resolved)).length, 2, "a resolved doubt stays as it is");
});

Deno.test("an answer leaves out those who have solved it, fail in another way or are no students, and tells the mentor", async () => {
  await using server = await testServer();
  const { mentor, question, students, members, send, threadsOf } = await aGroup(server, 4);
  const [solver, changer, , staying] = students as [TestPerson, TestPerson, TestPerson, TestPerson];
  await failing(solver, question, claim([{}, {}]));
  await failing(changer, question, wrong("5"));
  const newcomer = await person(server);
  await failing(newcomer, question);
  const { body } = await send({ members: [...members, mentor._id] });
  equals(body.left, [
    { studentId: solver._id, why: "solved" },
    { studentId: changer._id, why: "changed" },
    { studentId: mentor._id, why: "gone" },
  ]);
  equals(body.members, [members[2], staying._id].sort());
  equals(await threadsOf(newcomer), [], "the mentor did not see the newcomer in the group");
  equals(await threadsOf(solver), []);
  for (const student of students) await failing(student, question, claim([{}, {}]));
  const refused = await send({ answer: "Too late." });
  equals([refused.status, refused.body.code], [409, "group.empty"]);
});

Deno.test("two answers at a time reach everybody", async () => {
  await using server = await testServer();
  const { students, send, threadsOf } = await aGroup(server);
  await Promise.all([send({ answer: "One." }), send({ answer: "Two." })]);
  for (const student of students) {
    const threads = await threadsOf(student);
    equals(threads.map(({ entries }: { entries: number }) => entries), [2]);
    const { body } = await student.get(`/doubts/${threads[0]._id}`);
    equals(body.conversation.map(({ place }: { place: number }) => place), [1, 2]);
    is(body.version, 3);
  }
});

Deno.test("an answer to a group counts once: in the figures and in the answer times", async () => {
  await using server = await testServer();
  const { mentor, question, students, send } = await aGroup(server);
  for (const student of students.slice(0, 2)) await doubt(student, question, { private: true });
  const figures = async () => (await mentor.get("/dashboard/mentor")).body;
  const before = await figures();
  await send();
  const after = await figures();
  const moved = Object.entries(after).flatMap(([name, count]) =>
    typeof count === "number" && count !== before[name] ? [[name, count - before[name]]] : []
  );
  equals(moved.map(([, by]) => by), [1], JSON.stringify({ before, after }));
  const admin = await person(server, "admin");
  const { body } = await admin.get("/dashboard/answers");
  const all = JSON.stringify(body);
  ok(/"count":1\b/.test(all) && !/"count":[2-9]/.test(all), all);
  // Later answers to single students count as before.
  const [mine] = (await mentor.get("/doubts/filter-doubts")).body.doubts;
  await mentor.put(`/doubts/${mine._id}/reply`, { reply: "And this." });
  const last = await figures();
  equals(moved.map(([name]) => last[name as string] - after[name as string]), [1]);
});

Deno.test("threads are open to the class only if the mentor says so", async () => {
  await using server = await testServer();
  const { students, send, threadsOf } = await aGroup(server, 2);
  await send({ open: true });
  const [thread] = await threadsOf(students[0] as TestPerson);
  is(thread.private, false);
  is((await (students[1] as TestPerson).get(`/doubts/${thread._id}`)).status, 200);
});

Deno.test("an answer goes to the student's open doubt, whoever reads that, and answers it", async () => {
  await using server = await testServer();
  const { mentor, question, students, send, threadsOf } = await aGroup(server);
  const [asking, classmate] = students as [TestPerson, TestPerson];
  const open = await doubt(asking, question, { doubtText: "Why 4?" });
  using ear = await listen(server, { token: classmate.token });
  await ear.watch(open._id);
  is((await send({ answer: "Add **b**." })).status, 201);
  const { entry } = await ear.next("doubt.entry");
  equals([entry.html, entry.sentToSeveral, "run" in entry], [
    "<p>Add <strong>b</strong>.</p>",
    true,
    false,
  ]);
  const seen = (await classmate.get(`/doubts/${open._id}`)).body;
  equals([seen.entries, seen.currentStatus, seen.private], [2, "replied", false]);
  is((await mentor.get("/doubts/filter-doubts?order=queue&waiting=true")).body.total, 0);
  is((await threadsOf(asking)).length, 1, "no thread beside it");
  // Who had no doubt has a private thread, which no answer opens to the class.
  const [own] = await threadsOf(classmate);
  await send({ answer: "For all.", open: true });
  equals([own.private, (await classmate.get(`/doubts/${own._id}`)).body.private], [true, true]);
  is((await asking.get(`/doubts/${own._id}`)).status, 404);
});

Deno.test("an answer to one student is not said to be for several", async () => {
  await using server = await testServer();
  const { students, send, threadsOf } = await aGroup(server, 2);
  const [one, other] = students as [TestPerson, TestPerson];
  await send({ members: [one._id] });
  const [thread] = await threadsOf(one);
  const [entry] = (await one.get(`/doubts/${thread._id}`)).body.conversation;
  equals(["sentToSeveral" in entry, await threadsOf(other)], [false, []]);
});

/** The statements of an answer, but not those that read the events to push them. */
const ANSWER = /"assignments"|doubts|doubt_entries|claims|group_answer|as member/;

Deno.test("an answer to fifty students sends as many statements as one to two", async () => {
  await using server = await testServer({ AUTH_SECRET: SECRET });
  await using counted = await startCounted(server.databaseUrl);
  const { mentor, question, members } = await aGroup(server, 50);
  const sent = async (some: readonly string[]) => {
    const before = counted.statements(ANSWER);
    const body = { assignmentId: question, key: KEY, members: some, answer: "Add **b**." };
    const { status, body: { members: reached } } = await caller(counted, mentor.token)
      .post("/groups/answers", body);
    equals([status, reached.length], [201, some.length]);
    return counted.statements(ANSWER) - before;
  };
  /** The server's upkeep may send one meanwhile. */
  const least = async (some: readonly string[]) =>
    Math.min(await sent(some), await sent(some), await sent(some));
  const few = await least(members.slice(0, 2));
  const many = await least(members);
  ok(many <= few + 1, `${many} statements for fifty students, ${few} for two`);
  ok(few >= 6 && few <= 10, `${few} statements`);
});

Deno.test("a past class session tells how many groups were answered", async () => {
  await using server = await testServer();
  const { mentor, question, send } = await aGroup(server, 2);
  await send({ answer: "Before the session." });
  const { body: classSession } = await mentor.post("/class-sessions", { questions: [question] });
  await send();
  await mentor.post(`/class-sessions/${classSession._id}/end`, {});
  const [past] = (await mentor.get("/class-sessions")).body.classSessions;
  equals([past.summary.groupAnswers, past.summary.doubts], [1, 0]);
});

Deno.test("a group becomes a quick question: its most common program, bare, and the outputs of the class", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const { _id: assignmentId } = await sumQuestion(mentor);
  const { _id: classSessionId } =
    (await mentor.post("/class-sessions", { questions: [assignmentId] })).body;
  const ask = (fields: Record<string, string> = {}) =>
    mentor.get(
      `/groups/question?${new URLSearchParams({
        classSessionId,
        assignmentId,
        key: KEY,
        ...fields,
      })}`,
    );
  is((await ask()).status, 404);
  const run = async (source: string, output: string, student?: TestPerson) => {
    const body = browserRun({ source, result: wrong(output) });
    const by = student ?? await person(server);
    is((await by.post(runsOf(assignmentId), body)).status, 201);
  };
  await run("int main() { std::cout << a + b + 1; }", "4");
  const author = await person(server);
  const common = `// by ${author.name}\nint main() {\n  int ravi = 1; /* mine */\n` +
    `  std::cout << "// ${author.name}" << a+b+ravi;\n}`;
  await run(common, "4", author);
  await run(common.replace("mine", "yours").replace("  int", "\tint"), "4");
  await run("int main() { std::cout << 12; }", "12");
  await run("int main() {}", "");
  const { status, body } = await ask();
  equals([status, body.text], [200, "What does this print?"]);
  equals(
    body.program,
    'int main() {\n  int ravi = 1;\n  std::cout << "// …" << a+b+ravi;\n}\n\nInput:\n1 2',
  );
  equals([body.options, body.rightOption], [["3", "4", "12", "nothing"], 1]);
  const { runId, ...question } = body;
  const quickQuestion = await mentor.post("/quick-questions", {
    ...question,
    runId,
    classSessionId,
  });
  equals([quickQuestion.status, quickQuestion.body.program, quickQuestion.body.options], [
    201,
    body.program,
    body.options,
  ]);
  is((await ask({ key: "" })).status, 400);
  const inPython = `"""# a text"""\nprint('# b') # c`;
  is(withoutComments(inPython, "python"), `"""# a text"""\nprint('# b')  `);
  is((await author.get(`/groups/question?class-sessionId=${classSessionId}`)).status, 403);
});

Deno.test("bad input names its field, and nothing is written", async () => {
  await using server = await testServer();
  const { mentor, send } = await aGroup(server, 2);
  const twice = crypto.randomUUID();
  const many = Array.from({ length: 601 }, () => crypto.randomUUID());
  const cases: [Record<string, unknown>, string][] = [
    [{ answer: " " }, "answer"],
    [{ answer: "x".repeat(4001) }, "answer"],
    [{ members: [] }, "members"],
    [{ members: many }, "members"],
    [{ members: [twice, twice] }, "members"],
    [{ key: "" }, "key"],
    [{ assignmentId: "7" }, "assignmentId"],
  ];
  for (const [fields, field] of cases) {
    const { status, body } = await send(fields);
    equals([status, Object.keys(body.errors)[0]], [400, field], JSON.stringify(body));
  }
  is((await send({ assignmentId: crypto.randomUUID() })).status, 404);
  const student = await person(server);
  const asked = { assignmentId: twice, key: KEY, members: [twice], answer: "x" };
  is((await student.post("/groups/answers", asked)).status, 403);
  equals((await mentor.get("/groups/answers")).body, []);
});

Deno.test("groups: the largest first, their members in a fixed order, with three programs", () => {
  const failure = (message: string) => ({ kind: "compile" as const, key: message, message });
  const cell = (studentId: string, fields: Partial<GroupCell> = {}): GroupCell => ({
    studentId,
    assignmentId: "q",
    run: { _id: `run of ${studentId}` },
    failure: failure("expected ';'"),
    ...fields,
  });
  const cells = [
    cell("d"),
    cell("b"),
    cell("a"),
    cell("c"),
    cell("e", { failure: failure("other") }),
    cell("f", { failure: failure("other") }),
    cell("g", { failure: failure("alone") }),
    cell("h", { failure: null }),
    cell("i", { solvedAt: "2026-01-31T08:30:00.000Z" }),
    cell("a", { assignmentId: "other question" }),
  ];
  const groups = groupsOf(cells);
  equals(groups.map(({ title }) => title), [
    "4 do not compile: expected ';'",
    "2 do not compile: other",
  ]);
  equals(groups[0]?.members, ["a", "b", "c", "d"]);
  equals(groups[0]?.examples, ["run of a", "run of b", "run of c"]);
  equals(groupsOf(cells.toReversed()), groups, "whatever the order of the cells");
  const known = Object.fromEntries(
    cells.filter(({ assignmentId }) => assignmentId === "q").map((cell) =>
      [cell.studentId, { q: { cell, isHandedIn: cell.studentId === "b" } }] as const
    ),
  );
  equals(groupsIn(known)[0]?.members, ["a", "c", "d"], "who has handed it in is in none");
  const crash = (at: number) => ({
    kind: "crash" as const,
    key: "k",
    case: at,
    message: "Stopped.",
  });
  const crashed = [1, 2].map((at) => cell(String(at), { failure: crash(at) }));
  is(groupsOf(crashed)[0]?.title, "2 crash: Stopped.", "in different cases");
  is(
    titleOf({ kind: "case", key: "", case: 3, got: "", expected: "5" }, 1),
    "1 fails case 3 with nothing instead of `5`",
  );
  is(
    titleOf({ kind: "case", key: "", case: 2, message: "too slow" }, 5),
    "5 are too slow in case 2",
  );
  is(
    titleOf({ kind: "case", key: "", case: 3, got: "a\u00a0 b", expected: "a b" }, 1),
    "1 fails case 3 with `a⟨U+00A0⟩␠b` instead of `a␠b`",
    "what nobody sees has a sign",
  );
  const long = titleOf(
    { kind: "case", key: "", case: 1, got: "x`".repeat(100), expected: "a\tb" },
    2,
  );
  ok(long.length < 100 && long.match(/`/g)?.length === 4, long);
});
