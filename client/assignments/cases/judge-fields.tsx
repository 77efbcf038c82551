/** The form fields on how a question's programs begin, run and are compared. */
import { COMPARISONS, type JudgeSettings, STANDARDS } from "../../../server/languages/types.ts";
import {
  type Language,
  languageOf,
  LANGUAGES,
  languages,
} from "../../../server/languages/languages.ts";
import type { ReactNode } from "react";
import { AreaField } from "../../kit/forms/fields.tsx";
import { type Control, type Errors, Field, type Form } from "../../kit/forms/form.tsx";
import type { QuestionValues } from "../write/question-values.tsx";
import type { TypedJudge } from "./judge-settings.tsx";

const comparisons: Record<JudgeSettings["comparison"], string> = {
  text: "Text; spaces at line ends do not count",
  exact: "Exact",
  numbers: "Numbers, within a tolerance",
};

/** One of them, or all. */
const LANGUAGE_CHOICES: readonly (readonly Language[])[] = [
  ...LANGUAGES.map((one) => [one]),
  LANGUAGES,
];
const namesOf = (all: readonly Language[]): string =>
  all.map((one) => languages[one].name).join(" or ");

const numbers = [
  { name: "timeMs", label: "Time limit per case (s)" },
  { name: "memoryMb", label: "Memory (MB)" },
  { name: "outputKb", label: "Output (KB)" },
] as const;

interface JudgeProps {
  judge: TypedJudge;
  errors: Errors;
  onChange: (judge: TypedJudge) => void;
}

export default function JudgeFields({ form }: { form: Form<QuestionValues> }) {
  const { values: { judge }, errors } = form;
  const taken = judge.languages.split(",") as Language[];
  const hasStandards = taken.some((one) => languages[one].hasStandards);
  const rest: JudgeProps = { judge, errors, onChange: (judge) => form.set("judge", judge) };
  return (
    <>
      <AreaField
        form={form}
        name="starter"
        label="Starter (optional)"
        hint="The code that the student's editor starts with."
        rows={6}
        isCode
      />
      <Choice
        {...rest}
        name="languages"
        label="Languages"
        options={LANGUAGE_CHOICES.map((all) => [`${all}`, namesOf(all)])}
      />
      {taken.length > 1 && (
        <p className="text-sm text-muted">
          Students choose. The starter and the model solution are in{" "}
          {languages[languageOf({ languages: taken })].name}.
        </p>
      )}
      {hasStandards && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Choice
            {...rest}
            name="standard"
            label="C++ standard"
            options={STANDARDS.map((one) => [one, one.replace("c", "C")])}
          />
          <Choice
            {...rest}
            name="optimise"
            label="Optimisation"
            options={[["0", "None: shows the student's mistakes best"], [
              "1",
              "On: for long computations",
            ]]}
          />
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-3">
        {numbers.map((one) => <NumberField key={one.name} {...rest} {...one} />)}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          {...rest}
          name="comparison"
          label="Comparison of outputs"
          options={COMPARISONS.map((one) => [one, comparisons[one]])}
        />
        {judge.comparison === "numbers" && (
          <NumberField {...rest} name="tolerance" label="Tolerance" />
        )}
      </div>
    </>
  );
}

interface PartProps extends JudgeProps {
  name: keyof JudgeSettings;
  label: string;
}

function Setting(
  { judge, errors, onChange, name, label, children }: PartProps & {
    children: (control: Control, value: string, change: (value: string) => void) => ReactNode;
  },
) {
  return (
    <Field label={label} error={errors[`judge.${name}`]}>
      {(control) =>
        children(
          control,
          judge[name],
          (value) => onChange({ ...judge, [name]: value }),
        )}
    </Field>
  );
}

function NumberField(props: PartProps) {
  return (
    <Setting {...props}>
      {(control, value, change) => (
        <input
          {...control}
          inputMode="decimal"
          className="input w-full"
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Setting>
  );
}

type ChoiceProps = PartProps & { options: readonly (readonly [value: string, text: string])[] };

function Choice({ options, ...props }: ChoiceProps) {
  return (
    <Setting {...props}>
      {(control, value, change) => (
        <select
          {...control}
          className="select w-full"
          value={value}
          onChange={(event) => change(event.target.value)}
        >
          {options.map(([one, text]) => <option key={one} value={one}>{text}</option>)}
        </select>
      )}
    </Setting>
  );
}
