/** Imports of rosters, and what they changed, for as long as they can be undone. */
import { index, integer, jsonb, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../kit/db/columns.ts";
import { people } from "../tables.ts";

export const rosterImports = pgTable("roster_imports", {
  id: uuid().primaryKey(),
  byId: uuid().notNull().references(() => people.id),
  at: instant().notNull(),
  added: integer().notNull(),
  changed: integer().notNull(),
  undoneAt: instant(),
}, (one) => [index().on(one.at)]);

/** The fields of an account that a roster changes. */
export type Former = Pick<typeof people.$inferSelect, "name" | "branch" | "year" | "role"> & {
  /** The sections before the import and after it, if it has moved the person. */
  sections?: { before: readonly string[]; after: readonly string[] } | undefined;
};

export const rosterChanges = pgTable("roster_changes", {
  importId: uuid().notNull().references(() => rosterImports.id, { onDelete: "cascade" }),
  personId: uuid().notNull().references(() => people.id),
  /** What the account had before; null if the import made it. */
  before: jsonb().$type<Former>(),
  /** The account's version after the import. */
  version: integer().notNull(),
}, (one) => [primaryKey({ columns: [one.importId, one.personId] })]);
