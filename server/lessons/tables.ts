/** Class sessions ("lessons" in the code), and their questions. */
import { sql } from "drizzle-orm";
import {
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
import { instant } from "../kit/db/columns.ts";
import { people } from "../people/tables.ts";
import { audience } from "../sections/tables.ts";
import type { LessonSummary } from "./schema.ts";
import type { StoredSteps } from "./wall/schema.ts";

export const lessons = pgTable("lessons", {
  id: uuid().primaryKey(),
  startedById: uuid().notNull().references(() => people.id),
  startedAt: instant().notNull(),
  /** When it ends by itself. */
  endsAt: instant().notNull(),
  /** Null while it runs. A lesson whose `endsAt` has passed counts as over even before it is set. */
  endedAt: instant(),
  /** The sections that it is for; null: the whole class. */
  audience: audience(),
  /** Whose work the wall counts, if not that of everyone whom it is for. */
  wallSections: audience(),
  /** Until when the countdown on the wall runs. */
  countdownAt: instant(),
  /** The question that the wall shows; null: the wall shows them in turn. */
  shownId: uuid().references(() => assignments.id, { onDelete: "set null" }),
  /** The results, which are computed once, when it ends. */
  summary: jsonb().$type<LessonSummary>(),
  /** The SHA-256 of the token of the wall's link; null without a link. */
  wallHash: text(),
  wallMadeAt: instant(),
  wallMadeById: uuid().references(() => people.id),
  /** The step of a run that is on the wall; null: none. */
  wallStep: jsonb().$type<StoredSteps>(),
  version: integer().notNull().default(1),
}, (lesson) => [
  index("lessons_running").on(lesson.endsAt).where(sql`ended_at is null`),
  uniqueIndex("lessons_wall").on(lesson.wallHash).where(sql`wall_hash is not null`),
  index("lessons_newest").on(
    lesson.startedAt.desc().nullsFirst(),
    lesson.id.desc().nullsFirst(),
  ),
]);

/** One to five questions of a lesson, in order. */
export const lessonQuestions = pgTable("lesson_questions", {
  lessonId: uuid().notNull().references(() => lessons.id, { onDelete: "cascade" }),
  assignmentId: uuid().notNull().references(() => assignments.id, { onDelete: "cascade" }),
  /** The first has the place 0. */
  place: integer().notNull(),
}, (question) => [
  primaryKey({ columns: [question.lessonId, question.assignmentId] }),
  index().on(question.assignmentId),
]);
