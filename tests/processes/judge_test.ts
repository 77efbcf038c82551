/** The server's judge: its sandbox, what it verifies, and the queue that servers share. */
import {
  deepStrictEqual as equals,
  match,
  ok,
  rejects,
  strictEqual as is,
} from "node:assert/strict";
import { builtKit, type JudgeKit } from "../../server/cpp/judge/toolchain.ts";
import { createJudge, type Judge } from "../../server/languages/judge/judge.ts";
import { JudgeDown } from "../../server/languages/judge/toolchain.ts";
import type { MapCell } from "../../server/class-sessions/map/schema.ts";
import {
  type JudgeSettings,
  type RunResult,
  USUAL_SETTINGS,
} from "../../server/languages/types.ts";
import "../kit/client_ready.ts";
import { submit } from "../kit/assignments.ts";
import { startServer } from "../faults/kit/servers.ts";
import { IS_LONG } from "../kit/chosen.ts";
import { person } from "../kit/people.ts";
import { resultOf } from "../../server/runs/policy.ts";
import { browserRun, claim, runsOf, serverRun, sumQuestion, SUMS } from "../kit/runs.ts";
import { testServer } from "../kit/server.ts";
import { listen } from "../kit/socket.ts";
import { until } from "../kit/until.ts";

const main = (body: string, head = "#include <cstdio>\n") => `${head}int main() {${body}}\n`;
const SUM = main('long long a, b; scanf("%lld %lld", &a, &b); printf("%lld", a + b);');
/** It passes the visible cases, and one of the two hidden ones. */
const SMALL_SUM = main('int a, b; scanf("%d %d", &a, &b); printf("%d", a + b);');
const WRONG = main('printf("3");');
const ENDLESS = main("for (volatile int i = 0;; i = 1) {}", "");
/** Only the limit of the compiler's time ends it. */
const DOUBLING = "template <int n, int m> struct T { T<n - 1, 2 * m> a; T<n - 1, 2 * m + 1> b; };" +
  "template <int m> struct T<0, m> {}; T<22, 0> t; int main() {}\n";
const SLOW: JudgeSettings = { ...USUAL_SETTINGS, timeMs: 1000, memoryMb: 64 };
/** For programs that end by themselves, also on a busy machine. */
const QUICK: JudgeSettings = { ...USUAL_SETTINGS, timeMs: 5000, memoryMb: 64 };

/** False while the first test tries to start the judge without its compiler. */
let isKitThere = true;
const NO_KIT: JudgeKit = { version: "none", llvm: "none.wasm", sysroot: "none.pack" };

/**
 * One judge for all tests: each process has to load the compiler, which takes 6 s of the processor.
 */
const judgeOptions: Parameters<typeof createJudge>[0] & object = {
  atOnce: 2,
  // Beside the other tests, a judge that lets all others go first gets next to nothing.
  niceness: 0,
  kit: () => isKitThere ? builtKit() : Promise.resolve(NO_KIT),
};
let shared: Judge | undefined;
const sharedJudge = (): Judge => shared ??= createJudge(judgeOptions);
/** For one server: its stop does not end the shared judge. */
const borrowed = (judge: Judge): Judge => ({ ...judge, stop: () => Promise.resolve() });

const judged = (source: string, settings = QUICK, input = ""): Promise<RunResult> =>
  sharedJudge().run({ source, settings, cases: [{ input, output: "3" }] });

/**
 * The ids of the judge's processes that this file's thread has started: other files of tests run
 * in other threads of the same process, with judges of their own.
 */
const judgeProcesses = (): number[] =>
  Deno.readTextFileSync("/proc/thread-self/children").split(" ").filter(Boolean).map(Number)
    .filter((id) => /judge\/(compiler|runner)\.ts/.test(commandOf(id)));

function commandOf(id: number): string {
  try {
    return Deno.readTextFileSync(`/proc/${id}/cmdline`);
  } catch {
    return "it has ended";
  }
}

Deno.test("a judge that cannot start says so, and starts when it can", async () => {
  isKitThere = false;
  try {
    await rejects(judged(SUM, QUICK, "1 2\n"), JudgeDown);
  } finally {
    isKitThere = true;
  }
  const { cases } = await judged(SUM, QUICK, "1 2\n");
  equals(cases.map(({ verdict }) => verdict), ["passed"]);
});

Deno.test("a program is judged, and the judge's process has limits and no permissions", async () => {
  const judge = sharedJudge();
  const { kit, ...result } = await judge.run({
    source: SUM,
    settings: QUICK,
    cases: [{ input: "1 2\n", output: "3\n" }, { input: "1 2\n", output: "4\n" }],
  });
  match(kit, /^[0-9a-f]{16}$/);
  equals([result.compiled, result.diagnostics], [true, []]);
  equals(result.cases.map(({ verdict, output }) => [verdict, output]), [
    ["passed", "3"],
    ["wrong", "3"],
  ]);
  const id = Math.min(...judgeProcesses());
  const read = async (name: string) => await Deno.readTextFile(`/proc/${id}/${name}`);
  const allowed = (await read("cmdline")).split("\0").filter((flag) => flag.startsWith("--allow"));
  equals(allowed, ["--allow-read=.,../languages"]);
  match(await Deno.readLink(`/proc/${id}/cwd`), /\/server\/cpp$/);
  const environment = (await read("environ")).split("\0").map((one) => one.split("=")[0]);
  for (const name of environment.filter(Boolean)) {
    ok(["PATH", "PWD", "OLDPWD", "DENO_NO_UPDATE_CHECK", "_", "SHLVL"].includes(name ?? ""), name);
  }
  const limits = await read("limits");
  match(limits, /Max core file size +0 /);
  match(limits, /Max data size +4096000000 /);
});

Deno.test("a program in the sandbox reaches no file, network, environment or other program", async () => {
  const head =
    "#include <cstdio>\n#include <cstdlib>\n#include <dirent.h>\n#include <initializer_list>\n";
  const { cases: [first] } = await judged(main(
    `
    for (auto path : {"/etc/passwd", "../../../etc/hostname", "/proc/self/environ", "runner.ts",
                      "/app/.data/secret"}) printf("%d", fopen(path, "r") != nullptr);
    printf(" %d %d ", getenv("PATH") != nullptr, getenv("HOME") != nullptr);
    if (DIR* root = opendir("/")) while (dirent* one = readdir(root)) {
      if (one->d_name[0] != '.') printf("%s ", one->d_name);
    }
    FILE* left = fopen("left.txt", "r");
    printf("%s", left ? "found" : "nothing");
    FILE* mine = fopen("left.txt", "w");
    if (mine) fputs("for the next program", mine);
    `,
    head,
  ));
  is(first?.output, "00000 0 0 nothing");
  const next = await judged(main('printf("%s", fopen("left.txt", "r") ? "found" : "nothing");'));
  is(next.cases[0]?.output, "nothing", "of the program before it");
  for (
    const body of [
      'system("ls");',
      "socket(1, 2, 3);",
      "fork();",
      'execl("/bin/sh", "sh", nullptr);',
    ]
  ) {
    const includes = "#include <cstdlib>\n#include <unistd.h>\n#include <sys/socket.h>\n";
    const { compiled, diagnostics, cases } = await judged(main(body, includes));
    ok(compiled ? cases[0]?.verdict !== "passed" : diagnostics.length > 0, body);
  }
});

Deno.test(
  "a hostile program ends in a sentence, and the next one runs",
  async (t) => {
    const says = async (
      name: string,
      source: string,
      sentence: RegExp,
      limits: { compileMs?: number } = {},
    ) => {
      await t.step(name, async () => {
        const work = { source, settings: SLOW, cases: [{ input: "", output: "3" }], ...limits };
        const { compiled, diagnostics, cases: [first] } = await sharedJudge().run(work);
        const said = compiled
          ? first?.sentence
          : diagnostics.map(({ message, explanation = "" }) => `${message} ${explanation}`).join(
            "; ",
          );
        match(said ?? "", sentence);
        // After a program that does not compile, the next hostile one shows that the compiler
        // works.
        if (compiled) await nextRuns();
      });
    };
    const nextRuns = async () => {
      const next = await judged(SUM, QUICK, "1 2\n");
      is(next.cases[0]?.verdict, "passed");
    };
    await says("an endless loop", ENDLESS, /stopped after 1 second/);
    const flood = main('for (;;) fputs("more and more\\n", stdout);');
    await says("a flood of output", flood, /printed more than 1 MB/);
    const greedy = main("for (;;) new int[100000]();", "#include <new>\n");
    await says("new in a loop", greedy, /64 MB of memory/);
    const deep = "int deep(int n) { return n + deep(n + 1); }\nint main() { return deep(0); }\n";
    await says("recursion without an end", deep, /calls itself too deeply/);
    const templates = "template <int N> struct A { A<N + 1> a; }; A<0> a; int main() {}\n";
    await says("templates without an end", templates, /template|depth/);
    // Only the limit of the compiler's time ends it, a short one here. The next program needs a new
    // process, which has to load the compiler: the gate proves that below, with a process that
    // dies.
    if (IS_LONG) {
      await says("templates that double", DOUBLING, /come to an end/, { compileMs: 1000 });
    }
    const array = "int all[25000000] = {1};\nint main() { return all[0]; }\n";
    await says("an array of 100 MB", array, /need more memory|larger than 8 MB/);
    const steps = "constexpr int f() { for (;;) {} }\nconstexpr int x = f();\nint main() {}\n";
    await says("a constant without an end", steps, /constant expression|constexpr/);
    await says(
      "an include of itself",
      '#include "main.cpp"\nint main() {}\n',
      /nested too deeply|main/,
    );
    await says(
      "64 KB of <<",
      `int main() { return 1${" << 1".repeat(12_000)}; }\n`,
      /nested too deeply/,
    );
    await says("a file of the server", '#include "/etc/passwd"\nint main() {}\n', /not found/);
    await says("a header that is not there", "#include <windows.h>\nint main() {}\n", /not found/);
    await says("bytes of zero", "int main() { \0 }\n", /NUL/);
    await says("assembler", 'int main() { asm("syscall"); }\n', /./);
    await nextRuns();
  },
);

Deno.test(
  "a judge whose compiler is killed gives no verdict, and starts another one",
  async () => {
    is((await judged(SUM, QUICK, "1 2\n")).cases[0]?.verdict, "passed", "a compiler is there");
    // It stands still, so that it is killed in the middle of its work.
    const compilers = judgeProcesses();
    for (const one of compilers) Deno.kill(one, "SIGSTOP");
    const running = judged(SUM);
    for (const one of compilers) Deno.kill(one, "SIGKILL");
    await rejects(running, (error) => !(error instanceof JudgeDown));
    const isThere = (id: number) => Deno.stat(`/proc/${id}`).then(() => true, () => false);
    while ((await Promise.all(compilers.map(isThere))).includes(true)) {
      await new Promise((wait) => setTimeout(wait, 20));
    }
    const next = await judged(SUM, QUICK, "1 2\n");
    is(next.cases[0]?.verdict, "passed");
  },
);

Deno.test("a recursion of 100,000 calls ends by itself", async () => {
  const deep = "int deep(int n) { return n == 0 ? 3 : deep(n - 1); }\n";
  const source = main('printf("%d", deep(100000));', `#include <cstdio>\n${deep}`);
  equals((await judged(source)).cases.map(({ verdict }) => verdict), ["passed"]);
});

Deno.test("all cases together have a limit of processor time, also those that end by themselves", async () => {
  const spin = main('long n; scanf("%ld", &n); for (volatile long i = 0; i < n; i = i + 1) {}');
  let spent = 0;
  const run = (cases: number) =>
    sharedJudge().run({
      source: spin,
      settings: { ...USUAL_SETTINGS, timeMs: 10_000 },
      cases: Array.from({ length: cases }, () => ({ input: "300000000\n", output: "" })),
      casesMs: 500,
      onSpent: (ms) => spent += ms,
    });
  const { cases } = await run(3);
  equals(cases.slice(1).map(({ sentence }) => sentence?.slice(0, 22)), [
    "This case was not run:",
    "This case was not run:",
  ]);
  ok(spent > 500, "the cost is told");
});

Deno.test("the server verifies what a browser claims, the hidden cases included", async () => {
  await using server = await testServer({}, { judge: borrowed(sharedJudge()) });
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id: id } = await sumQuestion(mentor);
  using ear = await listen(server, { token: student.token });
  const allPassed = claim([{}, { output: "10" }]);
  const verified = async (source: string) => {
    await student.post(runsOf(id), browserRun({ source, result: allPassed }));
    const { run } = await submit(student, id, { studentSolution: source });
    is(run.verification.state, "waiting");
    const event = await ear.until(
      "run.verified",
      ({ _id, verification }) => _id === run._id && verification.state === "done",
    );
    const { at, ...verification } = event.verification;
    ok(Date.parse(at) > 0);
    const shown = { _id: run._id, passed: 2, total: 2, verification: { ...verification, at } };
    const [listed] = (await mentor.get("/assignments/reviews")).body.reviews;
    equals(listed.run, shown, "the claim stays beside what was found");
    equals((await student.get(`/assignments/${id}`)).body.responses[0].run, shown);
    const whole = (await mentor.get(`/runs/${run._id}`)).body;
    equals(resultOf(whole), allPassed);
    return { verification, found: whole.verifiedResult };
  };
  equals(await verified(SUM), {
    verification: { state: "done", passed: 4, total: 4, hiddenFailed: 0, agrees: true },
    found: null,
  });
  equals(await verified(SMALL_SUM), {
    verification: { state: "done", passed: 3, total: 4, hiddenFailed: 1, agrees: true },
    found: null,
  });
  const forged = await verified(WRONG);
  equals(forged.verification, {
    state: "done",
    passed: 1,
    total: 4,
    hiddenFailed: 2,
    agrees: false,
  });
  equals(forged.found.cases.map(({ verdict }: { verdict: string }) => verdict), [
    "passed",
    "wrong",
  ]);
  const mine = (await student.get(runsOf(id))).body;
  const all = await Promise.all(
    mine.map(({ _id }: { _id: string }) => student.get(`/runs/${_id}`)),
  );
  ok(!JSON.stringify([all, ear.pushes]).includes("3000000000"), "nothing of a hidden case");
});

Deno.test("a program is verified on the cases that the question has by now", async () => {
  const judge = borrowed(sharedJudge());
  let isEdited = false;
  await using server = await testServer({}, {
    judge: {
      ...judge,
      async run(work) {
        const result = await judge.run(work);
        // A mentor adds a hidden case after the judge has read the cases.
        if (!isEdited) {
          isEdited = true;
          const testCases = [...SUMS, { input: "1 1\n", output: "3\n", hidden: true }];
          is((await mentor.put(`/assignments/${id}`, { testCases })).status, 200);
        }
        return result;
      },
    },
  });
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id: id } = await sumQuestion(mentor);
  using ear = await listen(server, { token: student.token });
  const { run } = await submit(student, id, { studentSolution: SUM });
  const { verification } = await ear.until(
    "run.finished",
    ({ _id }) => _id === run._id,
  );
  const { at: _, ...found } = verification;
  equals(found, { state: "done", passed: 4, total: 5, hiddenFailed: 1 });
});

Deno.test("the server's results correct the map's cell, its solution and its group", async () => {
  await using server = await testServer({}, { judge: borrowed(sharedJudge()) });
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id: id } = await sumQuestion(mentor);
  const { body: classSession } = await mentor.post("/class-sessions", { questions: [id] });
  using ear = await listen(server, { token: mentor.token });
  const corrected = async (
    source: string,
    result: RunResult,
    isDone: (cell: MapCell) => boolean,
  ) => {
    const { body: run } = await student.post(runsOf(id), browserRun({ source, result }));
    const claimed = await ear.until("classSession.cell", (cell) => cell.run._id === run._id);
    equals(isDone(claimed), false);
    is((await mentor.post(`/runs/${run._id}/verify`)).status, 202);
    const isOfRun = (cell: MapCell) => cell.run?._id === run._id && isDone(cell);
    const { seq: _, classSessionId, ...told } = await ear.until("classSession.cell", isOfRun);
    const { body: map } = await mentor.get(`/class-sessions/${classSessionId}/map`);
    equals(
      [classSessionId, map.cells],
      [classSession._id, [told]],
      "the event has what a fetch has",
    );
    return told as MapCell;
  };
  const passes = claim([{}, { output: "10" }]);
  const cell = await corrected(WRONG, passes, ({ failure }) => failure !== null);
  equals([cell.run?.verdict, cell.run?.passed, cell.run?.total], ["wrong", 1, 2]);
  equals([cell.solvedAt, cell.repeats, cell.failure?.case], [null, 1, 2]);
  const { body: answered } = await mentor.post("/groups/answers", {
    assignmentId: id,
    key: cell.failure?.key,
    members: [student._id],
    answer: "Add both.",
  });
  equals([answered.members, answered.left], [[student._id], []]);
  const fails = claim([{ verdict: "wrong", output: "4" }, { output: "10" }]);
  const solved = await corrected(SUM, fails, ({ solvedAt }) => solvedAt !== null);
  equals([solved.failure, solved.repeats, solved.run?.passed], [null, 0, 2]);
  // The verdicts agree, but the output is not what the browser claims.
  const lies = claim([{}, { verdict: "wrong", output: "Priya" }]);
  const seen = await corrected(WRONG, lies, ({ failure }) => failure?.verified === true);
  equals([seen.failure?.got, seen.failure?.expected], ["3", "10"]);
});

Deno.test("the server runs programs for a browser that cannot, and a mentor may ask again", async () => {
  await using server = await testServer({}, { judge: borrowed(sharedJudge()) });
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id: id } = await sumQuestion(mentor);
  using ear = await listen(server, { token: student.token });
  const { body: sent } = await student.post(runsOf(id), serverRun(SMALL_SUM));
  equals([sent.origin, sent.cases, sent.verdict], ["server", [], null]);
  const finished = await ear.next("run.finished");
  equals([finished._id, finished.verdict, finished.passed, finished.total], [
    sent._id,
    "passed",
    2,
    2,
  ]);
  const { at: _, ...verification } = finished.verification;
  equals(verification, { state: "done", passed: 3, total: 4, hiddenFailed: 1 });
  const whole = (await student.get(`/runs/${sent._id}`)).body;
  const { at: __, ...found } = whole.verified;
  equals(found, { verdict: "wrong", passed: 2, total: 2, hidden: { passed: 1, total: 2 } });
  equals(whole.cases.map(({ output }: { output: string }) => output), ["3", "10"]);
  // The question's own settings count, not those that were sent with the run.
  await mentor.put(`/assignments/${id}`, { judge: { comparison: "exact" } });
  const asked = await mentor.post(`/runs/${sent._id}/verify`);
  equals([asked.status, asked.body.verification.state !== "done"], [202, true]);
  const again = await ear.until("run.finished", ({ seq }) => seq > finished.seq);
  equals([again.verdict, again.passed], ["wrong", 0]);
  const { body: broken } = await student.post(runsOf(id), serverRun("int main( {"));
  const event = await ear.until("run.finished", ({ _id }) => _id === broken._id);
  equals([event.verdict, event.passed, event.total], ["does not compile", 0, 2]);
  equals(event.verification.hiddenFailed, 2);
});

Deno.test("two servers share the queue, and when one dies the other takes its program", async () => {
  const judge = borrowed(sharedJudge());
  // The second server takes no program yet.
  judge.atOnce = 0;
  await using two = await testServer({}, { judge });
  await using one = await startServer(two.databaseUrl);
  const [mentor, student] = [await person(two, "mentor"), await person(two)];
  const { _id: id } = await sumQuestion(mentor, { judge: JSON.stringify({ timeMs: 300 }) });
  using ear = await listen(two, { token: student.token });
  const { body: sent } = await student.post(runsOf(id), serverRun(ENDLESS));
  const { body: next } = await student.post(runsOf(id), serverRun(SUM));
  const stateOf = async (run: string) => (await student.get(`/runs/${run}`)).body.verification;
  const isRunning = async () => {
    while ((await stateOf(sent._id)).state !== "running") {
      await new Promise((wait) => setTimeout(wait, 200));
    }
  };
  await isRunning();
  equals(await stateOf(next._id), { state: "waiting", place: 1 });
  // A stop gives the program back, which is nothing to warn the operator of.
  is(await one.end("SIGTERM"), 0);
  ok(!one.output().includes('"level":'), one.output());
  equals((await stateOf(sent._id)).state, "waiting");
  await one.start();
  await isRunning();
  await one.end("SIGKILL");
  judge.atOnce = 1;
  // The lease of the first server runs out.
  two.setClock(new Date(Date.now() + 60_000).toISOString());
  const first = await ear.until("run.finished", ({ _id }) => _id === sent._id);
  is(first.verdict, "too slow");
  const second = await ear.until("run.finished", ({ _id }) => _id === next._id);
  is(second.verification.passed, 4);
  const [left] = await two.parts.database.sql`select count(*)::int as jobs from jobs`;
  is(left?.jobs, 0);
});

/** What the first program costs the processor. */
const SPENT_MS = 1500;

Deno.test("after a program that takes long, another person's goes before its author's next one", async () => {
  const judge = borrowed(sharedJudge());
  await using server = await testServer({}, {
    judge: { ...judge, atOnce: 1, run: (work) => judge.run({ ...work, casesMs: SPENT_MS }) },
  });
  const [mentor, author, other] = [
    await person(server, "mentor"),
    await person(server),
    await person(server),
  ];
  const { _id: id } = await sumQuestion(mentor, { judge: JSON.stringify({ timeMs: SPENT_MS }) });
  using ear = await listen(server, { token: mentor.token });
  const send = async (who: typeof author, source: string) =>
    (await who.post(runsOf(id), serverRun(source))).body._id;
  const [long, next] = [await send(author, ENDLESS), await send(author, SUM)];
  const others = await send(other, SUM);
  await ear.until("run.finished", ({ _id }) => _id === long);
  const { sql } = server.parts.database;
  const [cost] = await sql`select ms from job_costs where person_id = ${author._id}`;
  ok(cost?.ms > SPENT_MS, `the author is charged for the processor's time: ${cost?.ms}`);
  await ear.until("run.finished", ({ _id }) => _id === next);
  equals(ear.of("run.finished").map(({ _id }) => _id), [long, others, next]);
});

Deno.test("the judge's process ends when it has no work, and with the server", async () => {
  const judge = sharedJudge();
  judgeOptions.idleMs = 100;
  const work = { source: main("", ""), settings: QUICK, cases: [] };
  equals((await judge.run(work)).compiled, true);
  await until(() => judgeProcesses().length === 0, "the end of the idle ones");
  judgeOptions.idleMs = 60_000;
  // The next program starts another one, which the stop ends while it still loads the compiler.
  const next = judge.run(work).catch(() => null);
  await until(() => judgeProcesses().length === 1, "the next one");
  await judge.stop();
  equals(judgeProcesses(), []);
  await next;
});

Deno.test("a program that finds the compiler at work gets it next, while another one is starting", async () => {
  const second = Promise.withResolvers<JudgeKit>();
  let starts = 0;
  const judge = createJudge({
    ...judgeOptions,
    kit: () => starts++ === 0 ? builtKit() : second.promise,
  });
  try {
    const work = { source: SUM, settings: QUICK, cases: [{ input: "1 2\n", output: "3" }] };
    const results = await Promise.all([judge.run(work), judge.run(work)]);
    equals(results.map(({ compiled }) => compiled), [true, true]);
    is(starts, 2);
  } finally {
    second.reject(new Error("no second compiler"));
    await judge.stop();
  }
});
