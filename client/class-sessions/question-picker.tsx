/** Chooses the questions of a class session, in order, from those that are given out. */
import { useEffect, useId, useState } from "react";
import ArrowDown from "../kit/ui/icon.tsx?arrow-down";
import ArrowUp from "../kit/ui/icon.tsx?arrow-up";
import Plus from "../kit/ui/icon.tsx?plus";
import X from "../kit/ui/icon.tsx?x";
import { IconButton } from "../kit/ui/icon-button.tsx";
import { CLASS_SESSION_QUESTIONS_MOST } from "../../server/class-sessions/schema.ts";
import { focusNeighbour } from "../kit/focus/restore-focus.ts";
import { useSearch } from "../kit/data/use-search.ts";
import { RemoveButton } from "../kit/forms/remove-button.tsx";
import { type Candidate, findQuestions } from "./actions.ts";

const SEARCH = { failed: "The questions could not be searched.", empty: true };

interface PickerProps {
  chosen: readonly Candidate[];
  onChange: (chosen: readonly Candidate[]) => void;
  problem?: string | undefined;
}

export function QuestionPicker({ chosen, onChange, problem }: PickerProps) {
  const [text, setText] = useState("");
  /** Enter was pressed: the first one that this text finds is taken. */
  const [isEntered, setEntered] = useState(false);
  const { found, foundFor, problem: failed } = useSearch(text.trim(), findQuestions, SEARCH);
  const isFull = chosen.length >= CLASS_SESSION_QUESTIONS_MOST;
  const open = (found ?? []).filter(({ _id }) => chosen.every((one) => one._id !== _id));
  const id = useId();
  useEffect(() => {
    if (!isEntered || foundFor !== text.trim()) return;
    setEntered(false);
    const [first] = open;
    if (!first || isFull) return;
    onChange([...chosen, first]);
    setText("");
  }, [isEntered, foundFor]);
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <section aria-labelledby={`${id}-chosen`} className="md:order-2">
        <h3 id={`${id}-chosen`} className="mb-2 font-semibold">
          <span role="status">
            In this order ({chosen.length} of at most {CLASS_SESSION_QUESTIONS_MOST})
          </span>
        </h3>
        <ChosenList chosen={chosen} onChange={onChange} />
        {problem && <p role="alert" className="mt-2 font-semibold text-error">{problem}</p>}
      </section>
      <div>
        <label className="mb-2 block font-semibold" htmlFor={`${id}-find`}>Find a question</label>
        <input
          id={`${id}-find`}
          type="search"
          className="input w-full"
          placeholder="Its title, or a few letters"
          maxLength={100}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setEntered(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // It does not start the session.
            event.preventDefault();
            setEntered(text.trim() !== "");
          }}
        />
        <p role="status" className="mt-1 min-h-6 text-muted">
          {failed || (isFull
            ? "The session has as many questions as it may have."
            : found?.length === 0
            ? "No matches. Only questions that are given out can be chosen."
            : "")}
        </p>
        <ul className="h-72 overflow-y-auto rounded-box border border-base-300">
          {open.map((question) => (
            <li key={question._id} className="border-b border-base-300 last:border-0">
              <button
                type="button"
                className="flex w-full items-center gap-2 px-3 py-2 text-left hover:bg-base-200"
                aria-disabled={isFull}
                onClick={({ currentTarget }) => {
                  if (isFull) {
                    return;
                  }
                  focusNeighbour(currentTarget);
                  onChange([...chosen, question]);
                }}
              >
                <Plus aria-hidden className="size-4 shrink-0" />
                <span className="min-w-0 break-words">
                  <span className="sr-only">Add:</span> {question.title}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function ChosenList({ chosen, onChange }: Pick<PickerProps, "chosen" | "onChange">) {
  function move(at: number, by: 1 | -1): void {
    const one = chosen[at];
    if (one && chosen[at + by]) onChange(chosen.toSpliced(at, 1).toSpliced(at + by, 0, one));
  }
  if (chosen.length === 0) return <p className="text-muted">None yet. Choose one to five.</p>;
  return (
    <ol className="space-y-2">
      {chosen.map(({ _id, title }, at) => (
        <li
          key={_id}
          className="flex items-center gap-1 rounded-box border border-base-300 bg-base-100 py-1 pr-1 pl-3"
        >
          <span className="mr-auto min-w-0 break-words">{at + 1}. {title}</span>
          <IconButton
            icon={ArrowUp}
            name={`Move up: ${title}`}
            aria-disabled={at === 0}
            onClick={() => move(at, -1)}
          />
          <IconButton
            icon={ArrowDown}
            name={`Move down: ${title}`}
            aria-disabled={at === chosen.length - 1}
            onClick={() => move(at, 1)}
          />
          <RemoveButton
            icon={X}
            className="btn-sm"
            name={`Remove: ${title}`}
            onRemove={() => onChange(chosen.filter((one) => one._id !== _id))}
          />
        </li>
      ))}
    </ol>
  );
}
