/** Links to questions of the same kind. */
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type * as z from "zod";
import { SIMILAR, type similarQuestion } from "../../server/assignments/schema.ts";
import { goOnBeside } from "../kit/removal.ts";
import { begin } from "../kit/take-over.ts";
import { type Errors, Field, fieldErrors } from "../kit/form.tsx";

export type Similar = z.infer<typeof similarQuestion>;

const rules = () => import("../../server/assignments/schema.ts");

export const EMPTY_SIMILAR = { title: "", url: "" };

interface SimilarProps {
  questions: readonly Similar[];
  error: string | undefined;
  onChange: (questions: Similar[]) => void;
  /** What is being typed, and is not added yet. */
  typed: Similar;
  onType: (typed: Similar) => void;
}

export function SimilarQuestions(props: SimilarProps) {
  const { questions, error, onChange, typed, onType } = props;
  const [errors, setErrors] = useState<Errors>({});
  async function add(button: HTMLElement) {
    const schema = await rules().catch(() => null);
    // Without a network there may be no rules: the server judges, when all of it is sent.
    if (schema === null) {
      const missing = [typed.title, typed.url].findIndex((text) => text.trim() === "");
      if (missing >= 0) return setErrors({ [missing === 0 ? "title" : "url"]: SIMILAR });
    }
    const read = schema?.similarQuestion.safeParse(typed) ?? { success: true, data: typed };
    if (!read.success) return setErrors(fieldErrors(read.error));
    onChange([...questions, read.data]);
    onType(EMPTY_SIMILAR);
    setErrors({});
    // The next one.
    begin(button.previousElementSibling);
  }
  return (
    <fieldset className="min-w-0 rounded-box border border-base-300 p-4">
      <legend className="px-1 font-semibold">Similar Questions</legend>
      {questions.length > 0 && (
        <ul className="mb-4 space-y-2">
          {questions.map(({ title, url }, place) => (
            <li key={place} className="flex items-center gap-3 rounded-field bg-base-200 p-3">
              <span className="min-w-0 grow">
                {title} <span className="block truncate text-sm text-muted">{url}</span>
              </span>
              <button
                type="button"
                className="btn btn-ghost btn-sm btn-square"
                aria-label={`Remove ${title}`}
                onClick={(event) => {
                  goOnBeside(event.currentTarget);
                  onChange(questions.toSpliced(place, 1));
                }}
              >
                <Trash2 aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
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
      {error && <p role="alert" className="mt-2 text-sm font-medium text-error">{error}</p>}
      <button
        type="button"
        className="btn mt-3"
        onClick={({ currentTarget }) => void add(currentTarget)}
      >
        <Plus aria-hidden className="size-4" /> Add Similar Question
      </button>
    </fieldset>
  );
}
