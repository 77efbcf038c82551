/** Tables of the kit: outgoing mail, one-time codes, idempotency keys, claims, files, quotas. */
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { instant } from "./columns.ts";

/** Mail waits here from the commit that causes it until it is sent; its content is sealed. */
export const mails = pgTable("mails", {
  id: uuid().primaryKey(),
  /** A JWE of what to send, null once it is sent. */
  sealed: text(),
  attempts: integer().notNull().default(0),
  /** When to try (again). */
  dueAt: instant().notNull(),
  /** When it was done with: sent, or refused for good. */
  sentAt: instant(),
  /** What the mail server said, when it refused it for good. */
  refused: text(),
  createdAt: instant().notNull(),
}, (mail) => [index().on(mail.dueAt).where(sql`${mail.sentAt} is null`)]);

/** The one live code of an address for a purpose; a new one replaces it. */
export const codes = pgTable("codes", {
  email: text().notNull(),
  purpose: text({ enum: ["verify", "password"] }).notNull(),
  /** HMAC-SHA-256 of purpose, address and code, in hexadecimal. */
  hash: text().notNull(),
  guesses: integer().notNull().default(0),
  usedAt: instant(),
  expiresAt: instant().notNull(),
}, (code) => [primaryKey({ columns: [code.email, code.purpose] })]);

/** What a person's request with an Idempotency-Key came to. */
export const idempotencyKeys = pgTable("idempotency_keys", {
  personId: uuid().notNull(),
  key: uuid().notNull(),
  /** Method and path: a key belongs to one request. */
  request: text().notNull(),
  result: jsonb(),
  createdAt: instant().notNull(),
}, (key) => [
  primaryKey({ columns: [key.personId, key.key] }),
  index().on(key.createdAt),
]);

/** "I have this": a lease on a doubt, or on a student's response to an assignment. */
export const claims = pgTable("claims", {
  kind: text({ enum: ["doubt", "review"] }).notNull(),
  /** The doubt's id, or the assignment's. */
  subjectId: uuid().notNull(),
  /** The student whose response it is; for a doubt, the student who raised it. */
  studentId: uuid().notNull(),
  byId: uuid().notNull(),
  until: instant().notNull(),
}, (claim) => [
  primaryKey({ columns: [claim.kind, claim.subjectId, claim.studentId] }),
  index().on(claim.until),
]);

/** What is known of each uploaded file; its bytes are in the file store. */
export const files = pgTable("files", {
  /** 128 random bits in hexadecimal. */
  id: text().primaryKey(),
  name: text().notNull(),
  /** The media type it is served as. */
  type: text().notNull(),
  /** Bytes. */
  size: integer().notNull(),
  ownerId: uuid(),
  createdAt: instant().notNull(),
});

/** How far what is stored has been rendered by the renderer of today. */
export const renderings = pgTable("renderings", {
  /** A column of HTML; or the event log, which holds HTML too. */
  part: text().primaryKey(),
  /** The renderer's version. */
  renderer: integer().notNull(),
  /** The key of the last row that was looked at; null before the first. */
  reached: text().array(),
  begunAt: instant().notNull(),
  doneAt: instant(),
});

/** What is limited over all servers: a bucket that leaks, by when it is empty. */
export const quotas = pgTable("quotas", {
  /** What is counted, and a hash of for whom. */
  key: text().primaryKey(),
  emptyAt: instant().notNull(),
}, (quota) => [index().on(quota.emptyAt)]);

/** Pictures that came with a registration: their bytes are kept as they came until it is confirmed. */
export const unconfirmedPictures = pgTable("unconfirmed_pictures", {
  /** Its name in the file store. No file has it, so nobody can read it there. */
  id: text().primaryKey(),
  /** The registration that it came with, once that is made. */
  registration: uuid(),
  name: text().notNull(),
  /** Bytes; 0 once they are gone. */
  size: integer().notNull(),
  /** Where it came from. */
  address: text().notNull(),
  createdAt: instant().notNull(),
}, (picture) => [index().on(picture.registration), index().on(picture.createdAt)]);
