/** The explanation of a question: Markdown, with a preview beside it. */
import { Field } from "../../kit/forms/form.tsx";
import { MarkdownField } from "../../kit/markdown/markdown-field.tsx";

interface ExplanationProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function Explanation({ value, error, onChange }: ExplanationProps) {
  return (
    <Field
      label="Explanation"
      hint="Markdown: **bold**, lists, tables, and ``` for code."
      error={error}
    >
      {(control) => <MarkdownField control={control} value={value} onChange={onChange} />}
    </Field>
  );
}
