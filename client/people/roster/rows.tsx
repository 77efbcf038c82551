/** The rows of a roster: what an import does with each, and the wrong ones as a file. */
import { useState } from "react";
import { writeWrong } from "../../../server/people/roster/policy.ts";
import { FATES, type RosterRow } from "../../../server/people/roster/schema.ts";

/** So many rows are drawn at once. */
const ROWS_SHOWN = 100;

type Fate = RosterRow["fate"];

const NAMES: Record<Fate, string> = {
  new: "New",
  changed: "Changed",
  unchanged: "Unchanged",
  wrong: "Wrong",
};
const BADGES: Record<Fate, string> = {
  new: "badge-success",
  changed: "badge-info",
  unchanged: "",
  wrong: "badge-error",
};

export function RosterRows({ rows }: { rows: readonly RosterRow[] }) {
  const count = (fate: Fate) => rows.filter((row) => row.fate === fate).length;
  const [shown, setShown] = useState<Fate | null>(count("wrong") > 0 ? "wrong" : null);
  const [most, setMost] = useState(ROWS_SHOWN);
  const wanted = rows.filter(({ fate }) => shown === null || fate === shown);
  return (
    <div className="space-y-3">
      <div role="group" aria-label="Show rows" className="flex flex-wrap gap-2">
        {[null, ...FATES].map((fate) => (
          <button
            key={fate}
            type="button"
            className={`btn btn-sm ${fate === shown ? "btn-primary" : ""}`}
            aria-pressed={fate === shown}
            onClick={() => {
              setShown(fate);
              setMost(ROWS_SHOWN);
            }}
          >
            {fate === null ? `All ${rows.length}` : `${NAMES[fate]} ${count(fate)}`}
          </button>
        ))}
      </div>
      {count("wrong") > 0 && <WrongRows rows={rows} />}
      {wanted.length > 0 && (
        <ul aria-label="Rows of the file" className="panel divide-y divide-base-300">
          {wanted.slice(0, most).map((row) => <Row key={row.line} row={row} />)}
        </ul>
      )}
      {wanted.length > most && (
        <button
          type="button"
          className="btn btn-sm"
          onClick={() => setMost((now) => now + ROWS_SHOWN)}
        >
          Show more of {wanted.length} rows
        </button>
      )}
    </div>
  );
}

function Row({ row: { line, typed, fate, column, reason, changes } }: { row: RosterRow }) {
  const rest = [typed.branch, typed.year && `year ${typed.year}`, typed.role, typed.section].filter(
    Boolean,
  );
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5">
      <span className="w-16 shrink-0 text-sm text-muted">Line {line}</span>
      <span className={`badge ${BADGES[fate]}`}>{NAMES[fate]}</span>
      <span className="min-w-0 grow basis-56">
        <span className="font-semibold break-words">{typed.name || "No name"}</span>{" "}
        <span className="break-all">{typed.email || "No email"}</span>
        {rest.length > 0 && <span className="text-muted break-words">, {rest.join(", ")}</span>}
        {fate === "wrong" && (
          <span className="block text-error">
            {column !== null && <strong className="capitalize">{column}:</strong>} {reason}
          </span>
        )}
        {fate !== "wrong" && reason !== null && <span className="block text-muted">{reason}</span>}
        {changes.map((one) => (
          <span key={one.column} className="block text-sm break-words">
            <span className="capitalize">{one.column}</span>: {one.from || "none"}{" "}
            <span aria-hidden>→</span>
            <span className="sr-only">becomes</span> <strong>{one.to}</strong>
          </span>
        ))}
      </span>
    </li>
  );
}

function WrongRows({ rows }: { rows: readonly RosterRow[] }) {
  function download(): void {
    const url = URL.createObjectURL(new Blob([writeWrong(rows)], { type: "text/csv" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = "wrong-rows.csv";
    link.click();
    URL.revokeObjectURL(url);
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
      Wrong rows are left out. Mend them in their own file, and choose that file next.
      <button type="button" className="btn btn-sm" onClick={download}>
        Download the wrong rows
      </button>
    </p>
  );
}
