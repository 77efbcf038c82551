/** Answers that mentors sent to a group: to students whose programs failed in the same way. */
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { assignments } from "../assignments/tables.ts";
import { doubts } from "../doubts/tables.ts";
import { instant } from "../kit/db/columns.ts";
import { newestColumns } from "../kit/db/newest_first.ts";
import { people } from "../people/tables.ts";

export const groupAnswers = pgTable("group_answers", {
  id: uuid().primaryKey(),
  assignmentId: uuid().notNull().references(() => assignments.id, { onDelete: "cascade" }),
  /** The key of the failure, and the group's title as it was then. */
  key: text().notNull(),
  title: text().notNull(),
  message: text().notNull(),
  byId: uuid().notNull().references(() => people.id),
  open: boolean().notNull(),
  receivers: integer().notNull(),
  createdAt: instant().notNull(),
}, (answer) => [
  index("group_answers_newest").on(...newestColumns(answer.createdAt, answer.id)),
]);

/** Who got an answer, and in which thread. Only staff read it. */
export const groupMembers = pgTable("group_answer_members", {
  answerId: uuid().notNull().references(() => groupAnswers.id, { onDelete: "cascade" }),
  studentId: uuid().notNull().references(() => people.id),
  doubtId: uuid().notNull().references(() => doubts.id, { onDelete: "cascade" }),
}, (member) => [
  primaryKey({ columns: [member.answerId, member.studentId] }),
  index().on(member.studentId),
  index().on(member.doubtId),
]);
