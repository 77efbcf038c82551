/** The form fields on how a question's programs begin, run and are compared. */
import {
  COMPARISONS,
  type JudgeSettings,
  STANDARDS,
  USUAL_SETTINGS,
} from "../../../server/cpp/types.ts";
import type { ReactNode } from "react";
import { type Control, type Errors, Field } from "../../kit/forms/form.tsx";

/** The settings as they are typed. */
export type TypedJudge = Record<keyof JudgeSettings, string>;

export const toTyped = (settings: JudgeSettings): TypedJudge => {
  const { timeMs, ...rest } = settings;
  const texts = Object.entries(rest).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(texts), timeMs: String(timeMs / 1000) };
};

export const EMPTY_JUDGE: TypedJudge = toTyped(USUAL_SETTINGS);

/** The settings as they are sent. A blank number is the usual one. */
export function toJudge(typed: TypedJudge): JudgeSettings {
  const number = (name: keyof JudgeSettings, usual: number) =>
    typed[name].trim() === "" ? usual : Number(typed[name]);
  return {
    standard: typed.standard as JudgeSettings["standard"],
    optimise: Number(typed.optimise) as JudgeSettings["optimise"],
    timeMs: Math.round(number("timeMs", USUAL_SETTINGS.timeMs / 1000) * 1000),
    memoryMb: number("memoryMb", USUAL_SETTINGS.memoryMb),
    outputKb: number("outputKb", USUAL_SETTINGS.outputKb),
    comparison: typed.comparison as JudgeSettings["comparison"],
    tolerance: number("tolerance", USUAL_SETTINGS.tolerance),
  };
}

const comparisons: Record<JudgeSettings["comparison"], string> = {
  text: "Text; spaces at line ends do not count",
  exact: "Exact",
  numbers: "Numbers, within a tolerance",
};

const numbers = [
  { name: "timeMs", label: "Time for a case (s)" },
  { name: "memoryMb", label: "Memory (MB)" },
  { name: "outputKb", label: "Output (KB)" },
] as const;

interface JudgeProps {
  judge: TypedJudge;
  errors: Errors;
  onChange: (judge: TypedJudge) => void;
  /** The field of the starter. */
  children: ReactNode;
}

export function JudgeFields({ children, ...rest }: JudgeProps) {
  const { judge, errors } = rest;
  return (
    <details
      className="rounded-box border border-base-300 p-4"
      open={Object.keys(errors).some((name) => /^(starter|judge)/.test(name)) || undefined}
    >
      <summary className="cursor-pointer font-semibold">Running programs</summary>
      <div className="mt-4 space-y-4">
        {children}
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
              "On: for long computation",
            ]]}
          />
        </div>
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
      </div>
    </details>
  );
}

interface PartProps extends Omit<JudgeProps, "children"> {
  name: keyof JudgeSettings;
  label: string;
}

/** One setting, with its error. */
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
