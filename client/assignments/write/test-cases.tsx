/** The field for the test cases of a question. */
import { TEST_CASE, type TestCase } from "../../../server/assignments/schema.ts";
import { Field } from "../../kit/forms/form.tsx";
import { RowsField } from "../../kit/forms/rows-field.tsx";

/** `hidden` is a text as all fields are; any text means that the case is hidden. */
export const EMPTY_CASE = { input: "", output: "", explanation: "", hidden: "" };
type TypedCase = typeof EMPTY_CASE;

/** Returns the case as it is stored: without what is blank. */
export function toTestCase({ explanation, hidden, ...needed }: TypedCase): TestCase {
  return {
    ...needed,
    ...(explanation.trim() === "" ? {} : { explanation }),
    ...(hidden ? { hidden: true } : {}),
  };
}

const rules = {
  load: async () => (await import("../../../server/assignments/schema.ts")).testCase,
  toRow: toTestCase,
  required: ["input", "output"] as const,
  missing: TEST_CASE,
};

const parts = [
  { name: "input", label: "Input", isCode: true },
  { name: "output", label: "Output", isCode: true },
  { name: "explanation", label: "Explanation (optional)", isCode: false },
] as const;

interface TestCasesProps {
  cases: readonly TestCase[];
  error: string | undefined;
  onChange: (cases: TestCase[]) => void;
  /** The fields of the next case, which is not in the list yet. */
  typed: TypedCase;
  onType: (typed: TypedCase) => void;
}

export function TestCases({ cases, typed, onType, ...rest }: TestCasesProps) {
  return (
    <RowsField
      legend="Test Cases"
      rows={cases}
      show={({ input, output, explanation, hidden }, place) => (
        <>
          <pre className="min-w-0 grow overflow-x-auto font-mono text-sm">
            {`${input}\n→ ${output}`}
            {explanation && `\n(${explanation})`}
          </pre>
          <Hidden
            name={`Hide test case ${place + 1} from students`}
            isHidden={hidden === true}
            onChange={(hide) => {
              const { hidden: _, ...shown } = cases[place] as TestCase;
              rest.onChange(cases.with(place, hide ? { ...shown, hidden: true } : shown));
            }}
          />
        </>
      )}
      removeName={(_, place) => `Remove test case ${place + 1}`}
      addLabel="Add Test Case"
      rules={rules}
      empty={EMPTY_CASE}
      typed={typed}
      onType={onType}
      {...rest}
    >
      {(errors) => (
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
          <Hidden
            name="Hide this test case from students"
            isHidden={typed.hidden !== "" && typed.hidden !== undefined}
            onChange={(hide) => onType({ ...typed, hidden: hide ? "yes" : "" })}
          />
        </div>
      )}
    </RowsField>
  );
}

interface HiddenProps {
  name: string;
  isHidden: boolean;
  onChange: (isHidden: boolean) => void;
}

/** Whether only the server runs the case: students see how many there are, not what is in them. */
function Hidden({ name, isHidden, onChange }: HiddenProps) {
  return (
    <label className="flex shrink-0 cursor-pointer items-center gap-2 self-start text-sm">
      <input
        type="checkbox"
        className="checkbox checkbox-sm"
        aria-label={name}
        checked={isHidden}
        onChange={(event) => onChange(event.target.checked)}
      />
      Hidden
    </label>
  );
}
