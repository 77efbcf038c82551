/** Called `lessons` as in their first version: during an upgrade, two versions use them. */
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
import { newestColumns } from "../kit/db/newest_first.ts";
import { people } from "../people/tables.ts";
import { audience } from "../sections/tables.ts";
import type { ClassSessionSummary } from "./schema.ts";
import type { StoredSteps } from "./wall/schema.ts";

export const classSessions = pgTable("lessons", {
  id: uuid().primaryKey(),
  startedById: uuid().notNull().references(() => people.id),
  startedAt: instant().notNull(),
  endsAt: instant().notNull(),
  /** Null while it runs. After `endsAt` it counts as over even before this is set. */
  endedAt: instant(),
  /** The sections that it is for; null: the whole class. */
  audience: audience(),
  wallSections: audience(),
  countdownAt: instant(),
  /** The question that the wall shows; null: the wall shows them in turn. */
  shownId: uuid().references(() => assignments.id, { onDelete: "set null" }),
  /** The results, which are computed once, when it ends. */
  summary: jsonb().$type<ClassSessionSummary>(),
  /** The SHA-256 of the token of the wall's link; null without a link. */
  wallHash: text(),
  wallMadeAt: instant(),
  wallMadeById: uuid().references(() => people.id),
  /** The step of a run that is on the wall; null: none. */
  wallStep: jsonb().$type<StoredSteps>(),
  version: integer().notNull().default(1),
}, (classSession) => [
  index("lessons_running").on(classSession.endsAt).where(sql`ended_at is null`),
  uniqueIndex("lessons_wall").on(classSession.wallHash).where(sql`wall_hash is not null`),
  index("lessons_newest").on(...newestColumns(classSession.startedAt, classSession.id)),
]);

/** One to five questions of a class session, in order. */
export const classSessionQuestions = pgTable("lesson_questions", {
  classSessionId: uuid("lesson_id").notNull().references(() => classSessions.id, {
    onDelete: "cascade",
  }),
  assignmentId: uuid().notNull().references(() => assignments.id, { onDelete: "cascade" }),
  /** The first has the place 0. */
  place: integer().notNull(),
}, (question) => [
  primaryKey({ columns: [question.classSessionId, question.assignmentId] }),
  index().on(question.assignmentId),
]);
