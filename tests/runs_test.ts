/** Runs of programs: what is kept, who sees it, and what stays hidden. */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { type Diagnostic, type RunResult, USUAL_SETTINGS } from "../server/languages/types.ts";
import { boundedResult, foundColumns, resultOf, statusOfRun } from "../server/runs/policy.ts";
import { afterRun, afterWork, isStuck, NO_TRIES } from "../server/runs/stuck/policy.ts";
import { PLACES_EACH, RUNS_KEPT } from "../server/runs/schema.ts";
import { assignTo, questionForm, submit } from "./kit/assignments.ts";
import { person, type Reply, type TestPerson } from "./kit/people.ts";
import { browserRun, claim, runsOf, serverRun, SUM, sumQuestion, SUMS } from "./kit/runs.ts";
import { PACE, type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const ERROR: Diagnostic = { severity: "error", message: "expected ';'", line: 1, column: 1 };

const setUp = async (server: TestServer) => {
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  return { mentor, student, question: await sumQuestion(mentor) };
};

async function kept(
  who: TestPerson,
  assignmentId: string,
  run: Parameters<typeof browserRun>[0] = {},
): Promise<Reply["body"]> {
  const { status, body } = await who.post(runsOf(assignmentId), browserRun(run));
  is(status, 201, JSON.stringify(body));
  return body;
}

Deno.test("a run is kept with its claim, for the student and staff, and told to both", async () => {
  await using server = await testServer();
  const { mentor, student, question: { _id: id } } = await setUp(server);
  const stranger = await person(server);
  using ear = await listen(server, { token: student.token });
  using staff = await listen(server, { token: mentor.token });
  using other = await listen(server, { token: stranger.token });
  const result = claim([{}, { verdict: "wrong", output: "11" }]);
  const run = await kept(student, id, { result });
  equals(resultOf(run), result);
  const { _id, cases, diagnostics, createdAt: _, ranAt: __, ...rest } = run;
  equals(diagnostics, []);
  equals(cases[1].output, "11");
  equals(rest, {
    assignmentId: id,
    student: { _id: student._id, name: student.name },
    source: SUM,
    standard: "c++20",
    settings: USUAL_SETTINGS,
    kit: result.kit,
    origin: "browser",
    verdict: "wrong",
    passed: 1,
    total: 2,
    verified: null,
    verification: { state: "none" },
    verifiedResult: null,
  });
  const { source: ___, diagnostics: ____, verifiedResult: _____, ...told } = run;
  const card = {
    ...told,
    cases: [
      { case: 1, verdict: "passed", milliseconds: 1.5, kilobytes: 256 },
      { case: 2, verdict: "wrong", milliseconds: 1.5, kilobytes: 256 },
    ],
  };
  for (const one of [ear, staff]) {
    const { seq: _, ...event } = await one.next("run.finished");
    equals(event, card, "neither source nor outputs");
  }
  for (const who of [student, mentor]) {
    equals((await who.get(`/runs/${_id}`)).body, run);
    equals((await who.get(runsOf(id))).body, [card]);
    equals((await who.get(`${runsOf(id)}?studentId=${student._id}`)).body, [card]);
  }
  is((await stranger.get(`/runs/${_id}`)).status, 404);
  equals((await stranger.get(runsOf(id))).body, []);
  is((await stranger.get(`${runsOf(id)}?studentId=${student._id}`)).status, 403);
  is((await stranger.post(`/runs/${_id}/verify`)).status, 404);
  equals(other.of("run.finished"), []);
});

Deno.test("an outside client's run is kept as it reports it", async () => {
  await using server = await testServer();
  const { student, question: { _id: id } } = await setUp(server);
  const passed = { case: 1, verdict: "passed", milliseconds: 3, kilobytes: 900 };
  const wrong = {
    ...passed,
    case: 2,
    verdict: "wrong",
    output: "9",
    expected: "10",
    difference: { line: 1, column: 1 },
  };
  const report = { source: SUM, standard: "c++17", kit: "outside", diagnostics: [] };
  const sent = await student.post(runsOf(id), { ...report, cases: [passed, wrong] });
  is(sent.status, 201, JSON.stringify(sent.body));
  const { standard, kit, verdict, passed: count, total, verified } = sent.body;
  equals([standard, kit, verdict, count, total, verified], [
    "c++17",
    "outside",
    "wrong",
    1,
    2,
    null,
  ]);
  equals(sent.body.cases.map(({ output }: { output: string }) => output), ["", "9"]);
  const message = { line: 3, column: 7, severity: "error", message: "expected ';'" };
  const broken = await student.post(runsOf(id), { ...report, cases: [], diagnostics: [message] });
  equals([broken.body.verdict, broken.body.diagnostics], ["does not compile", [message]]);
});

Deno.test("a clock that is ahead does not put a run before the later ones", async () => {
  await using server = await testServer();
  const { student, question: { _id: id } } = await setUp(server);
  const sent = await student.post(runsOf(id), {
    ...browserRun(),
    ranAt: "2099-01-01T00:00:00.000Z",
  });
  is(sent.body.ranAt, sent.body.createdAt);
  const offline = "2020-01-01T00:00:00.000Z";
  is((await student.post(runsOf(id), { ...browserRun(), ranAt: offline })).body.ranAt, offline);
});

Deno.test("a mistake in a run is told at its field", async () => {
  await using server = await testServer(PACE);
  const { student, question: { _id: id } } = await setUp(server);
  const refused = async (fields: object, field: string, sentence: RegExp) => {
    const { status, body } = await student.post(runsOf(id), { ...browserRun(), ...fields });
    is(status, 400, field);
    const [[name, text] = []] = Object.entries(body.errors ?? {});
    is(name, field);
    ok(sentence.test(String(text)), String(text));
  };
  await refused({ source: "é".repeat(32 * 1024 + 1) }, "source", /at most 64 KB/);
  await refused({ source: "a".repeat(64 * 1024 + 1) }, "source", /at most 64 KB/);
  await refused({ source: " \n" }, "source", /Write a program first/);
  await refused({ source: "int main() {}\0" }, "source", /NUL/);
  await refused({ ranAt: "yesterday" }, "ranAt", /time/);
  await refused({ standard: "c++98" }, "standard", /c\+\+20/);
  const long = claim([{ output: "x".repeat(4001) }]);
  await refused(browserRun({ result: long }), "cases.0.output", /4000/);
  await refused(browserRun({ result: claim(Array(51).fill({})) }), "cases", /50/);
  is((await student.post(runsOf(id), browserRun({ source: "é".repeat(32 * 1024) }))).status, 201);
});

Deno.test("a result takes little room, and holds nothing that cannot be stored", async () => {
  await using server = await testServer();
  const { student, question: { _id: id } } = await setUp(server);
  const output = "é".repeat(4000);
  const cases = Array.from({ length: 50 }, () => ({ output, errors: output }));
  const diagnostics = Array.from({ length: 50 }, () => ({
    severity: "warning" as const,
    message: "m".repeat(2000),
    line: 1,
    column: 1,
  }));
  const bounded = boundedResult(claim(cases, { diagnostics }));
  ok(JSON.stringify(bounded).length < 100_000);
  const run = await kept(student, id, { result: bounded });
  equals(resultOf(run), bounded, "what was cut once is not cut again");
  const odd = boundedResult(claim([{ output: "a\0b\uD800" }]));
  is(odd.cases[0]?.output, "a\uFFFDb\uFFFD");
  is((await kept(student, id, { result: odd })).cases[0].output, "a\uFFFDb\uFFFD");
});

Deno.test("the newest 50 runs are kept, and those that a response refers to", async () => {
  await using server = await testServer(PACE);
  const { mentor, student, question: { _id: id } } = await setUp(server);
  const first = await kept(student, id, { source: `${SUM}// handed in` });
  const response = await submit(student, id, { studentSolution: first.source });
  is(response.run._id, first._id);
  const second = await kept(student, id, { source: `${SUM}// of an earlier attempt` });
  await submit(student, id, {
    responseStatus: "partially solved",
    learningNotes: "Not yet.",
    studentSolution: second.source,
  });
  await submit(student, id, { studentSolution: first.source });
  const third = await kept(student, id, { source: `${SUM}// of no use` });
  for (let n = 0; n < RUNS_KEPT; n += 10) {
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => kept(student, id, { source: `${SUM}// ${n + at}` })),
    );
  }
  for (const run of [first, second]) is((await student.get(`/runs/${run._id}`)).status, 200);
  is((await student.get(`/runs/${third._id}`)).status, 404);
  const pages = await Promise.all(
    [1, 2, 3].map((page) =>
      mentor.get(`${runsOf(id)}?studentId=${student._id}&limit=20&page=${page}`)
    ),
  );
  const all = pages.flatMap(({ body }) => body);
  is(all.length, RUNS_KEPT + 2);
  const times = all.map(({ createdAt }) => createdAt);
  equals(times, [...times].sort().reverse());
});

Deno.test("hidden cases reach staff only", async () => {
  await using server = await testServer();
  const { mentor, student, question } = await setUp(server);
  const at = `/assignments/${question._id}`;
  equals(question.testCases, SUMS);
  using ear = await listen(server, { token: student.token });
  const visible = SUMS.slice(0, 2);
  const seen = async () => {
    const { body } = await student.get(at);
    equals([body.testCases, body.hiddenCases], [visible, 2]);
  };
  await seen();
  // A visible case does not say so to learners either.
  const plain = visible.map((one) => ({ ...one, hidden: false }));
  const edited = await mentor.put(at, { testCases: [...SUMS.slice(2), ...plain], title: "Sums" });
  is(edited.body.hiddenCases, 2);
  await seen();
  await ear.until("assignment.saved", ({ title }) => title === "Sums");
  const run = await kept(student, question._id);
  const response = await submit(student, question._id, { studentSolution: SUM });
  const lists = ["/assignments/general", "/assignments/practice", "/assignments/solved"];
  const replies = await Promise.all(lists.map((path) => student.get(path)));
  const everything = JSON.stringify([replies, run, response, ear.pushes]);
  ok(!everything.includes("3000000000"), "no hidden input");
});

Deno.test("a question has a starter and settings, with usual ones", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const plain = (await mentor.post("/assignments", questionForm())).body;
  equals([plain.starter, plain.judge, plain.hiddenCases], [null, USUAL_SETTINGS, 0]);
  const fields = { starter: "int main() {}\n", judge: '{"standard":"c++17","timeMs":5000}' };
  const made = (await mentor.post("/assignments", questionForm(fields))).body;
  const judge = { ...USUAL_SETTINGS, standard: "c++17", timeMs: 5000 };
  equals([made.starter, made.judge], [fields.starter, judge]);
  const at = `/assignments/${made._id}`;
  const edited = await mentor.put(at, { starter: null, judge: { comparison: "exact" } });
  equals(edited.body.judge, { ...USUAL_SETTINGS, comparison: "exact" });
  is(edited.body.starter, null);
  const refused = await mentor.put(at, { judge: { timeMs: 1 } });
  is(refused.status, 400);
  ok("judge.timeMs" in refused.body.errors, JSON.stringify(refused.body));
  is((await mentor.post("/assignments", questionForm({ judge: "{" }))).status, 400);
});

Deno.test("a case is a call in place of an input, in the language of its question", async () => {
  await using server = await testServer();
  const { mentor, student } = await setUp(server);
  const testCases = [
    { call: " isPrime(7)\r\n", output: "true" },
    { input: "7", output: "yes" },
    { call: 'try { area(-1); } catch (const E& e) { cout << "{"; } // \'', output: "{" },
    { call: "digits(1'000)", output: "4", hidden: true },
  ];
  const made = await mentor.post(
    "/assignments",
    questionForm({ testCases: JSON.stringify(testCases) }),
  );
  is(made.status, 201, JSON.stringify(made.body));
  const at = `/assignments/${made.body._id}`;
  const [first, second, ...rest] = testCases;
  const stored = [{ ...first, call: "isPrime(7)" }, { ...second, input: "7\n" }, ...rest];
  equals(made.body.testCases, stored);
  equals((await mentor.put(at, { testCases: stored })).body.testCases, stored);
  await mentor.put(`${at}/distribution`, { distributionTag: "practice" });
  equals(
    (await student.get(at)).body.testCases,
    stored.slice(0, 3),
    "the hidden call stays hidden",
  );

  const python = { languages: ["python"] };
  const wrong: [string | object, RegExp, object?][] = [
    [{ input: "1", call: "f(1)" }, /^A test case has an input or a call, not both\.$/],
    ["  ", /^Enter the call, such as isPrime/],
    ["x".repeat(2001), /at most 2000 characters/],
    ["// nothing", /^Case 2: The call is empty/],
    ['"; system("ls")', /^Case 2: The call has a quote that is not closed: "/],
    ["f('a)", /^Case 2: The call has a quote that is not closed: '/],
    ["f(1", /^Case 2: The call has a bracket that is not closed: \(/],
    ["f(1]", /^Case 2: The call has a bracket that was not opened: \]/],
    ["1; } int g() { return 2", /^Case 2: The call has a bracket that was not opened: }/],
    ["f(1) /* why", /^Case 2: The call has a comment that is not closed/],
    ["f(1) \\", /^Case 2: The call has a backslash/],
    ["#include <vector>\nf(1)", /^Case 2: A call has no lines that begin with #/],
    ["int main() { return 0; }", /^Case 2: A call has no main/],
    ["f(1)", /^Case 2: A call is in one language/, { languages: ["cpp", "python"] }],
    ['f("""a""")', /^$/, python],
    ["f(1) # why (", /^$/, python],
    ["f('a\n')", /^Case 2: The call has a quote that is not closed/, python],
    ["main()", /^Case 2: A call has no main/, python],
  ];
  for (const [call, says, judge] of wrong) {
    const one = typeof call === "string" ? { call, output: "1" } : { ...call, output: "1" };
    const cases = [{ input: "1", output: "1" }, one];
    const { status, body } = await mentor.put(at, { testCases: cases, ...(judge && { judge }) });
    const sentence = body.errors?.["testCases.1.call"] ?? "";
    match(sentence, says, JSON.stringify(call));
    is(status, sentence === "" ? 200 : 400);
  }
  equals(
    (await mentor.put(at, { testCases: [{ output: "1" }] })).body.errors,
    { "testCases.0.input": "Test case must have at least input and output." },
  );
  await mentor.put(at, { testCases: stored, judge: {} });
  const both = await mentor.put(at, { judge: { languages: ["cpp", "python"] } });
  equals([both.status, Object.keys(both.body.errors)], [400, ["testCases.0.call"]]);
});

Deno.test("the input of a case is what a person would type, unless its writer says not", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const cases = [
    { input: "Ada\r\nBo\r\nquit", output: "[Ada] 3\r\nbye\r\n" },
    { input: "1 2 3\r\n", output: "6", noLineEnd: true },
    { input: "1 2 3\n", output: "9" },
    { input: "7".repeat(20_000), output: "7" },
  ];
  const stored = [
    { input: "Ada\nBo\nquit\n", output: "[Ada] 3\nbye\n" },
    { input: "1 2 3", output: "6", noLineEnd: true },
    { input: "1 2 3\n", output: "9" },
    { input: `${"7".repeat(20_000)}\n`, output: "7" },
  ];
  const form = questionForm({ testCases: JSON.stringify(cases) });
  const { _id, testCases } = (await mentor.post("/assignments", form)).body;
  equals(testCases, stored);
  const again = await mentor.put(`/assignments/${_id}`, { testCases });
  equals([again.status, again.body.testCases], [200, stored], "what was read can be sent again");
  const long = { testCases: [{ input: "7".repeat(20_001), output: "7" }] };
  is((await mentor.put(`/assignments/${_id}`, long)).status, 400);
});

Deno.test("nobody runs a program on a question that they may not see", async () => {
  await using server = await testServer();
  const { mentor, student, question: { _id: id } } = await setUp(server);
  const hidden = (await mentor.post("/assignments", questionForm())).body._id;
  is((await student.post(runsOf(hidden), browserRun())).status, 404);
  await assignTo(mentor, hidden, student);
  is((await student.post(runsOf(hidden), browserRun())).status, 201);
  is((await mentor.post(runsOf(id), browserRun())).status, 201, "staff may run programs too");
});

Deno.test("a response without a status takes it from the last run", async () => {
  await using server = await testServer();
  const { mentor, student, question: { _id: id } } = await setUp(server);
  const lastRun = async () => (await student.get(`/assignments/${id}`)).body.lastRun;
  equals(await lastRun(), undefined);
  const respond = (fields: object) => student.put(`/assignments/${id}/status`, fields);
  const missing = await respond({});
  equals([missing.status, missing.body.errors.responseStatus], [400, "Status is required."]);
  await kept(student, id, { result: claim([{}, { verdict: "crashed" }]) });
  const { at, ...counts } = await lastRun();
  equals([counts, Date.parse(at) > 0], [{ passed: 1, total: 2 }, true], "for the response form");
  is((await mentor.get(`/assignments/${id}`)).body.lastRun, undefined, "only for themselves");
  const notes = await respond({ studentSolution: SUM });
  equals(notes.body.errors, { learningNotes: "Describe Your Problem is required." });
  const partial = await respond({ studentSolution: SUM, learningNotes: "The second case." });
  equals([partial.status, partial.body.responseStatus], [200, "partially solved"]);
  await kept(student, id, { result: claim([{}, {}]) });
  is((await respond({ studentSolution: SUM })).body.responseStatus, "solved");
  const chosen = await respond({ responseStatus: "having doubt", learningNotes: "Why?" });
  is(chosen.body.responseStatus, "having doubt");
  is(statusOfRun({ passed: 0, total: 5 }), null, "only the student knows");
  const message = { severity: "error", message: "expected ';'", line: 1, column: 1 } as const;
  const broken = claim([], { compiled: false, diagnostics: [message] });
  await kept(student, id, { result: broken });
  is((await respond({})).status, 400);
});

Deno.test("code that counts as solved waits to be verified, and lists carry it", async () => {
  await using server = await testServer();
  const { mentor, student, question: { _id: id } } = await setUp(server);
  using staff = await listen(server, { token: mentor.token });
  const run = await kept(student, id, { result: claim([{}, {}]) });
  const response = await submit(student, id, { studentSolution: SUM });
  const own = { _id: run._id, passed: 2, total: 2, verification: { state: "waiting" } };
  equals(response.run, own);
  equals((await staff.next("review.waiting")).run, own);
  equals((await mentor.get("/assignments/reviews")).body.reviews[0].run, own);
  equals((await student.get("/assignments/solved")).body.assignments[0].run, own);
  equals((await student.get(`/assignments/${id}`)).body.responses[0].run, own);
  const [card] = (await student.get("/assignments/general")).body;
  equals(card.responses, [{ student: student._id, responseStatus: "solved", run: own }]);
  const [attempt] = (await mentor.get(`/assignments/${id}/responses/${student._id}/history`)).body;
  equals(attempt.run, own);
  equals((await student.get(`/runs/${run._id}`)).body.verification, { state: "waiting", place: 1 });
  // Code that has not run in a browser runs on the server.
  const other = await submit(student, id, { studentSolution: `${SUM}// new` });
  equals([other.run.passed, other.run.verification.state], [0, "waiting"]);
  is((await student.get(`/runs/${other.run._id}`)).body.origin, "server");
  equals((await student.get(`/runs/${run._id}`)).body.verification, { state: "none" });
  const doubtful = { responseStatus: "having doubt", learningNotes: "Why?", studentSolution: "?" };
  is((await submit(student, id, doubtful)).run, null);
});

Deno.test("people take turns in the queue, and each has few places", async () => {
  await using server = await testServer(PACE);
  const { mentor, student, question: { _id: id } } = await setUp(server);
  const [second, third] = [await person(server), await person(server)];
  const wait = async (who: TestPerson) => {
    const { status, body } = await who.post(runsOf(id), serverRun());
    return { status, id: body._id, code: body.code, place: body.verification?.place };
  };
  const mine = [];
  for (let n = 0; n < PLACES_EACH.learner; n++) mine.push(await wait(student));
  equals(mine.map(({ place }) => place), [1, 2, 3]);
  const full = await student.post(runsOf(id), serverRun());
  equals([full.status, full.body.code], [429, "too-many"]);
  ok(full.body.msg.includes("wait for the server"), full.body.msg);
  is(full.headers.get("retry-after"), "5");
  equals([(await wait(second)).place, (await wait(third)).place], [2, 3]);
  is((await wait(second)).place, 5, "the second one waits for the first round");
  const places = [];
  for (const one of mine) {
    places.push((await student.get(`/runs/${one.id}`)).body.verification.place);
  }
  equals(places, [1, 4, 6]);
  const verified = await mentor.post(`/runs/${mine[0]?.id}/verify`);
  equals([verified.status, verified.body.verification.place], [202, 1], "it waits already");
});

Deno.test("with JUDGE=off nothing waits for the server", async () => {
  await using server = await testServer({ JUDGE: "off" });
  const { mentor, student, question: { _id: id } } = await setUp(server);
  const { _id } = await kept(student, id);
  const replies = [
    await student.post(runsOf(id), serverRun()),
    await mentor.post(`/runs/${_id}/verify`),
  ];
  for (const { status, body } of replies) equals([status, body.code], [409, "judge.off"]);
  const { run } = await submit(student, id, { studentSolution: SUM });
  equals([run._id, run.verification], [_id, { state: "none" }]);
});

Deno.test("a program that nobody has run is kept as that, until somebody has it verified", async () => {
  await using server = await testServer(PACE);
  const { mentor, student, question: { _id: id } } = await setUp(server);
  const odd = await student.post(runsOf(id), { ...browserRun(), notRun: true });
  equals([odd.status, Object.keys(odd.body.errors)], [400, ["notRun"]]);
  const { status, body: run } = await student.post(runsOf(id), { source: SUM, notRun: true });
  equals([status, run.verdict, run.verification], [201, null, { state: "none" }]);
  equals(resultOf(run), null);
  const { lastRun } = (await student.get(`/assignments/${id}`)).body;
  is(lastRun, undefined, "no status follows from it");
  const doubtful = { responseStatus: "having doubt", learningNotes: "Why?", studentSolution: SUM };
  is((await submit(student, id, doubtful)).run, null, "nor does a result of an attempt");
  const verified = await mentor.post(`/runs/${run._id}/verify`);
  equals([verified.status, verified.body.verification], [202, { state: "waiting", place: 1 }]);
});

Deno.test("a claim passes only with exactly the visible cases", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id: id } = await sumQuestion(mentor);
  const claimed = async (result: RunResult) => {
    const { body: run } = await student.post(runsOf(id), browserRun({ result }));
    const { lastRun } = (await student.get(`/assignments/${id}`)).body;
    equals([lastRun.passed, lastRun.total], [run.passed, run.total]);
    return [run.verdict, run.passed, run.total];
  };
  equals(await claimed(claim([{}])), ["wrong", 1, 2]);
  equals(await claimed(claim([{}, {}, {}])), ["wrong", 1, 2]);
  equals(await claimed(claim([])), ["wrong", 0, 2]);
  equals(await claimed(claim([], { compiled: false, diagnostics: [ERROR] })), [
    "does not compile",
    0,
    2,
  ]);
  equals(await claimed(claim([{}, {}])), ["passed", 2, 2]);
});

Deno.test("of a hidden case that fails, nobody learns how", () => {
  const claimed = { origin: "browser", verdict: "passed", passed: 1, total: 1 } as const;
  for (const verdict of ["crashed", "too slow", "too much memory", "wrong"] as const) {
    const result = claim([{}, { verdict }]);
    const columns = foundColumns(claimed, { result, visible: 1, hidden: 1 });
    equals("verifiedVerdict" in columns && columns.verifiedVerdict, "wrong");
  }
});

Deno.test("a learner is stuck after three runs that fail alike, or ten minutes without a better one", () => {
  const wrong = (output: string, passed = 0) =>
    claim([...Array.from({ length: passed }, () => ({})), { verdict: "wrong", output }]);
  const minute = 60_000;
  const after = (...runs: [at: number, result: RunResult][]) =>
    runs.reduce((tries, [at, result]) => afterRun(tries, result, at * minute), NO_TRIES);
  const error = claim([], { compiled: false, diagnostics: [ERROR] });
  ok(!isStuck(after([0, wrong("4")], [1, wrong("4\n")])));
  ok(isStuck(after([0, wrong("4")], [1, wrong("4\n")], [2, wrong("4")])));
  ok(isStuck(after([0, error], [1, error], [2, error])));
  ok(!isStuck(after([0, wrong("4")], [1, wrong("5")], [2, wrong("4")])));
  ok(!isStuck(after([0, wrong("4")], [1, wrong("4")], [2, claim([{}])], [3, wrong("4")])));

  const worked = (from: number, to: number, tries = NO_TRIES) =>
    Array.from({ length: to - from }, (_, at) => (from + at + 1) * minute).reduce(afterWork, tries);
  const begun = after([0, wrong("4")]);
  ok(!isStuck(worked(0, 9, begun)));
  ok(isStuck(worked(0, 10, begun)));
  ok(!isStuck(afterWork(begun, 60 * minute)), "a pause is no work");
  ok(!isStuck(worked(0, 10)), "nothing was run");
  const better = afterRun(worked(0, 9, begun), wrong("4", 1), 9 * minute);
  ok(!isStuck(worked(9, 18, better)));
});
