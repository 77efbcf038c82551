/** Registrations that are not verified yet, sessions, and when people were last here. */
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytes, codeColumns, instant } from "../kit/db/columns.ts";
import { newestColumns } from "../kit/db/newest_first.ts";
import { invitations } from "../admission/invitations/tables.ts";
import { people } from "../people/tables.ts";

/**
 * Registrations of the same address are independent of each other. The first that is confirmed
 * becomes the account. Its code is mailed to the address, and the browser that registered holds a
 * token that names the registration.
 */
export const registrations = pgTable("registrations", {
  id: uuid().primaryKey(),
  /** In lower case. */
  email: text().notNull(),
  name: text().notNull(),
  branch: text(),
  year: integer(),
  passwordHash: text().notNull(),
  /** The profile image, as a small WebP. */
  picture: bytes(),
  /** The invitation that counts it when it is confirmed. */
  invitationId: uuid().references(() => invitations.id, { onDelete: "cascade" }),
  hash: text("code_hash").notNull(),
  ...codeColumns(),
  createdAt: instant().notNull(),
}, (registration) => [
  index().on(registration.email, registration.createdAt),
  index().on(registration.createdAt),
  index().on(registration.invitationId),
]);

/** One for each sign-in. A token is valid while its row exists and has the account's epoch. */
export const sessions = pgTable("sessions", {
  id: uuid().primaryKey(),
  personId: uuid().notNull().references(() => people.id),
  /** The account's epoch. The session that ends all others moves on to the next epoch. */
  epoch: integer().notNull(),
  device: text().notNull(),
  network: text().notNull(),
  createdAt: instant().notNull(),
  usedAt: instant().notNull(),
  expiresAt: instant().notNull(),
}, (session) => [
  index("sessions_newest").on(session.personId, ...newestColumns(session.usedAt, session.id)),
  index().on(session.expiresAt),
]);

export const visits = pgTable("visits", {
  personId: uuid().primaryKey().references(() => people.id),
  signedInAt: instant(),
  seenAt: instant().notNull(),
}, (visit) => [index().on(visit.seenAt)]);
