/** API tokens. `require_session` (db/repeatable/sessions.sql) checks them as it checks sessions. */
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../kit/db/columns.ts";
import { people } from "../../people/tables.ts";
import { SCOPES } from "./schema.ts";

export const apiTokens = pgTable("api_tokens", {
  id: uuid().primaryKey(),
  personId: uuid().notNull().references(() => people.id),
  name: text().notNull(),
  scope: text({ enum: SCOPES }).notNull(),
  /** SHA-256 of the token, which is not stored. */
  hash: text().notNull(),
  /** The account's epoch: whatever ends all sessions also ends the token. */
  epoch: integer().notNull(),
  createdAt: instant().notNull(),
  expiresAt: instant().notNull(),
  usedAt: instant(),
}, (token) => [
  uniqueIndex().on(token.personId, token.name),
  index().on(token.expiresAt),
]);
