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
import { lessons } from "../lessons/tables.ts";
import { people } from "../people/tables.ts";
import { runs } from "../runs/tables.ts";
import type { PollResult } from "./schema.ts";

export const polls = pgTable("polls", {
  id: uuid().primaryKey(),
  askedById: uuid().notNull().references(() => people.id),
  /** The class session in which it was asked. */
  lessonId: uuid().references(() => lessons.id, { onDelete: "set null" }),
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
  result: json().$type<PollResult>(),
  createdAt: instant().notNull(),
}, (poll) => [
  index().on(poll.createdAt.desc().nullsFirst(), poll.id.desc().nullsFirst()),
  index("polls_lesson").on(poll.lessonId, poll.createdAt).where(sql`lesson_id is not null`),
  // Each section is asked one question at a time.
  index("polls_open").on(poll.closesAt).where(sql`closed_at is null`),
  index("polls_run").on(poll.runId).where(sql`run_id is not null`),
]);

export const pollAnswers = pgTable("poll_answers", {
  pollId: uuid().notNull().references(() => polls.id, { onDelete: "cascade" }),
  personId: uuid().notNull().references(() => people.id),
  option: integer(),
  text: text(),
  /** How often the person has answered: bounded, because staff are told of each change. */
  times: integer().notNull().default(1),
  at: instant().notNull(),
}, (answer) => [
  primaryKey({ columns: [answer.pollId, answer.personId] }),
  index().on(answer.personId),
]);
