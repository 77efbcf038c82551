/** Permissions for runs, and pure functions on results that both sides use. */
import { type CaseResult, OUTPUT_KEPT, type RunResult } from "../languages/types.ts";
import { type Actor, isStaff } from "../kit/core/roles.ts";
import type { Run, RunCase, RunInput, RunVerdict } from "./schema.ts";

export const can = {
  read: (me: Actor | null, run: { student: { _id: string } }): boolean =>
    isStaff(me) || (me !== null && me._id === run.student._id),
  verify: (me: Actor | null, run: { student: { _id: string } }): boolean => can.read(me, run),
};

/** What the server found: the results of the visible cases and then of the hidden ones. */
export type ServerResult = CaseResults | { failed: string };
type CaseResults = { result: RunResult; visible: number; hidden: number };

type Claim = {
  origin: "browser" | "server";
  verdict: RunVerdict | null;
  passed: number;
  total: number;
};

/** Returns what the server found on the visible cases. */
export const seenResult = ({ result, visible }: CaseResults): RunResult =>
  boundedResult({ ...result, cases: result.cases.slice(0, visible) });

/** Of hidden cases only how many fail: how one fails would tell what is in it. */
export function foundColumns(claim: Claim, found: ServerResult) {
  if ("failed" in found) return { verificationState: "failed" as const, reason: found.failed };
  const { result, visible, hidden } = found;
  const seen = seenResult(found);
  const own = { verdict: verdictOf(seen), passed: countPassed(seen), total: visible };
  const passed = countPassed(result);
  const verified = {
    verificationState: "done" as const,
    reason: null,
    verifiedVerdict: own.verdict === "passed" && passed < visible + hidden
      ? "wrong" as const
      : own.verdict,
    verifiedPassed: passed,
    verifiedTotal: visible + hidden,
    hiddenTotal: hidden,
    hiddenFailed: hidden - (passed - own.passed),
  };
  if (claim.origin === "server") return { ...verified, ...own, result: seen, kit: seen.kit };
  const agrees = claim.verdict === own.verdict && claim.passed === own.passed &&
    claim.total === own.total;
  return { ...verified, agrees, verifiedResult: agrees ? null : seen };
}

/** Returns the result that a browser claims; null when it leaves the run to the server. */
export function claimOf({ kit = "", cases, diagnostics = [] }: RunInput): RunResult | null {
  if (!cases) return null;
  const compiled = !diagnostics.some(({ severity }) => severity === "error");
  return { kit, compiled, diagnostics, cases: compiled ? cases.map(fromCase) : [] };
}

const fromCase = (reported: RunCase): CaseResult => ({
  verdict: reported.verdict,
  output: reported.output ?? "",
  errors: reported.errors ?? "",
  sentence: reported.sentence ?? null,
  line: reported.line ?? null,
  ...(reported.file !== undefined && { file: reported.file }),
  exitCode: reported.exitCode ?? null,
  ms: reported.milliseconds,
  kilobytes: reported.kilobytes,
});

/** Returns the cases of a result as they are reported and shown. */
export const casesOf = ({ cases }: RunResult): RunCase[] =>
  cases.map(({ ms, kilobytes = 0, ...rest }, at) => ({
    case: at + 1,
    ...rest,
    milliseconds: ms,
    kilobytes,
  }));

/** Returns the result of a run that has come to its end; null while it waits for the server. */
export function resultOf(
  { kit, verdict, cases, diagnostics }: Pick<Run, "kit" | "verdict" | "cases" | "diagnostics">,
): RunResult | null {
  if (verdict === null) return null;
  const compiled = verdict !== "does not compile";
  return { kit: kit ?? "", compiled, diagnostics, cases: cases.map(fromCase) };
}

/** The most characters of all outputs of one run together, and of all its compiler messages. */
const OUTPUTS_MOST = 64 * 1024;
const MESSAGES_MOST = 16 * 1024;
const MESSAGE_KEPT = 1000;

/** Returns the text as the database can store it, cut to its length. */
function storable(text: string, most: number): string {
  const whole = text.length > most ? text.slice(0, most) : text;
  return whole.replaceAll("\0", "\uFFFD").toWellFormed();
}

/** Returns the result with its outputs and messages cut, so that no run takes much room. */
export function boundedResult(result: RunResult): RunResult {
  const { cases, diagnostics } = result;
  const outputMost = Math.min(OUTPUT_KEPT, Math.floor(OUTPUTS_MOST / (2 * cases.length || 1)));
  const messageMost = Math.min(
    MESSAGE_KEPT,
    Math.floor(MESSAGES_MOST / (2 * diagnostics.length || 1)),
  );
  return {
    ...result,
    diagnostics: diagnostics.map(({ message, explanation, ...place }) => ({
      ...place,
      message: storable(message, messageMost),
      ...(explanation !== undefined && { explanation: storable(explanation, messageMost) }),
    })),
    cases: cases.map(({ output, errors, sentence, ...rest }) => ({
      ...rest,
      output: storable(output, outputMost),
      errors: storable(errors, outputMost),
      sentence: sentence === null ? null : storable(sentence, MESSAGE_KEPT),
    })),
  };
}

/**
 * What a browser's result comes to for a question with so many visible cases. Only a result of
 * exactly these cases can pass: one of others is of an earlier version of the question, or made up.
 * @param visible null: the question has no cases at all, so those of the result count
 */
export function claimedColumns(result: RunResult, visible: number | null) {
  const count = result.cases.length;
  if (visible === null) {
    return { verdict: verdictOf(result), passed: countPassed(result), total: count };
  }
  const isWhole = !result.compiled || count === visible;
  const verdict = verdictOf(result);
  return {
    verdict: verdict === "passed" && !isWhole ? "wrong" as const : verdict,
    passed: Math.min(countPassed(result), isWhole ? visible : Math.max(0, visible - 1)),
    total: visible,
  };
}

const hasPassed = ({ verdict }: CaseResult): boolean => verdict === "passed";

export const countPassed = ({ cases }: RunResult): number => cases.filter(hasPassed).length;

/** Returns the verdict of the first case that did not pass. */
export function verdictOf({ compiled, cases }: RunResult): RunVerdict {
  if (!compiled) return "does not compile";
  return cases.find((one) => !hasPassed(one))?.verdict ?? "passed";
}

/** The response status after a run, if none is chosen. With nothing passed, only they know. */
export function statusOfRun(
  { passed, total }: { passed: number; total: number },
): "solved" | "partially solved" | null {
  if (total === 0 || passed === 0) return null;
  return passed === total ? "solved" : "partially solved";
}
