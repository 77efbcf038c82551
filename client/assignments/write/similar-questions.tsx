/** The field for links to similar questions. */
import { TextField } from "../../kit/forms/fields.tsx";
import type { Form } from "../../kit/forms/form.tsx";
import { type RowKind, RowsField } from "../../kit/forms/rows-field.tsx";
import { EMPTY_SIMILAR, type QuestionValues, type Similar } from "./question-values.tsx";

const KIND: RowKind<Similar, Similar> = {
  legend: "Similar Questions",
  addLabel: "Add Similar Question",
  removeName: ({ title }) => `Remove ${title}`,
  schema: async () => (await import("../../../server/assignments/schema.ts")).similarQuestion,
  toRow: (typed) => typed,
  empty: EMPTY_SIMILAR,
};

export function SimilarQuestions({ form }: { form: Form<QuestionValues> }) {
  return (
    <RowsField
      form={form}
      name="similarQuestions"
      kind={KIND}
      rows={form.values.similarQuestions}
      onChange={(rows) => form.set("similarQuestions", rows)}
      show={({ title, url }) => (
        <span className="min-w-0 grow">
          {title} <span className="block truncate text-sm text-muted">{url}</span>
        </span>
      )}
      typed={form.values.nextSimilar}
      onType={(next) => form.set("nextSimilar", next)}
    >
      {(next) => (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField form={next} name="title" label="Question title" />
          <TextField form={next} name="url" label="URL" type="url" placeholder="https://" />
        </div>
      )}
    </RowsField>
  );
}
