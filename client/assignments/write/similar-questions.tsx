/** The field for links to similar questions. */
import { type Errors, Field } from "../../kit/forms/form.tsx";
import { type RowKind, RowsField } from "../../kit/forms/rows-field.tsx";
import { EMPTY_SIMILAR, type Similar } from "./question-values.tsx";

const KIND: RowKind<Similar, Similar> = {
  legend: "Similar Questions",
  addLabel: "Add Similar Question",
  removeName: ({ title }) => `Remove ${title}`,
  schema: async () => (await import("../../../server/assignments/schema.ts")).similarQuestion,
  toRow: (typed) => typed,
  empty: EMPTY_SIMILAR,
};

interface SimilarProps {
  questions: readonly Similar[];
  error: string | undefined;
  sentErrors: Errors;
  onChange: (questions: Similar[]) => void;
  /** The fields of the next question, which is not in the list yet. */
  typed: Similar;
  onType: (typed: Similar) => void;
}

export function SimilarQuestions({ questions, typed, onType, ...rest }: SimilarProps) {
  return (
    <RowsField
      kind={KIND}
      rows={questions}
      show={({ title, url }) => (
        <span className="min-w-0 grow">
          {title} <span className="block truncate text-sm text-muted">{url}</span>
        </span>
      )}
      typed={typed}
      onType={onType}
      {...rest}
    >
      {(errors) => (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Question title" error={errors.title}>
            {(control) => (
              <input
                {...control}
                className="input w-full"
                value={typed.title}
                onChange={(event) => onType({ ...typed, title: event.target.value })}
              />
            )}
          </Field>
          <Field label="URL" error={errors.url}>
            {(control) => (
              <input
                {...control}
                type="url"
                className="input w-full"
                placeholder="https://"
                value={typed.url}
                onChange={(event) => onType({ ...typed, url: event.target.value })}
              />
            )}
          </Field>
        </div>
      )}
    </RowsField>
  );
}
