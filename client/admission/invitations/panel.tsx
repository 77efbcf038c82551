/** Invitations, in the Admin Panel: the form that makes one, its link, and the list. */
import { useAtomValue } from "jotai";
import { useId, useState } from "react";
import {
  ENDS_WITHIN_DAYS,
  type InvitationInput,
  USES_MOST,
} from "../../../server/admission/invitations/schema.ts";
import { classZone } from "../../kit/net/class-day.ts";
import { serverTime } from "../../kit/net/server-clock.ts";
import { toast } from "../../kit/data/toast.ts";
import { SelectField, TextField } from "../../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../../kit/forms/form.tsx";
import { toField, zoneHint } from "../../kit/forms/moment.ts";
import { AddressToCopy } from "../../kit/ui/address-field.tsx";
import { type MadeInvitation, makeInvitation } from "./actions.ts";
import InvitationList from "./list.tsx";
import { invitationsAtom } from "./state.ts";

const KINDS = [
  ["class", "A class, with one link for all"],
  ["person", "One person, by mail"],
] as const;

const WEEK = 7 * 86_400_000;

export function InvitationsPanel() {
  const id = useId();
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const known = useAtomValue(invitationsAtom);
  const isTakenBack = known?.items.some(({ _id, takenBackAt }) =>
    _id === made?._id && takenBackAt !== null
  );
  return (
    <section aria-labelledby={id} className="mt-8 max-w-3xl space-y-4">
      <div>
        <h3 id={id} className="text-xl font-bold">Invitations</h3>
        <p className="text-muted">
          Whoever has an invitation can register as a student, whatever the rule is.
        </p>
      </div>
      <InvitationForm onMade={setMade} />
      {made !== null && !isTakenBack && (
        <div role="status" className="panel space-y-2 p-4">
          <p>
            The link for <strong>{made.name}</strong>:
          </p>
          <AddressToCopy address={made.address} />
        </div>
      )}
      <InvitationList />
    </section>
  );
}

type FormValues = { kind: string; name: string; email: string; usesMost: string; endsAt: string };

const inputOf = ({ kind, name, email, usesMost, endsAt }: FormValues): InvitationInput => ({
  name,
  endsAt,
  ...(kind === "person" ? { email } : { usesMost: Number(usesMost) }),
});

/** To the minute. */
const inAWeek = () =>
  toField(new Date(serverTime(Date.now()) + WEEK).toISOString()).slice(
    0,
    "YYYY-MM-DDThh:mm".length,
  );

function InvitationForm({ onMade }: { onMade: (made: MadeInvitation) => void }) {
  const form = useForm({
    schema: async () =>
      (await import("../../../server/admission/invitations/schema.ts")).invitationInput,
    empty: {
      kind: "class",
      name: "",
      email: "",
      usesMost: "30",
      endsAt: classZone() ? inAWeek() : "",
    },
    toInput: inputOf,
    submit: async (input, _values, key) => {
      const made = await makeInvitation(input, key);
      if (input.email !== undefined) toast.success(`${input.name} has been sent the link.`);
      onMade(made);
      form.reset();
    },
  });
  const isPerson = form.values.kind === "person";
  return (
    <form {...form.props} className="panel space-y-4 p-4">
      <SelectField form={form} name="kind" label="Whom to invite" options={KINDS} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          form={form}
          name="name"
          label={isPerson ? "Name" : "Name of the class"}
          required
        />
        {isPerson
          ? (
            <TextField
              form={form}
              name="email"
              label="Email"
              type="email"
              hint="Only this address can use the link."
              required
            />
          )
          : (
            <TextField
              form={form}
              name="usesMost"
              label="Places"
              type="number"
              inputMode="numeric"
              hint={`How many people can register with it: up to ${USES_MOST}.`}
              required
            />
          )}
        <TextField
          form={form}
          name="endsAt"
          label="Ends"
          type="datetime-local"
          hint={`Within ${ENDS_WITHIN_DAYS} days. ${zoneHint()}`}
          required
        />
      </div>
      <FormError text={form.problem} />
      <SubmitButton busy={form.busy} busyLabel="Inviting...">
        {isPerson ? "Invite by mail" : "Create the link"}
      </SubmitButton>
    </form>
  );
}
