/** The form that disables one account, or several, for a number of hours. */
import type { ReactNode } from "react";
import { TextField } from "../../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../../kit/forms/form.tsx";
import { Button } from "../../kit/ui/button.tsx";

interface DisableFormProps {
  /** The text above the field. */
  children: ReactNode;
  /** A further button. */
  beside?: ReactNode;
  /** The error text for a failure without a sentence from the server. */
  otherwise: string;
  onSubmit: (hours: number) => Promise<void>;
  onClose: () => void;
}

export function DisableForm(
  { children, beside, otherwise, onSubmit, onClose }: DisableFormProps,
) {
  const form = useForm({
    schema: async () => (await import("../../../server/people/schema.ts")).disableInput,
    empty: { hours: "24" },
    toInput: ({ hours }) => ({ hours: hours.trim() === "" ? NaN : Number(hours) }),
    otherwise,
    submit: ({ hours }) => onSubmit(hours),
  });
  return (
    <form {...form.props} className="space-y-4">
      {children}
      <TextField
        form={form}
        name="hours"
        label="Hours"
        type="number"
        inputMode="decimal"
        required
      />
      <FormError text={form.problem} />
      <div className="flex flex-wrap justify-end gap-3">
        {beside}
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton busy={form.busy}>Disable</SubmitButton>
      </div>
    </form>
  );
}
