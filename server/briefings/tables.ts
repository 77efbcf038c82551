/** The table of daily briefings. */
import { sql } from "drizzle-orm";
import { date, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../kit/db/columns.ts";
import { people } from "../people/tables.ts";
import { termId } from "../terms/tables.ts";
import type { BriefingTexts } from "./schema.ts";

export const briefings = pgTable("briefings", {
  id: uuid().primaryKey(),
  /** In the class's time zone. Unique, so that of two parallel inserts one is refused. */
  day: date({ mode: "string" }).notNull().unique(),
  classSummary: text().notNull(),
  classQuestions: text().notNull(),
  homeworkQuestions: text().notNull(),
  /** The three texts as HTML, rendered when they were saved. */
  html: jsonb().$type<BriefingTexts>().notNull(),
  createdById: uuid().notNull().references(() => people.id),
  termId: termId(),
  version: integer().notNull().default(1),
  /** When a prepared briefing appears, on its day; null once it has. */
  appearsAt: instant(),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
}, (briefing) => [
  index("briefings_prepared").on(briefing.appearsAt).where(sql`appears_at is not null`),
]);
