/** The table of the rules for registrations and for the password. */
import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../kit/db/columns.ts";
import { type Admission, ADMISSION_RULES } from "./schema.ts";

/** A single row; it is inserted at the first edit. Until then the settings give the rule. */
export const admission = pgTable("admission", {
  id: integer().primaryKey().default(1),
  rule: text({ enum: ADMISSION_RULES }).notNull(),
  /** In the stored form of addresses: ASCII, in lower case. At most `DOMAINS_MOST`. */
  domains: jsonb().$type<Admission["domains"]>().notNull(),
  schoolOnly: jsonb().$type<Admission["schoolOnly"]>().notNull().default([]),
  version: integer().notNull().default(1),
  updatedAt: instant(),
}, () => [check("admission_one_row", sql`id = 1`)]);
