/** Daily briefings. */
import { date, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../kit/columns.ts";
import { people } from "../people/tables.ts";
import type { WriteInput } from "./schema.ts";

export const briefings = pgTable("briefings", {
  id: uuid().primaryKey(),
  /** The class's calendar day; unique, so that of two who write at once one is refused. */
  day: date({ mode: "string" }).notNull().unique(),
  classSummary: text().notNull(),
  classQuestions: text().notNull(),
  homeworkQuestions: text().notNull(),
  /** The three texts, rendered when they were written. */
  html: jsonb().$type<WriteInput>().notNull(),
  createdById: uuid().notNull().references(() => people.id),
  version: integer().notNull().default(1),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
});
