/** Every review of a response, kept when a newer one or a resubmission supersedes it. */
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { REVIEW_STATUSES } from "../assignments/schema.ts";
import { assignments, attempts } from "../assignments/tables.ts";
import { instant } from "../kit/columns.ts";
import { people } from "../people/tables.ts";

export const reviews = pgTable("reviews", {
  id: uuid().primaryKey(),
  assignmentId: uuid().notNull().references(() => assignments.id, { onDelete: "cascade" }),
  studentId: uuid().notNull().references(() => people.id),
  /** The attempt it is about. */
  attemptId: uuid().notNull().references(() => attempts.id, { onDelete: "cascade" }),
  status: text({ enum: REVIEW_STATUSES }).notNull(),
  comment: text(),
  /** The mentor's correction, rendered and highlighted; the student's own stays as it was. */
  updatedStudentSolution: text(),
  updatedStudentSolutionSource: text(),
  reviewerId: uuid().notNull().references(() => people.id),
  createdAt: instant().notNull(),
}, (review) => [index().on(review.assignmentId, review.studentId, review.createdAt)]);
