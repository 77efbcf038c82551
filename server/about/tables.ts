/** The About page's text. */
import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../kit/columns.ts";
import type { About } from "./schema.ts";

/** One row, from its first editing on. */
export const about = pgTable("about", {
  id: integer().primaryKey().default(1),
  story: text().notNull(),
  mission: text().notNull(),
  milestones: jsonb().$type<About["milestones"]>().notNull(),
  contact: jsonb().$type<About["contact"]>().notNull(),
  /** Story and mission, rendered when they were written. */
  html: jsonb().$type<About["html"]>().notNull(),
  version: integer().notNull().default(1),
  updatedAt: instant(),
}, () => [check("about_one_row", sql`id = 1`)]);
