/** The rows of a roster: what an import does with each, and those to be mended as a file. */
import { useState } from "react";
import { writeLeft } from "../../../server/people/roster/policy.ts";
import type { RosterRow } from "../../../server/people/roster/schema.ts";
import { saveBlob } from "../../kit/data/save-file.ts";
import { Button } from "../../kit/ui/button.tsx";

/** So many rows are drawn at once. */
const ROWS_SHOWN = 100;

type Fate = RosterRow["fate"];

const BADGES: Record<Fate, string> = {
  new: "badge-success",
  changed: "badge-info",
  unchanged: "",
  asked: "badge-warning",
  skipped: "",
  wrong: "badge-error",
};
const is = (...fates: Fate[]) => ({ fate }: RosterRow) => fates.includes(fate);
const TO_DECIDE = "Asked or skipped";
const GROUPS = [
  { name: "All", has: () => true },
  { name: "New", has: is("new") },
  { name: "Changed", has: is("changed") },
  { name: "Unchanged", has: is("unchanged") },
  // A row that was answered stays here.
  { name: TO_DECIDE, has: (row: RosterRow) => row.isSure === true || is("asked", "skipped")(row) },
  { name: "Wrong", has: is("wrong") },
];

interface RowsProps {
  rows: readonly RosterRow[];
  /** Imports a row that is asked about or skipped, or leaves it out again. */
  onChoose?: (row: RosterRow, isSure: boolean) => void;
}

export function RosterRows({ rows, onChoose }: RowsProps) {
  const [picked, setPicked] = useState<string>();
  const [most, setMost] = useState(ROWS_SHOWN);
  const groups = GROUPS.map(({ name, has }) => ({ name, rows: rows.filter(has) }));
  const filled = (name: string | undefined) =>
    groups.find((group) => group.name === name && group.rows.length > 0);
  const isAsked = rows.some((row) => row.isSure || row.fate === "asked");
  const shown = filled(picked) ?? filled(isAsked ? TO_DECIDE : "Wrong") ?? filled("All");
  const wanted = shown?.rows ?? [];
  return (
    <div className="space-y-3">
      <div role="group" aria-label="Show rows" className="flex flex-wrap gap-2">
        {groups.map(({ name, rows }) => (
          <Button
            key={name}
            className={`btn-sm ${name === shown?.name ? "btn-primary" : ""}`}
            aria-pressed={name === shown?.name}
            onClick={() => {
              setPicked(name);
              setMost(ROWS_SHOWN);
            }}
          >
            {name} {rows.length}
          </Button>
        ))}
      </div>
      {rows.some(is("wrong", "asked")) && <LeftRows rows={rows} />}
      {wanted.length > 0 && (
        <ul aria-label="Rows of the file" className="panel divide-y divide-base-300">
          {wanted.slice(0, most).map((row) => <Row key={row.line} row={row} onChoose={onChoose} />)}
        </ul>
      )}
      {wanted.length > most && (
        <Button
          className="btn-sm"
          onClick={() => setMost((now) => now + ROWS_SHOWN)}
        >
          Show more of {wanted.length} rows
        </Button>
      )}
    </div>
  );
}

function Row({ row, onChoose }: { row: RosterRow; onChoose: RowsProps["onChoose"] }) {
  const { line, typed, fate, column, reason, changes, isSure = false } = row;
  const rest = [typed.branch, typed.year && `year ${typed.year}`, typed.role, typed.section].filter(
    Boolean,
  );
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5">
      <span className="w-16 shrink-0 text-sm text-muted">Line {line}</span>
      <span className={`badge capitalize ${BADGES[fate]}`}>{fate}</span>
      <span className="min-w-0 grow basis-56">
        <span className="font-semibold break-words">{typed.name || "No name"}</span>{" "}
        <span className="break-all">{typed.email || "No email"}</span>
        {rest.length > 0 && <span className="text-muted break-words">, {rest.join(", ")}</span>}
        {reason !== null && (
          <span className={`block ${fate === "wrong" ? "text-error" : "text-muted"}`}>
            {column !== null && <strong className="capitalize">{column}:</strong>} {reason}
          </span>
        )}
        {changes.map((one) => (
          <span key={one.column} className="block text-sm break-words">
            <span className="capitalize">{one.column}</span>: {one.from || "none"}{" "}
            <span aria-hidden>→</span>
            <span className="sr-only">becomes</span> <strong>{one.to}</strong>
          </span>
        ))}
      </span>
      {onChoose && (isSure || is("asked", "skipped")(row)) && (
        <Button
          className="btn-sm"
          onClick={() => onChoose(row, !isSure)}
        >
          {isSure ? "Leave it out" : "Import it"}
          <span className="sr-only">line {line}</span>
        </Button>
      )}
    </li>
  );
}

function LeftRows({ rows }: { rows: readonly RosterRow[] }) {
  const download = () =>
    saveBlob(new Blob([writeLeft(rows)], { type: "text/csv" }), "left-out.csv");
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
      Rows that are wrong or asked about are left out. Mend them in their own file, and choose that
      file next.
      <Button className="btn-sm" onClick={download}>Download these rows</Button>
    </p>
  );
}
