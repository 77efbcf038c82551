/** The calendar addresses: at most one for each person. */
import { pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../kit/db/columns.ts";
import { people } from "../people/tables.ts";

export const calendarFeeds = pgTable("calendar_feeds", {
  personId: uuid().primaryKey().references(() => people.id),
  /** The hash of the token in the address. The token itself is not stored. */
  hash: text().notNull(),
  madeAt: instant().notNull(),
}, (feed) => [uniqueIndex().on(feed.hash)]);
