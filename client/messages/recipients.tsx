/** Choosing who a personal message is for: staff and volunteers, and for staff students too. */
import { UserPlus, X } from "lucide-react";
import { useAtomValue } from "jotai";
import { useEffect, useId, useState } from "react";
import { isStaff, type Role } from "../../server/kit/roles.ts";
import { RECIPIENT_ROLES } from "../../server/people/schema.ts";
import { sentence } from "../kit/api.ts";
import { Dialog } from "../kit/dialog.tsx";
import { Problem } from "../kit/form.tsx";
import { goOnBeside } from "../kit/removal.ts";
import { meAtom } from "../kit/session.ts";
import { toast } from "../kit/toast.tsx";
import { searchStudents } from "../assignments/actions.ts";
import { loadRecipients } from "./actions.ts";
import type { Chosen } from "./state.ts";

const TYPED_AFTER = 300;
const FAILED = "Failed to fetch recipients.";

interface Candidate extends Chosen {
  role: Role;
  email?: string;
}

interface RecipientsProps {
  chosen: readonly Chosen[];
  onChange: (chosen: readonly Chosen[]) => void;
  error: string | undefined;
}

export function Recipients({ chosen, onChange, error }: RecipientsProps) {
  const [choosing, setChoosing] = useState(false);
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="space-y-2">
      <p id={id} className="font-semibold">Recipients</p>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {chosen.map((person) => (
          <li key={person._id} className="badge badge-lg badge-soft badge-primary gap-1 pr-1">
            {person.name}
            <button
              type="button"
              className="btn btn-ghost btn-xs btn-square"
              aria-label={`Remove ${person.name}`}
              onClick={(event) => {
                goOnBeside(event.currentTarget);
                onChange(chosen.filter((one) =>
                  one._id !== person._id
                ));
              }}
            >
              <X aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="btn"
        aria-haspopup="dialog"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onClick={() => setChoosing(true)}
      >
        <UserPlus aria-hidden className="size-4" /> Select Recipients
      </button>
      {error && <p id={`${id}-error`} className="text-sm font-medium text-error">{error}</p>}
      {choosing && (
        <Picker
          chosen={chosen}
          onDone={(next) => {
            onChange(next);
            if (next.length > 0) toast.success("Recipients selected.");
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

interface PickerProps {
  chosen: readonly Chosen[];
  onDone: (chosen: readonly Chosen[]) => void;
  onClose: () => void;
}

function Picker({ chosen, onDone, onClose }: PickerProps) {
  const me = useAtomValue(meAtom);
  const [picked, setPicked] = useState(chosen);
  const [text, setText] = useState("");
  const wanted = text.trim();
  const known = useCandidates();
  const students = useStudents(isStaff(me) ? wanted : "");
  const id = useId();
  const has = (one: Chosen) => picked.some(({ _id }) => _id === one._id);
  const matching = known.people?.filter(({ name, email = "" }) =>
    `${name}\n${email}`.toLowerCase().includes(wanted.toLowerCase())
  );
  const candidates = [...matching ?? [], ...students.people];
  return (
    <Dialog title="Select Recipients" onClose={onClose} wide>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {isStaff(me) ? "Search mentors, volunteers, admins and students" : "Search"}
      </label>
      <input
        id={id}
        type="search"
        data-begin
        autoComplete="off"
        className="input w-full"
        placeholder={isStaff(me) ? "Name or email" : "Name"}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="mt-2 h-72 overflow-y-auto rounded-field border border-base-300">
        {known.people === null && known.problem === "" && (
          <p role="status" className="p-3 text-muted">Loading recipients...</p>
        )}
        <ul aria-label="Candidates">
          {candidates.map((person) => (
            <li key={person._id}>
              <label className="flex cursor-pointer items-center gap-3 px-3 py-2 hover:bg-base-200">
                <input
                  type="checkbox"
                  className="checkbox checkbox-primary"
                  checked={has(person)}
                  onChange={() =>
                    setPicked(
                      has(person)
                        ? picked.filter(({ _id }) => _id !== person._id)
                        : [...picked, { _id: person._id, name: person.name }],
                    )}
                />
                <span className="min-w-0 grow">
                  <span className="block truncate font-semibold">{person.name}</span>
                  {person.email && (
                    <span className="block truncate text-sm text-muted">{person.email}</span>
                  )}
                </span>
                <span className="text-sm text-muted capitalize">{person.role}</span>
              </label>
            </li>
          ))}
        </ul>
        {known.people !== null && candidates.length === 0 && (
          <p role="status" className="p-3 text-muted">Nobody found.</p>
        )}
      </div>
      <Problem text={known.problem || students.problem} />
      <div className="mt-4 flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="mr-auto text-muted">{picked.length} selected</p>
        <button type="button" className="btn" onClick={onClose}>Cancel</button>
        <button type="button" className="btn btn-primary" onClick={() => onDone(picked)}>
          Select
        </button>
      </div>
    </Dialog>
  );
}

function useCandidates(): { people: Candidate[] | null; problem: string } {
  const [people, setPeople] = useState<Candidate[] | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const stop = new AbortController();
    loadRecipients(RECIPIENT_ROLES, stop.signal).then(setPeople).catch((error: unknown) => {
      if (stop.signal.aborted) return;
      setProblem(sentence(error, FAILED));
      toast.error(FAILED);
    });
    return () => stop.abort();
  }, []);
  return { people, problem };
}

/** Only when something is typed, and after a pause. */
function useStudents(wanted: string): { people: Candidate[]; problem: string } {
  const [people, setPeople] = useState<Candidate[]>([]);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    setProblem("");
    if (wanted === "") return setPeople([]);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const found = await searchStudents(wanted, stop.signal);
        setPeople(found.map((student) => ({ ...student, role: "student" })));
      } catch (error) {
        if (!stop.signal.aborted) setProblem(sentence(error, FAILED));
      }
    }, TYPED_AFTER);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted]);
  return { people, problem };
}
