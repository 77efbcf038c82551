/** Assignments, whom they are given to personally, responses, and every attempt behind them. */
import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "../kit/columns.ts";
import { people } from "../people/tables.ts";
import type { TestCase } from "./schema.ts";
import {
  DIFFICULTIES,
  DISTRIBUTION_TAGS,
  MAJOR_TOPICS,
  QUESTION_TYPES,
  REPO_CATEGORIES,
  RESPONSE_STATUSES,
  REVIEW_STATUSES,
} from "./schema.ts";

const person = () => uuid().references(() => people.id);

export const assignments = pgTable("assignments", {
  id: uuid().primaryKey(),
  title: text().notNull(),
  /** Rendered from the source when it was written. */
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
  /** File ids. */
  files: text().array().notNull(),
  distributionTag: text({ enum: DISTRIBUTION_TAGS }).notNull().default("central"),
  /** When it got its present distribution tag; null while central. */
  givenOutAt: instant(),
  /** Whether learners may see its solution. */
  solutionVisible: boolean().notNull().default(false),
  assignedById: person(),
  createdById: person().notNull(),
  lastModifiedById: person().notNull(),
  version: integer().notNull().default(1),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
}, (assignment) => [
  index().on(assignment.createdAt.desc().nullsFirst(), assignment.id.desc().nullsFirst()),
  // With the id, which assignments have a tag is known without reading them.
  index("assignments_given_out").on(
    assignment.distributionTag,
    assignment.givenOutAt.desc().nullsFirst(),
    assignment.id.desc().nullsFirst(),
  ),
  index().on(
    assignment.assignedById,
    assignment.createdAt.desc().nullsFirst(),
    assignment.id.desc().nullsFirst(),
  ),
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
  /** Rendered and highlighted. */
  studentSolution: text(),
  studentSolutionSource: text(),
  screenshots: text().array().notNull().default([]),
};

/** A student's answer to an assignment, as it stands now. */
export const responses = pgTable("responses", {
  assignmentId: uuid().notNull().references(() => assignments.id, { onDelete: "cascade" }),
  studentId: uuid().notNull().references(() => people.id),
  ...answer,
  reviewStatus: text({ enum: REVIEW_STATUSES }).notNull().default("pending"),
  reviewComment: text(),
  /** The reviewer's correction, rendered and highlighted; the student's own stays as it was. */
  updatedStudentSolution: text(),
  updatedStudentSolutionSource: text(),
  reviewedById: person(),
  reviewedAt: instant(),
  /** When the newest attempt came in. */
  submittedAt: instant().notNull(),
  version: integer().notNull().default(1),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
}, (response) => [
  primaryKey({ columns: [response.assignmentId, response.studentId] }),
  // The review queue: pending first, oldest first. Whole, with one status, and for named people.
  index("responses_queue").on(
    sql`(review_status <> 'pending')`,
    response.submittedAt,
    response.assignmentId,
    response.studentId,
  ),
  index("responses_queue_status").on(
    response.reviewStatus,
    response.submittedAt,
    response.assignmentId,
    response.studentId,
  ),
  index("responses_newest").on(
    response.submittedAt.desc().nullsFirst(),
    response.assignmentId.desc().nullsFirst(),
    response.studentId.desc().nullsFirst(),
  ),
  index("responses_newest_student").on(
    response.studentId,
    response.submittedAt.desc().nullsFirst(),
    response.assignmentId.desc().nullsFirst(),
  ),
]);

/** Every attempt, oldest first; the newest is also the response. */
export const attempts = pgTable("attempts", {
  id: uuid().primaryKey(),
  assignmentId: uuid().notNull().references(() => assignments.id, { onDelete: "cascade" }),
  studentId: uuid().notNull().references(() => people.id),
  ...answer,
  createdAt: instant().notNull(),
}, (attempt) => [index().on(attempt.assignmentId, attempt.studentId, attempt.id)]);
