/** What each column of a roster's file is: guessed, and changed by hand. */
import { useState } from "react";
import { type Kind, KINDS, type Sheet } from "../../../server/people/roster/policy.ts";
import { TextField } from "../../kit/forms/fields.tsx";
import { SubmitButton, useForm } from "../../kit/forms/form.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { plural } from "../../kit/ui/plural.ts";

/** So many columns are shown, whether they are read or not. */
const COLUMNS_SHOWN = 8;
const SAMPLES = 3;

interface ColumnsProps {
  table: Sheet;
  kinds: readonly (Kind | null)[];
  onChoose: (at: number, kind: Kind | null) => void;
}

export function Columns({ table: { heading, titles, rows }, kinds, onChoose }: ColumnsProps) {
  const [isAll, setAll] = useState(titles.length <= COLUMNS_SHOWN);
  const shown = [...titles.keys()].filter((at) => isAll || kinds[at] !== null);
  const samples = (at: number) =>
    rows.map(({ cells }) => cells[at]?.trim() ?? "").filter(Boolean).slice(0, SAMPLES).join(" · ");
  return (
    <div className="panel max-w-3xl px-4 py-3">
      <table className="w-full table-fixed">
        <caption className="pb-2 text-left font-bold">
          Columns of the file
          {heading === null
            ? ". No line names them."
            : heading > 1 && `. Line ${heading} names them, and the lines above are not read.`}
        </caption>
        <thead className="text-left text-sm text-muted">
          <tr>
            <th scope="col" className="font-normal">Column</th>
            <th scope="col" className="w-3/5 font-normal">Read as</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((at) => (
            <tr key={at} className="border-t border-base-300">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                <span className="block font-semibold break-words">{titles[at]}</span>
                <span className="block truncate text-sm text-muted">{samples(at)}</span>
              </th>
              <td className="py-1.5">
                <select
                  className="select w-full"
                  aria-label={`Read ${titles[at]} as`}
                  value={kinds[at] ?? ""}
                  onChange={({ target }) => onChoose(at, (target.value || null) as Kind | null)}
                >
                  <option value="">Not read</option>
                  {Object.entries(KINDS).map(([kind, name]) => (
                    <option key={kind} value={kind}>{name}</option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!isAll && (
        <Button className="btn-sm mt-2" onClick={() => setAll(true)}>
          Show {titles.length - shown.length} columns that are not read
        </Button>
      )}
    </div>
  );
}

interface DomainProps {
  /** How many people have a user name only, and the first one. */
  many: number;
  example: string;
  /** It makes no address before it is chosen. */
  offered: string;
  onChoose: (domain: string) => void;
}

/** Makes addresses of user names. */
export function Domain({ many, example, offered, onChoose }: DomainProps) {
  const form = useForm({
    schema: async () => (await import("../../../server/people/roster/schema.ts")).domainInput,
    empty: { domain: offered },
    submit: ({ domain }) => Promise.resolve(onChoose(domain)),
  });
  return (
    <form {...form.props} className="panel max-w-3xl space-y-2 px-4 py-3">
      <p>
        {plural(many, "person has", "people have")} no address, but a user name such as{" "}
        <strong className="break-all">{example}</strong>. If the school's addresses are made of it,
        type their domain; otherwise choose another column or file.
      </p>
      <TextField form={form} name="domain" label="Domain" placeholder="school.edu" />
      <SubmitButton busy={form.busy} className="">Use this domain</SubmitButton>
    </form>
  );
}
