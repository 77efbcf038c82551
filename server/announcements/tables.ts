/** The table of announcements. */
import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../kit/db/columns.ts";
import { newestColumns } from "../kit/db/newest_first.ts";
import { people } from "../people/tables.ts";
import { audience } from "../sections/tables.ts";
import { termId } from "../terms/tables.ts";

export const announcements = pgTable("announcements", {
  id: uuid().primaryKey(),
  subject: text().notNull(),
  body: text().notNull(),
  senderId: uuid().notNull().references(() => people.id),
  links: text().array().notNull(),
  termId: termId(),
  /** The sections that it is for; null: the whole class. */
  audience: audience(),
  version: integer().notNull().default(1),
  /** When a prepared announcement appears; null once it has. */
  appearsAt: instant(),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
}, (announcement) => [
  index().on(...newestColumns(announcement.createdAt, announcement.id)),
  index("announcements_prepared").on(announcement.appearsAt).where(sql`appears_at is not null`),
]);
