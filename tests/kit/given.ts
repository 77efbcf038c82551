/** The questions in tests/given: README.md there describes the fields. */
import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import * as z from "zod";
import type { GivenCase } from "../../server/languages/calls.ts";
import {
  LANGUAGES,
  type RunSettings,
  USUAL_SETTINGS,
  VERDICTS,
} from "../../server/languages/types.ts";

const file = z.strictObject({
  name: z.string(),
  text: z.string(),
  hidden: z.boolean().default(false),
});
/** How the wrong program fails on a call. */
const fails = z.strictObject({
  verdict: z.enum(VERDICTS).default("wrong"),
  got: z.string().default(""),
  sentence: z.string().optional(),
  line: z.int().optional(),
});
const question = z.strictObject({
  name: z.string(),
  language: z.enum(LANGUAGES),
  fileName: z.string().optional(),
  files: z.array(file).default([]),
  input: z.string().default(""),
  output: z.string().default(""),
  calls: z.array(z.strictObject({ call: z.string(), output: z.string(), fails: fails.optional() }))
    .default([]),
  right: z.string(),
  wrong: z.string(),
  ends: z.strictObject({
    verdict: z.string().optional(),
    says: z.string().optional(),
    line: z.int().optional(),
    file: z.string().optional(),
    sentence: z.string().optional(),
  }).default({}),
  never: z.array(z.string()).default([]),
});
export type GivenQuestion = z.infer<typeof question>;

export const readGiven = async (): Promise<GivenQuestion[]> =>
  z.array(question).parse(parse(await readFile("tests/given/questions.yaml", "utf8")));

/** The cases of a question: its calls, or its only input. */
export const casesOf = ({ input, output, calls }: GivenQuestion): GivenCase[] =>
  calls.length > 0 ? calls.map(({ call, output }) => ({ call, output })) : [{ input, output }];

/** The settings of a question's programs. They may wait long for a busy processor. */
export const settingsOf = ({ language, fileName, files }: GivenQuestion): RunSettings => ({
  ...USUAL_SETTINGS,
  timeMs: 10_000,
  languages: [language],
  fileName,
  files,
});
