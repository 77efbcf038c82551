/** Writes and deletes the staff's notes about learners. */
import { eq } from "drizzle-orm";
import { record } from "../audit/writes.ts";
import { conflict, forbidden, notFound } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { takeLock } from "../kit/db/locks.ts";
import { type Act, announce } from "../live/outbox.ts";
import { people } from "../people/tables.ts";
import { can } from "./policy.ts";
import { countNotes, learner, noteOf } from "./queries.ts";
import { type Note, type NoteInput, NOTES_MOST } from "./schema.ts";
import { notes } from "./tables.ts";

export async function addNote(act: Act, studentId: string, { text }: NoteInput): Promise<Note> {
  const { db, me, now } = act;
  const [, , count] = await Promise.all([
    learner(db, studentId),
    takeLock(db, "notes", studentId),
    countNotes(db, studentId),
  ]);
  if (count >= NOTES_MOST) {
    throw conflict(
      "student.notes-full",
      `There are ${NOTES_MOST} notes about this student: delete one first.`,
    );
  }
  const { _id, name, role } = me;
  const note: Note = { _id: newId(), studentId, text, by: { _id, name, role }, createdAt: now };
  await db.insert(notes).values({ id: note._id, studentId, authorId: _id, text, createdAt: now });
  announce(act, "note.saved", ["staff"], note);
  return note;
}

export async function deleteNote(act: Act, key: { id: string; noteId: string }): Promise<void> {
  const { db, me } = act;
  const note = await noteOf(db, key);
  if (!can.deleteNote(me, note)) throw forbidden("Only its author or an admin deletes a note.");
  const gone = await db.delete(notes).where(eq(notes.id, note._id)).returning({ id: notes.id });
  if (gone.length === 0) throw notFound("This note");
  const [student] = await db.select({ name: people.name }).from(people)
    .where(eq(people.id, note.studentId));
  const about = { kind: "note", id: note._id, title: student?.name ?? "" } as const;
  await record(act, "note.deleted", { about });
  announce(act, "note.deleted", ["staff"], { _id: note._id, studentId: note.studentId });
}
