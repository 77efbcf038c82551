/** Who may register, in the Admin Panel: the rules, and the invitations. */
import { useKnown } from "../kit/ui/page.tsx";
import type { Admission } from "../../server/admission/schema.ts";
import { type Role, ROLES } from "../../server/kit/core/roles.ts";
import { toast } from "../kit/data/toast.ts";
import { AreaField, CheckField, SelectField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { loadAdmission, saveAdmission } from "./actions.ts";
import { InvitationsPanel } from "./invitations/panel.tsx";
import { admissionAtom } from "./state.ts";

const RULES = [
  ["open", "Everyone"],
  ["domains", "Only addresses of some domains"],
  ["invited", "Only invited people"],
] as const;

const NAMES = { student: "Students", volunteer: "Volunteers", mentor: "Mentors", admin: "Admins" };

const splitDomains = (typed: string): string[] =>
  typed.split(/[\s,]+/).filter((domain) => domain !== "");

export function AdmissionPanel() {
  const [known, waiting] = useKnown(admissionAtom, loadAdmission, {
    failed: "Failed to load who may register.",
    label: "Loading who may register...",
    skeleton: "h-60 rounded-box",
  });
  if (known === null) return waiting;
  return (
    <>
      <RuleForm known={known} />
      <InvitationsPanel />
    </>
  );
}

function RuleForm({ known }: { known: Admission }) {
  const form = useForm({
    schema: async () => (await import("../../server/admission/schema.ts")).admissionInput,
    empty: {
      rule: known.rule,
      domains: known.domains.join("\n"),
      ...Object.fromEntries(ROLES.map((role) => [role, known.schoolOnly.includes(role)])),
    } as { rule: Admission["rule"]; domains: string } & Record<Role, boolean>,
    toInput: ({ rule, domains, ...only }) => ({
      rule,
      domains: splitDomains(domains),
      // Without a provider, what was chosen before stays.
      ...(known.school !== null && { schoolOnly: ROLES.filter((role) => only[role]) }),
      version: known.version,
    }),
    submit: async (input) => {
      await saveAdmission(input);
      toast.success("The rules have been saved.");
    },
  });
  return (
    <form {...form.props} className="panel max-w-3xl space-y-4 p-4">
      <SelectField form={form} name="rule" label="Who may register" options={RULES} />
      {form.values.rule === "domains" && (
        <AreaField
          form={form}
          name="domains"
          label="Domains"
          hint="One per line, such as school.edu. Write *.school.edu for its subdomains."
          rows={3}
          required
        />
      )}
      {known.school !== null && (
        <fieldset>
          <legend className="font-semibold">Only with {known.school}, not with a password</legend>
          <p className="mt-1 text-sm text-muted">
            People who are signed in stay signed in. The last admin keeps the password.
          </p>
          <div className="mt-3 flex flex-wrap gap-x-6 gap-y-3">
            {ROLES.map((role) => (
              <CheckField key={role} form={form} name={role} label={NAMES[role]} />
            ))}
          </div>
        </fieldset>
      )}
      <FormError text={form.problem} />
      <SubmitButton busy={form.busy} busyLabel="Saving...">Save Changes</SubmitButton>
    </form>
  );
}
