/**
 * Languages: a question says which it takes, runs, responses and attempts carry theirs, and the
 * server judges Python as it does C++, in a process that reaches nothing.
 */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { createJudge } from "../../server/languages/judge/judge.ts";
import { type Language, USUAL_SETTINGS } from "../../server/languages/types.ts";
import "../kit/client_ready.ts";
import { submit } from "../kit/assignments.ts";
import { person } from "../kit/people.ts";
import { browserRun, claim, runsOf, SUM, sumQuestion } from "../kit/runs.ts";
import { testServer } from "../kit/server.ts";
import { listen } from "../kit/socket.ts";

const BOTH = JSON.stringify({ languages: ["cpp", "python"] satisfies Language[] });
const PYTHON_SUM = "a, b = map(int, input().split())\nprint(a + b)\n";
/** It passes the visible cases, and one of the two hidden ones. */
const SMALL_SUM = "a, b = map(int, input().split())\nprint((a + b) % 2**31)\n";
const settings = { ...USUAL_SETTINGS, timeMs: 1000, languages: ["python" as const] };

Deno.test("a question says which languages it takes, and no other is kept", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const old = await sumQuestion(mentor);
  is(old.judge.languages, undefined, "as older questions: C++");
  const refused = await student.post(runsOf(old._id), {
    ...browserRun({ source: PYTHON_SUM }),
    language: "python",
  });
  equals([refused.status, refused.body.errors], [400, {
    language: "This question takes programs in C++.",
  }]);
  const sent = await student.put(`/assignments/${old._id}/status`, {
    responseStatus: "partially solved",
    learningNotes: "Help.",
    studentSolution: PYTHON_SUM,
    language: "python",
  });
  equals([sent.status, sent.body.errors], [400, refused.body.errors]);
  for (const languages of [[], ["java"], ["cpp", "cpp"]]) {
    const { status, body } = await mentor.put(`/assignments/${old._id}`, { judge: { languages } });
    is(status, 400, JSON.stringify(body));
    ok(Object.keys(body.errors).some((name) => name.startsWith("judge.languages")));
  }
  const { body: both } = await mentor.put(`/assignments/${old._id}`, { judge: JSON.parse(BOTH) });
  equals(both.judge.languages, ["cpp", "python"]);
});

Deno.test("a run, a response and its attempts carry the language of their program", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id: id } = await sumQuestion(mentor, { judge: BOTH });
  const ran = async (body: object) =>
    (await student.post(runsOf(id), body)).body.settings.languages;
  equals(await ran(browserRun({ source: SUM })), ["cpp"], "the first, without a choice");
  equals(await ran({ ...browserRun({ source: PYTHON_SUM }), language: "python" }), ["python"]);
  const response = await submit(student, id, { studentSolution: PYTHON_SUM, language: "python" });
  is(response.language, "python");
  match(response.studentSolution, /language-python/, "it is highlighted as such");
  const [item] = (await mentor.get("/assignments/reviews")).body.reviews;
  is(item.language, "python");
  const { body: history } = await mentor.get(`/assignments/${id}/responses/${student._id}/history`);
  is(history[0].language, "python");
  // The wall's browser compiles the program whose steps it shows.
  const { body: classSession } = await mentor.post("/class-sessions", { questions: [id] });
  for (const [language, source] of [["cpp", SUM], ["python", PYTHON_SUM]] as const) {
    const { body: run } = await student.post(runsOf(id), { ...browserRun({ source }), language });
    const shown = { runId: run._id, step: 1, case: 1 };
    is((await mentor.put(`/class-sessions/${classSession._id}/steps`, shown)).status, 200);
    equals((await mentor.get("/wall")).body.steps.settings.languages, [language]);
  }
});

Deno.test("the same text in another language is another program", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id: id } = await sumQuestion(mentor, { judge: BOTH });
  const ran = async (language: Language) =>
    (await student.post(runsOf(id), { ...browserRun({ source: PYTHON_SUM }), language })).body._id;
  const [inCpp, inPython] = [await ran("cpp"), await ran("python")];
  const handedIn = async (language: Language) =>
    (await submit(student, id, {
      responseStatus: "partially solved",
      learningNotes: "Help.",
      studentSolution: PYTHON_SUM,
      language,
    })).run._id;
  equals([await handedIn("cpp"), await handedIn("python")], [inCpp, inPython]);
});

Deno.test("the server judges Python, the hidden cases included", async () => {
  const judge = createJudge({ atOnce: 1, niceness: 0 });
  await using server = await testServer({}, { judge });
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id: id } = await sumQuestion(mentor, { judge: BOTH });
  using ear = await listen(server, { token: student.token });
  const verified = async (source: string) => {
    const claimed = browserRun({ source, result: claim([{}, { output: "10" }]) });
    await student.post(runsOf(id), { ...claimed, language: "python" });
    const { run } = await submit(student, id, { studentSolution: source, language: "python" });
    const { verification } = await ear.until(
      "run.verified",
      ({ _id, verification }) => _id === run._id && verification.state === "done",
    );
    return [verification.passed, verification.hiddenFailed, verification.agrees];
  };
  equals(await verified(PYTHON_SUM), [4, 0, true]);
  equals(await verified(SMALL_SUM), [3, 1, true]);
  equals(await verified("print(3)"), [1, 2, false]);
  equals(await verified("if True print(3)"), [0, 2, false]);
});

Deno.test("an endless loop is killed, the other cases run, and nothing is left for them", async () => {
  const judge = createJudge({ atOnce: 1, niceness: 0 });
  const source = "import os\n" +
    'if input() == "loop":\n    while True:\n        try:\n            pass\n' +
    "        except BaseException:\n            pass\n" +
    'print(os.path.exists("left.txt"), len(globals()))\nopen("left.txt", "w").write("x")\n';
  const cases = ["first", "loop", "last"].map((input) => ({ input, output: "" }));
  let spent = 0;
  const run = judge.run({ source, settings, cases, onSpent: (ms) => spent += ms });
  const limits = await permissionsOf();
  const result = await run;
  await judge.stop();
  const [first, loop, last] = result.cases;
  equals([first?.verdict, loop?.verdict, last?.verdict], ["wrong", "too slow", "wrong"]);
  match(first?.output ?? "", /^False \d+\n$/);
  is(last?.output, first?.output, "the last one finds what the first one found");
  ok(spent > 1000, "the cost is told");
  equals(limits, ["--allow-read=.,../languages,../../client/dist/python"]);
});

Deno.test("a program that catches what stops it does not run beside its next case", async () => {
  const judge = createJudge({ atOnce: 1, niceness: 0 });
  const source = "import time\n" +
    'if input() == "flood":\n    while True:\n        try:\n            print("flood" * 100)\n' +
    "        except BaseException:\n            pass\n" +
    'end = time.monotonic() + 0.7\nwhile time.monotonic() < end: pass\nprint("done")\n';
  const cases = ["flood", "last"].map((input) => ({ input, output: "done" }));
  const result = await judge.run({ source, settings, cases });
  await judge.stop();
  // The time is that of the process, of which an endless loop would take half.
  equals(result.cases.map(({ verdict }) => verdict), ["too much output", "passed"]);
});

/** The permissions of the process that runs Python. */
async function permissionsOf(): Promise<string[]> {
  for (;;) {
    for await (const { name } of Deno.readDir("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      const command = await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
      const parent = await Deno.readTextFile(`/proc/${name}/stat`).catch(() => "");
      const isOurs = parent.split(") ")[1]?.split(" ")[1] === `${Deno.pid}`;
      if (isOurs && command.includes("../../client/dist/python")) {
        return command.split("\0").filter((flag) => flag.startsWith("--allow"));
      }
    }
    await new Promise((go) => setTimeout(go, 50));
  }
}
