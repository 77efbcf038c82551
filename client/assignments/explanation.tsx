/** The explanation of a question: Markdown, with a preview beside it. */
import { lazy, Suspense } from "react";
import { Field } from "../kit/form.tsx";

const Editor = lazy(() => import("../kit/editor.tsx"));

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
      {(control) => (
        <Suspense fallback={<div className="skeleton h-80" />}>
          <Editor control={control} value={value} onChange={onChange} />
        </Suspense>
      )}
    </Field>
  );
}
