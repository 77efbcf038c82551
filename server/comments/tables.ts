/** The tables of comments on lines, of the answers to them, and of proposed changes. */
import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { entries } from "../doubts/tables.ts";
import { instant } from "../kit/db/columns.ts";
import { people } from "../people/tables.ts";
import { reviews } from "../reviews/tables.ts";
import { runs } from "../runs/tables.ts";

/** What a comment or a proposed change belongs to: an entry, a review, or the run alone. */
const place = {
  runId: uuid().notNull().references(() => runs.id, { onDelete: "cascade" }),
  entryId: uuid().references(() => entries.id, { onDelete: "cascade" }),
  reviewId: uuid().references(() => reviews.id, { onDelete: "cascade" }),
};

export const comments = pgTable("line_comments", {
  id: uuid().primaryKey(),
  ...place,
  fromLine: integer().notNull(),
  toLine: integer().notNull(),
  /** The text as it was written, and rendered. */
  text: text().notNull(),
  html: text().notNull(),
  authorId: uuid().notNull().references(() => people.id),
  doneAt: instant(),
  version: integer().notNull().default(1),
  createdAt: instant().notNull(),
  editedAt: instant(),
}, (comment) => [
  index("line_comments_run").on(comment.runId),
  index("line_comments_entry").on(comment.entryId).where(sql`entry_id is not null`),
  index("line_comments_review").on(comment.reviewId).where(sql`review_id is not null`),
]);

/** The texts of comments before each edit, for staff. */
export const commentVersions = pgTable("line_comment_versions", {
  commentId: uuid().notNull().references(() => comments.id, { onDelete: "cascade" }),
  /** 1 for the first text. */
  number: integer().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  writtenAt: instant().notNull(),
}, (version) => [primaryKey({ columns: [version.commentId, version.number] })]);

export const answers = pgTable("line_comment_answers", {
  id: uuid().primaryKey(),
  commentId: uuid().notNull().references(() => comments.id, { onDelete: "cascade" }),
  authorId: uuid().notNull().references(() => people.id),
  text: text().notNull(),
  html: text().notNull(),
  createdAt: instant().notNull(),
}, (answer) => [index("line_comment_answers_comment").on(answer.commentId)]);

export const proposals = pgTable("proposals", {
  id: uuid().primaryKey(),
  ...place,
  source: text().notNull(),
  /** What the mentor's browser claims. */
  passed: integer(),
  total: integer(),
  kit: text(),
  authorId: uuid().notNull().references(() => people.id),
  createdAt: instant().notNull(),
}, (proposal) => [
  index("proposals_run").on(proposal.runId),
  index("proposals_entry").on(proposal.entryId).where(sql`entry_id is not null`),
  index("proposals_review").on(proposal.reviewId).where(sql`review_id is not null`),
]);
