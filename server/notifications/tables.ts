/** Whom each concerns and who read it, settings, waiting pushes and mails. */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { sessions } from "../auth/tables.ts";
import { instant } from "../kit/db/columns.ts";
import { people } from "../people/tables.ts";
import type { Kind, Quiet, Ways } from "./schema.ts";

/**
 * One row for each thing that has happened, however many people it concerns. It holds no text: that
 * is read with the permissions of the reader. Ids are in order of time.
 */
export const notifications = pgTable("notifications", {
  id: uuid().primaryKey(),
  /** Names what has happened, so that it is noted once. */
  cause: text().notNull(),
  kind: text().$type<Kind>().notNull(),
  /** Whether it is for the whole class. Otherwise `notified` says for whom. */
  isForAll: boolean().notNull(),
  byId: uuid().references(() => people.id),
  path: text().notNull(),
  subjectId: uuid().notNull(),
  assignmentId: uuid(),
  /** The title of something that is in no other table. */
  title: text(),
  at: instant().notNull(),
  createdAt: instant().notNull(),
}, (notification) => [
  uniqueIndex().on(notification.cause),
  index("notifications_all").on(notification.id).where(sql`is_for_all`),
  index().on(notification.createdAt),
]);

/** Whom a notification is for. For one to the whole class: who has read it. */
export const notified = pgTable("notified", {
  personId: uuid().notNull().references(() => people.id),
  notificationId: uuid().notNull().references(() => notifications.id, { onDelete: "cascade" }),
  readAt: instant(),
}, (one) => [
  primaryKey({ columns: [one.personId, one.notificationId] }),
  index().on(one.notificationId),
]);

/** A person's wishes, and up to which notification they have read all. */
export const notificationSettings = pgTable("notification_settings", {
  personId: uuid().primaryKey().references(() => people.id),
  ways: jsonb().$type<Record<string, Ways>>().notNull().default({}),
  quiet: jsonb().$type<Quiet>(),
  digestHour: integer().notNull().default(18),
  /** Since when a mentor wants to be told of long waits; null: not. */
  nudgesSince: instant(),
  readUpTo: uuid(),
  version: integer().notNull().default(1),
});

/** How far the event log has been read: one row. The server that locks it reads on. */
export const notificationProgress = pgTable("notification_progress", {
  one: boolean().primaryKey(),
  seq: bigint({ mode: "number" }).notNull(),
});

/** The browsers that get pushes. One ends with its session. */
export const pushSubscriptions = pgTable("push_subscriptions", {
  id: uuid().primaryKey(),
  personId: uuid().notNull().references(() => people.id),
  sessionId: uuid().references(() => sessions.id, { onDelete: "cascade" }),
  endpoint: text().notNull(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  createdAt: instant().notNull(),
}, (subscription) => [
  uniqueIndex().on(subscription.endpoint),
  index().on(subscription.personId, subscription.createdAt),
  index().on(subscription.sessionId),
]);

/** Pushes that wait to be sent, each with its next try. */
export const pushes = pgTable("pushes", {
  subscriptionId: uuid().notNull().references(() => pushSubscriptions.id, { onDelete: "cascade" }),
  notificationId: uuid().notNull().references(() => notifications.id, { onDelete: "cascade" }),
  dueAt: instant().notNull(),
  attempts: integer().notNull().default(0),
}, (push) => [
  primaryKey({ columns: [push.subscriptionId, push.notificationId] }),
  index().on(push.dueAt),
  index().on(push.notificationId),
]);

export const notificationMails = pgTable("notification_mails", {
  personId: uuid().notNull().references(() => people.id),
  notificationId: uuid().notNull().references(() => notifications.id, { onDelete: "cascade" }),
  dueAt: instant().notNull(),
}, (mail) => [
  primaryKey({ columns: [mail.personId, mail.notificationId] }),
  index().on(mail.dueAt),
  index().on(mail.notificationId),
]);

/** The key pair of Web Push (VAPID), the same for all servers; the private key is sealed. */
export const pushKeys = pgTable("push_keys", {
  one: boolean().primaryKey(),
  publicKey: text().notNull(),
  sealedPrivateKey: text().notNull(),
});
