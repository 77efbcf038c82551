/** Doubts and the entries of their threads. */
import { sql } from "drizzle-orm";
import {
  boolean,
  type ExtraConfigColumn,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { assignments } from "../assignments/tables.ts";
import { instant, tsvector } from "../kit/columns.ts";
import { comparedWordsOf, spansOf } from "../kit/search.ts";
import { people } from "../people/tables.ts";
import { ENTRY_TYPES } from "./schema.ts";

type Column = ExtraConfigColumn;
const newest = ({ activeAt, id }: Record<"activeAt" | "id", Column>) =>
  [activeAt.desc().nullsFirst(), id.desc().nullsFirst()] as const;
const readable = (doubt: Record<"open" | "assignmentId" | "studentId", Column>) =>
  [doubt.open, doubt.assignmentId, doubt.studentId] as const;

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
  /** Whether everyone signed in may read it; kept by the triggers in db/repeatable/doubts.sql. */
  open: boolean().notNull().default(false),
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
  /** The words of the doubt itself, by which similar ones are found. */
  asked: tsvector().generatedAlwaysAs(comparedWordsOf(sql`doubt_text`)),
  /** The day, the eight days and the sixty-four in which it was last active, to search by. */
  spans: integer().array().generatedAlwaysAs(spansOf(sql`active_at`)),
  version: integer().notNull().default(1),
  createdAt: instant().notNull(),
}, (doubt) => [
  // A student has at most one unresolved doubt on an assignment.
  uniqueIndex("doubts_unresolved").on(doubt.assignmentId, doubt.studentId)
    .where(sql`stage <> 'resolved'`),
  // What decides who may read it, and a timeframe, stands in the index: to count is to read it only.
  index("doubts_active").on(...newest(doubt), ...readable(doubt), doubt.createdAt),
  index("doubts_stage").on(doubt.stage, ...newest(doubt), ...readable(doubt)),
  index("doubts_open").on(...newest(doubt), ...readable(doubt), doubt.answeredById)
    .where(sql`stage <> 'resolved'`),
  index("doubts_assignment").on(
    doubt.assignmentId,
    ...newest(doubt),
    doubt.open,
    doubt.studentId,
  ),
  index("doubts_student").on(doubt.studentId, ...newest(doubt), doubt.assignmentId),
  index("doubts_answerer").on(doubt.answeredById, ...newest(doubt)),
  index("doubts_queue").on(doubt.waitingSince, ...newest(doubt)),
  // Without a list of pending entries: a search would read all of it for every span.
  index("doubts_words").using("gin", doubt.spans, doubt.words)
    .with({ fastupdate: false }),
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
