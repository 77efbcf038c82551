/**
 * The programs in tests/cpp and how they must end. The tests in Deno and in Chromium use this file;
 * tests/cpp/README.md describes the fields.
 */
import { readdir, readFile } from "node:fs/promises";
import { parse } from "yaml";
import * as z from "zod";
import {
  COMPARISONS,
  type JudgeSettings,
  STANDARDS,
  VERDICTS,
} from "../../server/languages/types.ts";
import { type CaseResult, type RunResult, USUAL_SETTINGS } from "../../server/languages/types.ts";

/** The first program in a solution's text: a block of C++ with a `main`. */
export const PROGRAM = /```cpp\n((?:(?!```)[\s\S])*\bmain\s*\((?:(?!```)[\s\S])*)```/;

export const KINDS = { correct: 26, wrong: 19, crashing: 16, hostile: 15 };

const settings = z.strictObject({
  standard: z.enum(STANDARDS),
  optimise: z.literal([0, 1]),
  timeMs: z.int(),
  memoryMb: z.int(),
  outputKb: z.int(),
  comparison: z.enum(COMPARISONS),
  tolerance: z.number(),
}).partial();

const expectedCase = z.strictObject({
  input: z.string().default(""),
  output: z.string().default(""),
  verdict: z.enum(VERDICTS).default("passed"),
  got: z.string().optional(),
  differsAt: z.strictObject({ line: z.int(), column: z.int() }).optional(),
  sentence: z.string().optional(),
  line: z.int().optional(),
  errors: z.string().optional(),
}).refine(
  ({ verdict, got, differsAt }) => verdict !== "wrong" || (got !== undefined && differsAt),
  { error: "a wrong case needs `got` and `differsAt`" },
);
export type ExpectedCase = z.infer<typeof expectedCase>;

const expectedEnd = z.strictObject({
  about: z.string(),
  settings: settings.default({}),
  replace: z.record(z.string(), z.strictObject({ text: z.string(), times: z.int().default(1) }))
    .default({}),
  compiles: z.boolean().default(true),
  diagnostics: z.array(z.strictObject({
    severity: z.enum(["error", "warning"]),
    line: z.int(),
    text: z.string(),
    explained: z.string().optional(),
  })).default([]),
  cases: z.array(expectedCase).default([]),
}).refine(({ compiles, cases }) => compiles === cases.length > 0, {
  error: "a program that compiles has cases, another one has none",
});

export interface CppProgram extends Omit<z.infer<typeof expectedEnd>, "settings" | "replace"> {
  kind: keyof typeof KINDS;
  name: string;
  source: string;
  settings: JudgeSettings;
}

/** Reads the programs, sorted by kind and name. @throws Error that names the file and the field */
export async function readPrograms(folder = "tests/cpp"): Promise<CppProgram[]> {
  const programs: CppProgram[] = [];
  for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
    const files = (await readdir(`${folder}/${kind}`)).filter((file) => file.endsWith(".cpp"));
    for (const file of files.sort()) {
      const name = file.replace(/\.cpp$/, "");
      programs.push(await readProgram(`${folder}/${kind}/${name}`, kind, name));
    }
  }
  return programs;
}

async function readProgram(
  path: string,
  kind: CppProgram["kind"],
  name: string,
): Promise<CppProgram> {
  const read = expectedEnd.safeParse(parse(await readFile(`${path}.yaml`, "utf8")));
  if (!read.success) throw new Error(`${path}.yaml: ${z.prettifyError(read.error)}`);
  const { replace, settings, ...expected } = read.data;
  let source = await readFile(`${path}.cpp`, "utf8");
  for (const [mark, { text, times }] of Object.entries(replace)) {
    if (!source.includes(mark)) throw new Error(`${path}.cpp does not contain ${mark}.`);
    source = source.replaceAll(mark, () => text.repeat(times));
  }
  return { kind, name, source, settings: { ...USUAL_SETTINGS, ...settings }, ...expected };
}

/** Compares the difference's place as well when the caller's `compare` is given. */
export type Compare = (expected: string, got: string, settings: JudgeSettings) =>
  | { same: true }
  | { same: false; line: number; column: number };

/** Returns a sentence for each way in which the run did not end as expected. */
export function violations(program: CppProgram, run: RunResult, compare?: Compare): string[] {
  const found: string[] = [];
  if (run.compiled !== program.compiles) {
    const messages = run.diagnostics.map(({ line, message }) => `line ${line}: ${message}`);
    found.push(run.compiled ? "it compiled" : `it did not compile: ${messages.join("; ")}`);
  }
  for (const { severity, line, text, explained } of program.diagnostics) {
    const there = run.diagnostics.some((one) =>
      one.severity === severity && one.line === line && one.message.includes(text) &&
      (explained === undefined || one.explanation?.includes(explained))
    );
    if (!there) {
      found.push(`no ${severity} "${text}" at line ${line} in ${JSON.stringify(run.diagnostics)}`);
    }
  }
  if (run.compiled && run.cases.length !== program.cases.length) {
    found.push(`${run.cases.length} cases were run, not ${program.cases.length}`);
  }
  for (const [at, result] of run.cases.entries()) {
    const wanted = program.cases[at];
    if (wanted === undefined) break;
    const differences = caseViolations(program, wanted, result, compare);
    found.push(...differences.map((sentence) => `case ${at + 1}: ${sentence}`));
  }
  return found;
}

function caseViolations(
  { settings }: CppProgram,
  wanted: ExpectedCase,
  result: CaseResult,
  compare?: Compare,
): string[] {
  const found: string[] = [];
  const differs = (what: string, is: unknown, should: unknown) =>
    found.push(`${what} is ${JSON.stringify(is)}, not ${JSON.stringify(should)}`);
  const { verdict, sentence, line, errors } = wanted;
  if (result.verdict !== verdict) {
    differs("the verdict", `${result.verdict} (${result.sentence}) ${result.output}`, verdict);
  }
  if (sentence === undefined ? result.sentence !== null : !result.sentence?.includes(sentence)) {
    differs("the sentence", result.sentence, sentence ?? null);
  }
  if (result.line !== (line ?? null)) differs("the line", result.line, line ?? null);
  if (errors !== undefined && !result.errors.includes(errors)) {
    differs("standard error", result.errors, errors);
  }
  if (wanted.got !== undefined && trimmed(result.output) !== trimmed(wanted.got)) {
    differs("the output", result.output, wanted.got);
  }
  if (compare && wanted.differsAt) {
    const place = compare(wanted.output, result.output, settings);
    const { line, column } = wanted.differsAt;
    if (place.same || place.line !== line || place.column !== column) {
      differs("the first difference", place, wanted.differsAt);
    }
  }
  return found;
}

/** The text without spaces at the ends of lines and empty lines at its end. */
const trimmed = (text: string): string => text.replace(/[ \t\r]+$/gm, "").replace(/\n+$/, "");
