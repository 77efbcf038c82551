/** Chooses people: a searchable list with check boxes, and the people chosen so far. */
import { type KeyboardEvent, type ReactNode, useId } from "react";
import X from "../kit/ui/icon.tsx?x";
import { FormError } from "../kit/forms/form.tsx";
import { RemoveButton } from "../kit/forms/remove-button.tsx";
import { Tick } from "../kit/ui/tick.tsx";

export interface Person {
  _id: string;
  name: string;
}

export interface Candidate extends Person {
  email?: string;
}

function toggled(chosen: readonly Person[], { _id, name }: Person): readonly Person[] {
  const others = chosen.filter((one) => one._id !== _id);
  return others.length < chosen.length ? others : [...chosen, { _id, name }];
}

/** The search is for a part of the name or of the email. */
export const isFoundBy = ({ name, email = "" }: Candidate, text: string): boolean =>
  `${name}\n${email}`.toLowerCase().includes(text.toLowerCase());

interface ChosenProps {
  chosen: readonly Person[];
  onChange: (chosen: readonly Person[]) => void;
}

export function ChosenPeople({ chosen, onChange }: ChosenProps) {
  return (
    <ul className="flex flex-wrap gap-2 empty:hidden">
      {chosen.map((person) => (
        <li key={person._id} className="badge badge-lg badge-soft badge-primary gap-1 pr-1">
          {person.name}
          <RemoveButton
            name={`Remove ${person.name}`}
            className="btn-xs"
            icon={X}
            onRemove={() =>
              onChange(toggled(chosen, person))}
          />
        </li>
      ))}
    </ul>
  );
}

interface PickerProps<Person extends Candidate> extends ChosenProps {
  label: string;
  placeholder: string;
  text: string;
  onType: (text: string) => void;
  found: {
    candidates: readonly Person[];
    /** Why there are none; null if there are some, or if nothing was searched for. */
    status: string | null;
    problem: string;
  };
  detail?: (person: Person) => ReactNode;
  className: string;
}

export function PeoplePicker<Person extends Candidate>(props: PickerProps<Person>) {
  const { label, placeholder, text, onType, found: { candidates, status, problem } } = props;
  const { chosen, onChange, detail, className } = props;
  const id = useId();
  // While a search is on its way, those of the text before are shown.
  const first = candidates.find((one) => isFoundBy(one, text.trim()));
  function onEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    // Enter takes the first one, and does not send the form around the list.
    event.preventDefault();
    if (event.target.id !== id || text.trim() === "" || first === undefined) return;
    if (chosen.every(({ _id }) => _id !== first._id)) onChange(toggled(chosen, first));
    onType("");
  }
  return (
    <div onKeyDown={onEnter}>
      <label htmlFor={id} className="mb-1 block font-semibold">{label}</label>
      <input
        id={id}
        type="search"
        data-begin
        autoComplete="off"
        className="input w-full"
        placeholder={placeholder}
        value={text}
        onChange={(event) => onType(event.target.value)}
      />
      <div className={`mt-2 overflow-y-auto rounded-field border border-base-300 ${className}`}>
        <p role="status" className="p-3 text-muted empty:hidden">{status}</p>
        <ul aria-label="Candidates">
          {candidates.map((person) => (
            <li key={person._id}>
              <Tick
                className="items-center gap-3 px-3 py-2 hover:bg-base-200"
                isOn={chosen.some(({ _id }) => _id === person._id)}
                onTick={() => onChange(toggled(chosen, person))}
              >
                <span className="min-w-0 grow">
                  <span className="block truncate font-semibold">{person.name}</span>
                  {person.email && (
                    <span className="block truncate text-sm text-muted">{person.email}</span>
                  )}
                </span>
                {detail?.(person)}
              </Tick>
            </li>
          ))}
        </ul>
      </div>
      <FormError text={problem} />
    </div>
  );
}
