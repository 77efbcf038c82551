/** The invitations. */
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../kit/db/columns.ts";
import { people } from "../../people/tables.ts";

export const invitations = pgTable("invitations", {
  id: uuid().primaryKey(),
  /** The hash of the token in the link. The token itself is not stored. */
  hash: text().notNull(),
  name: text().notNull(),
  /** In lower case: the only address that it admits. Null for a class. */
  email: text(),
  /** How many accounts were made with it. */
  uses: integer().notNull().default(0),
  usesMost: integer().notNull(),
  endsAt: instant().notNull(),
  madeAt: instant().notNull(),
  madeById: uuid().notNull().references(() => people.id),
  takenBackAt: instant(),
}, (invitation) => [
  uniqueIndex().on(invitation.hash),
  index().on(invitation.madeAt),
  index().on(invitation.email),
]);
