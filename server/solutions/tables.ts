/** Solutions, the feedback on them, and the learners who gave up. */
import { integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { assignments } from "../assignments/tables.ts";
import { instant } from "../kit/db/columns.ts";
import { people } from "../people/tables.ts";

/** At most one for each assignment. The assignment stores whether learners may see it. */
export const solutions = pgTable("solutions", {
  id: uuid().primaryKey(),
  assignmentId: uuid().notNull().references(() => assignments.id, { onDelete: "cascade" }),
  title: text().notNull(),
  /** HTML, rendered when the source was written. */
  content: text().notNull(),
  contentSource: text().notNull(),
  createdById: uuid().notNull().references(() => people.id),
  lastModifiedById: uuid().notNull().references(() => people.id),
  version: integer().notNull().default(1),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
}, (solution) => [uniqueIndex().on(solution.assignmentId)]);

/** One for each person; a newer one replaces it. */
export const feedbacks = pgTable("solution_feedback", {
  solutionId: uuid().notNull().references(() => solutions.id, { onDelete: "cascade" }),
  studentId: uuid().notNull().references(() => people.id),
  feedback: text().notNull(),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
}, (feedback) => [primaryKey({ columns: [feedback.solutionId, feedback.studentId] })]);

/** The time of a learner's first look at the solution, whether or not they had answered. */
export const giveUps = pgTable("give_ups", {
  assignmentId: uuid().notNull().references(() => assignments.id, { onDelete: "cascade" }),
  studentId: uuid().notNull().references(() => people.id),
  gaveUpAt: instant().notNull(),
}, (giveUp) => [primaryKey({ columns: [giveUp.assignmentId, giveUp.studentId] })]);
