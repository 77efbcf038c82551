/** The field with the time at which a question that nobody has yet is given out. */
import { Field } from "../../kit/forms/form.tsx";
import { appearsField, scheduleField } from "../../kit/forms/moment.ts";

interface AppearsProps {
  value: string;
  error?: string | undefined;
  /** It is prepared, so it has a time. */
  required?: boolean;
  onChange: (value: string) => void;
}

export function AppearsField({ value, error, required = false, onChange }: AppearsProps) {
  const { label, hint, type } = required ? scheduleField() : appearsField();
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          type={type}
          required={required}
          className="input w-full sm:max-w-xs"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
