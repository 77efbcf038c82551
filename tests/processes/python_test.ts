/**
 * Programs of Python as beginners write them, and hostile ones, in the worker that the judge uses:
 * each ends as its file in tests/python says, with a sentence from which it can be mended.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { readDemoClass } from "../../db/seed/read.ts";
import { withCalls } from "../../server/languages/calls.ts";
import { inLanguage } from "../../server/languages/languages.ts";
import { explainKind } from "../../server/python/explanations/syntax.ts";
import { Python, pythonKinds, readPython, runPython } from "../kit/python.ts";

const begins = (text: string | null | undefined, begin: string | undefined) =>
  begin === undefined ? (text ?? null) === null : text?.startsWith(begin) === true;

Deno.test("there are at least 60 programs", async () => {
  const all = await Promise.all((await pythonKinds()).map(readPython));
  ok(all.flat().length >= 60);
});

for (const kind of ["correct", "wrong", "crashing", "hostile"]) {
  Deno.test(`each program ends as expected: ${kind}`, async (t) => {
    for (const one of await readPython(kind)) {
      await t.step(one.name, async () => {
        const result = await runPython(one);
        const usual = kind === "crashing" ? "crashed" : "passed";
        is(result.verdict, one.verdict ?? usual, `${result.sentence} ${result.output}`);
        ok(begins(result.sentence, one.sentence), `${result.sentence}`);
        if (one.warning === undefined) is(result.line, one.line ?? null);
        if (one.got !== undefined) is(result.output.trimEnd(), one.got);
      });
    }
  });
}

Deno.test("the demo class's programs of Python pass their cases", async () => {
  const { questions } = await readDemoClass();
  let count = 0;
  for (const { testCases, judge, givenFiles: files, solution } of questions) {
    const [, source] = /```python\n([\s\S]*?)```/.exec(solution?.content ?? "") ?? [];
    const { settings, cases } = withCalls({ ...inLanguage(judge, "python"), files }, testCases);
    for (const { input, output } of source === undefined ? [] : cases) {
      const asked = { name: "", program: source ?? "", input, output, settings: {} };
      const result = await runPython(asked, settings);
      is(result.verdict, "passed", `${result.sentence} ${result.output}`);
      count += 1;
    }
  }
  ok(count > 0);
});

Deno.test("what is not Python is explained at its line, and what is doubtful, too", async (t) => {
  using python = await Python.start();
  const warned = (await readPython("wrong")).filter(({ warning }) => warning);
  for (const one of [...await readPython("syntax"), ...warned]) {
    await t.step(one.name, async () => {
      const [first, ...others] = await python.check(one.program);
      equals(others, []);
      is(first?.severity, one.warning ? "warning" : "error");
      is(first?.line, one.line, first?.message);
      const { explanation = null } = first ?? {};
      ok(begins(explanation, one.sentence ?? one.warning), `${explanation} ${first?.message}`);
    });
  }
});

Deno.test("the wall has a sentence for a kind of mistake, and no word or sign of its author", () => {
  is(explainKind("SyntaxError: expected ':'"), "A colon ':' is missing.");
  for (
    const message of [
      "SyntaxError: invalid character '☠' (U+…)",
      "SyntaxError: Missing parentheses in call to '…'. Did you mean print(…)?",
      "IndentationError: expected an indented block after you all on line …",
      "expected ':'",
    ]
  ) is(explainKind(message), null, message);
});
