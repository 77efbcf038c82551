/** Turns the end of a run into a verdict, in the same way for all languages. */
import { say } from "./sentences/say.ts";
import { compareOutput, type Difference } from "./compare.ts";
import {
  type CaseResult,
  DISK_MOST,
  type JudgeSettings,
  OUTPUT_KEPT,
  type ProgramEnd,
} from "./types.ts";

export type Output = { output: string; errors: string };
export type Run = Output & {
  end: ProgramEnd;
  settings: JudgeSettings;
  /** Null where no output is expected: a run with one's own input. */
  expected: string | null;
};

type Judgement = Pick<CaseResult, "verdict" | "sentence" | "line" | "file">;

export function caseResult(run: Run): CaseResult {
  const { end, output, errors } = run;
  return {
    ...judge(run),
    ...cutOutput({ output, errors }),
    exitCode: end.exitCode,
    ms: Math.round(end.ms),
    kilobytes: Math.round(end.memory / 1024),
  };
}

/** A program that was stopped from outside. */
type StoppedRun = Output & Pick<ProgramEnd, "stuck"> & { settings: JudgeSettings; ms: number };

const stopped = (
  { output, errors, ms }: StoppedRun,
  verdict: CaseResult["verdict"],
  sentence: string,
): CaseResult => ({
  verdict,
  sentence,
  line: null,
  ...cutOutput({ output, errors }),
  exitCode: null,
  ms: Math.round(ms),
});

/** The result of a program that was ended because its time was up. */
export function tooSlow(run: StoppedRun): CaseResult {
  const count = run.settings.timeMs / 1000;
  const seconds = `${count} ${count === 1 ? "second" : "seconds"}`;
  return stopped(
    run,
    "too slow",
    run.stuck === null ? say("tooSlow", seconds) : say("tooSlowBecause", seconds, run.stuck),
  );
}

/** The result of a program that was ended because its process took too much memory. */
export const tooMuchMemory = (run: StoppedRun): CaseResult =>
  stopped(run, "too much memory", memorySentence(run.settings));

function cutOutput({ output, errors }: Output): Output {
  const cut = (text: string) =>
    // Not between the two halves of a character.
    text.length > OUTPUT_KEPT ? text.slice(0, OUTPUT_KEPT).replace(/[\uD800-\uDBFF]$/, "") : text;
  return { output: cut(output), errors: cut(errors) };
}

function judge(run: Run): Judgement {
  const { end, settings } = run;
  switch (end.ending) {
    case "finished":
      return finished(run);
    case "output limit":
      return {
        verdict: "too much output",
        sentence: say(
          "tooMuchOutput",
          amount(settings.outputKb * 1024),
          end.stuck ?? say("loopNeverEnds"),
        ),
        line: null,
      };
    case "disk limit":
      return {
        verdict: "too much output",
        sentence: say("tooMuchDisk", amount(DISK_MOST)),
        line: null,
      };
    case "step limit":
      return { verdict: "passed", sentence: null, line: null };
    case "needs input":
      return { verdict: "crashed", sentence: say("waitsForInput"), line: null };
    case "crashed":
      return {
        verdict: end.crash?.isMemory ? "too much memory" : "crashed",
        sentence: end.crash?.sentence ??
          (end.crash?.isMemory ? memorySentence(settings) : say("programStopped")),
        line: end.crash?.line ?? null,
        ...(end.crash?.file !== undefined && { file: end.crash.file }),
      };
  }
}

function finished(run: Run): Judgement {
  const { end, output, expected, settings } = run;
  if (expected !== null) {
    const compared = compareOutput(expected, output, settings);
    if (!compared.same) return { verdict: "wrong", ...hintAt(compared, { ...run, expected }) };
  }
  const code = end.exitCode ?? 0;
  const sentence = code === 0 ? null : say("exitCode", code);
  return { verdict: "passed", sentence, line: null };
}

const withoutSpaces = (text: string) => text.replace(/\s+/g, "");
/** Whether only spaces and the case of letters differ: no number is missing. */
const isNearly = (output: string, expected: string): boolean =>
  withoutSpaces(output).toLowerCase() === withoutSpaces(expected).toLowerCase();

const wordsInOrder = (text: string) => text.trim().split(/\s+/).toSorted().join(" ");

function hintAt(
  at: Difference,
  { end, output, expected }: Run & { expected: string },
): Omit<Judgement, "verdict"> {
  if (end.stuck !== null && !isNearly(output, expected)) {
    return { sentence: end.stuck, line: null };
  }
  return end.warning ??
    { sentence: outputHint(at, { output, expected, code: end.exitCode }), line: null };
}

function outputHint(
  { line, column }: Difference,
  { output, expected, code }: { output: string; expected: string; code: number | null },
): string | null {
  if (output.trim() === "") return say("printedNothing");
  const [got, wanted] = [withoutSpaces(output), withoutSpaces(expected)];
  if (got === wanted) return say("onlySpaces");
  if (got.toLowerCase() === wanted.toLowerCase()) return say("onlyCase");
  if (code !== 0 && code !== null) return say("exitBefore", code);
  if (wordsInOrder(output) === wordsInOrder(expected)) return say("otherOrder");
  return output.length > OUTPUT_KEPT ? say("firstDifference", line, column) : null;
}

/** @param asked the bytes that the program asked for at once, where they are known */
export function memorySentence({ memoryMb }: JudgeSettings, asked = 0): string {
  if (asked <= memoryMb * MB) {
    return say("memoryMore", memoryMb);
  }
  // No address is larger than 4 GB, so a negative size counts as one above 2 GB.
  return asked > 2048 * MB
    ? say("memoryNegative", memoryMb, amount(asked))
    : say("memoryAsked", memoryMb, amount(asked));
}

const MB = 1024 * 1024;

function amount(bytes: number): string {
  if (bytes >= 1024 * MB) return `${(bytes / (1024 * MB)).toFixed(1)} GB`;
  return bytes >= MB ? `${Math.round(bytes / MB)} MB` : `${Math.round(bytes / 1024)} KB`;
}
