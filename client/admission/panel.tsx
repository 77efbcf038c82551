/** Who may register, in the Admin Panel: the form that changes the rule, and the invitations. */
import { useAtomValue } from "jotai";
import { useCallback } from "react";
import { type Admission, admissionInput } from "../../server/admission/schema.ts";
import { useLoad } from "../kit/data/query.ts";
import { toast } from "../kit/data/toast.ts";
import { AreaField, SelectField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { LoadFailed, LoadingRegion } from "../kit/ui/page.tsx";
import { loadAdmission, saveAdmission } from "./actions.ts";
import { InvitationsPanel } from "./invitations/panel.tsx";
import { admissionAtom } from "./state.ts";

const RULES = [
  ["open", "Everyone"],
  ["domains", "Only addresses of some domains"],
  ["invited", "Only invited people"],
] as const;

const splitDomains = (typed: string): string[] =>
  typed.split(/[\s,]+/).filter((domain) => domain !== "");

export function AdmissionPanel() {
  const known = useAtomValue(admissionAtom);
  const load = useCallback((signal: AbortSignal) => loadAdmission(signal), []);
  const loading = useLoad(load, "Failed to load who may register.");
  if (known === null) {
    if (loading.state === "failed") return <LoadFailed loading={loading} />;
    return (
      <LoadingRegion label="Loading who may register...">
        <div className="skeleton h-60 rounded-box" />
      </LoadingRegion>
    );
  }
  return (
    <>
      <RuleForm known={known} />
      <InvitationsPanel />
    </>
  );
}

function RuleForm({ known }: { known: Admission }) {
  const form = useForm({
    schema: admissionInput,
    empty: { rule: known.rule, domains: known.domains.join("\n") },
    toInput: ({ rule, domains }) => ({
      rule,
      domains: splitDomains(domains),
      version: known.version,
    }),
    otherwise: "Failed to save who may register.",
    submit: async (input) => {
      await saveAdmission(input);
      toast.success("The rule for registrations has been saved.");
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
          hint="One on each line, such as school.edu. Write *.school.edu for its subdomains."
          rows={3}
          required
        />
      )}
      <FormError text={form.problem} />
      <SubmitButton busy={form.busy} busyLabel="Saving...">Save Changes</SubmitButton>
    </form>
  );
}
