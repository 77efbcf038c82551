/** The dashboards' figures, kept up to date by triggers: `db/repeatable/figures.sql`. */
import { bigint, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { FIGURES } from "./schema.ts";

/** The owner of a figure that is the whole class's. */
export const THE_CLASS = "00000000-0000-0000-0000-000000000000";

/**
 * A figure is the sum of its slots. A connection writes to a slot of its own, so that people who
 * raise doubts at the same time do not wait for each other.
 */
export const figures = pgTable("figures", {
  figure: text({ enum: FIGURES }).notNull(),
  /** Whose it is: a mentor, or the class. */
  ownerId: uuid().notNull(),
  slot: smallint().notNull(),
  count: bigint({ mode: "number" }).notNull(),
}, (figure) => [primaryKey({ columns: [figure.figure, figure.ownerId, figure.slot] })]);
