/** The signs of life and the runs of learners on the questions of a class session. */
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { assignments } from "../../assignments/tables.ts";
import { instant } from "../../kit/db/columns.ts";
import { people } from "../../people/tables.ts";
import { type Failure, RUN_VERDICTS } from "../../runs/schema.ts";
import { classSessions } from "../tables.ts";

/**
 * One row for each learner and question, written at their first sign. The columns from `runId` on
 * follow from the runs during the session; they are stored because old runs are deleted, and a map
 * of a large class reads thousands of cells at once.
 */
export const classSessionSigns = pgTable("lesson_signs", {
  classSessionId: uuid("lesson_id").notNull().references(() => classSessions.id, {
    onDelete: "cascade",
  }),
  studentId: uuid().notNull().references(() => people.id),
  assignmentId: uuid().notNull().references(() => assignments.id, { onDelete: "cascade" }),
  openedAt: instant(),
  writingAt: instant(),
  /** Not a foreign key: the newest run is never deleted, and each deletion would search here. */
  runId: uuid(),
  ranAt: instant(),
  verdict: text({ enum: RUN_VERDICTS }),
  passed: integer(),
  total: integer(),
  /** 0 if no run has compiled yet, else one more than the most passed cases. */
  best: integer(),
  steppedAt: instant(),
  repeats: integer().notNull().default(0),
  failure: jsonb().$type<Failure>(),
  solvedAt: instant(),
}, (sign) => [
  primaryKey({ columns: [sign.classSessionId, sign.studentId, sign.assignmentId] }),
  index().on(sign.assignmentId),
]);
