/** The end of a test run names whatever failed, also what failed outside of a test. */
import { deepStrictEqual as equals, match } from "node:assert/strict";
import type { JSONReport } from "@playwright/test/reporter";
import { denoTests, failuresOf } from "./kit/runners.ts";

async function outcomeOf(text: string) {
  const folder = await Deno.makeTempDir({ prefix: "doubtless-runners-" });
  try {
    await Deno.writeTextFile(`${folder}/some_test.ts`, text);
    const suite = {
      what: "some tests",
      modules: [`${folder}/some_test.ts`],
      all: 1,
      show: () => {},
    };
    const { passed, failed, failures } = await denoTests(suite, {});
    return { passed, failed, told: failures.join("\n") };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const FINE = 'Deno.test("fine", (t) => t.step("one", () => {}));\n';
const BAD = 'Deno.test("bad", () => { throw new Error("as it must"); });\n';
/** Nobody awaits what fails. */
const STRAY = 'Deno.test("fine", async () => {\n' +
  '  setTimeout(() => { throw new Error("nobody awaits it"); });\n' +
  "  await new Promise((done) => setTimeout(done, 500));\n});\n";

Deno.test("tests and their steps are counted, and a failed test is named with its error", async () => {
  equals(await outcomeOf(FINE), { passed: 2, failed: 0, told: "" });
  const { passed, failed, told } = await outcomeOf(FINE + BAD);
  equals([passed, failed], [2, 1]);
  match(told, /bad => .*some_test\.ts[^]*as it must/);
});

Deno.test("an error outside of the tests is told, and so is a module that does not load", async () => {
  const stray = await outcomeOf(STRAY);
  equals(stray.failed > 0, true);
  match(stray.told, /nobody awaits it/);
  const missing = await outcomeOf('import "./missing.ts";');
  equals(missing.failed, 1);
  match(missing.told, /Module not found/);
});

Deno.test("a journeys' runner that fails without a failed journey is told, with its error", () => {
  const journey = (title: string, errors: { message: string }[]) => ({
    title,
    file: "a.spec.ts",
    line: 7,
    tests: [{ results: [{ errors, attachments: [] }] }],
  });
  const report = {
    errors: [{ message: "\u001b[31mA worker did not end.\u001b[39m" }],
    suites: [{
      specs: [journey("passes", [])],
      suites: [{ specs: [journey("fails", [{ message: "Not visible." }])] }],
    }],
  } as unknown as JSONReport;
  equals(failuresOf(report).map((text) => text.trim()), [
    "a.spec.ts:7 › fails\nNot visible.",
    "outside of the journeys\nA worker did not end.",
  ]);
});
