/** A roster, in the Admin Panel: choose a file, look at what it changes, import it, undo it. */
import { useAtomValue } from "jotai";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import {
  type RosterImport,
  type RosterPreview,
  type RosterRow,
  UNDO_HOURS,
} from "../../../server/people/roster/schema.ts";
import { Failed } from "../../kit/net/api.ts";
import { contentKey } from "../../kit/net/idempotency-key.ts";
import { useLoad } from "../../kit/data/query.ts";
import { toast } from "../../kit/data/toast.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { FileField } from "../../kit/forms/fields.tsx";
import { FormError } from "../../kit/forms/form.tsx";
import { AskFirst } from "../../kit/forms/ask-first.tsx";
import { LoadingRegion } from "../../kit/ui/page.tsx";
import { Time } from "../../kit/ui/time.tsx";
import { importRoster, loadImports, previewRoster, undoImport } from "./actions.ts";
import { RosterRows } from "./rows.tsx";
import { importsAtom } from "./state.ts";

type Chosen = { file: File; preview: RosterPreview };

const people = (many: number): string =>
  many === 1 ? "1 person" : `${many.toLocaleString("en-IN")} people`;

export default function RosterPanel() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [wrong, setWrong] = useState<readonly RosterRow[]>([]);
  const [problem, setProblem] = useState("");
  const [isPassing, setPassing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState(0);
  const newest = useRef<File>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  async function choose(file: File | null | undefined): Promise<void> {
    if (!file) return;
    newest.current = file;
    setChosen(null);
    setWrong([]);
    setProblem("");
    setPassing(false);
    setBusy(true);
    try {
      const preview = await previewRoster(file);
      if (newest.current === file) setChosen({ file, preview });
    } catch (error) {
      if (newest.current !== file) return;
      setProblem(sentenceOf(error));
      setPassing(error instanceof Failed && error.isPassing);
    } finally {
      if (newest.current === file) setBusy(false);
    }
  }

  /** The same file can be chosen again after it was mended: the field is a new one. */
  function leave(left: readonly RosterRow[]): void {
    // The button that was pressed goes away.
    heading.current?.focus();
    setChosen(null);
    setWrong(left);
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
          “Forgot password?” on the sign-in screen.
        </p>
        <DropZone onDrop={choose}>
          <FileField
            key={fields}
            label="File with the roster"
            hint="CSV or text from a spreadsheet, up to 2,000 rows and 2MB. The first line names the columns: name, email, branch, year, role, section, in any order. Drop it here, or choose it."
            accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
            onPick={([file]) => void choose(file)}
          />
        </DropZone>
        <FormError text={problem} />
        {/* The field does not tell when the same file is chosen again. */}
        {isPassing && (
          <button
            type="button"
            className="btn"
            onClick={() => void choose(newest.current)}
          >
            Try again
          </button>
        )}
      </section>
      {busy && (
        <LoadingRegion label="Reading the file...">
          <div className="skeleton h-48 rounded-box" />
        </LoadingRegion>
      )}
      {chosen && <Preview key={chosen.preview.digest} chosen={chosen} onDone={leave} />}
      {wrong.length > 0 && (
        <section aria-label="Rows that were left out" className="max-w-5xl space-y-3">
          <h3 className="text-xl font-bold">Left out</h3>
          <RosterRows rows={wrong} />
        </section>
      )}
      <Imports />
    </div>
  );
}

/** What the server says about the file itself, or why it did not get it. */
const sentenceOf = (error: unknown): string =>
  error instanceof Failed ? error.errors.file ?? error.message : "The file could not be read.";

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

interface PreviewProps {
  chosen: Chosen;
  /** Called with the rows that were left out. */
  onDone: (wrong: readonly RosterRow[]) => void;
}

function Preview({ chosen: { file, preview }, onDone }: PreviewProps) {
  const { digest, rows, unused } = preview;
  const key = useRef(contentKey());
  const { busy, run } = useCall("The roster could not be imported.");
  const [isUnanswered, setUnanswered] = useState(false);
  const many = rows.filter(({ fate }) => fate === "new" || fate === "changed").length;
  const start = () =>
    run(async () => {
      setUnanswered(false);
      try {
        const { import: done, wrong } = await importRoster(file, digest, key.current([digest]));
        toast.success(`Imported: ${people(done.added)} new, ${people(done.changed)} changed.`);
        onDone(wrong);
      } catch (error) {
        if (!(error instanceof Failed) || error.status !== 0) throw error;
        setUnanswered(true);
      }
    });
  return (
    <section aria-labelledby="roster-preview" className="max-w-5xl space-y-3">
      <h3 id="roster-preview" className="text-xl font-bold break-words">Preview of {file.name}</h3>
      {unused.length > 0 && (
        <p className="text-muted break-words">These columns are not read: {unused.join(", ")}.</p>
      )}
      <p role="status" className="sr-only">{rows.length} rows, {many} of them to import.</p>
      <p className="flex flex-wrap gap-2">
        {many > 0 && (
          <button type="button" className="btn btn-primary" aria-disabled={busy} onClick={start}>
            {busy ? "Importing..." : `Import ${people(many)}`}
          </button>
        )}
        <button type="button" className="btn" onClick={() => onDone([])}>Cancel</button>
      </p>
      <FormError
        text={isUnanswered
          ? "No answer came, so nobody knows here whether the roster was imported. Import it again: it counts once."
          : ""}
      />
      {many === 0 && <p>This file has nothing to import.</p>}
      <RosterRows rows={rows} />
    </section>
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
          hours after the import.
        </AskFirst>
      )}
    </li>
  );
}
