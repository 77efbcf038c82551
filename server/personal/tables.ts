/** The copies of what is kept about a person. */
import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { ROLES } from "../kit/core/roles.ts";
import { instant } from "../kit/db/columns.ts";
import { people } from "../people/tables.ts";

export const personalCopies = pgTable("personal_copies", {
  id: uuid().primaryKey(),
  personId: uuid().notNull().references(() => people.id),
  /** The role for which it is made: what a mentor sees is not for a student. */
  role: text({ enum: ROLES }).notNull(),
  askedAt: instant().notNull(),
  /** The server that makes it has it until then. If that server dies, another one takes it. */
  leaseUntil: instant(),
  attempts: integer().notNull().default(0),
  /** The names in the file store of its parts, in order. No file has these ids. */
  parts: text().array().notNull().default([]),
  size: bigint({ mode: "number" }).notNull().default(0),
  readyAt: instant(),
  failedAt: instant(),
  endsAt: instant(),
}, (copy) => [
  index().on(copy.personId, copy.askedAt),
  index("personal_copies_waiting").on(copy.askedAt)
    .where(sql`ready_at is null and failed_at is null and ends_at is null`),
  index().on(copy.endsAt),
]);
