/**
 * The programs of tests/cpp and of the demo class, stepped through: each prints the same and ends in
 * the same way as without its steps. The gate takes 12 that the seed chooses; `deno task test --long`
 * takes all of them.
 */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import { readDemoClass } from "../../db/seed/read.ts";
import { type GivenCase, withCalls } from "../../server/languages/calls.ts";
import { languageOf } from "../../server/languages/languages.ts";
import type { JudgeSettings } from "../../server/languages/types.ts";
import { DISK_MOST, run } from "../../server/cpp/program.ts";
import "../kit/client_ready.ts";
import { chosen } from "../kit/chosen.ts";
import { sharedCompiler } from "../kit/cpp.ts";
import { PROGRAM, readPrograms } from "../kit/cpp_programs.ts";
import { CppRunner } from "../kit/cpp_runner.ts";
import { traceCpp } from "../kit/cpp_steps.ts";

type Program = {
  name: string;
  source: string;
  settings: JudgeSettings;
  cases: readonly GivenCase[];
  /** It runs until its time is up: without its steps, it would never end here. */
  isEndless: boolean;
};

async function allPrograms(): Promise<Program[]> {
  const isEndless = (cases: { verdict?: string }[] = []) =>
    cases.some(({ verdict }) => verdict === "too slow");
  const { questions, runs } = await readDemoClass();
  return [
    ...(await readPrograms()).filter(({ compiles }) => compiles)
      .map((one) => ({ ...one, name: `${one.kind}/${one.name}`, isEndless: isEndless(one.cases) })),
    ...questions.filter(({ judge }) => languageOf(judge) === "cpp").map(({
      key,
      solution,
      judge,
      testCases,
    }) => ({
      name: `the solution of ${key}`,
      source: PROGRAM.exec(solution?.content ?? "")?.[1] ?? "",
      settings: judge,
      cases: testCases,
      isEndless: false,
    })),
    ...runs.flatMap(({ student, question, code, cases, verified }) => {
      const asked = questions.find(({ key }) => key === question);
      if (!asked) return [];
      return [{
        name: `the run of ${student} on ${question}`,
        source: code,
        settings: asked.judge,
        cases: asked.testCases,
        isEndless: isEndless(cases) || (verified?.hiddenFailed ?? 0) > 0,
      }];
    }),
  ];
}

/** What of 100 programs must have their values. */
const WITH_VALUES = 95;

Deno.test("a program with its steps prints the same and ends in the same way", async (t) => {
  using runner = await CppRunner.make();
  const compiler = await sharedCompiler();
  const wanted = chosen("steps", runner.light(await allPrograms()), 12);
  let [all, withValues] = [0, 0];
  for (const { name, source, isEndless, ...given } of runner.inOrder(wanted)) {
    const { settings, cases } = withCalls(given.settings, given.cases);
    const input = cases[0]?.input ?? "";
    const plain = compiler.compile(source, settings);
    if (!plain.ok) continue;
    await t.step(name, async () => {
      const { level, run: traced } = await traceCpp(source, { input, settings });
      all++;
      if (level === "values") withValues++;
      if (!traced || isEndless) return;
      const printed: number[] = [];
      const { ending, exitCode } = await run(await WebAssembly.compile(plain.wasm), {
        stdin: input,
        limits: { output: settings.outputKb * 1024, disk: DISK_MOST },
        output: (bytes, stream) => {
          if (stream === "stdout") { for (const byte of bytes) printed.push(byte); }
        },
      });
      const { trace, outcome } = traced;
      const text = (bytes: Iterable<number>) => new TextDecoder().decode(new Uint8Array(bytes));
      const whole = text(printed);
      if (trace.limit) return ok(whole.startsWith(text(trace.output)));
      equals([text(trace.output), outcome.ending, outcome.exitCode], [whole, ending, exitCode]);
      for (let index = 0; index < trace.count; index++) trace.at(index);
    });
  }
  ok(withValues * 100 >= WITH_VALUES * all, `${withValues} of ${all} have values`);
});
