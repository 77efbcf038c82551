/** The field for the test cases of a question. */
import { type TestCase, testCase } from "../../../server/assignments/cases/schema.ts";
import { type Errors, Field } from "../../kit/forms/form.tsx";
import { RowsField } from "../../kit/forms/rows-field.tsx";
import { withoutLastEnd } from "../../../server/languages/texts.ts";
import { EMPTY_CASE, toTestCase, toTypedCase, type TypedCase } from "../write/question-values.tsx";
import { type Checked, sameInput } from "./model-runs.tsx";
import ModelCheck from "./model-check.tsx";

const rules = {
  schema: testCase,
  toRow: toTestCase,
};

const editing = {
  toTyped: toTypedCase,
  name: (place: number) => `Edit test case ${place + 1}`,
  saveLabel: "Save Test Case",
};

const parts = [
  { name: "input", label: "Input", isCode: true },
  { name: "output", label: "Output", isCode: true },
  { name: "explanation", label: "Explanation (optional)", isCode: false },
] as const;

interface TestCasesProps {
  cases: readonly TestCase[];
  error: string | undefined;
  sentErrors: Errors;
  onChange: (cases: TestCase[]) => void;
  /** The fields of the next case, which is not in the list yet. */
  typed: TypedCase;
  onType: (typed: TypedCase) => void;
  /** What the model did, if it ran. */
  checked: Checked | null;
}

export function TestCases({ cases, typed, onType, checked, ...rest }: TestCasesProps) {
  const isBegun = typed.input.trim() !== "";
  // Not the one that is being edited.
  const others = cases.map((one, place) =>
    typed.at === String(place) ? { ...one, input: "" } : one
  );
  return (
    <RowsField
      legend="Test Cases"
      rows={cases}
      show={({ input, output, explanation, hidden, noLineEnd }, place) => (
        <div className="min-w-0 grow">
          <div className="flex items-start gap-3 max-sm:flex-wrap">
            <pre className="min-w-0 grow overflow-x-auto max-sm:basis-full font-mono text-sm">
                {`${withoutLastEnd(input)}${noLineEnd ? " (no Enter)" : ""}\n→ ${output}`}
                {explanation && `\n(${explanation})`}
            </pre>
            <Mark
              label="Hidden"
              name={`Hide test case ${place + 1} from students`}
              isOn={hidden === true}
              onChange={(hide) => {
                const { hidden: _, ...shown } = cases[place] as TestCase;
                rest.onChange(cases.with(place, hide ? { ...shown, hidden: true } : shown));
              }}
            />
          </div>
          <Notes
            name={`case ${place + 1}`}
            one={{ input, output }}
            same={sameInput(input, cases.slice(0, place))}
            checked={checked}
            onUse={(output) => rest.onChange(cases.with(place, { ...cases[place]!, output }))}
          />
        </div>
      )}
      removeName={(_, place) => `Remove test case ${place + 1}`}
      addLabel="Add Test Case"
      rules={rules}
      editing={editing}
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
          <div className="flex flex-wrap gap-x-4 gap-y-2 self-start sm:flex-col">
            <Mark
              label="Hidden"
              name="Hide this test case from students"
              isOn={Boolean(typed.hidden)}
              onChange={(hide) => onType({ ...typed, hidden: hide ? "yes" : "" })}
            />
            <Mark
              label="No newline at the end"
              name="No newline at the end"
              isOn={Boolean(typed.noLineEnd)}
              onChange={(isOff) => onType({ ...typed, noLineEnd: isOff ? "yes" : "" })}
            />
          </div>
          {isBegun && (
            <div className="min-w-0 sm:col-span-2">
              <Notes
                name="the new case"
                one={toTestCase(typed)}
                same={sameInput(typed.input, others)}
                checked={checked}
                onUse={(output) => onType({ ...typed, output })}
              />
            </div>
          )}
        </div>
      )}
    </RowsField>
  );
}

interface NotesProps {
  /** The case's name within a sentence. */
  name: string;
  one: { input: string; output: string };
  /** The number of an earlier case with the same input; 0 if there is none. */
  same: number;
  checked: Checked | null;
  onUse: (output: string) => void;
}

/** What is to be said of a case: that its input is not new, and what the model does. */
function Notes({ one, same, checked, ...rest }: NotesProps) {
  const run = checked?.runs.find(({ input }) => input === one.input);
  return (
    <>
      {same > 0 && (
        <p className="mt-2 text-sm font-semibold text-warning">Same input as case {same}.</p>
      )}
      {checked && run && (
        <ModelCheck
          {...rest}
          run={run}
          expected={one.output}
          settings={checked.settings}
          isDistinct={same === 0}
        />
      )}
    </>
  );
}

interface MarkProps {
  label: string;
  name: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/**
 * A mark of a case. Of a hidden one, which only the server runs, students see that it is there, not
 * what is in it.
 */
function Mark({ label, name, isOn, onChange }: MarkProps) {
  return (
    <label className="flex shrink-0 cursor-pointer items-center gap-2 self-start text-sm">
      <input
        type="checkbox"
        className="checkbox checkbox-sm"
        aria-label={name}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
