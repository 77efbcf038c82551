/** Says what became of a run of C++: what crashed, and on which line of the program. */
import { folderOf } from "../languages/program_files.ts";
import { ownName } from "../languages/languages.ts";
import { say } from "../languages/sentences/say.ts";
import type { CaseResult, Fault, ProgramEnd, RunSettings, SourceLine } from "../languages/types.ts";
import { caseResult as resultOf, memorySentence, type Output } from "../languages/verdict.ts";
import type { StackFrame } from "./compiler.ts";
import { plainName } from "./explanations/diagnostics.ts";
import { DEPTH_MOST, type Outcome, type Report } from "./program.ts";
import {
  exceptionHint,
  faultSentence,
  libraryFault,
  numberWarning,
  trapSentence,
} from "./explanations/sentences.ts";

export type Run = Output & {
  outcome: Outcome;
  /** The places of `outcome.stack`, from `Compiler.places`; none where there is no stack. */
  places: StackFrame[];
  settings: RunSettings;
  /** Null where no output is expected: a run with one's own input. */
  expected: string | null;
};

const MB = 1024 * 1024;

export function caseResult(run: Run): CaseResult {
  const { outcome, output, errors, settings, expected } = run;
  const { ending, exitCode, stuck, memory, ms } = outcome;
  const crash = ending === "crashed" ? crashOf(run) : null;
  const end = { ending, exitCode, stuck, memory, ms, warning: warningOf(run), crash };
  return resultOf({ end, output, errors, settings, expected });
}

function warningOf({ outcome: { reports }, settings }: Run): Fault | null {
  const warning = reports.find(({ kind }) => kind === "warning");
  return warning
    ? { sentence: numberWarning(warning.text), ...shownPlace(settings, [warning]) }
    : null;
}

/** The first place that may be named: in the student's own file, or else in a given one. */
function shownPlace(
  settings: RunSettings,
  places: readonly { file: string; line: number | null }[],
): SourceLine {
  const own = ownName(settings);
  const found = places.map(({ file, line }) => ({ file: plainName(file), line }));
  const names = folderOf(settings).map(({ name }) => name);
  const at = found.find(({ file }) => file === own) ??
    found.find(({ file, line }) => line !== null && names.includes(file));
  return at ? { line: at.line, ...(at.file !== own && { file: at.file }) } : { line: null };
}

function crashOf({ outcome, places, settings }: Run): ProgramEnd["crash"] {
  const own = places.find(({ file }) => plainName(file) === ownName(settings));
  const last = (kind: Report["kind"]) => outcome.reports.findLast((report) => report.kind === kind);
  const newest = outcome.reports.at(-1);
  const at = shownPlace(settings, [...newest?.line ? [newest] : [], ...places]);
  const memory = last("memory");
  const isFull = outcome.memory > settings.memoryMb * MB * 0.95;
  if (isOutOfMemory(last("uncaught"), memory) || (isFull && last("uncaught") === undefined)) {
    return { sentence: memorySentence(settings, Number(memory?.text ?? 0)), ...at, isMemory: true };
  }
  return { sentence: crashSentence(outcome, own), ...at };
}

const isOutOfMemory = (uncaught: Report | undefined, memory: Report | undefined) =>
  memory !== undefined && uncaught !== undefined && /^std::bad_alloc\n/.test(uncaught.text);

function crashSentence(
  { reports, exhausted, trap }: Outcome,
  own: StackFrame | undefined,
): string {
  if (exhausted) return stackSentence(exhausted, trap ?? "");
  const report = reports.findLast(({ kind }) => kind !== "warning" && kind !== "memory");
  switch (report?.kind) {
    case "uncaught":
      return uncaughtSentence(report.text);
    case "library":
      return libraryFault(report.text);
    case "assertion":
      return say("assertion", report.text);
    case "unfit":
      return report.text;
    case "fault":
      return faultSentence(report.text, own?.function ?? null);
  }
  return trapSentence(trap ?? "");
}

function uncaughtSentence(text: string): string {
  const [type = "", ...rest] = text.split("\n");
  const what = rest.join(" ").trim();
  const hint = exceptionHint(type, what);
  if (what === "" || what === type) {
    return hint ? say("uncaughtWhy", type, hint) : say("uncaught", type);
  }
  return hint ? say("uncaughtSaysWhy", type, what, hint) : say("uncaughtSays", type, what);
}

/** So many calls at once are a recursion, even where no function has a name. */
const CALLS_OF_RECURSION = 500;

function stackSentence(
  { depth, function: name }: NonNullable<Outcome["exhausted"]>,
  trap: string,
): string {
  if (name === null && depth !== null && depth < CALLS_OF_RECURSION) {
    return say("localTooLarge");
  }
  const who = name === null ? say("someFunction") : say("functionNamed", name);
  // The engine's stack has the calls; the one in the program's memory has its local variables.
  const end = /out of bounds/i.test(trap) ? say("locals8Mb") : say("goDeeper");
  if (depth === null) return say("stackUsedUp", who, end);
  const calls = depth.toLocaleString("en");
  return depth >= DEPTH_MOST
    ? say("stackUsedUpMore", who, calls, end)
    : say("stackUsedUpAfter", who, calls, end);
}
