/** The field for the test cases of a question. */
import type { ComponentProps } from "react";
import { callFaultIn, type TestCase } from "../../../server/assignments/cases/schema.ts";
import { AreaField } from "../../kit/forms/fields.tsx";
import type { Errors, Form } from "../../kit/forms/form.tsx";
import { Choice } from "../../kit/ui/choice.tsx";
import { type RowKind, RowsField } from "../../kit/forms/rows-field.tsx";
import { type GivenCase, givenText } from "../../../server/languages/calls.ts";
import { languageOf, languages as languageFacts } from "../../../server/languages/languages.ts";
import type { JudgeSettings } from "../../../server/languages/types.ts";
import { withoutLastEnd } from "../../../server/languages/texts.ts";
import {
  EMPTY_CASE,
  followCases,
  type QuestionValues,
  toTestCase,
  toTypedCase,
  type TypedCase,
} from "../write/question-values.tsx";
import { toJudge } from "./judge-settings.tsx";
import { type ModelResult, sameGiven } from "./model-runs.tsx";
import ModelCheck from "./model-check.tsx";
import { Tick } from "../../kit/ui/tick.tsx";

const kindOf = (languages: Languages, isCall: boolean): RowKind<TestCase, TypedCase> => ({
  legend: "Test Cases",
  addLabel: "Add Test Case",
  removeName: (_, place) => `Remove test case ${place + 1}`,
  schema: async () => {
    const { testCase } = await import("../../../server/assignments/cases/schema.ts");
    return testCase.superRefine((one, check) => {
      const message = callFaultIn({ languages }, one);
      if (message) check.addIssue({ code: "custom", path: ["call"], message });
    });
  },
  toRow: toTestCase,
  // Calls follow each other.
  empty: { ...EMPTY_CASE, isCall },
  editing: {
    toTyped: toTypedCase,
    name: (place) => `Edit test case ${place + 1}`,
    saveLabel: "Save Test Case",
  },
});

type Languages = JudgeSettings["languages"];

/** @param checked what the model printed for the cases, if it has run */
export function TestCases(
  { form, checked }: { form: Form<QuestionValues>; checked: ModelResult | null },
) {
  const { testCases: cases, nextCase: typed, wrongSolutions, judge } = form.values;
  const { languages } = toJudge(judge);
  const onType = (next: TypedCase) => form.set("nextCase", next);
  const isCall = Boolean(typed.isCall);
  // Not the one that is being edited.
  const others = cases.map((one, place) => typed.at === String(place) ? { input: "" } : one);
  function change(after: TestCase[]) {
    form.set("testCases", after);
    form.set("wrongSolutions", followCases(wrongSolutions, { before: cases, after }));
  }
  return (
    <RowsField
      form={form}
      name="testCases"
      kind={kindOf(languages, isCall)}
      rows={cases}
      onChange={change}
      show={({ output, explanation, hidden, noLineEnd, ...given }, place) => (
        <div className="min-w-0 grow">
          <div className="flex items-start gap-3 max-sm:flex-wrap">
            <pre className="min-w-0 grow overflow-x-auto max-sm:basis-full font-mono text-sm">
                {`${withoutLastEnd(givenText(given))}${noLineEnd ? " (no Enter)" : ""}\n→ ${output}`}
                {explanation && `\n(${explanation})`}
            </pre>
            <Mark
              aria-label={`Hide test case ${place + 1} from students`}
              isOn={hidden === true}
              onTick={(hide) => {
                const { hidden: _, ...shown } = cases[place] as TestCase;
                change(cases.with(place, hide ? { ...shown, hidden: true } : shown));
              }}
            >
              Hidden
            </Mark>
          </div>
          <Notes
            name={`case ${place + 1}`}
            one={{ ...given, output }}
            same={sameGiven(given, cases.slice(0, place))}
            checked={checked}
            onUse={(output) => change(cases.with(place, { ...cases[place]!, output }))}
          />
        </div>
      )}
      typed={typed}
      onType={onType}
    >
      {({ errors, ...next }) => (
        <div className="grid gap-3 sm:grid-cols-3">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-span-3">
            <Choice
              label="Kind of test case"
              choices={KINDS}
              chosen={isCall ? "call" : "input"}
              onChoose={(kind) => next.set("isCall", kind === "call")}
            />
            {isCall && (
              <p className="min-w-0 flex-1 basis-60 text-sm text-muted">
                {languageFacts[languageOf({ languages })].callHint}
              </p>
            )}
          </div>
          <AreaField
            form={{ ...next, errors: { input: errors.call, ...errors } as Errors }}
            name="input"
            label={isCall ? "Call" : "Input"}
            rows={2}
            isCode
          />
          <AreaField form={{ ...next, errors }} name="output" label="Output" rows={2} isCode />
          <AreaField
            form={{ ...next, errors }}
            name="explanation"
            label="Explanation (optional)"
            rows={2}
          />
          <div className="flex flex-wrap gap-x-4 gap-y-2 self-start sm:flex-col">
            <Mark
              aria-label="Hide this test case from students"
              isOn={Boolean(typed.hidden)}
              onTick={(hide) => next.set("hidden", hide)}
            >
              Hidden
            </Mark>
            {!isCall && (
              <Mark
                isOn={Boolean(typed.noLineEnd)}
                onTick={(isOff) => next.set("noLineEnd", isOff)}
              >
                No newline at the end
              </Mark>
            )}
          </div>
          {typed.input.trim() !== "" && (
            <div className="min-w-0 sm:col-span-2">
              <Notes
                name="the new case"
                one={toTestCase(typed)}
                same={sameGiven(toTestCase(typed), others)}
                checked={checked}
                onUse={(output) => next.set("output", output)}
              />
            </div>
          )}
        </div>
      )}
    </RowsField>
  );
}

const KINDS = [["input", "Input"], ["call", "Call"]] as const;

interface NotesProps {
  name: string;
  one: GivenCase;
  /** The number of an earlier case with the same input or call; 0 if there is none. */
  same: number;
  checked: ModelResult | null;
  onUse: (output: string) => void;
}

function Notes({ one, same, checked, ...rest }: NotesProps) {
  const run = checked?.runs.find(({ given }) =>
    given.call === one.call && given.input === one.input
  );
  return (
    <>
      {same > 0 && (
        <p className="mt-2 text-sm font-semibold text-warning">
          Same {one.call === undefined ? "input" : "call"} as case {same}.
        </p>
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

/** A mark of a case. A hidden case runs only on the server; students see that it is there. */
const Mark = (props: ComponentProps<typeof Tick>) => (
  <Tick
    {...props}
    box="checkbox checkbox-sm"
    className="shrink-0 items-center gap-2 self-start text-sm"
  />
);
