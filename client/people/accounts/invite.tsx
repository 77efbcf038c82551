/** The form in the dialog that creates an account for a mentor, an admin or a volunteer. */
import { useRef } from "react";
import { type InviteInput, inviteInput } from "../../../server/people/schema.ts";
import { TextField } from "../../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../../kit/forms/form.tsx";
import { contentKey } from "../../kit/net/idempotency-key.ts";
import { toast } from "../../kit/data/toast.ts";
import { inviteAccount } from "../actions.ts";

interface InviteProps {
  role: InviteInput["role"];
  button: string;
  onClose: () => void;
}

export default function InviteForm({ role, button, onClose }: InviteProps) {
  const key = useRef(contentKey());
  const form = useForm({
    schema: inviteInput,
    empty: { name: "", email: "" },
    toInput: (values) => ({ ...values, role }),
    draft: "invitation",
    subject: role,
    otherwise: "Failed to create the account.",
    submit: async (input) => {
      await inviteAccount(input, key.current(input));
      toast.info(`${input.name} has been sent a code to set a password.`);
      if (form.reset()) onClose();
    },
  });
  return (
    <form {...form.props} className="space-y-4">
      <p className="text-muted">A code to set a password is mailed to this address.</p>
      <TextField form={form} name="name" label="Name" required />
      <TextField form={form} name="email" label="Email" type="email" required />
      <FormError text={form.problem} />
      <div className="dialog-end">
        <button type="button" className="btn" onClick={onClose}>Cancel</button>
        <SubmitButton busy={form.busy}>{button}</SubmitButton>
      </div>
    </form>
  );
}
