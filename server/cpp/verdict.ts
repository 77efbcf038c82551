/** Turns the end of a run into a verdict with a sentence and a line of the program. */
import { compareOutput } from "./compare.ts";
import type { SourcePlace } from "./compiler.ts";
import { SOURCE_FILE } from "./explanations/diagnostics.ts";
import { DEPTH_MOST, DISK_MOST, type Outcome, type Report } from "./program.ts";
import { type CaseResult, type JudgeSettings, OUTPUT_KEPT } from "./types.ts";
import {
  exceptionHint,
  faultSentence,
  libraryFault,
  numberWarning,
} from "./explanations/sentences.ts";

export type Printed = { output: string; errors: string };
export type Run = Printed & {
  outcome: Outcome;
  /** The places of `outcome.stack`, from `Compiler.places`; none where there is no stack. */
  places: SourcePlace[];
  settings: JudgeSettings;
  /** Null where no output is expected: a run with one's own input. */
  expected: string | null;
};

type Judged = Pick<CaseResult, "verdict" | "sentence" | "line">;

export function caseResult(run: Run): CaseResult {
  const { outcome, output, errors } = run;
  return {
    ...judge(run),
    ...kept({ output, errors }),
    exitCode: outcome.exitCode,
    ms: Math.round(outcome.ms),
    kilobytes: Math.round(outcome.memory / 1024),
  };
}

/** The result of a program that was ended because its time was up. */
export function tooSlow(
  { output, errors, settings, ms, stuck }: Printed & Pick<Outcome, "stuck"> & {
    settings: JudgeSettings;
    ms: number;
  },
): CaseResult {
  const seconds = settings.timeMs / 1000;
  const after = `The program was stopped after ${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return {
    verdict: "too slow",
    sentence: stuck === null
      ? `${after}: a loop never ends, or the program computes too much.`
      : `${after}. ${stuck}`,
    line: null,
    ...kept({ output, errors }),
    exitCode: null,
    ms: Math.round(ms),
  };
}

function kept({ output, errors }: Printed): Printed {
  const cut = (text: string) =>
    // Not between the two halves of a character.
    text.length > OUTPUT_KEPT ? text.slice(0, OUTPUT_KEPT).replace(/[\uD800-\uDBFF]$/, "") : text;
  return { output: cut(output), errors: cut(errors) };
}

function judge(run: Run): Judged {
  const { outcome, settings } = run;
  switch (outcome.ending) {
    case "finished":
      return finished(run);
    case "output limit":
      return {
        verdict: "too much output",
        sentence: `The program was stopped because it printed more than ${
          amount(settings.outputKb * 1024)
        }. ${outcome.stuck ?? "Does a loop never end?"}`,
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
      return crashed(run);
  }
}

function finished({ outcome, output, expected, settings }: Run): Judged {
  const compared = expected === null
    ? { same: true } as const
    : compareOutput(expected, output, settings);
  if (!compared.same) {
    return { verdict: "wrong", ...hintAt({ outcome, output, expected: expected ?? "", compared }) };
  }
  const code = outcome.exitCode ?? 0;
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
  { outcome, output, expected, compared }: {
    outcome: Outcome;
    output: string;
    expected: string;
    compared: Difference;
  },
): Pick<Judged, "sentence" | "line"> {
  if (outcome.stuck !== null && !isNearly(output, expected)) {
    return { sentence: outcome.stuck, line: null };
  }
  const [warning] = outcome.reports.filter(({ kind }) => kind === "warning");
  if (warning) return { sentence: numberWarning(warning.text), line: warning.line };
  return {
    sentence: outputHint({ output, expected, compared, code: outcome.exitCode }),
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

function crashed(run: Run): Judged {
  const { outcome, places, settings } = run;
  const own = places.find(({ file }) => file.endsWith(SOURCE_FILE));
  const last = (kind: Report["kind"]) => outcome.reports.findLast((report) => report.kind === kind);
  const line = outcome.reports.at(-1)?.line ?? own?.line ?? null;
  const memory = last("memory");
  const isFull = outcome.memory > settings.memoryMb * MB * 0.95;
  if (isOutOfMemory(last("uncaught"), memory) || (isFull && last("uncaught") === undefined)) {
    return { verdict: "too much memory", sentence: memorySentence(memory, settings), line };
  }
  const sentence = crashSentence(outcome, own);
  return { verdict: "crashed", sentence, line };
}

const isOutOfMemory = (uncaught: Report | undefined, memory: Report | undefined) =>
  memory !== undefined && uncaught !== undefined && /^std::bad_alloc\n/.test(uncaught.text);

function memorySentence(memory: Report | undefined, { memoryMb }: JudgeSettings): string {
  const asked = Number(memory?.text ?? 0);
  const allowed = `The program may use ${memoryMb} MB of memory`;
  if (asked <= memoryMb * MB) return `${allowed}, and it needed more.`;
  // No address is larger than 4 GB, so a negative size counts as one above 2 GB.
  const question = asked > 2048 * MB ? " Is a size negative?" : "";
  return `${allowed}, and it asked for ${amount(asked)} at once.${question}`;
}

function crashSentence(
  { reports, exhausted, trap }: Outcome,
  own: SourcePlace | undefined,
): string {
  if (exhausted) return stackSentence(exhausted, trap ?? "");
  const report = reports.findLast(({ kind }) => kind !== "warning" && kind !== "memory");
  switch (report?.kind) {
    case "uncaught":
      return uncaughtSentence(report.text);
    case "library":
      return libraryFault(report.text);
    case "assertion":
      return `The assertion ${report.text} does not hold.`;
    case "fault":
      return faultSentence(report.text, own?.function ?? null);
  }
  return trapSentence(trap ?? "");
}

function uncaughtSentence(text: string): string {
  const [type = "", ...rest] = text.split("\n");
  const what = rest.join(" ").trim();
  const said = what === "" || what === type ? "" : `, which says "${what}"`;
  const hint = exceptionHint(type, what);
  return `An exception of type ${type} was thrown and not caught${said}${hint ? `: ${hint}` : ""}.`;
}

/** So many calls at once are a recursion, even where no function has a name. */
const CALLS_OF_RECURSION = 500;

function stackSentence(
  { depth, function: name }: NonNullable<Outcome["exhausted"]>,
  trap: string,
): string {
  if (name === null && depth !== null && depth < CALLS_OF_RECURSION) {
    return "The stack is used up: a local array or variable is too large. " +
      "Make it global, or use a vector.";
  }
  const more = depth !== null && depth >= DEPTH_MOST ? "more than " : "";
  const after = depth === null ? "" : ` after ${more}${depth.toLocaleString("en")} calls`;
  const who = name === null ? "A function" : `The function ${name}`;
  // The engine's stack has the calls; the one in the program's memory has its local variables.
  const end = /out of bounds/i.test(trap)
    ? "Its local variables take 8 MB by then, which is the most on many machines."
    : "If the recursion does end, your own machine may go deeper.";
  return `${who} calls itself too deeply: the stack was used up${after}. ${end}`;
}

function trapSentence(trap: string): string {
  if (/divide by zero|division by zero/i.test(trap)) {
    return "The program stopped at a division by zero.";
  }
  if (/integer overflow|divide result unrepresentable/i.test(trap)) {
    return "The result of a division does not fit in its type.";
  }
  if (/out of bounds/i.test(trap)) return "The program used memory that does not belong to it.";
  if (/null function|signature mismatch|indirect call|table/i.test(trap)) {
    return "The program called a function through a pointer that does not point to one.";
  }
  if (/unreachable/i.test(trap)) return "The program ended itself with abort().";
  return `The program stopped: ${trap}.`;
}

const MB = 1024 * 1024;

function amount(bytes: number): string {
  if (bytes >= 1024 * MB) return `${(bytes / (1024 * MB)).toFixed(1)} GB`;
  return bytes >= MB ? `${Math.round(bytes / MB)} MB` : `${Math.round(bytes / 1024)} KB`;
}
