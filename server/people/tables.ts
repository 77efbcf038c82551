/** Accounts and one-time codes. */
import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../kit/columns.ts";
import { ROLES } from "../kit/roles.ts";

export const people = pgTable("people", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  /** Lower case. */
  email: text().notNull(),
  role: text({ enum: ROLES }).notNull(),
  branch: text(),
  year: integer(),
  /** A file's id. */
  profileImage: text(),
  /** Null until an invited person has set a password. */
  passwordHash: text(),
  /** While unverified: the registration that a code may confirm; a newer one replaces it. */
  registration: uuid(),
  verifiedAt: instant(),
  disabledUntil: instant(),
  deletedAt: instant(),
  /** A token of an earlier epoch is revoked. */
  epoch: integer().notNull().default(1),
  version: integer().notNull().default(1),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
}, (person) => [
  uniqueIndex().on(person.email),
  index().on(person.role, person.name).where(sql`deleted_at is null`),
]);

/** The one live code of an address for a purpose; a new one replaces it. */
export const codes = pgTable("codes", {
  email: text().notNull(),
  purpose: text({ enum: ["verify", "password"] }).notNull(),
  /** HMAC-SHA-256 of purpose, address and code, in hexadecimal. */
  hash: text().notNull(),
  guesses: integer().notNull().default(0),
  usedAt: instant(),
  expiresAt: instant().notNull(),
}, (code) => [primaryKey({ columns: [code.email, code.purpose] })]);
