/** The tables of doubts and their entries. */
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  type ExtraConfigColumn,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { assignments } from "../assignments/tables.ts";
import { instant, tsvector } from "../kit/db/columns.ts";
import { newestColumns } from "../kit/db/newest_first.ts";
import { comparedWordsOf } from "../kit/db/search.ts";
import { people } from "../people/tables.ts";
import { runs } from "../runs/tables.ts";
import { IS_PRESENT, termId } from "../terms/tables.ts";
import { ENTRY_TYPES, PROGRAM_READERS } from "./schema.ts";

type Column = ExtraConfigColumn;
const newest = ({ activeAt, id }: Record<"activeAt" | "id", Column>) => newestColumns(activeAt, id);
const readable = (doubt: Record<"open" | "assignmentId" | "studentId", Column>) =>
  [doubt.open, doubt.assignmentId, doubt.studentId] as const;

/** A thread before its newest entry, so that this entry can be taken back. */
export type BeforeNewest = {
  place: number;
  stage: "new" | "replied" | "unsatisfied";
  activeAt: string;
  waitingSince: string | null;
  answeredById: string | null;
};

/** What a merge has changed, so that it can be taken back. */
export type BeforeMerge = {
  stage: "new" | "replied" | "unsatisfied";
  waitingSince: string | null;
  /** Since when the other thread waited, before the merge and after it. */
  target: { before: string | null; after: string | null };
  followers: string[];
};

/**
 * The columns stage, activeAt, waitingSince, entries, answeredBy and words are derived from the
 * thread. They are stored because lists of any size filter, order and search by them. Only `append`
 * and what takes an entry back or edits it write them.
 */
export const doubts = pgTable("doubts", {
  id: uuid().primaryKey(),
  assignmentId: uuid().notNull().references(() => assignments.id),
  studentId: uuid().notNull().references(() => people.id),
  doubtText: text().notNull(),
  private: boolean().notNull().default(false),
  /** Whether classmates see "A classmate" in place of the student. */
  anonymous: boolean().notNull().default(false),
  /** Whom the attached programs are shown to, besides the owner. */
  programShown: text({ enum: PROGRAM_READERS }).notNull().default("class"),
  /** Whether a mentor began it, by an answer to students whose programs failed alike. */
  mentorFirst: boolean().notNull().default(false),
  /** Whether it is a private thread beside an open doubt, for answers to a group. None begins now. */
  aside: boolean().notNull().default(false),
  /** Whether everyone signed in may read it. The triggers in db/repeatable/doubts.sql set it. */
  open: boolean().notNull().default(false),
  /** The sections that may read it, if its question is for some only. Set as `open` is. */
  openTo: uuid().array(),
  /** The status without claims, which expire over time. */
  stage: text({ enum: ["new", "replied", "unsatisfied", "resolved"] }).notNull(),
  resolvedAt: instant(),
  activeAt: instant().notNull(),
  /** Since when it waits for staff; null while it does not wait. */
  waitingSince: instant(),
  /** Since when its student's program, written after the newest question, is verified on all cases. */
  solvedAt: instant(),
  /** Its part of the line: 0, or 1 if it is solved since; null while it does not wait. */
  turn: integer().generatedAlwaysAs(
    sql`case when waiting_since is not null then (solved_at is not null)::integer end`,
  ),
  entries: integer().notNull(),
  answeredById: uuid().references(() => people.id),
  /** How its newest failing program failed (`roughFailureOf`). Only compared, shown to nobody. */
  failure: text(),
  /** Since when staff keep it for later classes. */
  keptAt: instant(),
  /** Since when its owner says that a reply helped, and the newest reply that did. */
  helpedAt: instant(),
  helpedId: uuid(),
  sharers: integer().notNull().default(0),
  /** The thread that it was merged into. It is closed then, and its text stays. */
  mergedIntoId: uuid().references((): AnyPgColumn => doubts.id, { onDelete: "set null" }),
  mergedAt: instant(),
  beforeMerge: jsonb().$type<BeforeMerge>(),
  beforeNewest: jsonb().$type<BeforeNewest>(),
  words: tsvector().notNull(),
  /** The search document of the doubt's own text, to find similar doubts. */
  asked: tsvector().generatedAlwaysAs(comparedWordsOf(sql`doubt_text`)),
  termId: termId(),
  version: integer().notNull().default(1),
  createdAt: instant().notNull(),
}, (doubt) => [
  // A student has at most one unresolved doubt on an assignment, besides threads for answers.
  uniqueIndex("doubts_unresolved").on(doubt.assignmentId, doubt.studentId)
    .where(sql`stage <> 'resolved' and not aside and term_id is null`),
  // The indexes contain the columns of the read permission, and `doubts_active` those of the time
  // frame, so that a count is an index-only scan.
  index("doubts_active").on(...newest(doubt), ...readable(doubt), doubt.createdAt)
    .where(IS_PRESENT),
  index("doubts_stage").on(doubt.stage, ...newest(doubt), ...readable(doubt)).where(IS_PRESENT),
  index("doubts_term").on(doubt.termId, ...newest(doubt), ...readable(doubt))
    .where(sql`term_id is not null`),
  index("doubts_open").on(...newest(doubt), ...readable(doubt), doubt.answeredById)
    .where(sql`stage <> 'resolved' and term_id is null`),
  index("doubts_assignment").on(
    doubt.assignmentId,
    ...newest(doubt),
    doubt.open,
    doubt.studentId,
    doubt.termId,
  ),
  index("doubts_student").on(doubt.studentId, ...newest(doubt), doubt.assignmentId, doubt.termId),
  index("doubts_answerer").on(doubt.answeredById, ...newest(doubt), doubt.termId),
  index("doubts_queue").on(doubt.turn, doubt.waitingSince, ...newest(doubt)),
  index("doubts_merged").on(doubt.mergedIntoId).where(sql`merged_into_id is not null`),
  // The page of answered doubts of a question, kept ones first.
  index("doubts_answers").on(
    doubt.assignmentId,
    doubt.keptAt.desc().nullsLast(),
    doubt.helpedAt.desc().nullsLast(),
    doubt.id.desc().nullsFirst(),
  ).where(sql`(open or open_to is not null)
    and (kept_at is not null or helped_at is not null and stage = 'resolved')`),
  // Without GIN's pending list (`fastupdate`), which each search would read.
  index("doubts_words").using("gin", doubt.words).with({ fastupdate: false }),
]);

export const sharers = pgTable("doubt_sharers", {
  doubtId: uuid().notNull().references(() => doubts.id, { onDelete: "cascade" }),
  studentId: uuid().notNull().references(() => people.id),
  createdAt: instant().notNull(),
}, (sharer) => [
  primaryKey({ columns: [sharer.doubtId, sharer.studentId] }),
  index().on(sharer.studentId),
]);

export const entries = pgTable("doubt_entries", {
  id: uuid().primaryKey(),
  doubtId: uuid().notNull().references(() => doubts.id, { onDelete: "cascade" }),
  /** 1 for the doubt itself, then consecutive numbers; assigned while the doubt is locked. */
  place: integer().notNull(),
  type: text({ enum: ENTRY_TYPES }).notNull(),
  message: text().notNull(),
  /** HTML, rendered when the message was saved. */
  html: text().notNull(),
  senderId: uuid().notNull().references(() => people.id),
  /** The sender's program. A run that an entry refers to is not deleted with older ones. */
  runId: uuid().references(() => runs.id, { onDelete: "set null" }),
  /** Of a reply: another doubt that answers this one. */
  refersToId: uuid().references(() => doubts.id, { onDelete: "set null" }),
  helped: boolean(),
  sentToSeveral: boolean().notNull().default(false),
  /** Of a reply that ended a wait: since when the doubt had waited. */
  waitedSince: instant(),
  createdAt: instant().notNull(),
  editedAt: instant(),
}, (entry) => [
  uniqueIndex().on(entry.doubtId, entry.place),
  // The answer times of a period.
  index("doubt_entries_answers").on(entry.createdAt, entry.waitedSince)
    .where(sql`waited_since is not null`),
  index("doubt_entries_refers").on(entry.refersToId).where(sql`refers_to_id is not null`),
  index("doubt_entries_run").on(entry.runId).where(sql`run_id is not null`),
]);

/** The texts of entries before each edit, for staff. */
export const entryVersions = pgTable("doubt_entry_versions", {
  entryId: uuid().notNull().references(() => entries.id, { onDelete: "cascade" }),
  /** 1 for the first text. */
  number: integer().notNull(),
  message: text().notNull(),
  html: text().notNull(),
  writtenAt: instant().notNull(),
}, (version) => [primaryKey({ columns: [version.entryId, version.number] })]);
