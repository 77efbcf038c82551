/** Runs: a question's judge settings, the input, the run and its card, and the events. */
import * as z from "zod";
import { caseResult, type JudgeSettings, judgeSettings, runResult } from "../languages/schema.ts";
import {
  CASES_MOST,
  LANGUAGES,
  SOURCE_MOST,
  STANDARDS,
  USUAL_SETTINGS,
  VERDICTS,
} from "../languages/types.ts";
import { id, limit, orBlank, page, time } from "../kit/core/schema.ts";

/** The newest runs of one person on one question that are kept; others only while in use. */
export const RUNS_KEPT = 50;
/** The most waiting runs that one person may ask the server for. */
export const PLACES_EACH = { learner: 3, staff: 20 } as const;
/** The most runs of all people that may wait for the server. */
export const PLACES_MOST = 2000;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
const NUL = "\0";

/** The source of a program, or a file of one. Its length is limited in bytes, as UTF-8. */
export const textOfProgram = (what: string) =>
  z.string()
    .max(SOURCE_MOST, { error: `${what} has at most 64 KB.`, abort: true })
    .refine((source) => bytesOf(source) <= SOURCE_MOST, `${what} has at most 64 KB.`)
    .refine((source) => !source.includes(NUL), `${what} cannot contain the character NUL.`);
const sourceText = textOfProgram("A program");

export const source = sourceText
  .refine((source) => source.trim() !== "", "Write a program first.")
  .meta({ pattern: "\\S" });
/** The text that the editor begins with. A form sends line ends of its own. */
export const starter = sourceText.overwrite((text) => text.replaceAll("\r\n", "\n"));

/** Settings as a person sends them: a missing one is the usual one. */
export const judgeInput = judgeSettings.partial().transform((settings): JudgeSettings => ({
  ...USUAL_SETTINGS,
  ...settings,
}));

/** A case's result in a list or an event. */
const runCaseCard = z.strictObject({
  /** The number of the case; the first is 1. */
  case: z.int().min(0).max(1000),
  verdict: z.enum(VERDICTS),
  milliseconds: z.number().min(0),
  /** Its memory at the end, in KB; 0 where it was not measured. */
  kilobytes: z.number().min(0),
});

/** A case's result as a browser reports it, and as one run shows it. */
export const runCase = runCaseCard.extend({
  ...caseResult.omit({ verdict: true, ms: true, kilobytes: true }).partial().shape,
  expected: caseResult.shape.output.optional(),
  /** The place of the first difference in the output. */
  difference: z.strictObject({ line: z.int().min(0), column: z.int().min(0) }).nullable()
    .optional(),
});
export type RunCase = z.infer<typeof runCase>;

export const runInput = z.strictObject({
  source,
  /** The language of the program. Without it, the first that the question takes. */
  language: z.enum(LANGUAGES).optional(),
  /** The standard that the browser used, if it is not the question's. */
  standard: z.enum(STANDARDS).optional(),
  /** The version of the browser's compiler. */
  kit: runResult.shape.kit.optional(),
  /** A claim of the browser. Without it, the server runs the program. */
  cases: z.array(runCase).max(CASES_MOST, `At most ${CASES_MOST} cases.`).optional(),
  diagnostics: runResult.shape.diagnostics.optional(),
  /** Only keep the program, for a doubt: nobody has run it. Without `cases`. */
  notRun: z.literal(true).optional(),
  /** When the browser ran it: earlier than now, if it was offline. */
  ranAt: z.iso.datetime("This must be a time in UTC, like 2026-01-31T08:30:00.000Z.").optional(),
});
export type RunInput = z.infer<typeof runInput>;

export const runsQuery = z.object({
  /** Staff may name a student. Without it, staff get everybody's runs, a learner their own. */
  studentId: orBlank(id),
  page,
  limit,
});
export type RunsQuery = z.infer<typeof runsQuery>;

export const VERIFICATION_STATES = ["none", "waiting", "running", "done", "failed"] as const;
export const RUN_ORIGINS = ["browser", "server"] as const;
/** A run's verdict: that of the first case that did not pass. */
export const RUN_VERDICTS = [...VERDICTS, "does not compile"] as const;
export type RunVerdict = typeof RUN_VERDICTS[number];

/** What the server found when it ran the same source on all cases, the hidden ones included. */
export const verification = z.object({
  state: z.enum(VERIFICATION_STATES),
  /** The place in the queue while it waits; 1 is next. Only in the replies about one run. */
  place: z.int().optional(),
  passed: z.int().optional(),
  total: z.int().optional(),
  /** How many hidden cases fail. */
  hiddenFailed: z.int().optional(),
  /** Whether the server found for every visible case what the browser claimed. */
  agrees: z.boolean().optional(),
  /** Why the server could not run it. */
  reason: z.string().optional(),
  at: time.optional(),
});
export type Verification = z.infer<typeof verification>;

/** What a server found; null until one has run the program. */
export const verified = z.object({
  /** Of all cases, the hidden ones last. */
  verdict: z.enum(RUN_VERDICTS),
  /** Of the cases that the student sees. */
  passed: z.int(),
  total: z.int(),
  hidden: z.object({ passed: z.int(), total: z.int() }),
  at: time,
});
export type Outcome = z.infer<typeof verified>;

/** A run in a list or an event: without the source, the outputs and the compiler's messages. */
export const runCard = z.object({
  _id: id,
  assignmentId: id,
  student: z.object({ _id: id, name: z.string() }),
  standard: z.enum(STANDARDS),
  settings: judgeSettings,
  /** The version of the compiler. */
  kit: z.string().nullable(),
  origin: z.enum(RUN_ORIGINS),
  /** Null until the program has run. It may never run, if it was only kept for a doubt. */
  verdict: z.enum(RUN_VERDICTS).nullable(),
  /** Of the cases that the student sees. */
  passed: z.int(),
  total: z.int(),
  cases: z.array(runCaseCard),
  verified: verified.nullable(),
  ranAt: time,
  createdAt: time,
  verification,
});
export type RunCard = z.infer<typeof runCard>;

export const run = runCard.extend({
  source: z.string(),
  cases: z.array(runCase),
  diagnostics: runResult.shape.diagnostics,
  /** What the server found on the visible cases, where that differs from the claim. */
  verifiedResult: runResult.nullable(),
  /** For staff: the ids of the student's sections, if there are any. */
  sections: z.array(id).optional(),
});
export type Run = z.infer<typeof run>;

/** A student's last run on a question: the status of a response may follow from it. */
export const lastRun = z.object({ passed: z.int(), total: z.int(), at: time });
export type LastRun = z.infer<typeof lastRun>;

/** A run as the response that was handed in with its source shows it. */
export const responseRun = runCard.pick({
  _id: true,
  passed: true,
  total: true,
  verification: true,
});
export type ResponseRun = z.infer<typeof responseRun>;

/** The most characters of each text of a failure. */
export const FAILURE_TEXT_MOST = 200;

/** How a run failed (`failureOf`). Runs on a question with the same key failed in the same way. */
export const failure = z.object({
  kind: z.enum(["case", "compile", "crash"]),
  key: z.string(),
  /** The number of the case, among those that students see. */
  case: z.int().optional(),
  /** The first line of the output that differs from the expected one. */
  expected: z.string().optional(),
  got: z.string().optional(),
  /** What the compiler says, how it crashed, or which limit it broke; no names and no numbers. */
  message: z.string().optional(),
  /** Whether a server found it. Otherwise a browser claims it. */
  verified: z.literal(true).optional(),
});
export type Failure = z.infer<typeof failure>;

export const runEvents = {
  /** A program has run, in a browser or on the server. */
  "run.finished": runCard,
  /** The server is asked to run or verify, or has verified it; or it is kept unrun. */
  "run.verified": runCard,
  /** To readers of a thread that shows the run: it has changed, so fetch it again. */
  "run.changed": z.object({ _id: id }),
};
