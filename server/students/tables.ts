/** The staff's notes about learners. */
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../kit/db/columns.ts";
import { newestColumns } from "../kit/db/newest_first.ts";
import { people } from "../people/tables.ts";

export const notes = pgTable("student_notes", {
  id: uuid().primaryKey(),
  studentId: uuid().notNull().references(() => people.id),
  authorId: uuid().notNull().references(() => people.id),
  text: text().notNull(),
  createdAt: instant().notNull(),
}, (note) => [index().on(note.studentId, ...newestColumns(note.createdAt, note.id))]);
