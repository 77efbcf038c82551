/** The table of messages that were sent with the contact form. */
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../kit/db/columns.ts";
import { newestColumns } from "../kit/db/newest_first.ts";

export const contactMessages = pgTable("contact_messages", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
  message: text().notNull(),
  createdAt: instant().notNull(),
}, (message) => [
  index().on(...newestColumns(message.createdAt, message.id)),
]);
