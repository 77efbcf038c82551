/**
 * A list in a form: the added rows, each with a button to remove it, and the fields of the next
 * row. The next row is validated when it is added. Then the fields are empty again. With `editing`,
 * a row can be taken into the fields, and goes back to its place.
 */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLatest } from "../data/use-latest.ts";
import { flushSync } from "react-dom";
import type * as z from "zod";
import Pencil from "../ui/icon.tsx?pencil";
import Plus from "../ui/icon.tsx?plus";
import { IconButton } from "../ui/icon-button.tsx";
import { focusFirst } from "../focus/hand-over-focus.ts";
import { toast } from "../data/toast.ts";
import { errorText } from "../net/api.ts";
import { type Errors, fieldErrors, type Form, loadSchema, type Values } from "./form.tsx";
import { RemoveButton } from "./remove-button.tsx";
import { Button } from "../ui/button.tsx";

export interface RowKind<Row, Typed> {
  legend: string;
  addLabel: string;
  removeName: (row: Row, place: number) => string;
  schema: () => Promise<z.ZodType<Row>>;
  /** Converts the typed row to the schema's input. */
  toRow: (typed: Typed) => Row;
  empty: Typed;
  editing?: {
    /** The typed form of a row. Its `at` is the row's place. */
    toTyped: (row: Row, at: string) => Typed;
    /** The accessible name of the button that takes a row into the fields. */
    name: (place: number) => string;
    saveLabel: string;
  };
}

interface RowsProps<Row, Typed extends Values> {
  form: Omit<Form<Values>, "values" | "set">;
  name: string;
  kind: RowKind<Row, Typed>;
  rows: readonly Row[];
  onChange: (rows: Row[]) => void;
  show: (row: Row, place: number) => ReactNode;
  typed: Typed;
  onType: (typed: Typed) => void;
  children: (next: Form<Typed>) => ReactNode;
}

/** Returns the rows with this one at its place, or at the end if it is new. */
export const placeRow = <Row,>(rows: readonly Row[], row: Row, at = ""): Row[] =>
  at === "" || Number(at) >= rows.length ? [...rows, row] : rows.with(Number(at), row);

/** The errors of the parts of this field, by the parts' names. */
export const errorsOf = (errors: Errors, field: string): Errors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, text]) =>
      name.startsWith(`${field}.`) ? [[name.slice(field.length + 1), text]] : []
    ),
  );

/** The fields of one value of a form, as a form: its values, and the errors of its parts. */
export const partOf = <K extends string, P extends Values, V extends Values & Record<K, P>>(
  form: Form<V>,
  name: K,
): Form<V[K]> => ({
  ...form,
  values: form.values[name],
  errors: errorsOf(form.errors, name),
  set: (part, value) => form.set(name, { ...form.values[name], [part]: value }),
});

/** The fields of one row of a list in a form, as a form. */
export const rowOf = <
  K extends string,
  Row extends Values,
  V extends Values & Record<K, readonly Row[]>,
>(form: Form<V>, name: K, at: number): Form<V[K][number]> => {
  const rows = form.values[name];
  const row = rows[at] as V[K][number];
  return {
    ...form,
    values: row,
    errors: errorsOf(form.errors, `${name}.${at}`),
    set: (part, value) => {
      const next: readonly Row[] = rows.with(at, { ...row, [part]: value });
      form.set(name, next as V[K]);
    },
  };
};

export function RowsField<Row, Typed extends Values & { at?: string }>(
  props: RowsProps<Row, Typed>,
) {
  const { form, name, kind, rows, onChange, show, typed, onType, children } = props;
  const { legend, addLabel, removeName, empty, editing } = kind;
  const [errors, setErrors] = useState<Errors>({});
  const addButton = useRef<HTMLButtonElement>(null);
  const focusFields = () => focusFirst(addButton.current?.previousElementSibling ?? null);
  const { at = "" } = typed;
  const sentErrors = errorsOf(form.errors, `${name}.${at || rows.length}`);
  const [, error] = Object.entries(form.errors).find(([one]) => one.split(".")[0] === name) ?? [];
  const isUntouched = Object.entries(typed)
    .every(([name, value]) => !value || value === empty[name]);
  function take(next: Typed) {
    setErrors({});
    onType(next);
    focusFields();
  }
  function remove(place: number) {
    onChange(rows.toSpliced(place, 1));
    if (at === "" || place > Number(at)) return;
    onType({ ...typed, at: place === Number(at) ? "" : String(Number(at) - 1) });
  }
  useEffect(() => {
    const form = addButton.current?.form;
    // A form that is sent is validated as a whole, and without a row that is empty.
    const forget = () => setErrors({});
    form?.addEventListener("submit", forget);
    return () => form?.removeEventListener("submit", forget);
  }, []);
  // While the schema is fetched, the person may type on.
  const latest = useLatest(props);
  async function add() {
    const schema = await loadSchema(kind.schema);
    const { rows, typed } = latest.current;
    const read = schema.safeParse(kind.toRow(typed));
    if (!read.success) return setErrors(fieldErrors(read.error));
    // Rendered at once, so that the next row follows this one.
    flushSync(() => {
      onChange(placeRow(rows, read.data, typed.at));
      onType(empty);
      setErrors({});
    });
    focusFields();
  }
  return (
    <fieldset className="min-w-0 rounded-box border border-base-300 p-4">
      <legend className="px-1 font-semibold">{legend}</legend>
      {rows.length > 0 && (
        <ol className="mb-4 space-y-2">
          {rows.map((row, place) => (
            <li
              key={place}
              className={`flex items-start gap-3 rounded-field bg-base-200 p-3 ${
                at === String(place) ? "outline-2 outline-primary" : ""
              }`}
            >
              {show(row, place)}
              {editing && (
                <IconButton
                  icon={Pencil}
                  name={editing.name(place)}
                  title={isUntouched ? undefined : "Add the one below first."}
                  disabled={!isUntouched}
                  onClick={() => take(editing.toTyped(row, String(place)))}
                />
              )}
              <RemoveButton
                name={removeName(row, place)}
                className="btn-sm"
                onRemove={() => remove(place)}
              />
            </li>
          ))}
        </ol>
      )}
      {error && Object.keys(sentErrors).length === 0 && (
        <p role="alert" className="mb-2 text-sm font-medium text-error">{error}</p>
      )}
      {children({
        ...form,
        values: typed,
        errors: { ...sentErrors, ...errors },
        set: (part, value) => onType({ ...typed, [part]: value }),
      })}
      <Button
        ref={addButton}
        className="mt-3 mr-3"
        onClick={() => void add().catch((error) => toast.error(errorText(error)))}
      >
        {editing && at !== "" ? editing.saveLabel : (
          <>
            <Plus aria-hidden className="size-4" /> {addLabel}
          </>
        )}
      </Button>
      {at !== "" && <Button className="mt-3" onClick={() => take(empty)}>Cancel</Button>}
    </fieldset>
  );
}
