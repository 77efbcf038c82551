/** Terms, in the Admin Panel: close the present one, and set the ended ones back. */
import { useRef, useState } from "react";
import { type CloseInput, type Term, UNDO_DAYS } from "../../server/terms/schema.ts";
import { useFetched } from "../kit/data/query.ts";
import { toast } from "../kit/data/toast.ts";
import { useCall } from "../kit/data/use-call.ts";
import { serverTime } from "../kit/net/server-clock.ts";
import { TextField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { contentKey } from "../kit/net/idempotency-key.ts";
import { AskFirst } from "../kit/forms/ask-first.tsx";
import { Confirm } from "../kit/ui/dialog.tsx";
import { plural } from "../kit/ui/plural.ts";
import { showDate, showDateTime, showDay } from "../kit/ui/format-time.ts";
import { NotLoaded, useKnown } from "../kit/ui/page.tsx";
import { closeTerm, loadTerms, questionsToCarry, undoTerm } from "./actions.ts";
import { termsAtom } from "./state.ts";
import { Tick } from "../kit/ui/tick.tsx";

export default function TermsPanel() {
  const [known, waiting] = useKnown(termsAtom, loadTerms, {
    failed: "Failed to load the terms.",
    label: "Loading the terms...",
    skeleton: "h-96 rounded-box",
  });
  if (known === null) return waiting;
  return (
    <div className="max-w-3xl space-y-6">
      {known.items.length > 0 && (
        <section aria-labelledby="terms" className="space-y-3">
          <h3 id="terms" className="text-xl font-bold">Ended terms</h3>
          <ul className="panel divide-y divide-base-300">
            {known.items.map((term) => <EndedTerm key={term._id} term={term} />)}
          </ul>
        </section>
      )}
      <CloseTerm />
    </div>
  );
}

function EndedTerm({ term }: { term: Term }) {
  const { _id, name, endedAt, undoneUntil } = term;
  const { busy, run } = useCall();
  const isUndoable = Date.parse(undoneUntil) > serverTime(Date.now());
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <p className="min-w-0 grow basis-60 break-words">
        <strong>{name}</strong>
        <span className="block text-sm text-muted">ended on {showDate(endedAt)}</span>
      </p>
      {isUndoable && (
        <div className="flex flex-wrap items-center gap-3">
          <span className="text-sm text-muted">until {showDateTime(undoneUntil)}</span>
          <AskFirst
            action="Undo"
            of={`the end of ${name}`}
            title={`Undo the end of ${name}`}
            busy={busy}
            onConfirm={() => run(() => undoTerm(_id))}
          >
            All that was archived with this term belongs to the present one again, and accounts that
            were disabled with it are enabled. What was written since stays.
          </AskFirst>
        </div>
      )}
    </li>
  );
}

function CloseTerm() {
  const key = useRef(contentKey());
  const [input, setInput] = useState<CloseInput | null>(null);
  const { busy, run } = useCall();
  const [carried, setCarried] = useState<ReadonlySet<string>>(new Set());
  const form = useForm({
    schema: async () => (await import("../../server/terms/schema.ts")).closeInput,
    empty: { name: "", leftBefore: "" },
    toInput: ({ name, leftBefore }) => ({ name, leftBefore, carriedOver: [...carried] }),
    submit: setInput,
  });
  const close = (input: CloseInput) =>
    run(async () => {
      await closeTerm(input, key.current(input));
      form.reset();
      setCarried(new Set());
      toast.success(`${input.name} is closed.`);
    });
  return (
    <section aria-labelledby="close-term" className="space-y-3">
      <h3 id="close-term" className="text-xl font-bold">Close the current term</h3>
      <p className="text-muted">
        Its questions, doubts, responses, briefings, goals and announcements become an archive that
        can be read and searched, but not changed. Questions not given out yet stay. This can be
        undone for {UNDO_DAYS} days.
      </p>
      <form {...form.props} className="panel space-y-4 p-4">
        <TextField form={form} name="name" label="Name" hint="Such as Autumn 2026." required />
        <TextField
          form={form}
          name="leftBefore"
          label="Students who leave"
          type="date"
          hint="Disables the accounts of students who have not signed in since this day. Leave empty to keep all."
        />
        <Questions carried={carried} onChange={setCarried} />
        <FormError text={form.problem} />
        <SubmitButton busy={form.busy || busy} busyLabel="Closing...">Close the term…</SubmitButton>
      </form>
      {input && (
        <Confirm
          title={`Close ${input.name}`}
          action="Close the term"
          onConfirm={() => close(input)}
          onClose={() => setInput(null)}
        >
          <p>
            {plural(carried.size, "question is", "questions are")}{" "}
            carried over. Everything else that was given out until now is archived.
            {input.leftBefore !== undefined &&
              ` Students who were not here on ${showDay(input.leftBefore)} or later are disabled.`}
          </p>
        </Confirm>
      )}
    </section>
  );
}

interface QuestionsProps {
  carried: ReadonlySet<string>;
  onChange: (carried: ReadonlySet<string>) => void;
}

function Questions({ carried, onChange }: QuestionsProps) {
  const [known, loading] = useFetched(questionsToCarry, "Failed to load the questions.");
  if (known === null) {
    return <NotLoaded loading={loading} label="Loading the questions..." skeleton="h-40" />;
  }
  if (known.length === 0) return <p className="text-muted">No question is given out now.</p>;
  return (
    <fieldset className="space-y-2">
      <legend className="font-semibold">Questions to carry over ({carried.size})</legend>
      <p className="text-sm text-muted">
        They stay given out, without due dates, and keep their answered doubts.
      </p>
      <ul
        tabIndex={-1}
        className="max-h-72 overflow-y-auto rounded-field border border-base-300 p-2"
      >
        {known.map(({ _id, title, distributionTag }) => (
          <li key={_id}>
            <Tick
              className="items-center gap-3 py-1.5"
              isOn={carried.has(_id)}
              onTick={(isCarried) => {
                const next = new Set(carried);
                if (isCarried) next.add(_id);
                else next.delete(_id);
                onChange(next);
              }}
            >
              <span className="min-w-0 break-words">{title}</span>
              <span className="ml-auto shrink-0 text-sm text-muted">{distributionTag}</span>
            </Tick>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
