/** The table of the About page. */
import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../kit/db/columns.ts";
import type { About } from "./schema.ts";

/** A single row; it is inserted at the first edit. */
export const about = pgTable("about", {
  id: integer().primaryKey().default(1),
  story: text().notNull(),
  mission: text().notNull(),
  milestones: jsonb().$type<About["milestones"]>().notNull(),
  contact: jsonb().$type<About["contact"]>().notNull(),
  /** Story and mission as HTML, rendered when they were saved. */
  html: jsonb().$type<About["html"]>().notNull(),
  version: integer().notNull().default(1),
  updatedAt: instant(),
}, () => [check("about_one_row", sql`id = 1`)]);
