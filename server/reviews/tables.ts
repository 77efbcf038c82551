/** All reviews of responses. A review is kept when a newer review or attempt supersedes it. */
import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { REVIEW_STATUSES } from "../assignments/responses/schema.ts";
import { assignments, attempts } from "../assignments/tables.ts";
import { instant } from "../kit/db/columns.ts";
import { newestColumns } from "../kit/db/newest_first.ts";
import { people } from "../people/tables.ts";
import type { GivenPoints } from "../rubrics/schema.ts";

export const reviews = pgTable("reviews", {
  id: uuid().primaryKey(),
  assignmentId: uuid().notNull().references(() => assignments.id, { onDelete: "cascade" }),
  studentId: uuid().notNull().references(() => people.id),
  attemptId: uuid().notNull().references(() => attempts.id, { onDelete: "cascade" }),
  status: text({ enum: REVIEW_STATUSES }).notNull(),
  comment: text(),
  /** The mentor's correction, highlighted. The student's own stays unchanged. */
  updatedStudentSolution: text(),
  updatedStudentSolutionSource: text(),
  /** The points that it gave, as they were then. */
  givenPoints: jsonb().$type<GivenPoints>(),
  reviewerId: uuid().notNull().references(() => people.id),
  /** Of a decision that ended a wait: since when the response had waited. */
  waitedSince: instant(),
  /** Why the student asked for another look at this decision, and when. */
  againReason: text(),
  againAt: instant(),
  createdAt: instant().notNull(),
}, (review) => [
  index().on(review.assignmentId, review.studentId, review.createdAt),
  // The answer times of a period.
  index("reviews_answers").on(review.createdAt, review.waitedSince)
    .where(sql`waited_since is not null`),
  // The reviews of one student, on that student's page.
  index("reviews_newest_student").on(
    review.studentId,
    ...newestColumns(review.createdAt, review.id),
  ),
]);
