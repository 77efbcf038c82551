/** The table of rubrics: one row for a question that has had one. */
import { integer, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import { assignments } from "../assignments/tables.ts";
import { instant } from "../kit/db/columns.ts";
import type { RubricPoint } from "./schema.ts";

export const rubrics = pgTable("rubrics", {
  assignmentId: uuid().primaryKey().references(() => assignments.id, { onDelete: "cascade" }),
  /** In order, at most `RUBRIC_MOST`. */
  points: jsonb().$type<RubricPoint[]>().notNull(),
  version: integer().notNull().default(1),
  updatedAt: instant().notNull(),
});
