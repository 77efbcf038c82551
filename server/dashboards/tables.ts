/** Triggers keep the figures up to date: `db/repeatable/figures.sql`. */
import { bigint, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { FIGURES } from "./schema.ts";

/** The owner id of the figures of the whole class. */
export const THE_CLASS = "00000000-0000-0000-0000-000000000000";

/** A figure is the sum of its slots, so that writers do not wait for each other's row locks. */
export const figures = pgTable("figures", {
  figure: text({ enum: FIGURES }).notNull(),
  /** A mentor's id, or `THE_CLASS`. */
  ownerId: uuid().notNull(),
  slot: smallint().notNull(),
  count: bigint({ mode: "number" }).notNull(),
}, (figure) => [primaryKey({ columns: [figure.figure, figure.ownerId, figure.slot] })]);
