/** What the judge's languages have in common: their processes, and the cases one after the other. */
import type { JudgeChild } from "./child.ts";
import { type Case, LIMITS, type Role, type Work } from "./messages.ts";
import { type Language, languages } from "../languages.ts";
import type { CaseResult, Diagnostic, RunResult } from "../types.ts";

/**
 * Runs programs of a language.
 * @throws JudgeDown when it cannot run any program now
 * @throws Error when a process was ended from outside, so nothing is known of the program
 */
export type Toolchain = (work: Work) => Promise<RunResult>;

/** The judge runs no program now, for example because its compiler does not start. */
export class JudgeDown extends Error {}
/** It was stopped, with its server: what it runs waits for the next start. */
export class JudgeStopped extends JudgeDown {}

/** @param memoryMb of the program that the process runs */
export type StartProcess = (role: Role, memoryMb?: number) => JudgeChild;

/** What ended a process from outside, and a process that is stuck, say nothing of the program. */
export async function throwIfKilled(child: JudgeChild): Promise<void> {
  if ((await child.end()).wasKilled) throw new Error("A process of the judge was killed.");
}

/**
 * The results of all cases. A process ends after a case that was too slow: another one goes on. One
 * that ends by itself without any result may not be to blame: the case is tried once more.
 * @param runSome returns the results of the first cases, and subtracts what they took from the
 * processor time that is left
 */
export async function runCases(
  { cases, casesMs = LIMITS.cases }: Pick<Work, "cases" | "casesMs">,
  runSome: (some: { cases: Case[]; left: { ms: number } }) => Promise<CaseResult[]>,
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  const left = { ms: casesMs };
  let isSecond = false;
  while (results.length < cases.length) {
    const found = left.ms > 0
      ? await runSome({ cases: cases.slice(results.length), left })
      : NOT_RUN;
    results.push(...found.length === 0 && isSecond ? ENDED : found);
    isSecond = found.length === 0 && !isSecond;
  }
  return results;
}

/**
 * The results that a process tells of the first cases; none where it has ended by itself.
 * @param left the processor time that the cases have left; what they take is subtracted
 * @param next returns its next message
 */
export async function readCases(
  child: JudgeChild,
  { cases, left }: { cases: Case[]; left: { ms: number } },
  next = () => child.next(),
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  while (results.length < cases.length && left.ms > 0) {
    const message = await next();
    if (message?.type !== "case") break;
    results.push(message.result);
    left.ms -= message.spentMs;
  }
  if (results.length === 0) await throwIfKilled(child);
  return results;
}

/** What is said of a program that takes too much time before it runs. */
export const late = (message: string, language: Language): Diagnostic => ({
  severity: "error",
  message,
  line: 1,
  column: 1,
  explanation: `The program asks too much of ${languages[language].tool}, so it was stopped.`,
});

const ended = (verdict: "crashed" | "too slow", sentence: string): CaseResult[] => [{
  verdict,
  output: "",
  errors: "",
  sentence,
  line: null,
  exitCode: null,
  ms: 0,
}];
/** The process ended in the middle of the case. */
const ENDED = ended("crashed", "The program was stopped: it took more than a program may.");
const NOT_RUN = ended(
  "too slow",
  "This case was not run: the cases before it took all the time.",
);
