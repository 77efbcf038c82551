/** The calls about learners' pages and the staff's notes. */
import type { NoteInput } from "../../server/students/schema.ts";
import { api, call, callToRemove, once } from "../kit/net/api.ts";
import { list, type ListName, notes, student } from "./state.ts";

type Page = { page: number; limit: number };

export async function loadStudent(id: string, signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(
    api.students[":id"].$get({ param: { id } }, { init: { signal } }),
  );
  student.store({ id, page: data, seq });
}

const queryOf = ({ page, limit }: Page) => ({ page: String(page), limit: String(limit) });

export async function loadList(
  id: string,
  name: ListName,
  filter: Page,
  signal: AbortSignal,
): Promise<void> {
  const asked = { param: { id }, query: queryOf(filter) };
  const request = api.students[":id"][name].$get(asked, { init: { signal } });
  // Makes of four promises one, of any of the four lists.
  const { data, seq } = await call(Promise.resolve(request));
  list.store({ id, name, filter, data, seq });
}

export const NOTES_PER_PAGE = 20;

export async function loadNotes(id: string, page: number, signal: AbortSignal): Promise<void> {
  const query = queryOf({ page, limit: NOTES_PER_PAGE });
  const { data, seq } = await call(
    api.students[":id"].notes.$get({ param: { id }, query }, { init: { signal } }),
  );
  notes.store({ id, page, ...data, seq });
}

export async function addNote(id: string, json: NoteInput, key: string): Promise<void> {
  const { data } = await call(
    api.students[":id"].notes.$post({ param: { id }, json }, once(key)),
  );
  notes.edit((known) => ({ ...known, notes: [data, ...known.notes], stale: true }));
}

export async function deleteNote(studentId: string, noteId: string): Promise<void> {
  const param = { id: studentId, noteId };
  await callToRemove(api.students[":id"].notes[":noteId"].$delete({ param }));
  notes.edit((known) => ({
    ...known,
    notes: known.notes.filter(({ _id }) => _id !== noteId),
    stale: true,
  }));
}
