/** What an import of a roster does: the columns of the file, the rows, and the import itself. */
import { useCallback, useMemo, useRef, useState } from "react";
import {
  guessKinds,
  hasHeading,
  type Kind,
  plainHeading,
  readPeople,
  sheetOf,
  withKind,
  withoutDomain,
} from "../../../server/people/roster/policy.ts";
import type {
  RosterInput,
  RosterPreview,
  RosterRow,
} from "../../../server/people/roster/schema.ts";
import { type Table, type Tables, tooLarge } from "../../kit/data/read-tables.ts";
import { useLoad } from "../../kit/data/query.ts";
import { toast } from "../../kit/data/toast.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { FormError } from "../../kit/forms/form.tsx";
import { CallError } from "../../kit/net/api.ts";
import { contentKey } from "../../kit/net/idempotency-key.ts";
import { LoadingRegion } from "../../kit/ui/page.tsx";
import { importRoster, previewRoster, readChoices, storeChoices } from "./actions.ts";
import { Columns, Domain } from "./columns.tsx";
import { RosterRows } from "./rows.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { Tick } from "../../kit/ui/tick.tsx";

interface PreviewProps {
  name: string;
  read: Tables;
  /** Called with the rows that were left out. */
  onDone: (left: readonly RosterRow[]) => void;
}

export function Preview({ name, read: { tables, isWindows1252 }, onDone }: PreviewProps) {
  const [sheet, setSheet] = useState(() =>
    Math.max(0, tables.findIndex(({ rows }) => hasHeading(sheetOf(rows))))
  );
  const table = tables[sheet] ?? { name: "", rows: [] };
  const problem = table.rows.length < 2 ? "There are no rows with people." : tooLarge(table);
  return (
    <section aria-labelledby="roster-preview" className="max-w-5xl space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="roster-preview" className="min-w-0 text-xl font-bold break-words">
          Preview of {name}
        </h3>
        <Button className="btn-sm" onClick={() => onDone([])}>Cancel</Button>
      </div>
      {isWindows1252 && (
        <p className="text-muted">
          The file is not in UTF-8. It is read as Windows-1252: check that all letters are right.
        </p>
      )}
      {tables.length > 1 && (
        <label className="block w-fit">
          <span className="block font-semibold">Sheet</span>
          <select
            className="select"
            value={sheet}
            onChange={({ target }) => setSheet(Number(target.value))}
          >
            {tables.map(({ name }, at) => <option key={at} value={at}>{name}</option>)}
          </select>
        </label>
      )}
      <FormError text={problem ?? ""} />
      {problem === null && <Sheet key={sheet} table={table} onDone={onDone} />}
    </section>
  );
}

function Sheet({ table, onDone }: { table: Table; onDone: (left: readonly RosterRow[]) => void }) {
  const lines = useMemo(() => sheetOf(table.rows), [table]);
  const [kinds, setKinds] = useState(() => guessKinds(lines, readChoices().kinds));
  const [domain, setDomain] = useState("");
  const [sure, setSure] = useState<ReadonlySet<number>>(new Set());
  const [makeSections, setMakeSections] = useState(false);
  const nameless = withoutDomain(readPeople(lines, kinds));
  const input = useMemo((): RosterInput => ({
    rows: readPeople(lines, kinds, domain)
      .map((row) => sure.has(row.line) ? { ...row, isSure: true } : row),
    makeSections,
  }), [lines, kinds, domain, sure, makeSections]);

  function chooseKind(at: number, kind: Kind | null): void {
    setKinds(withKind(kinds, at, kind));
    storeChoices({ kinds: { [plainHeading(lines.titles[at] ?? "")]: kind ?? "" } });
  }
  /** Of rows with one address, the last one that was chosen counts. */
  function chooseRow({ line, typed }: RosterRow, isSure: boolean): void {
    const same = input.rows.filter((row) => row.typed.email === typed.email);
    const rest = [...sure].filter((one) => !same.some((row) => row.line === one));
    setSure(new Set(isSure ? [...rest, line] : rest));
  }
  return (
    <>
      <Columns table={lines} kinds={kinds} onChoose={chooseKind} />
      {nameless.length > 0 && (
        <Domain
          many={nameless.length}
          example={nameless[0]?.typed.email ?? ""}
          offered={readChoices().domain}
          onChoose={(domain) => {
            setDomain(domain);
            storeChoices({ domain });
          }}
        />
      )}
      <JudgedRows
        input={input}
        onMakeSections={setMakeSections}
        onChoose={chooseRow}
        onDone={onDone}
      />
    </>
  );
}

interface JudgedProps {
  input: RosterInput;
  onMakeSections: (make: boolean) => void;
  onChoose: (row: RosterRow, isSure: boolean) => void;
  onDone: (left: readonly RosterRow[]) => void;
}

export const people = (many: number): string =>
  many === 1 ? "1 person" : `${many.toLocaleString("en-IN")} people`;

const TICK = "w-fit items-start gap-3 wrap-anywhere";
const NOTHING: RosterPreview = { rows: [], newSections: [], withoutPassword: 0 };

/** What the server says about the rows. While it is asked anew, the answer before stays. */
function JudgedRows({ input, onMakeSections, onChoose, onDone }: JudgedProps) {
  const [known, setKnown] = useState<{ input: RosterInput; preview: RosterPreview } | null>(null);
  const load = useCallback(async (signal: AbortSignal) => {
    const preview = await previewRoster(input, signal);
    setKnown({ input, preview });
  }, [input]);
  const { state, problem, again } = useLoad(load, null);
  const [mail, setMail] = useState(false);
  if (known === null && state !== "failed") {
    return (
      <LoadingRegion label="Reading the file...">
        <div className="skeleton h-48 rounded-box" />
      </LoadingRegion>
    );
  }
  const { rows, newSections, withoutPassword } = known?.preview ?? NOTHING;
  return (
    <>
      {state === "failed" && (
        <>
          <FormError text={problem || "The server cannot be reached. It will be retried."} />
          <Button onClick={again}>Try again</Button>
        </>
      )}
      {newSections.length > 0 && (
        <Tick className={TICK} isOn={input.makeSections ?? false} onTick={onMakeSections}>
          Create the missing sections: {newSections.join(", ")}
        </Tick>
      )}
      {withoutPassword > 0 && (
        <Tick className={TICK} isOn={mail} onTick={setMail}>
          Tell {people(withoutPassword)} without a password by mail how to set one
        </Tick>
      )}
      {known && (
        <Start
          {...known}
          isCurrent={known.input === input && state === "ready"}
          mail={mail && withoutPassword > 0}
          onDone={onDone}
        />
      )}
      <RosterRows rows={rows} onChoose={onChoose} />
    </>
  );
}

interface StartProps {
  input: RosterInput;
  preview: RosterPreview;
  /** Whether the preview is of what is chosen now. */
  isCurrent: boolean;
  mail: boolean;
  onDone: (left: readonly RosterRow[]) => void;
}

function Start({ input, preview, isCurrent, mail, onDone }: StartProps) {
  const key = useRef(contentKey());
  const { busy, run } = useCall("The roster could not be imported.");
  const [isUnanswered, setUnanswered] = useState(false);
  const count = (...fates: RosterRow["fate"][]) =>
    preview.rows.filter(({ fate }) => fates.includes(fate)).length;
  const [many, asked] = [count("new", "changed"), count("asked")];
  const start = () =>
    run(async () => {
      setUnanswered(false);
      try {
        const wanted = { ...input, mail };
        const { import: done, left, mailed } = await importRoster(wanted, key.current(wanted));
        const mails = mailed > 0 ? `, ${people(mailed)} mailed` : "";
        toast.success(
          `Imported: ${people(done.added)} new, ${people(done.changed)} changed${mails}.`,
        );
        onDone(left);
      } catch (error) {
        if (!(error instanceof CallError) || error.status !== 0) throw error;
        setUnanswered(true);
      }
    });
  return (
    <>
      <p role="status">
        {many === 0 && !mail && count("wrong", "asked") === 0 && "This file changes nothing."}
        {asked > 0 && `Asked below, and left out without an answer: ${asked}. `}
        <span className="sr-only">{many} of {preview.rows.length} rows will be imported.</span>
      </p>
      {(many > 0 || mail) && (
        <Button
          className="btn-primary"
          aria-disabled={busy || !isCurrent}
          onClick={isCurrent ? start : undefined}
        >
          {busy
            ? "Importing..."
            : many > 0
            ? `Import ${people(many)}`
            : `Mail ${people(preview.withoutPassword)}`}
        </Button>
      )}
      <FormError
        text={isUnanswered
          ? "No answer came, so nobody knows here whether the roster was imported. Import it again: it counts once."
          : ""}
      />
    </>
  );
}
