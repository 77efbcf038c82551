/** Messages and whom they are for. */
import { sql } from "drizzle-orm";
import { boolean, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../kit/columns.ts";
import { ROLES } from "../kit/roles.ts";
import { people } from "../people/tables.ts";

export const messages = pgTable("messages", {
  id: uuid().primaryKey(),
  subject: text().notNull(),
  body: text().notNull(),
  isPublic: boolean().notNull(),
  senderId: uuid().notNull().references(() => people.id),
  /** As it was then: a student's message to the staff stays one when the student becomes staff. */
  senderRole: text({ enum: ROLES }).notNull(),
  /** Whom it reaches besides its sender. */
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
  index().on(message.createdAt.desc().nullsFirst(), message.id.desc().nullsFirst()),
  index().on(
    message.audience,
    message.createdAt.desc().nullsFirst(),
    message.id.desc().nullsFirst(),
  ),
  index().on(
    message.senderId,
    message.createdAt.desc().nullsFirst(),
    message.id.desc().nullsFirst(),
  ),
]);

export const recipients = pgTable("message_recipients", {
  messageId: uuid().notNull().references(() => messages.id, { onDelete: "cascade" }),
  personId: uuid().notNull().references(() => people.id),
  /** The message's own time, by which everybody's messages are listed. */
  createdAt: instant().notNull(),
}, (recipient) => [
  primaryKey({ columns: [recipient.messageId, recipient.personId] }),
  index().on(
    recipient.personId,
    recipient.createdAt.desc().nullsFirst(),
    recipient.messageId.desc().nullsFirst(),
  ),
]);
