/** Webhooks, and their deliveries: those that wait, and the last ones. */
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../kit/db/columns.ts";
import { newestColumns } from "../kit/db/newest_first.ts";
import { people } from "../people/tables.ts";
import type { Delivery, WebhookEvent } from "./schema.ts";

export const webhooks = pgTable("webhooks", {
  id: uuid().primaryKey(),
  url: text().notNull(),
  events: text().array().$type<WebhookEvent[]>().notNull(),
  isOn: boolean().notNull().default(true),
  failingSince: instant(),
  createdAt: instant().notNull(),
  createdById: uuid().notNull().references(() => people.id),
  version: integer().notNull().default(1),
});

export const deliveries = pgTable("webhook_deliveries", {
  id: uuid().primaryKey(),
  webhookId: uuid().notNull().references(() => webhooks.id, { onDelete: "cascade" }),
  /** Names what has happened. */
  cause: text().notNull(),
  type: text().$type<Delivery["type"]>().notNull(),
  /** The JSON that is sent. */
  body: text().notNull(),
  createdAt: instant().notNull(),
  tries: integer().notNull().default(0),
  triedAt: instant(),
  dueAt: instant(),
  isSent: boolean().notNull().default(false),
  status: integer(),
  answer: text().notNull().default(""),
}, (delivery) => [
  uniqueIndex().on(delivery.webhookId, delivery.cause),
  index("webhook_deliveries_newest").on(
    delivery.webhookId,
    ...newestColumns(delivery.createdAt, delivery.id),
  ),
  index().on(delivery.webhookId, delivery.dueAt).where(sql`due_at is not null`),
]);
