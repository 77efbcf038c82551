/** Accounts that were deleted: those that can be taken back, and the reports of those removed. */
import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../kit/db/columns.ts";
import { people } from "../tables.ts";
import type { Report } from "./schema.ts";

export const removals = pgTable("removals", {
  personId: uuid().primaryKey().references(() => people.id),
  /** Who deleted it: an admin, or the person. */
  byId: uuid().notNull().references(() => people.id),
  /** What the account had, so that it can be taken back; null once it is removed. */
  email: text(),
  passwordHash: text(),
  /** The hash of the token in the mailed link; null when an admin deleted it, and once it is removed. */
  hash: text(),
  at: instant().notNull(),
  /** When what is the person's alone is removed. */
  dueAt: instant().notNull(),
  removedAt: instant(),
  report: jsonb().$type<Report>(),
}, (removal) => [
  index("removals_due").on(removal.dueAt).where(sql`removed_at is null`),
  index().on(removal.at),
  uniqueIndex().on(removal.hash),
]);
