/** Registrations that wait for their code. */
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../kit/columns.ts";

/**
 * Each is its own, whoever else registers the address: the one that is confirmed becomes the
 * person. Its code is mailed to the address, and whoever registered holds a token that names it.
 */
export const registrations = pgTable("registrations", {
  id: uuid().primaryKey(),
  /** Lower case. */
  email: text().notNull(),
  name: text().notNull(),
  branch: text(),
  year: integer(),
  passwordHash: text().notNull(),
  /** HMAC-SHA-256 of purpose, address and code, in hexadecimal. */
  codeHash: text().notNull(),
  guesses: integer().notNull().default(0),
  /** The code's end. */
  expiresAt: instant().notNull(),
  createdAt: instant().notNull(),
}, (registration) => [
  index().on(registration.email, registration.createdAt),
  index().on(registration.createdAt),
]);
