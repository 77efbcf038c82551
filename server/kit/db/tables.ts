/** Mails, one-time codes, idempotency keys, claims, jobs and costs, files, rate limits. */
import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
  varchar,
} from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { codeColumns, instant } from "./columns.ts";

/** Mail waits here from the commit that causes it until it is sent. Its content is encrypted. */
export const mails = pgTable("mails", {
  id: uuid().primaryKey(),
  /** A JWE of the mail; null after it is sent. */
  sealed: text(),
  attempts: integer().notNull().default(0),
  /** The time of the next try. */
  dueAt: instant().notNull(),
  /** The time at which it was sent or refused for good. */
  sentAt: instant(),
  /** The mail server's words when it refused the mail for good. */
  refused: text(),
  createdAt: instant().notNull(),
}, (mail) => [index().on(mail.dueAt).where(sql`${mail.sentAt} is null`)]);

/** The one valid code of an address for a purpose. A new code replaces it. */
export const codes = pgTable("codes", {
  email: text().notNull(),
  purpose: text({ enum: ["verify", "password", "link", "delete"] }).notNull(),
  hash: text().notNull(),
  ...codeColumns(),
  usedAt: instant(),
}, (code) => [primaryKey({ columns: [code.email, code.purpose] })]);

/** The result of a person's request with an Idempotency-Key. */
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
  /** The student of the response; for a doubt, the student who raised it. */
  studentId: uuid().notNull(),
  byId: uuid().notNull(),
  until: instant().notNull(),
}, (claim) => [
  primaryKey({ columns: [claim.kind, claim.subjectId, claim.studentId] }),
  index().on(claim.until),
]);

/** A queue of jobs for whichever server is free: those that wait, and those under way. */
export const jobs = pgTable("jobs", {
  /** The id of what it is about. */
  id: uuid().primaryKey(),
  /** The person who asked for it. */
  personId: uuid().notNull(),
  createdAt: instant().notNull(),
  /** The server that took it has it until then. If that server dies, another one takes it. */
  leaseUntil: instant(),
  /** How many times a server has taken it. */
  attempts: integer().notNull().default(0),
}, (job) => [index().on(job.personId)]);

/** What each person's jobs have cost of late, over all servers. */
export const jobCosts = pgTable("job_costs", {
  personId: uuid().primaryKey(),
  /** Milliseconds of processor time. It counts half after some minutes. */
  ms: doublePrecision().notNull(),
  /** The time at which it was so much. */
  at: instant().notNull(),
});

/** The metadata of each uploaded file. Its bytes are in the file store. */
export const files = pgTable("files", {
  /** 128 random bits in hexadecimal. */
  id: text().primaryKey(),
  name: text().notNull(),
  /** The media type that it is served as. */
  type: text().notNull(),
  /** Bytes. */
  size: integer().notNull(),
  ownerId: uuid(),
  createdAt: instant().notNull(),
});

/** Rate limits over all servers, as the library reads and writes them (`limits/limits.ts`). */
export const rateLimits = pgTable("rate_limits", {
  /** The limit's name, and a hash of the subject. */
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  /** In milliseconds of Unix time. */
  expire: bigint({ mode: "number" }),
}, (limit) => [index().on(limit.expire)]);
