/** Doubts and the entries of their threads. */
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { assignments } from "../assignments/tables.ts";
import { instant, tsvector } from "../kit/columns.ts";
import { people } from "../people/tables.ts";
import { ENTRY_TYPES } from "./schema.ts";

/**
 * What follows from the thread (stage, activeAt, waitingSince, entries, answeredBy, words) is kept
 * beside it, because lists filter, order and search by it at any size; `append` alone writes it.
 */
export const doubts = pgTable("doubts", {
  id: uuid().primaryKey(),
  assignmentId: uuid().notNull().references(() => assignments.id),
  studentId: uuid().notNull().references(() => people.id),
  doubtText: text().notNull(),
  private: boolean().notNull().default(false),
  /** The status but for a claim, which comes and goes with time. */
  stage: text({ enum: ["new", "replied", "unsatisfied", "resolved"] }).notNull(),
  resolvedAt: instant(),
  /** The last entry's time. */
  activeAt: instant().notNull(),
  /** Since when it waits for staff. */
  waitingSince: instant(),
  entries: integer().notNull(),
  answeredById: uuid().references(() => people.id),
  /** The words of the whole thread. */
  words: tsvector().notNull(),
  /** The seven days in which it was last active: search goes back week by week. */
  week: instant().generatedAlwaysAs(
    sql`date_bin('7 days', active_at, timestamptz '2001-01-01 00:00:00+00')`,
  ),
  version: integer().notNull().default(1),
  createdAt: instant().notNull(),
}, (doubt) => [
  // A student has at most one unresolved doubt on an assignment.
  uniqueIndex("doubts_unresolved").on(doubt.assignmentId, doubt.studentId)
    .where(sql`stage <> 'resolved'`),
  index().on(doubt.activeAt.desc().nullsFirst(), doubt.id.desc().nullsFirst()),
  index().on(doubt.stage, doubt.activeAt.desc().nullsFirst(), doubt.id.desc().nullsFirst()),
  index("doubts_open_active").on(doubt.activeAt.desc().nullsFirst(), doubt.id.desc().nullsFirst())
    .where(sql`stage <> 'resolved'`),
  index().on(doubt.assignmentId, doubt.activeAt.desc().nullsFirst(), doubt.id.desc().nullsFirst()),
  index().on(doubt.studentId, doubt.activeAt.desc().nullsFirst(), doubt.id.desc().nullsFirst()),
  index().on(doubt.answeredById, doubt.activeAt.desc().nullsFirst(), doubt.id.desc().nullsFirst()),
  index("doubts_queue").on(
    doubt.waitingSince,
    doubt.activeAt.desc().nullsFirst(),
    doubt.id.desc().nullsFirst(),
  ),
  index("doubts_words").using("gin", doubt.week, doubt.words),
]);

export const entries = pgTable("doubt_entries", {
  id: uuid().primaryKey(),
  doubtId: uuid().notNull().references(() => doubts.id, { onDelete: "cascade" }),
  /** 1 for the doubt itself, and on from there; given while the doubt is locked. */
  place: integer().notNull(),
  type: text({ enum: ENTRY_TYPES }).notNull(),
  /** As it was written. */
  message: text().notNull(),
  /** Rendered from the message when it was written. */
  html: text().notNull(),
  senderId: uuid().notNull().references(() => people.id),
  createdAt: instant().notNull(),
}, (entry) => [uniqueIndex().on(entry.doubtId, entry.place)]);
