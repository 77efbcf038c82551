/** Mentors' weekly goals, with the week's daily reports. */
import { date, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../kit/db/columns.ts";
import { people } from "../people/tables.ts";
import { termId } from "../terms/tables.ts";
import type { DailyReport } from "./schema.ts";

export const goals = pgTable("goals", {
  id: uuid().primaryKey(),
  userId: uuid().notNull().references(() => people.id),
  termId: termId(),
  week: date({ mode: "string" }).notNull(),
  weeklyTarget: text().notNull(),
  weeklyJustification: text().notNull(),
  /** Oldest first, at most one a day. Written while the goal's row is locked. */
  dailyReports: jsonb().$type<DailyReport[]>().notNull().default([]),
  version: integer().notNull().default(1),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
}, (goal) => [uniqueIndex().on(goal.userId, goal.week)]);
