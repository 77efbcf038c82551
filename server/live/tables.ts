/** The event log: every durable change, numbered in commit order. */
import { sql } from "drizzle-orm";
import { bigint, index, integer, json, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../kit/db/columns.ts";

export const events = pgTable("events", {
  seq: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  type: text().notNull(),
  rooms: text().array().notNull(),
  /** JSON kept as text, since it is only passed on. */
  data: json().notNull(),
  /** The length of the data; null for events that an earlier version logged. */
  bytes: integer(),
  createdAt: instant().notNull(),
}, (event) => [index().on(event.createdAt)]);

/** The number of the last event, as seen by the statement that contains this subquery. */
export const HEAD = sql<string | null>`(select max(seq) from ${events})`;

/** A restored backup's log goes on so far beyond its last number: every client fetches again. */
export const RESTORED_BEYOND = 1_000_000_000;
