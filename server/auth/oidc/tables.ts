/** Which account of the school's provider belongs to which account here. */
import { pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../kit/db/columns.ts";
import { people } from "../../people/tables.ts";

/** The provider's id of a person never changes and is never given to another; an address may be. */
export const identities = pgTable("identities", {
  issuer: text().notNull(),
  /** The provider's id of the person: `sub`, at most 255 characters. */
  subject: text().notNull(),
  personId: uuid().notNull().references(() => people.id),
  linkedAt: instant().notNull(),
}, (identity) => [
  primaryKey({ columns: [identity.issuer, identity.subject] }),
  uniqueIndex().on(identity.personId, identity.issuer),
]);
