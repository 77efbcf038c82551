/** Terms that were closed, and what their rows had before, for as long as that can be undone. */
import { type SQL, sql } from "drizzle-orm";
import { index, jsonb, type PgColumn, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../kit/db/columns.ts";
import { people } from "../people/tables.ts";

export const terms = pgTable("terms", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  endedAt: instant().notNull(),
  byId: uuid().notNull().references(() => people.id),
}, (term) => [index().on(term.endedAt)]);

/** What the closing of a term has changed besides the term of a row. */
export const termBefores = pgTable("term_befores", {
  termId: uuid().notNull().references(() => terms.id, { onDelete: "cascade" }),
  kind: text({ enum: ["question", "doubt", "response", "person"] }).notNull(),
  /** The id of the question, the doubt or the person; of a response its question. */
  subjectId: uuid().notNull(),
  /** Columns by their names in the database. */
  before: jsonb().notNull().default({}),
}, (one) => [index().on(one.termId, one.kind, one.subjectId)]);

/** The term that a row was archived with; null while it belongs to the present one. */
export const termId = () => uuid().references(() => terms.id);

/** The name of a row's term, if it was archived with one. */
export const nameOfTerm = (id: PgColumn): SQL<string | null> =>
  sql<string | null>`(select name from terms where terms.id = ${id})`;

/** The condition of indexes on the rows of the present term. */
export const IS_PRESENT = sql`term_id is null`;
