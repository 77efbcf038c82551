/** Turns the end of a run into a verdict, in the same way for all languages. */
import { compareOutput } from "./compare.ts";
import {
  type CaseResult,
  DISK_MOST,
  type JudgeSettings,
  OUTPUT_KEPT,
  type ProgramEnd,
} from "./types.ts";

/** A part of the sentence on a stack that may be larger elsewhere. */
export const STACK_USED_UP = "the stack was used up";

export type Printed = { output: string; errors: string };
export type Run = Printed & {
  end: ProgramEnd;
  settings: JudgeSettings;
  /** Null where no output is expected: a run with one's own input. */
  expected: string | null;
};

type Judged = Pick<CaseResult, "verdict" | "sentence" | "line" | "file">;

export function caseResult(run: Run): CaseResult {
  const { end, output, errors } = run;
  return {
    ...judge(run),
    ...kept({ output, errors }),
    exitCode: end.exitCode,
    ms: Math.round(end.ms),
    kilobytes: Math.round(end.memory / 1024),
  };
}

/** A program that was stopped from outside. */
type StoppedRun = Printed & Pick<ProgramEnd, "stuck"> & { settings: JudgeSettings; ms: number };

const stopped = (
  { output, errors, ms }: StoppedRun,
  verdict: CaseResult["verdict"],
  sentence: string,
): CaseResult => ({
  verdict,
  sentence,
  line: null,
  ...kept({ output, errors }),
  exitCode: null,
  ms: Math.round(ms),
});

/** The result of a program that was ended because its time was up. */
export function tooSlow(run: StoppedRun): CaseResult {
  const seconds = run.settings.timeMs / 1000;
  const after = `The program was stopped after ${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return stopped(
    run,
    "too slow",
    run.stuck === null
      ? `${after}: a loop never ends, or the program computes too much.`
      : `${after}. ${run.stuck}`,
  );
}

/** The result of a program that was ended because its process took too much memory. */
export const tooMuchMemory = (run: StoppedRun): CaseResult =>
  stopped(run, "too much memory", memorySentence(run.settings));

function kept({ output, errors }: Printed): Printed {
  const cut = (text: string) =>
    // Not between the two halves of a character.
    text.length > OUTPUT_KEPT ? text.slice(0, OUTPUT_KEPT).replace(/[\uD800-\uDBFF]$/, "") : text;
  return { output: cut(output), errors: cut(errors) };
}

function judge(run: Run): Judged {
  const { end, settings } = run;
  switch (end.ending) {
    case "finished":
      return finished(run);
    case "output limit":
      return {
        verdict: "too much output",
        sentence: `The program was stopped because it printed more than ${
          amount(settings.outputKb * 1024)
        }. ${end.stuck ?? "Does a loop never end?"}`,
        line: null,
      };
    case "disk limit":
      return {
        verdict: "too much output",
        sentence: `The program was stopped because it wrote more than ${
          amount(DISK_MOST)
        } to its files.`,
        line: null,
      };
    case "step limit":
      return { verdict: "passed", sentence: null, line: null };
    case "needs input":
      return { verdict: "crashed", sentence: "The program waits for input.", line: null };
    case "crashed":
      return {
        verdict: end.crash?.isMemory ? "too much memory" : "crashed",
        sentence: end.crash?.sentence ??
          (end.crash?.isMemory ? memorySentence(settings) : "The program stopped."),
        line: end.crash?.line ?? null,
        ...(end.crash?.file !== undefined && { file: end.crash.file }),
      };
  }
}

function finished({ end, output, expected, settings }: Run): Judged {
  const compared = expected === null
    ? { same: true } as const
    : compareOutput(expected, output, settings);
  if (!compared.same) {
    return { verdict: "wrong", ...hintAt({ end, output, expected: expected ?? "", compared }) };
  }
  const code = end.exitCode ?? 0;
  const sentence = code === 0
    ? null
    : `The program ended with the exit code ${code}; 0 is the code for success.`;
  return { verdict: "passed", sentence, line: null };
}

const withoutSpaces = (text: string) => text.replace(/\s+/g, "");
/** Whether only spaces and the case of letters differ: no number is missing. */
const isNearly = (output: string, expected: string): boolean =>
  withoutSpaces(output).toLowerCase() === withoutSpaces(expected).toLowerCase();

type Difference = { line: number; column: number };

/** What a wrong output may come from. */
function hintAt(
  { end, output, expected, compared }: {
    end: ProgramEnd;
    output: string;
    expected: string;
    compared: Difference;
  },
): Omit<Judged, "verdict"> {
  if (end.stuck !== null && !isNearly(output, expected)) {
    return { sentence: end.stuck, line: null };
  }
  if (end.warning) return end.warning;
  return {
    sentence: outputHint({ output, expected, compared, code: end.exitCode }),
    line: null,
  };
}

function outputHint(
  { output, expected, compared: { line, column }, code }: {
    output: string;
    expected: string;
    compared: Difference;
    code: number | null;
  },
): string | null {
  if (output.trim() === "") return "The program printed nothing.";
  const [got, wanted] = [withoutSpaces(output), withoutSpaces(expected)];
  if (got === wanted) return "Only spaces or line breaks differ.";
  if (got.toLowerCase() === wanted.toLowerCase()) return "Only upper and lower case differ.";
  if (code !== 0 && code !== null) {
    return `The program ended with the exit code ${code} before it had printed everything.`;
  }
  return output.length > OUTPUT_KEPT
    ? `The first difference is in line ${line}, column ${column} of the output.`
    : null;
}

/** @param asked the bytes that the program asked for at once, where they are known */
export function memorySentence({ memoryMb }: JudgeSettings, asked = 0): string {
  const allowed = `The program may use ${memoryMb} MB of memory`;
  if (asked <= memoryMb * MB) return `${allowed}, and it needed more.`;
  // No address is larger than 4 GB, so a negative size counts as one above 2 GB.
  const question = asked > 2048 * MB ? " Is a size negative?" : "";
  return `${allowed}, and it asked for ${amount(asked)} at once.${question}`;
}

const MB = 1024 * 1024;

function amount(bytes: number): string {
  if (bytes >= 1024 * MB) return `${(bytes / (1024 * MB)).toFixed(1)} GB`;
  return bytes >= MB ? `${Math.round(bytes / MB)} MB` : `${Math.round(bytes / 1024)} KB`;
}
