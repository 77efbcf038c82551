/**
 * How a run failed. Runs with the same key failed in the same way: on the same case with the same
 * wrong output, with the same compiler error in the same kind of statement, or with the same crash.
 * Hidden cases never appear: a run has results of visible cases only.
 */
import { createHash } from "node:crypto";
import { visibleCases } from "../assignments/policy.ts";
import type { TestCase } from "../assignments/cases/schema.ts";
import type { CaseResult, Diagnostic, JudgeSettings, RunResult } from "../languages/types.ts";
import { type Failure, FAILURE_TEXT_MOST } from "./schema.ts";

/** A run that has come to its end, and all the cases of its question. */
export type EndedRun = {
  result: RunResult;
  source: string;
  settings: Pick<JudgeSettings, "comparison" | "tolerance">;
  testCases: readonly TestCase[];
};

/** A key has at most this many characters, so that it fits into an index. */
const KEY_MOST = 160;

/** Returns how a run failed; null if it passed, or if the case that failed was removed since. */
export function failureOf(run: EndedRun): Failure | null {
  const failed = firstFailure(run.result, run.testCases);
  if (failed === null) return null;
  if ("error" in failed) return compileFailure(failed.error, run.source);
  const { at, result, testCase } = failed;
  const place = { case: at + 1 };
  const named = caseKey(testCase);
  switch (result.verdict) {
    case "crashed": {
      const message = crashMessage(result);
      return { kind: "crash", key: keyOf("crash", message), ...place, message };
    }
    case "wrong":
      return { ...place, ...wrongOutput(result.output, testCase, run.settings) };
    default:
      return { kind: "case", key: `${named} ${result.verdict}`, ...place, message: result.verdict };
  }
}

/** The failure in less detail, for similar doubts: without names, or without the output. */
export function roughFailureOf(
  { result, testCases }: Pick<EndedRun, "result" | "testCases">,
): string | null {
  const failed = firstFailure(result, testCases);
  if (failed === null) return null;
  if ("testCase" in failed) return caseKey(failed.testCase);
  const message = plainMessage(failed.error.message);
  return message ? keyOf("message", message) : null;
}

/** The first compiler error, or the first visible case that did not pass. */
function firstFailure(
  { compiled, diagnostics, cases }: RunResult,
  testCases: readonly TestCase[],
): ({ error: Diagnostic } | { at: number; result: CaseResult; testCase: TestCase }) | null {
  if (!compiled) {
    const error = diagnostics.find(({ severity }) => severity === "error");
    return error ? { error } : null;
  }
  const at = cases.findIndex(({ verdict }) => verdict !== "passed");
  const [result, testCase] = [cases[at], visibleCases(testCases)[at]];
  return result && testCase ? { at, result, testCase } : null;
}

const keyOf = (kind: string, text: string): string =>
  `${kind} ${text.toLowerCase()}`
    .slice(0, KEY_MOST);
const hashOf = (text: string, length: number): string =>
  createHash("sha256").update(text).digest("hex").slice(0, length);

/** A case is named by its content, so the name stays the same when cases are moved. */
const caseKey = ({ input, call, output }: TestCase): string =>
  `case ${hashOf(JSON.stringify([call ?? input, output]), 32)}`;

/** Cuts a text, but not between the two halves of a character. */
const cut = (text: string): string =>
  text.length > FAILURE_TEXT_MOST
    ? `${text.slice(0, FAILURE_TEXT_MOST - 1).replace(/[\uD800-\uDBFF]$/, "")}…`
    : text;

// Compiler errors

const QUOTED = /'([^']*)'|"([^"]*)"|‘([^’]*)’|“([^”]*)”/g;
/** Characters that can be in a name or a number; a sign such as ';' has none. */
const WORD = /[\p{L}\p{N}_]/u;

/** Without names and numbers: variables differ for the same mistake. Quoted signs stay. */
const plainMessage = (message: string): string =>
  message.replace(QUOTED, (quoted) => WORD.test(quoted) ? "'…'" : quoted)
    .replace(/\d[\d,.]*/g, "…").replace(/\s+/g, " ").trim();

function compileFailure({ message, line, file }: Diagnostic, source: string): Failure | null {
  const plain = plainMessage(message);
  if (plain === "") return null;
  const statement = file === undefined
    ? statementAt(source.split("\n", line)[line - 1] ?? "")
    : "given";
  const key = keyOf("compile", `${statement}: ${plain}`);
  return { kind: "compile", key, message: cut(plain) };
}

const CONTROL = /^(?:for|while|do|if|else|switch|case|default|return|break|continue|try|catch)\b/;
const DECLARATION =
  /^(?:const|constexpr|static|auto|bool|char|short|int|long|float|double|unsigned|signed|void|string|vector|map|set|pair|std::(?:string|vector|map|set|pair)|class|struct|enum|template|using|typedef|namespace)\b/;

function statementAt(line: string): string {
  const text = line.trim().replace(/^}\s*/, "");
  if (text.startsWith("#")) return "directive";
  const [control] = CONTROL.exec(text) ?? [];
  if (control) return control;
  if (/^(?:std::)?c(?:out|err)\b/.test(text)) return "output";
  if (/^(?:std::)?(?:cin|getline)\b/.test(text)) return "input";
  return DECLARATION.test(text) ? "declaration" : "expression";
}

// Crashes

/** Returns the kind of crash: the sentence without names, numbers and the text of an exception. */
function crashMessage({ sentence, exitCode }: CaseResult): string {
  const reason = (sentence ?? "").replace(/^The function \S+/, "The function '…'")
    .replace(/^The assertion .* does not hold/s, "The assertion '…' does not hold")
    .replace(/, which says ".*"(?=[:.])/s, "");
  const plain = plainMessage(reason);
  if (plain !== "") return cut(plain);
  return exitCode === null ? "The program stopped." : `Exit code ${exitCode}.`;
}

// Wrong outputs

function wrongOutput(output: string, testCase: TestCase, settings: EndedRun["settings"]): Failure {
  const [got, expected] = [output, testCase.output].map((text) => comparedLines(text, settings));
  const most = Math.max(got?.length ?? 0, expected?.length ?? 0);
  let at = 0;
  while (at < most - 1 && got?.[at] === expected?.[at]) at += 1;
  return {
    kind: "case",
    key: `${caseKey(testCase)} ${hashOf((got ?? []).join("\n"), 16)}`,
    expected: cut(expected?.[at] ?? ""),
    got: cut(got?.[at] ?? ""),
  };
}

/** Returns the lines of an output without what the judge ignores (`compareOutput`). */
function comparedLines(text: string, { comparison, tolerance }: EndedRun["settings"]): string[] {
  if (comparison === "exact") return text.split("\n");
  const lines = text.split("\n").map((line) => line.trimEnd());
  while (lines.at(-1) === "") lines.pop();
  return comparison === "numbers" ? lines.map((line) => roundedNumbers(line, tolerance)) : lines;
}

const NUMBER = /[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/g;

/** Two wrong numbers within the tolerance count as one; the tolerance gives the digits to keep. */
function roundedNumbers(line: string, tolerance: number): string {
  const digits = Math.ceil(-Math.log10(tolerance || 1e-15));
  const kept = Math.min(15, Math.max(1, digits));
  return line.replace(NUMBER, (found) => {
    const value = Number(found);
    return Number.isFinite(value) ? String(Number(value.toPrecision(kept)) + 0) : found;
  });
}
