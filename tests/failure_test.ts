/** How runs failed: which ones count as the same failure, and what never shows. */
import {
  deepStrictEqual as equals,
  notStrictEqual as isNot,
  ok,
  strictEqual as is,
} from "node:assert/strict";
import type { CaseResult, Diagnostic, JudgeSettings } from "../server/languages/types.ts";
import { failureOf, roughFailureOf } from "../server/runs/failure.ts";
import { claim, SUM, SUMS } from "./kit/runs.ts";

const settings = { comparison: "text", tolerance: 1e-6 } as const;
type Rule = Pick<JudgeSettings, "comparison" | "tolerance">;

const run = (cases: Partial<CaseResult>[], rule: Rule = settings) => ({
  result: claim(cases),
  source: SUM,
  settings: rule,
  testCases: SUMS,
});
const wrong = (output: string, rule?: Rule) => failureOf(run([{ verdict: "wrong", output }], rule));
const crash = (sentence: string | null, exitCode: number | null = null) =>
  failureOf(run([{ verdict: "crashed", sentence, exitCode, output: "" }]));
const broken = (message: string, line: string, severity: Diagnostic["severity"] = "error") =>
  failureOf({
    ...run([]),
    source: `int main() {\n${line}\n}`,
    result: claim([], {
      compiled: false,
      diagnostics: [{ severity, message, line: 2, column: 1 }],
    }),
  });

Deno.test("runs that fail the same case with the same output have one key", () => {
  const four = wrong("4\n");
  equals({ ...four, key: "" }, { kind: "case", key: "", case: 1, expected: "3", got: "4" });
  is(wrong("4  \n\n\n")?.key, four?.key, "the judge ignores spaces and lines at the end");
  isNot(wrong("  4")?.key, four?.key);
  isNot(wrong("5")?.key, four?.key);
  const second = failureOf(run([{}, { verdict: "wrong", output: "4\n" }]));
  isNot(second?.key, four?.key);
  is(second?.case, 2);
  is(failureOf(run([{}, {}])), null, "it passed");
  is(wrong("")?.got, "");

  const moved = failureOf({
    ...run([{}, { verdict: "wrong", output: "4" }]),
    testCases: [...SUMS.slice(1, 2), ...SUMS.slice(0, 1)],
  });
  is(moved?.key, four?.key, "a case that was moved is the same case");
  const exact = { comparison: "exact", tolerance: 0 } as const;
  isNot(wrong("4 ", exact)?.key, wrong("4", exact)?.key);
  const numbers = { comparison: "numbers", tolerance: 1e-3 } as const;
  is(wrong("4.00001 -0", numbers)?.key, wrong("4 0.0", numbers)?.key);
  isNot(wrong("4.1", numbers)?.key, wrong("4", numbers)?.key);
});

Deno.test("of long outputs the first line that differs is shown, and texts are cut", () => {
  const testCases = [{ input: "1", output: "a\nb\nc\n" }];
  const lines = failureOf({ ...run([{ verdict: "wrong", output: "a\nx\nc" }]), testCases });
  equals([lines?.expected, lines?.got], ["b", "x"]);
  const longer = failureOf({ ...run([{ verdict: "wrong", output: "a\nb\nc\nd" }]), testCases });
  equals([longer?.expected, longer?.got], ["", "d"]);
  const got = wrong(`${"x".repeat(198)}😀 and more`)?.got ?? "";
  ok(got.length <= 200 && got.isWellFormed(), got);
});

Deno.test("a limit that a program broke belongs to its case", () => {
  const slow = failureOf(run([{ verdict: "too slow", output: "1" }]));
  is(slow?.message, "too slow");
  is(failureOf(run([{ verdict: "too slow", output: "12" }]))?.key, slow?.key);
  isNot(failureOf(run([{ verdict: "too much memory" }]))?.key, slow?.key);
});

Deno.test("the same compiler error in the same kind of statement has one key, without names and numbers", () => {
  const one = broken("use of undeclared identifier 'sum2'", "  cout << sum2;");
  equals({ ...one, key: "" }, {
    kind: "compile",
    key: "",
    message: "use of undeclared identifier '…'",
  });
  is(broken("use of undeclared identifier 'total'", "std::cout << total + 1;")?.key, one?.key);
  isNot(broken("use of undeclared identifier 'total'", "for (i = 0; i < 3; i++) {")?.key, one?.key);
  isNot(
    broken("expected ';' after expression", "x = 3")?.key,
    broken("expected ')' after expression", "x = 3")?.key,
    "a sign is no name",
  );
  is(broken("unused variable 'a'", "int a;", "warning"), null, "no error");
  const long = broken("x".repeat(5000), "int a;");
  ok((long?.key.length ?? 0) <= 160 && (long?.message?.length ?? 0) <= 200);
});

Deno.test("the same kind of crash has one key on any case", () => {
  const outside = crash("The index 7 is outside the array int[5], whose last index is 4.");
  is(crash("The index 10 is outside the array int[9], whose last index is 8.")?.key, outside?.key);
  const thrown = (what: string) =>
    crash(
      `An exception of type std::out_of_range was thrown and not caught, which says "${what}".`,
    );
  is(thrown("a")?.key, thrown('b "c": d')?.key);
  isNot(thrown("a")?.key, outside?.key);
  ok(!JSON.stringify(thrown("my secret name")).includes("secret"));
  const deep = (name: string, calls: string) =>
    crash(
      `The function ${name} calls itself too deeply: the stack was used up after ${calls} calls.`,
    );
  is(deep("fib", "1,234")?.key, deep("f", "98,765")?.key);
  is(
    crash("The assertion a > 0 does not hold.")?.key,
    crash("The assertion n does not hold.")?.key,
  );
  isNot(crash(null, 139)?.key, crash(null, 134)?.key);
  is(
    failureOf(run([{}, { verdict: "crashed", sentence: "The program waits for input." }]))?.key,
    crash("The program waits for input.")?.key,
  );
});

Deno.test("a hidden case never appears, whatever a browser claims", () => {
  for (const verdict of ["wrong", "crashed", "too slow"] as const) {
    const more = run([{}, {}, { verdict, output: "4" }]);
    equals([failureOf(more), roughFailureOf(more)], [null, null]);
  }
  const hiddenFirst = [...SUMS.slice(2), ...SUMS.slice(0, 2)];
  const first = { ...run([{ verdict: "wrong", output: "4" }]), testCases: hiddenFirst };
  is(failureOf(first)?.expected, "3", "the first visible case");
});

Deno.test("similar doubts compare the case whatever was printed, and the message", () => {
  const rough = (output: string) => roughFailureOf(run([{ verdict: "wrong", output }]));
  is(rough("4"), rough("5"));
  is(roughFailureOf(run([{ verdict: "crashed", output: "" }])), rough("4"));
  is(roughFailureOf(run([{}])), null);
});
