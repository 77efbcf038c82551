/** The form fields on how a question's programs begin, run and are compared. */
import { COMPARISONS, type JudgeSettings, STANDARDS } from "../../../server/languages/types.ts";
import {
  type Language,
  languageOf,
  LANGUAGES,
  languages,
} from "../../../server/languages/languages.ts";
import { AreaField, SelectField, TextField } from "../../kit/forms/fields.tsx";
import type { Form } from "../../kit/forms/form.tsx";
import { partOf } from "../../kit/forms/rows-field.tsx";
import type { QuestionValues } from "../write/question-values.tsx";

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

const OPTIMISE = [
  ["0", "None: shows the student's mistakes best"],
  ["1", "On: for long computations"],
] as const;

const numbers = [
  { name: "timeMs", label: "Time limit per case (s)" },
  { name: "memoryMb", label: "Memory (MB)" },
  { name: "outputKb", label: "Output (KB)" },
] as const;

export default function JudgeFields({ form }: { form: Form<QuestionValues> }) {
  const judge = partOf(form, "judge");
  const { languages: taken, comparison } = judge.values;
  const all = taken.split(",") as Language[];
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
      <SelectField
        form={judge}
        name="languages"
        label="Languages"
        options={LANGUAGE_CHOICES.map((all) => [`${all}`, namesOf(all)])}
      />
      {all.length > 1 && (
        <p className="text-sm text-muted">
          Students choose. The starter and the model solution are in{" "}
          {languages[languageOf({ languages: all })].name}.
        </p>
      )}
      {all.some((one) => languages[one].hasStandards) && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            form={judge}
            name="standard"
            label="C++ standard"
            options={STANDARDS.map((one) => [one, one.replace("c", "C")])}
          />
          <SelectField form={judge} name="optimise" label="Optimisation" options={OPTIMISE} />
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-3">
        {numbers.map((one) => (
          <TextField
            key={one.name}
            form={judge}
            inputMode="decimal"
            {...one}
          />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          form={judge}
          name="comparison"
          label="Comparison of outputs"
          options={COMPARISONS.map((one) => [one, comparisons[one]])}
        />
        {comparison === "numbers" && (
          <TextField form={judge} name="tolerance" label="Tolerance" inputMode="decimal" />
        )}
      </div>
    </>
  );
}
