/** A roster, in the Admin Panel: choose a file, look at what it changes, import it, undo it. */
import { useAtomValue } from "jotai";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import {
  type RosterImport,
  type RosterRow,
  UNDO_HOURS,
} from "../../../server/people/roster/schema.ts";
import { readTables, type Tables, UnreadableTable } from "../../kit/data/read-tables.ts";
import { useLoad } from "../../kit/data/query.ts";
import { toast } from "../../kit/data/toast.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { FileField } from "../../kit/forms/fields.tsx";
import { FormError } from "../../kit/forms/form.tsx";
import { AskFirst } from "../../kit/forms/ask-first.tsx";
import { Time } from "../../kit/ui/time.tsx";
import { loadImports, undoImport } from "./actions.ts";
import { people, Preview } from "./preview.tsx";
import { RosterRows } from "./rows.tsx";
import { importsAtom } from "./state.ts";

export default function RosterPanel() {
  const [chosen, setChosen] = useState<{ name: string; read: Tables } | null>(null);
  const [remaining, setRemaining] = useState<readonly RosterRow[]>([]);
  const [problem, setProblem] = useState("");
  const [fields, setFields] = useState(0);
  const newest = useRef<File>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  async function choose(file: File | null | undefined): Promise<void> {
    if (!file) return;
    newest.current = file;
    setChosen(null);
    setRemaining([]);
    setProblem("");
    try {
      const read = await readTables(file);
      if (newest.current === file) setChosen({ name: file.name, read });
    } catch (error) {
      const isKnown = error instanceof UnreadableTable;
      const sentence = isKnown ? error.message : "The file could not be read.";
      if (newest.current === file) setProblem(sentence);
    }
  }

  /** The same file can be chosen again after it was mended: the field is a new one. */
  function leave(rows: readonly RosterRow[]): void {
    // The button that was pressed goes away.
    heading.current?.focus();
    setChosen(null);
    setRemaining(rows);
    setFields((many) => many + 1);
  }

  return (
    <div className="space-y-6">
      <section aria-labelledby="roster" className="max-w-3xl space-y-3">
        <h3 id="roster" ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
          Roster
        </h3>
        <p className="text-muted">
          Makes and changes accounts from a list. New people have no password yet: they choose
          “Forgot password?” on the sign-in screen, which a mail can tell them.
        </p>
        <DropZone onDrop={choose}>
          <FileField
            key={fields}
            label="File with the roster"
            hint="A workbook (.xlsx), CSV or text, as a school's system exports it: up to 2,000 rows and 10MB. Drop it here, or choose it. Only the columns that you choose leave this device."
            accept=".csv,.tsv,.txt,.xls,.xlsx,text/csv,text/plain,text/tab-separated-values"
            onPick={([file]) => void choose(file)}
          />
        </DropZone>
        <FormError text={problem} />
      </section>
      {chosen && <Preview key={fields} {...chosen} onDone={leave} />}
      {remaining.length > 0 && (
        <section aria-label="Rows that were left out" className="max-w-5xl space-y-3">
          <h3 className="text-xl font-bold">Left out</h3>
          <RosterRows rows={remaining} />
        </section>
      )}
      <Imports />
    </div>
  );
}

function DropZone(
  { onDrop, children }: { onDrop: (file: File | undefined) => void; children: ReactNode },
) {
  const [isOver, setOver] = useState(false);
  function over(event: DragEvent): void {
    event.preventDefault();
    setOver(true);
  }
  return (
    <div
      className={`rounded-box border border-dashed p-4 ${
        isOver ? "border-primary bg-primary/8" : "border-base-content/25"
      }`}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer.files[0]);
      }}
    >
      {children}
    </div>
  );
}

function Imports() {
  const known = useAtomValue(importsAtom);
  useLoad(loadImports, "Failed to load the imports of the last day.");
  if (known === null || known.items.length === 0) return null;
  return (
    <section aria-labelledby="roster-imports" className="max-w-3xl space-y-3">
      <h3 id="roster-imports" className="text-xl font-bold">Imports of the last day</h3>
      <ul className="panel divide-y divide-base-300">
        {known.items.map((one) => <Import key={one._id} done={one} />)}
      </ul>
    </section>
  );
}

function Import({ done }: { done: RosterImport }) {
  const { _id, by, at, added, changed, undoneAt } = done;
  const { busy, run } = useCall("The import could not be undone.");
  const undo = () =>
    run(async () => {
      const { removed, restored, kept } = await undoImport(_id);
      toast.success(
        `Undone: ${people(removed)} removed, ${people(restored)} changed back, ${
          people(kept)
        } kept.`,
      );
    });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <p className="min-w-0 grow basis-60">
        {people(added)} new, {people(changed)} changed
        <span className="block text-sm text-muted">
          by {by.name}, <Time at={at} />
        </span>
      </p>
      {undoneAt !== null && <span className="badge">Undone</span>}
      {undoneAt === null && added + changed > 0 && (
        <AskFirst
          action="Undo"
          of={`the import by ${by.name}`}
          title="Undo the import"
          busy={busy}
          onConfirm={undo}
        >
          New people who have never signed in are removed. Changed people get back what they had,
          unless they have signed in or were changed since. This is possible for {UNDO_HOURS}{" "}
          hours after the import. Sections that it made stay.
        </AskFirst>
      )}
    </li>
  );
}
