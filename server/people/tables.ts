/** Accounts. */
import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../kit/db/columns.ts";
import { ROLES } from "../kit/core/roles.ts";
import { EXPLAIN_IN } from "../languages/types.ts";

export const people = pgTable("people", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  /** In lower case. */
  email: text().notNull(),
  role: text({ enum: ROLES }).notNull(),
  branch: text(),
  year: integer(),
  /** A file's id. */
  profileImage: text(),
  explainIn: text({ enum: EXPLAIN_IN }).notNull().default("en"),
  /** Shown on the About page. */
  linkedin: text(),
  github: text(),
  /** Null until an invited person, or one with the school's account, has set a password. */
  passwordHash: text(),
  /** Null until an invited person sets a password; registrations become rows when verified. */
  verifiedAt: instant(),
  disabledUntil: instant(),
  deletedAt: instant(),
  /** The mail server's words when it last refused one; null after a mail is sent. */
  mailRefused: text(),
  /** Tokens of an earlier epoch are revoked. */
  epoch: integer().notNull().default(1),
  version: integer().notNull().default(1),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
}, (person) => [
  uniqueIndex().on(person.email),
  index().on(person.role, person.name).where(sql`deleted_at is null`),
  index().on(person.name, person.id).where(sql`deleted_at is null`),
  index("people_trigrams").using(
    "gin",
    sql`${person.name} gin_trgm_ops`,
    sql`${person.email} gin_trgm_ops`,
  ).where(sql`deleted_at is null`),
]);

/** The address; of a deleted account, there is none. */
export const ADDRESS = sql<string | null>`
  case when ${people.deletedAt} is null then ${people.email} end`;
