/** Messages and their recipients. */
import { sql } from "drizzle-orm";
import { boolean, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../kit/db/columns.ts";
import { newestColumns } from "../kit/db/newest_first.ts";
import { ROLES } from "../kit/core/roles.ts";
import { people } from "../people/tables.ts";

export const messages = pgTable("messages", {
  id: uuid().primaryKey(),
  subject: text().notNull(),
  body: text().notNull(),
  isPublic: boolean().notNull(),
  senderId: uuid().notNull().references(() => people.id),
  /** At the time of sending: the message stays a student's when they join the staff. */
  senderRole: text({ enum: ROLES }).notNull(),
  /** The readers besides the sender. */
  audience: text({ enum: ["personal", "everyone", "staff"] }).notNull().generatedAlwaysAs(
    sql`case
      when not is_public then 'personal'
      when sender_role in ('mentor', 'admin') then 'everyone'
      else 'staff'
    end`,
  ),
  links: text().array().notNull(),
  createdAt: instant().notNull(),
}, (message) => [
  index().on(...newestColumns(message.createdAt, message.id)),
  index().on(
    message.audience,
    ...newestColumns(message.createdAt, message.id),
  ),
  index().on(
    message.senderId,
    ...newestColumns(message.createdAt, message.id),
  ),
]);

export const recipients = pgTable("message_recipients", {
  messageId: uuid().notNull().references(() => messages.id, { onDelete: "cascade" }),
  personId: uuid().notNull().references(() => people.id),
  /** The message's time, copied here so that an index can list each person's received messages. */
  createdAt: instant().notNull(),
}, (recipient) => [
  primaryKey({ columns: [recipient.messageId, recipient.personId] }),
  index().on(
    recipient.personId,
    ...newestColumns(recipient.createdAt, recipient.messageId),
  ),
]);
