/** Programs with given files or calls end in the same way in a browser's engine and in the judge. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { createJudge } from "../../server/languages/judge/judge.ts";
import { withCalls } from "../../server/languages/calls.ts";
import type { CaseResult, RunResult } from "../../server/languages/types.ts";
import "../kit/client_ready.ts";
import { CppRunner } from "../kit/cpp_runner.ts";
import { stepsOf } from "../kit/cpp_steps.ts";
import { casesOf, type GivenQuestion, readGiven, settingsOf } from "../kit/given.ts";
import { Python, runPython } from "../kit/python.ts";
import { tracePython } from "../kit/python_steps.ts";
import { placeOf } from "../../server/languages/program_files.ts";

/** How a run ended, without its times and without the versions of the tools. */
const ending = ({ compiled, diagnostics, cases }: RunResult) => ({
  compiled,
  diagnostics,
  cases: cases.map(({ verdict, output, errors, sentence, line, file }) => ({
    verdict,
    output,
    errors,
    sentence,
    line,
    file,
  })),
});

/** How the calls ended that failed. */
const callsOf = ({ cases, diagnostics }: RunResult) =>
  cases.length === 0
    ? diagnostics
    : cases.map(({ verdict, output, sentence, line }) =>
      verdict === "passed" ? {} : {
        verdict,
        got: output.trimEnd(),
        ...(sentence !== null && { sentence }),
        ...(line !== null && { line }),
      }
    );

async function inEngine(cpp: CppRunner, one: GivenQuestion, source: string): Promise<RunResult> {
  const given = settingsOf(one);
  if (one.language === "cpp") {
    return await cpp.run({ source, settings: given, cases: casesOf(one) });
  }
  const { settings, cases } = withCalls(given, casesOf(one));
  using python = await Python.start();
  const diagnostics = await python.check(source, settings);
  const compiled = diagnostics.every(({ severity }) => severity !== "error");
  const results: CaseResult[] = [];
  for (const { input, output } of cases) {
    const asked = { name: one.name, program: source, input, output, settings: {} };
    results.push(await runPython(asked, settings));
  }
  return { kit: "", compiled, diagnostics, cases: results };
}

Deno.test("a right and a wrong program with given files, in the engine and in the judge", async () => {
  const judge = createJudge({ atOnce: 1, niceness: 0 });
  using cpp = await CppRunner.make();
  for (const one of await readGiven()) {
    const { ends } = one;
    for (const source of [one.right, one.wrong]) {
      const found = await inEngine(cpp, one, source);
      const judged = await judge.run({ source, settings: settingsOf(one), cases: casesOf(one) });
      equals(ending(judged), ending(found), one.name);
      const text = JSON.stringify(judged);
      for (const never of one.never) ok(!text.includes(never), `${one.name}: ${never} in ${text}`);
      if (one.calls.length > 0) {
        equals(callsOf(judged), one.calls.map(({ fails }) => source === one.wrong && fails || {}));
        continue;
      }
      const [error] = judged.diagnostics;
      const [result] = judged.cases;
      if (source === one.right) {
        is(result?.verdict, "passed", `${one.name}: ${text}`);
        continue;
      }
      const said = ends.says === undefined ? result : error;
      is(result?.verdict ?? "", ends.verdict ?? "", `${one.name}: ${text}`);
      if (ends.says !== undefined) equals([judged.compiled, error?.message], [false, ends.says]);
      equals([said?.line ?? undefined, said?.file], [ends.line, ends.file], one.name);
      ok((result?.sentence ?? "").startsWith(ends.sentence ?? ""), text);
    }
  }
  await judge.stop();
});

Deno.test("the steps of a call begin in the student's function", async () => {
  for (const one of (await readGiven()).filter(({ calls }) => calls.length > 0)) {
    const { settings, cases } = withCalls(settingsOf(one), casesOf(one));
    const { input } = cases[0]!;
    const trace = one.language === "cpp"
      ? await stepsOf(one.right, { settings, input })
      : (await tracePython(one.right, { settings, input })).trace;
    const first = trace.at(0);
    equals(first.calls.map(({ name }) => name).filter((name) => /main/.test(name)), [], one.name);
    ok(first.line > 0 && trace.count > 0, one.name);
  }
});

Deno.test("the steps go from a given file into the student's own, in both languages", async () => {
  const questions = await readGiven();
  const steps = async (name: string) => {
    const one = questions.find((question) => question.name === name)!;
    const settings = settingsOf(one);
    const trace = one.language === "cpp"
      ? await stepsOf(one.right, { settings, input: one.input })
      : (await tracePython(one.right, { settings, input: one.input })).trace;
    return [...trace.lines].map((line) => Object.values(placeOf(line)).join(":"));
  };
  equals(
    await steps("a class that the given main.cpp uses"),
    ["1:4", "1:5", "1:6", "1:7", "0:5", "0:5", "1:8", "0:6", "1:9"],
  );
  equals(
    (await steps("a module that the given main.py imports")).slice(-6),
    ["1:2", "0:3", "1:3", "0:6", "1:4", "1:5"],
  );
});
