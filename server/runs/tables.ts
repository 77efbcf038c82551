/** The table of runs. */
import { boolean, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { assignments } from "../assignments/tables.ts";
import type { JudgeSettings, RunResult } from "../languages/types.ts";
import { instant } from "../kit/db/columns.ts";
import { newestColumns } from "../kit/db/newest_first.ts";
import { people } from "../people/tables.ts";
import { type Failure, RUN_ORIGINS, RUN_VERDICTS, VERIFICATION_STATES } from "./schema.ts";

export const runs = pgTable("runs", {
  id: uuid().primaryKey(),
  assignmentId: uuid().notNull().references(() => assignments.id, { onDelete: "cascade" }),
  studentId: uuid().notNull().references(() => people.id),
  source: text().notNull(),
  settings: jsonb().$type<JudgeSettings>().notNull(),
  kit: text(),
  origin: text({ enum: RUN_ORIGINS }).notNull(),
  /** The browser's claim, or what the server found on the visible cases. */
  result: jsonb().$type<RunResult>(),
  verdict: text({ enum: RUN_VERDICTS }),
  /** How it failed on the visible cases, as the question was then; null if it passed or waits. */
  failure: jsonb().$type<Failure>(),
  passed: integer().notNull(),
  total: integer().notNull(),
  verificationState: text({ enum: VERIFICATION_STATES }).notNull().default("none"),
  /** The server's verdict on all cases. */
  verifiedVerdict: text({ enum: RUN_VERDICTS }),
  verifiedPassed: integer(),
  verifiedTotal: integer(),
  hiddenFailed: integer(),
  hiddenTotal: integer(),
  agrees: boolean(),
  reason: text(),
  verifiedResult: jsonb().$type<RunResult>(),
  verifiedAt: instant(),
  ranAt: instant().notNull(),
  createdAt: instant().notNull(),
}, (run) => [
  index("runs_newest_student").on(
    run.assignmentId,
    run.studentId,
    ...newestColumns(run.createdAt, run.id),
  ),
  index("runs_newest").on(run.assignmentId, ...newestColumns(run.createdAt, run.id)),
]);

export type RunRow = typeof runs.$inferSelect;

/** The columns of a run that waits for the server again. */
export const UNVERIFIED = {
  verificationState: "waiting" as const,
  verifiedVerdict: null,
  verifiedPassed: null,
  verifiedTotal: null,
  hiddenFailed: null,
  hiddenTotal: null,
  agrees: null,
  reason: null,
  verifiedResult: null,
  verifiedAt: null,
};
