/** The event log: every durable change, numbered in commit order. */
import { sql } from "drizzle-orm";
import { bigint, index, integer, json, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../kit/columns.ts";

export const events = pgTable("events", {
  seq: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  type: text().notNull(),
  /** Who it is pushed to. */
  rooms: text().array().notNull(),
  /** Kept as text: it is only ever passed on. */
  data: json().notNull(),
  /** How long the data is; null in what an earlier version has logged. */
  bytes: integer(),
  createdAt: instant().notNull(),
}, (event) => [index().on(event.createdAt)]);

/** The end of the log, as the statement that this stands in sees it. */
export const HEAD = sql<string | null>`(select max(seq) from ${events})`;
