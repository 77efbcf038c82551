/** How a question's programs are judged, and what becomes of a run: as they are sent and stored. */
import * as z from "zod";
import {
  CASES_MOST,
  COMPARISONS,
  DIAGNOSTICS_MOST,
  LANGUAGES,
  OUTPUT_KEPT,
  STANDARDS,
  VERDICTS,
} from "./constants.ts";

/** The most characters of a compiler message, and of one sentence. */
const MESSAGE_MOST = 2000;

/** @param what is limited, with its unit */
const between = (least: number, most: number, what: string) =>
  z.number().min(least, `${what} must be from ${least} to ${most}.`)
    .max(most, `${what} must be from ${least} to ${most}.`);
const whole = (least: number, most: number, what: string) =>
  between(least, most, what).refine(Number.isInteger, `${what} must be a whole number.`)
    .meta({ type: "integer" });

/** How a question's programs are compiled, limited and compared. */
export const judgeSettings = z.strictObject({
  /**
   * The languages that a question takes; in the settings of a run, that of its program. Without it,
   * C++: older questions and runs do not have it.
   */
  languages: z.array(z.enum(LANGUAGES)).min(1, "Choose at least one language.")
    .max(LANGUAGES.length, "Each language once.")
    .refine((all) => new Set(all).size === all.length, "Each language once.").optional(),
  /** Of C++. */
  standard: z.enum(STANDARDS),
  /** -O0 keeps the student's mistakes visible; -O1 is for heavy computation. */
  optimise: z.literal([0, 1]),
  /** Processor time of one case. */
  timeMs: whole(100, 10_000, "The time of a case, in milliseconds,"),
  /** Linear memory of one case, in MB (1,048,576 bytes). */
  memoryMb: whole(16, 512, "The memory of a case, in MB,"),
  /** Standard output and standard error of one case together, in KB (1,024 bytes). */
  outputKb: whole(1, 4096, "The output of a case, in KB,"),
  /**
   * `text` ignores spaces at the end of a line and empty lines at the end; `exact` ignores nothing;
   * `numbers` compares as `text`, but numbers may differ by `tolerance`, absolute or relative.
   */
  comparison: z.enum(COMPARISONS),
  tolerance: between(0, 1000, "The tolerance"),
});
export type JudgeSettings = z.infer<typeof judgeSettings>;

const sentence = z.string().max(MESSAGE_MOST, "A message is too long.");
const output = z.string().max(OUTPUT_KEPT, `An output has at most ${OUTPUT_KEPT} characters.`);
const lineNumber = z.int().min(0);
/** The given file that a line is in; missing in the student's own. */
const inFile = z.string().max(100, "The name of a file is too long.").optional();

/** One message of the compiler. Lines and columns begin at 1. */
export const diagnostic = z.strictObject({
  severity: z.enum(["error", "warning", "note"]),
  /** The compiler's own words. */
  message: sentence,
  line: lineNumber,
  file: inFile,
  column: lineNumber,
  endLine: lineNumber.optional(),
  endColumn: lineNumber.optional(),
  /** One sentence for a beginner, for the messages that they meet most. */
  explanation: sentence.optional(),
});
export type Diagnostic = z.infer<typeof diagnostic>;

/** How a program that was started came to its end. */
export const caseResult = z.strictObject({
  verdict: z.enum(VERDICTS),
  /** The standard output, cut after OUTPUT_KEPT characters. */
  output,
  /** The standard error, cut in the same way. */
  errors: output,
  /** One sentence on what happened, where the program did not just finish. */
  sentence: sentence.nullable(),
  /** The line of the program at which it crashed. */
  line: lineNumber.nullable(),
  file: inFile,
  exitCode: z.int().nullable(),
  /** Milliseconds from its start to its end. */
  ms: z.number().min(0),
  /** Its linear memory at the end, in KB (1,024 bytes); missing where it was not measured. */
  kilobytes: z.number().min(0).optional(),
});
export type CaseResult = z.infer<typeof caseResult>;

/** A program that was compiled and, if that worked, run on each case in order. */
export const runResult = z.strictObject({
  /** The version of the toolchain: the hash of its files. */
  kit: z.string().max(100, "The version of the toolchain is too long."),
  compiled: z.boolean(),
  diagnostics: z.array(diagnostic).max(DIAGNOSTICS_MOST, "There are too many messages."),
  /** One for each case; empty when the program did not compile. */
  cases: z.array(caseResult).max(CASES_MOST, `At most ${CASES_MOST} cases.`),
});
export type RunResult = z.infer<typeof runResult>;
