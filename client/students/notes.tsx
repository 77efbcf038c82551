/** The staff's notes about a learner: the list, and a form to write one. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import { can } from "../../server/students/policy.ts";
import type { Note } from "../../server/students/schema.ts";
import { useLoad } from "../kit/data/query.ts";
import { meAtom } from "../kit/net/session.ts";
import { useCall } from "../kit/data/use-call.ts";
import { AreaField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { RemoveButton } from "../kit/forms/remove-button.tsx";
import { NewerOlder } from "../kit/lists/newer-older.tsx";
import { showDateTime } from "../kit/ui/format-time.ts";
import { Time } from "../kit/ui/time.tsx";
import { NotLoaded } from "../kit/ui/page.tsx";
import { addNote, deleteNote, loadNotes, NOTES_PER_PAGE } from "./actions.ts";
import { notesAtom } from "./state.ts";

export function Notes({ studentId }: { studentId: string }) {
  const [page, setPage] = useState(1);
  const known = useAtomValue(notesAtom);
  const mine = known?.id === studentId && known.page === page ? known : null;
  const loading = useLoad(loadNotes, "Failed to fetch the notes.", mine?.stale, studentId, page);
  // Also while another page is loading: the pressed button keeps the focus.
  const total = known?.id === studentId ? known.total : 0;
  const pages = Math.ceil(total / NOTES_PER_PAGE);
  return (
    <section aria-label="Notes" className="panel min-w-0 space-y-4 p-4 sm:p-5">
      <div>
        <h2 className="text-lg font-bold">Notes</h2>
        <p className="text-sm text-muted">Only mentors and admins see them.</p>
      </div>
      <WriteNote studentId={studentId} />
      {mine === null
        ? <NotLoaded loading={loading} label="Loading notes..." skeleton="h-24 rounded-box" />
        : mine.total === 0
        ? <p className="text-muted">No notes yet.</p>
        : (
          <ul className="divide-y divide-base-300">
            {mine.notes.map((note) => <NoteRow key={note._id} note={note} />)}
          </ul>
        )}
      <NewerOlder label="Pages of notes" page={page} pages={pages} onPage={setPage} isSmall />
    </section>
  );
}

function NoteRow({ note }: { note: Note }) {
  const me = useAtomValue(meAtom);
  const { _id, studentId, text, by, createdAt } = note;
  const { run } = useCall("Failed to delete the note.");
  return (
    <li className="flex items-start gap-2 py-3">
      <div className="min-w-0 grow">
        <p className="break-words whitespace-pre-wrap">{text}</p>
        <p className="mt-1 text-sm text-muted">
          {by.name}, <Time at={createdAt} />
        </p>
      </div>
      {can.deleteNote(me, note) && (
        <RemoveButton
          name={`Delete the note of ${by.name}, ${showDateTime(createdAt)}`}
          onRemove={() => run(() => deleteNote(studentId, _id))}
        />
      )}
    </li>
  );
}

function WriteNote({ studentId }: { studentId: string }) {
  const form = useForm({
    schema: async () => (await import("../../server/students/schema.ts")).noteInput,
    empty: { text: "" },
    draft: "student-note",
    subject: studentId,
    otherwise: "Failed to save the note.",
    submit: async (input, _values, key) => {
      await addNote(studentId, input, key);
      form.reset();
    },
  });
  return (
    <form {...form.props} className="space-y-2">
      <AreaField form={form} name="text" label="New note" rows={2} required />
      <FormError text={form.problem} />
      <SubmitButton busy={form.busy} className="">Save note</SubmitButton>
    </form>
  );
}
