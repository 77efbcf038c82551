/** Announcements. */
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../kit/columns.ts";
import { people } from "../people/tables.ts";

export const announcements = pgTable("announcements", {
  id: uuid().primaryKey(),
  subject: text().notNull(),
  body: text().notNull(),
  senderId: uuid().notNull().references(() => people.id),
  links: text().array().notNull(),
  version: integer().notNull().default(1),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
}, (announcement) => [
  index().on(announcement.createdAt.desc().nullsFirst(), announcement.id.desc().nullsFirst()),
]);
