/**
 * A list in a form: the added rows, each with a button to remove it, and the fields of the next
 * row. The next row is validated when it is added. Then the fields are empty again.
 */
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type * as z from "zod";
import Plus from "../ui/icon.tsx?plus";
import { focusFirst } from "../focus/hand-over-focus.ts";
import { type Errors, fieldErrors } from "./form.tsx";
import { RemoveButton } from "./remove-button.tsx";

/** How a row is validated: by the server's schema, or offline by its `required` fields. */
interface RowRules<Row, Typed> {
  load: () => Promise<z.ZodType<Row>>;
  /** Converts the typed row to the schema's input. */
  toRow: (typed: Typed) => Row;
  required: readonly (keyof Typed & string)[];
  /** The error text for a required field that is empty. */
  missing: string;
}

interface RowsProps<Row, Typed> {
  legend: string;
  rows: readonly Row[];
  show: (row: Row, place: number) => ReactNode;
  /** The accessible name of the button that removes a row. */
  removeName: (row: Row, place: number) => string;
  addLabel: string;
  /** The error of the list as a whole. */
  error: string | undefined;
  rules: RowRules<Row, Typed>;
  empty: Typed;
  /** The fields of the next row, which is not in the list yet. */
  typed: Typed;
  onType: (typed: Typed) => void;
  onChange: (rows: Row[]) => void;
  /** Renders the fields of the next row with their errors. */
  children: (errors: Errors) => ReactNode;
}

export function RowsField<Row, Typed extends Record<string, string>>(
  props: RowsProps<Row, Typed>,
) {
  const { legend, rows, show, removeName, addLabel, error, onChange, children } = props;
  const [errors, setErrors] = useState<Errors>({});
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  /** The rows that were added before and wait for the rules, which may come in any order. */
  const earlier = useRef(Promise.resolve());
  function add(button: HTMLElement) {
    const { rules, typed, empty } = props;
    const focused = document.activeElement;
    earlier.current = earlier.current.then(async () => {
      const read = await readRow(rules, typed);
      if ("errors" in read) return setErrors(read.errors);
      const now = latest.current;
      // Rendered at once, so that the next row follows this one.
      flushSync(() => {
        now.onChange([...now.rows, read.row]);
        now.onType(withoutAdded(now.typed, { added: typed, empty }));
        setErrors({});
      });
      // Somebody who is at another field by now stays there.
      if (document.activeElement === focused) focusFirst(button.previousElementSibling);
    });
  }
  return (
    <fieldset className="min-w-0 rounded-box border border-base-300 p-4">
      <legend className="px-1 font-semibold">{legend}</legend>
      {rows.length > 0 && (
        <ol className="mb-4 space-y-2">
          {rows.map((row, place) => (
            <li key={place} className="flex items-start gap-3 rounded-field bg-base-200 p-3">
              {show(row, place)}
              <RemoveButton
                name={removeName(row, place)}
                className="btn-sm"
                onRemove={() =>
                  onChange(rows.toSpliced(place, 1))}
              />
            </li>
          ))}
        </ol>
      )}
      {error && <p role="alert" className="mb-2 text-sm font-medium text-error">{error}</p>}
      {children(errors)}
      <button
        type="button"
        className="btn mt-3"
        onClick={({ currentTarget }) => add(currentTarget)}
      >
        <Plus aria-hidden className="size-4" /> {addLabel}
      </button>
    </fieldset>
  );
}

/** Empties the added fields, except those that were typed into while the rules were loading. */
function withoutAdded<Typed extends Record<string, string>>(
  typed: Typed,
  { added, empty }: { added: Typed; empty: Typed },
): Typed {
  const fields = Object.entries(typed).map(([name, text]) =>
    [name, text === added[name] ? empty[name] : text] as const
  );
  return Object.fromEntries(fields) as Typed;
}

async function readRow<Row, Typed extends Record<string, string>>(
  { load, toRow, required, missing }: RowRules<Row, Typed>,
  typed: Typed,
): Promise<{ row: Row } | { errors: Errors }> {
  const row = toRow(typed);
  const schema = await load().catch(() => null);
  if (schema === null) {
    // Offline the schema may not load. The server checks the rest when the form is sent.
    const blank = required.find((name) => typed[name]?.trim() === "");
    return blank === undefined ? { row } : { errors: { [blank]: missing } };
  }
  const read = schema.safeParse(row);
  return read.success ? { row: read.data } : { errors: fieldErrors(read.error) };
}
