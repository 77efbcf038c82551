/** Quick questions to the class, and the answers. */
import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "../kit/db/columns.ts";
import { newestColumns } from "../kit/db/newest_first.ts";
import { classSessions } from "../class-sessions/tables.ts";
import { people } from "../people/tables.ts";
import { runs } from "../runs/tables.ts";
import type { QuickQuestionResult } from "./schema.ts";

export const quickQuestions = pgTable("polls", {
  id: uuid().primaryKey(),
  askedById: uuid().notNull().references(() => people.id),
  classSessionId: uuid("lesson_id").references(() => classSessions.id, { onDelete: "set null" }),
  text: text().notNull(),
  options: text().array().notNull(),
  rightOption: integer(),
  program: text(),
  runId: uuid().references(() => runs.id, { onDelete: "set null" }),
  /** How often each choice was chosen in the first of two votes. */
  first: integer().array(),
  closesAt: instant().notNull(),
  isTimed: boolean().notNull(),
  closedAt: instant(),
  shownAt: instant(),
  /** The result that the class sees. No answer is taken after it. */
  result: json().$type<QuickQuestionResult>(),
  createdAt: instant().notNull(),
}, (quickQuestion) => [
  index().on(...newestColumns(quickQuestion.createdAt, quickQuestion.id)),
  index("polls_lesson").on(quickQuestion.classSessionId, quickQuestion.createdAt).where(
    sql`lesson_id is not null`,
  ),
  // Each section is asked one question at a time.
  index("polls_open").on(quickQuestion.closesAt).where(sql`closed_at is null`),
  index("polls_run").on(quickQuestion.runId).where(sql`run_id is not null`),
]);

export const quickQuestionAnswers = pgTable("poll_answers", {
  quickQuestionId: uuid("poll_id").notNull().references(() => quickQuestions.id, {
    onDelete: "cascade",
  }),
  personId: uuid().notNull().references(() => people.id),
  option: integer(),
  text: text(),
  /** How often the person has answered: bounded, because staff are told of each change. */
  times: integer().notNull().default(1),
  at: instant().notNull(),
}, (answer) => [
  primaryKey({ columns: [answer.quickQuestionId, answer.personId] }),
  index().on(answer.personId),
]);
