/**
 * Programs of students' kind, compiled and run in Deno: those of tests/cpp end as their files say;
 * of the demo class, the mentors' solutions pass their cases, and each run ends as the class says.
 * The gate runs a part that the seed chooses; `deno task test --long` runs all of them. The journey
 * tests/e2e/long/cpp-programs.spec.ts runs the programs of tests/cpp in Chromium.
 */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import { resultOf } from "../../db/seed/insert_runs.ts";
import { readDemoClass } from "../../db/seed/read.ts";
import type { DemoQuestion, DemoRun } from "../../db/seed/shape.ts";
import { visibleCases } from "../../server/assignments/policy.ts";
import { compareOutput } from "../../server/languages/compare.ts";
import { languageOf } from "../../server/languages/languages.ts";
import { type CaseResult, type RunResult, USUAL_SETTINGS } from "../../server/languages/types.ts";
import { verdictOf } from "../../server/runs/policy.ts";
import "../kit/client_ready.ts";
import { chosen, IS_LONG } from "../kit/chosen.ts";
import { sharedCompiler } from "../kit/cpp.ts";
import { type CppProgram, KINDS, readPrograms, violations } from "../kit/cpp_programs.ts";
import { CppRunner } from "../kit/cpp_runner.ts";

const programs = await readPrograms();

/**
 * Deno does not always end a worker in an endless loop: its thread goes on and takes the processor
 * from other tests. So such programs run only in a long run, at its end. The gate ends endless
 * loops in judge_test.ts, where a process is killed, and in Chromium.
 */
const isEndless = ({ cases }: { cases: { verdict?: string }[] }) =>
  cases.some(({ verdict }) => verdict === "too slow");

/** How many programs of each kind the gate runs. */
const IN_GATE: Record<CppProgram["kind"], number> = {
  correct: 2,
  wrong: 2,
  crashing: 1,
  hostile: 1,
};
Deno.test("there are as many programs of each kind as there should be", () => {
  const counts = Object.entries(Object.groupBy(programs, ({ kind }) => kind))
    .map(([kind, these]) => [kind, these.length]);
  equals(Object.fromEntries(counts), KINDS);
});

Deno.test("each program ends as expected", async (t) => {
  using runner = await CppRunner.make();
  const others = runner.light(programs.filter((program) => !isEndless(program)));
  const wanted = Object.entries(IN_GATE).flatMap(([kind, count]) =>
    chosen(kind, others.filter((program) => program.kind === kind), count)
  );
  const endless = IS_LONG ? programs.filter(isEndless) : [];
  const check = (program: CppProgram) =>
    t.step(`${program.kind}/${program.name}`, async () => {
      equals(violations(program, await runner.run(program), compareOutput), []);
    });
  for (const program of runner.inOrder(wanted)) await check(program);
  for (const program of endless) await check(program);
});

const demo = await readDemoClass();
/** python_test.ts runs the others. */
const ofCpp = demo.questions.filter(({ judge }) => languageOf(judge) === "cpp");

type Task = {
  name: string;
  /** Whether a case may run until its time is up. */
  isSlow: boolean;
  source: string;
  question: DemoQuestion;
  check: (result: RunResult) => void;
};

const solutions = ofCpp.map((question): Task => ({
  name: `the solution of ${question.key}`,
  isSlow: false,
  source: /```cpp\n([^]*?)```/.exec(question.solution?.content ?? "")?.[1] ?? "",
  question,
  check: ({ diagnostics, cases }) => {
    const failures = cases.filter(({ verdict }) => verdict !== "passed");
    equals({ diagnostics: diagnostics.filter(isError), failures }, {
      diagnostics: [],
      failures: [],
    });
    equals(cases.length, question.testCases.length);
  },
}));

const isError = ({ severity }: { severity: string }) => severity === "error";

const runs = demo.runs.map((run): Task => {
  const question = demo.questions.find(({ key }) => key === run.question);
  ok(question, run.question);
  return {
    name: `the run of ${run.student} on ${run.question}`,
    isSlow: isEndless(run) || (run.verified?.hiddenFailed ?? 0) > 0,
    source: run.code,
    question,
    check: (result) => checkRun(run, question, result),
  };
});

function checkRun(run: DemoRun, { testCases, judge }: DemoQuestion, result: RunResult): void {
  const visible = visibleCases(testCases);
  const cases = run.verified?.cases ?? run.cases;
  const expected = resultOf({ ...run, cases }, visible);
  const isHidden = (_: CaseResult, at: number) => testCases[at]?.hidden === true;
  const seen = result.cases.filter((one, at) => !isHidden(one, at));
  const failed = result.cases.filter(isHidden).filter(({ verdict }) => verdict !== "passed");
  equals(
    { ...result, cases: seen.map(withoutCosts) },
    { ...expected, kit: result.kit, cases: expected.cases.map(withoutCosts) },
  );
  for (const [at, one] of seen.entries()) {
    const { same } = compareOutput(expected.cases[at]?.output ?? "", one.output, judge);
    ok(same, `case ${at + 1} printed ${JSON.stringify(one.output)}`);
  }
  if (run.verified && result.compiled) equals(failed.length, run.verified.hiddenFailed);
}

/** A demo file says nothing of time and memory, nor how exactly a passed case's output ends. */
const withoutCosts = ({ output, verdict, ...rest }: CaseResult) => ({
  ...rest,
  ms: 0,
  kilobytes: 0,
  verdict,
  output: verdict === "passed" ? "" : output,
});

Deno.test("every question has visible cases, and a solution with a program", () => {
  for (const { key, testCases, solution } of demo.questions) {
    ok(visibleCases(testCases).length > 0, key);
    ok(/```(?:cpp|python)\n/.test(solution?.content ?? ""), key);
  }
});

Deno.test("every question has a starter, which compiles", async () => {
  const starters = ofCpp.map(({ key, starter = "" }) => ({ key, starter }));
  equals(demo.questions.filter(({ starter = "" }) => starter === ""), []);
  // All at once, each in a namespace of its own: they cost one compilation.
  const include = /^#include.*$/gm;
  const source = [
    ...new Set(starters.flatMap(({ starter }) => starter.match(include) ?? [])),
    ...starters.map(({ key, starter }) =>
      `namespace of_${key.replaceAll("-", "_")} {\n${starter.replace(include, "")}\n}`
    ),
    "int main() {}",
  ].join("\n");
  const made = (await sharedCompiler()).compile(source, USUAL_SETTINGS);
  equals([made.ok, made.diagnostics.filter(isError)], [true, []]);
});

Deno.test("there are runs in every state", () => {
  const results = demo.runs.map((run) => {
    const question = demo.questions.find(({ key }) => key === run.question);
    return verdictOf(resultOf(run, visibleCases(question?.testCases ?? [])));
  });
  const wanted = ["passed", "wrong", "too slow", "crashed", "does not compile"];
  equals(wanted.filter((verdict) => !results.some((one) => one === verdict)), []);
  const has = (what: (run: DemoRun) => unknown) => ok(demo.runs.some(what), String(what));
  has(({ waitingFor }) => waitingFor);
  has(({ failed }) => failed);
  has(({ origin }) => origin === "server");
  has(({ verified }) => verified && verified.hiddenFailed === 0 && !verified.cases);
  has(({ verified }) => verified && verified.hiddenFailed > 0 && !verified.cases);
  has(({ verified }) => verified?.cases);
});

Deno.test("the demo class's programs end in the sandbox as the class says", async (t) => {
  using runner = await CppRunner.make();
  const tasks = [...solutions, ...runs]
    .map((task) => {
      const { judge, givenFiles: files, fileName, testCases: cases } = task.question;
      return { ...task, settings: { ...judge, files, fileName }, cases };
    });
  const quick = runner.light(tasks.filter(({ isSlow }) => !isSlow));
  const slow = IS_LONG ? tasks.filter(({ isSlow }) => isSlow) : [];
  const check = (task: typeof tasks[number]) =>
    t.step(task.name, async () => task.check(await runner.run(task)));
  for (const task of runner.inOrder(chosen("demo class", quick, 4))) await check(task);
  for (const task of slow) await check(task);
});
