/** The test cases of a new question. */
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { TEST_CASE, type TestCase } from "../../server/assignments/schema.ts";
import { goOnBeside } from "../kit/removal.ts";
import { begin } from "../kit/take-over.ts";
import { type Errors, Field, fieldErrors } from "../kit/form.tsx";

const rules = () => import("../../server/assignments/schema.ts");

export const EMPTY_CASE = { input: "", output: "", explanation: "" };
type TypedCase = typeof EMPTY_CASE;

/** A case as it is kept: without an explanation that is blank. */
export function readCase(
  { explanation, ...needed }: TypedCase,
): TypedCase | Omit<TypedCase, "explanation"> {
  return explanation.trim() === "" ? needed : { ...needed, explanation };
}

const parts = [
  { name: "input", label: "Input", isCode: true },
  { name: "output", label: "Output", isCode: true },
  { name: "explanation", label: "Explanation (optional)", isCode: false },
] as const;

interface TestCasesProps {
  cases: readonly TestCase[];
  error: string | undefined;
  onChange: (cases: TestCase[]) => void;
  /** What is being typed, and is not added yet. */
  typed: TypedCase;
  onType: (typed: TypedCase) => void;
}

export function TestCases({ cases, error, onChange, typed, onType }: TestCasesProps) {
  const [errors, setErrors] = useState<Errors>({});
  async function add(button: HTMLElement) {
    const schema = await rules().catch(() => null);
    const typedCase = readCase(typed);
    // Without a network there may be no rules: the server judges, when all of it is sent.
    if (schema === null) {
      const missing = [typed.input, typed.output].findIndex((text) => text.trim() === "");
      if (missing >= 0) return setErrors({ [missing === 0 ? "input" : "output"]: TEST_CASE });
    }
    const read = schema?.testCase.safeParse(typedCase) ?? { success: true, data: typedCase };
    if (!read.success) return setErrors(fieldErrors(read.error));
    onChange([...cases, read.data]);
    onType(EMPTY_CASE);
    setErrors({});
    // The next one.
    begin(button.previousElementSibling);
  }
  return (
    <fieldset className="min-w-0 rounded-box border border-base-300 p-4">
      <legend className="px-1 font-semibold">Test Cases</legend>
      {cases.length > 0 && (
        <ol className="mb-4 space-y-2">
          {cases.map(({ input, output, explanation }, place) => (
            <li key={place} className="flex items-start gap-3 rounded-field bg-base-200 p-3">
              <pre className="min-w-0 grow overflow-x-auto font-mono text-sm">
                {`${input}\n→ ${output}`}
                {explanation && `\n(${explanation})`}
              </pre>
              <button
                type="button"
                className="btn btn-ghost btn-sm btn-square"
                aria-label={`Remove test case ${place + 1}`}
                onClick={(event) => {
                  goOnBeside(event.currentTarget);
                  onChange(cases.toSpliced(place, 1));
                }}
              >
                <Trash2 aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ol>
      )}
      <div className="grid gap-3 sm:grid-cols-3">
        {parts.map(({ name, label, isCode }) => (
          <Field key={name} label={label} error={errors[name]}>
            {(control) => (
              <textarea
                {...control}
                rows={2}
                className={`textarea w-full ${isCode ? "font-mono text-sm" : ""}`}
                value={typed[name]}
                onChange={(event) => onType({ ...typed, [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      {error && <p role="alert" className="mt-2 text-sm font-medium text-error">{error}</p>}
      <button
        type="button"
        className="btn mt-3"
        onClick={({ currentTarget }) => void add(currentTarget)}
      >
        <Plus aria-hidden className="size-4" /> Add Test Case
      </button>
    </fieldset>
  );
}
