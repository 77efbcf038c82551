/** The tables of assignments, personal assignees, responses and attempts. */
import { and, eq, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  type PgColumn,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { LANGUAGES } from "../languages/languages.ts";
import { type JudgeSettings, USUAL_SETTINGS } from "../languages/types.ts";
import { instant } from "../kit/db/columns.ts";
import { newestColumns } from "../kit/db/newest_first.ts";
import { people } from "../people/tables.ts";
import { IS_PRESENT, termId } from "../terms/tables.ts";
import type { GivenPoints } from "../rubrics/schema.ts";
import { audience } from "../sections/tables.ts";
import type { Plan } from "./schema.ts";
import type { TestCase, WrongSolution } from "./cases/schema.ts";
import type { GivenFile } from "./given-files/schema.ts";
import {
  DIFFICULTIES,
  DISTRIBUTION_TAGS,
  LATE_RULES,
  MAJOR_TOPICS,
  QUESTION_TYPES,
  REPO_CATEGORIES,
} from "./schema.ts";
import { RESPONSE_STATUSES, REVIEW_STATUSES } from "./responses/schema.ts";

const person = () => uuid().references(() => people.id);

export const assignments = pgTable("assignments", {
  id: uuid().primaryKey(),
  title: text().notNull(),
  /** HTML, rendered when the source was saved. */
  explanation: text().notNull(),
  explanationSource: text().notNull(),
  testCases: jsonb().$type<TestCase[]>().notNull(),
  difficulty: text({ enum: DIFFICULTIES }).notNull(),
  tags: text().array().notNull(),
  repoCategory: text({ enum: REPO_CATEGORIES }).notNull(),
  questionType: text({ enum: QUESTION_TYPES }),
  majorTopic: text({ enum: MAJOR_TOPICS }).notNull(),
  similarQuestions: jsonb().$type<{ title: string; url: string }[]>().notNull(),
  codingPlatformLink: text(),
  /** The text that the editor begins with. */
  starter: text(),
  /** A program that staff run on the cases; learners never get it. */
  model: text(),
  /** Programs that must fail a case; learners never get them. */
  wrongSolutions: jsonb().$type<WrongSolution[]>().notNull().default([]),
  judge: jsonb().$type<JudgeSettings>().notNull().default(USUAL_SETTINGS),
  givenFiles: jsonb().$type<GivenFile[]>().notNull().default([]),
  /** Of the student's own file; null: the usual one. */
  fileName: text(),
  /** The ids of uploaded files. */
  files: text().array().notNull(),
  distributionTag: text({ enum: DISTRIBUTION_TAGS }).notNull().default("central"),
  /** When it got its current distribution tag; null while the tag is `central`. */
  givenOutAt: instant(),
  /** When a prepared assignment is given out as its plan says. Until then its tag is `central`. */
  appearsAt: instant(),
  plan: jsonb().$type<Plan>(),
  dueAt: instant(),
  lateRule: text({ enum: LATE_RULES }).notNull().default("marked"),
  /** The sections that it is for; null: the whole class. */
  audience: audience(),
  solutionVisible: boolean().notNull().default(false),
  assignedById: person(),
  createdById: person().notNull(),
  lastModifiedById: person().notNull(),
  termId: termId(),
  version: integer().notNull().default(1),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
}, (assignment) => [
  index().on(...newestColumns(assignment.createdAt, assignment.id)),
  // The index contains the id, so that the assignments with a tag are found by an index-only scan.
  index("assignments_given_out").on(
    assignment.distributionTag,
    ...newestColumns(assignment.givenOutAt, assignment.id),
  ),
  index().on(
    assignment.assignedById,
    ...newestColumns(assignment.createdAt, assignment.id),
  ),
  // The questions of this term that are for some sections: a learner's figures leave others' out.
  index("assignments_for_sections").on(
    assignment.distributionTag,
    assignment.majorTopic,
    assignment.audience,
  ).where(sql`audience is not null and term_id is null`),
  index("assignments_prepared").on(assignment.appearsAt).where(sql`appears_at is not null`),
  index("assignments_term").on(
    assignment.termId,
    ...newestColumns(assignment.givenOutAt, assignment.id),
  ).where(sql`term_id is not null`),
  index("assignments_due").on(assignment.dueAt).where(sql`due_at is not null`),
  index("assignments_title_trigrams").using("gin", sql`${assignment.title} gin_trgm_ops`),
  index("assignments_tags_trigrams").using("gin", sql`tags_text(${assignment.tags}) gin_trgm_ops`),
]);

export const assignees = pgTable("assignees", {
  assignmentId: uuid().notNull().references(() => assignments.id, { onDelete: "cascade" }),
  studentId: uuid().notNull().references(() => people.id),
}, (assignee) => [
  primaryKey({ columns: [assignee.assignmentId, assignee.studentId] }),
  index().on(assignee.studentId),
]);

const answer = {
  responseStatus: text({ enum: RESPONSE_STATUSES }).notNull(),
  submissionUrl: text(),
  learningNotes: text(),
  /** Highlighted HTML. */
  studentSolution: text(),
  studentSolutionSource: text(),
  /** Of the code; null: that which the question offers first. */
  language: text({ enum: LANGUAGES }),
  /** The run of this code. A run that is named here is not deleted. */
  runId: uuid(),
  screenshots: text().array().notNull().default([]),
  /** Whether it came after the due date. */
  late: boolean().notNull().default(false),
  /** When the learner's device first tried to send it, if that was in time and it came late. */
  sentAt: instant(),
};

export const responses = pgTable("responses", {
  assignmentId: uuid().notNull().references(() => assignments.id, { onDelete: "cascade" }),
  studentId: uuid().notNull().references(() => people.id),
  ...answer,
  reviewStatus: text({ enum: REVIEW_STATUSES }).notNull().default("pending"),
  reviewComment: text(),
  /** The reviewer's correction as highlighted HTML. The student's own solution stays unchanged. */
  updatedStudentSolution: text(),
  updatedStudentSolutionSource: text(),
  givenPoints: jsonb().$type<GivenPoints>(),
  reviewedById: person(),
  reviewedAt: instant(),
  /** The review at whose decision the student asked for another look, until it is decided anew. */
  againOfId: uuid(),
  /**
   * Whether its doubt stands for it in the mentors' line: the response is not solved, and the same
   * student has raised a doubt on the question since. The triggers in db/repeatable/responses.sql
   * set it.
   */
  asDoubt: boolean().notNull().default(false),
  submittedAt: instant().notNull(),
  /**
   * Since when it waits for a review: the first attempt that no review has answered. A new attempt
   * does not change it, so the response keeps its place in the queue.
   */
  waitingSince: instant().notNull().default(sql`now()`),
  termId: termId(),
  version: integer().notNull().default(1),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
}, (response) => [
  primaryKey({ columns: [response.assignmentId, response.studentId] }),
  // The first two indexes serve the review queue: the whole queue (pending first, then oldest
  // first), and the queue of one status. The last two serve the list of submitted responses, newest
  // first: all of them, and those of one student.
  index("responses_queue").on(
    sql`(review_status <> 'pending')`,
    response.waitingSince,
    response.assignmentId,
    response.studentId,
  ).where(IS_PRESENT),
  index("responses_queue_status").on(
    response.reviewStatus,
    response.waitingSince,
    response.assignmentId,
    response.studentId,
  ).where(IS_PRESENT),
  // The mentors' line: what waits for a review, without what waits as a doubt.
  index("responses_line").on(response.waitingSince, response.assignmentId, response.studentId)
    .where(sql`review_status = 'pending' and not as_doubt and term_id is null`),
  index("responses_newest").on(
    response.submittedAt.desc().nullsFirst(),
    response.assignmentId.desc().nullsFirst(),
    response.studentId.desc().nullsFirst(),
  ).where(IS_PRESENT),
  index("responses_term").on(response.termId, response.assignmentId, response.studentId)
    .where(sql`term_id is not null`),
  index("responses_newest_student").on(
    response.studentId,
    response.submittedAt.desc().nullsFirst(),
    response.assignmentId.desc().nullsFirst(),
    response.termId,
  ),
]);

/** All attempts. The newest attempt has the same content as the response. */
export const attempts = pgTable("attempts", {
  id: uuid().primaryKey(),
  assignmentId: uuid().notNull().references(() => assignments.id, { onDelete: "cascade" }),
  studentId: uuid().notNull().references(() => people.id),
  ...answer,
  createdAt: instant().notNull(),
}, (attempt) => [
  index().on(attempt.assignmentId, attempt.studentId, attempt.id),
  // The attempts of one student, on that student's page.
  index("attempts_newest_student").on(
    attempt.studentId,
    ...newestColumns(attempt.createdAt, attempt.id),
  ),
]);

/** A student's work on a question. */
export type WorkKey<Id = string> = { assignmentId: Id; studentId: Id };

/** Whether a row is of this student's work on this question. */
export const isOfWork = (
  row: WorkKey<PgColumn>,
  { assignmentId, studentId }: WorkKey<string | SQLWrapper>,
): SQL | undefined => and(eq(row.assignmentId, assignmentId), eq(row.studentId, studentId));
