/** The fields of a due date: a day and a time of the class's zone, and the rule for late responses. */
import { LATE_RULES, type LateRule } from "../../../server/assignments/schema.ts";
import { zoneHint } from "../../kit/forms/moment.ts";
import { Field } from "../../kit/forms/form.tsx";

export type DueValue = {
  /** As the field has it: "2026-11-30T17:00", or "". */
  dueAt: string;
  lateRule: LateRule;
};

export const NO_DUE: DueValue = { dueAt: "", lateRule: "marked" };

const rules: Record<LateRule, string> = {
  open: "Open: late responses count like any other",
  marked: "Open, but late responses are marked",
  closed: "Closed: late responses are refused",
};

interface DueFieldsProps {
  value: DueValue;
  error?: string | undefined;
  onChange: (value: DueValue) => void;
}

export function DueFields({ value, error, onChange }: DueFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Due (optional)"
        hint={zoneHint()}
        error={error}
      >
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            className="input w-full"
            value={value.dueAt}
            onChange={({ target }) => onChange({ ...value, dueAt: target.value })}
          />
        )}
      </Field>
      {value.dueAt !== "" && (
        <Field label="After the due date">
          {(control) => (
            <select
              {...control}
              className="select w-full"
              value={value.lateRule}
              onChange={({ target }) => onChange({ ...value, lateRule: target.value as LateRule })}
            >
              {LATE_RULES.map((rule) => <option key={rule} value={rule}>{rules[rule]}</option>)}
            </select>
          )}
        </Field>
      )}
    </div>
  );
}
