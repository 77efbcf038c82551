/** The form in the dialog that updates an account. */
import { ROLES } from "../../../server/kit/core/roles.ts";
import type { Account } from "../../../server/people/schema.ts";
import { useEditing } from "../../kit/forms/edit-conflict.tsx";
import { SelectField, TextField } from "../../kit/forms/fields.tsx";
import { FormEnd } from "../../kit/forms/form-end.tsx";
import { Discard, NewerVersion } from "../../kit/forms/newer-version.tsx";
import { toast } from "../../kit/data/toast.ts";
import { editAccount } from "../actions.ts";

/** @param account null after another admin has deleted it */
export default function UpdateForm(
  { id, account, onClose }: { id: string; account: Account | null; onClose: () => void },
) {
  const editing = useEditing({
    schema: async () => (await import("../../../server/people/schema.ts")).accountInput,
    empty: {
      name: account?.name ?? "",
      email: account?.email ?? "",
      role: account?.role ?? "student",
      branch: account?.branch ?? "",
      year: String(account?.year ?? ""),
      linkedin: account?.linkedin ?? "",
      github: account?.github ?? "",
      base: account?.version ?? 0,
    },
    toInput: ({ base, ...fields }) => ({ ...fields, version: base }),
    draft: "account",
    subject: id,
    otherwise: "Failed to update the account.",
    tells: "failure",
    submit: async (input) => {
      await editAccount(id, input);
      toast.info(`The account of ${input.name} has been updated.`);
      if (editing.form.reset()) onClose();
    },
  });
  const { form, isGone } = editing;
  const isNewRole = account !== null && form.values.role !== account.role;
  return (
    <form {...form.props} className="space-y-4">
      <NewerVersion
        editing={editing}
        changed="Somebody has changed this account in the meantime."
        deleted="Somebody has deleted this account."
      >
        {account !== null && (
          <p>
            {account.name}, {account.email}, {account.role}, branch {account.branch ?? "N/A"}, year
            {" "}
            {account.year ?? "N/A"}
          </p>
        )}
      </NewerVersion>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="name" label="Name" required />
        <TextField form={form} name="email" label="Email" type="email" required />
        <SelectField
          form={form}
          name="role"
          label="Role"
          options={ROLES.map((role) => [role, role])}
          hint={isNewRole ? "A new role signs them out everywhere." : undefined}
        />
        <div className="grid grid-cols-2 gap-4">
          <TextField form={form} name="branch" label="Branch" placeholder="CSE" />
          <TextField form={form} name="year" label="Year" inputMode="numeric" />
        </div>
        <TextField form={form} name="linkedin" label="LinkedIn" placeholder="https://" />
        <TextField form={form} name="github" label="GitHub" placeholder="https://" />
      </div>
      <FormEnd form={form} onClose={onClose} more={<Discard editing={editing} />}>
        {isGone ? undefined : "Update"}
      </FormEnd>
    </form>
  );
}
