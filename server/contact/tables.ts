/** What visitors wrote in the contact form. */
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../kit/columns.ts";

export const contactMessages = pgTable("contact_messages", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
  message: text().notNull(),
  createdAt: instant().notNull(),
}, (message) => [
  index().on(message.createdAt.desc().nullsFirst(), message.id.desc().nullsFirst()),
]);
