/** Assigns a question personally: a search for students, and who has it so far. */
import { X } from "lucide-react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { type Assignment, NOBODY } from "../../server/assignments/schema.ts";
import type { Student } from "../../server/people/schema.ts";
import { isAbort, sentence } from "../kit/api.ts";
import { draftKey, useDraft } from "../kit/draft.ts";
import { Problem, Submit } from "../kit/form.tsx";
import { goOnBeside } from "../kit/removal.ts";
import { toast } from "../kit/toast.tsx";
import { assignPersonally, searchStudents } from "./actions.ts";

const TYPED_AFTER = 300;

type Chosen = Pick<Student, "_id" | "name">;

interface AssignProps {
  assignment: Assignment;
  onClose: () => void;
}

export default function AssignForm({ assignment, onClose }: AssignProps) {
  const { _id: id, assignedTo, version } = assignment;
  const [chosen, setChosen, forget] = useDraft<readonly Chosen[]>(
    draftKey("assign", id),
    assignedTo,
  );
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  async function save(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const input = { assignedTo: chosen.map(({ _id }) => _id), version };
    if (chosen.length === 0) {
      toast.warning(NOBODY);
      return setProblem(NOBODY);
    }
    setProblem("");
    setBusy(true);
    try {
      await assignPersonally(id, input);
      toast.success("Assignment updated with personal assignees!");
      forget();
      onClose();
    } catch (error) {
      if (isAbort(error)) return;
      toast.error("Failed to assign personally.");
      setProblem(sentence(error, "Failed to assign personally."));
    } finally {
      setBusy(false);
    }
  }
  const toggle = (student: Chosen) => {
    const others = chosen.filter(({ _id }) => _id !== student._id);
    setChosen(others.length < chosen.length ? others : [...chosen, student]);
  };
  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void save(event)}>
      <Search chosen={chosen} onToggle={toggle} />
      <div>
        <h3 className="mb-2 font-semibold">Assigned to</h3>
        {chosen.length === 0 && <p className="text-muted">Nobody yet.</p>}
        <ul className="flex flex-wrap gap-2">
          {chosen.map((student) => (
            <li key={student._id} className="badge badge-lg badge-soft badge-primary gap-1 pr-1">
              {student.name}
              <button
                type="button"
                className="btn btn-ghost btn-xs btn-square"
                aria-label={`Remove ${student.name}`}
                onClick={(event) => {
                  goOnBeside(event.currentTarget);
                  toggle(student);
                }}
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      </div>
      <Problem text={problem} />
      <div className="flex justify-end gap-3">
        <button type="button" className="btn" onClick={onClose}>Cancel</button>
        <Submit busy={busy} busyLabel="Assigning...">Assign</Submit>
      </div>
    </form>
  );
}

interface SearchProps {
  chosen: readonly Chosen[];
  onToggle: (student: Student) => void;
}

function Search({ chosen, onToggle }: SearchProps) {
  const [text, setText] = useState("");
  const [found, setFound] = useState<Student[] | null>(null);
  const [problem, setProblem] = useState("");
  const id = useId();
  const wanted = text.trim();
  useEffect(() => {
    setProblem("");
    if (wanted === "") return setFound(null);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        setFound(await searchStudents(wanted, stop.signal));
      } catch (error) {
        if (!stop.signal.aborted) setProblem(sentence(error, "Failed to search for students."));
      }
    }, TYPED_AFTER);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted]);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">Search students</label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        className="input w-full"
        placeholder="Name or email"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Problem text={problem} />
      <div role="status" className="mt-2 h-56 overflow-y-auto rounded-field border border-base-300">
        {found?.length === 0 && <p className="p-3 text-muted">No students found.</p>}
        {found !== null && (
          <ul>
            {found.map((student) => (
              <li key={student._id}>
                <label className="flex cursor-pointer items-center gap-3 px-3 py-2 hover:bg-base-200">
                  <input
                    type="checkbox"
                    className="checkbox checkbox-primary"
                    checked={chosen.some(({ _id }) => _id === student._id)}
                    onChange={() => onToggle(student)}
                  />
                  <span className="min-w-0">
                    <span className="block truncate font-semibold">{student.name}</span>
                    <span className="block truncate text-sm text-muted">{student.email}</span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
