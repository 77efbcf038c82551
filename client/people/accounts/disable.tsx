/** The form that disables one account, or several, for a number of hours, or enables one again. */
import { useState } from "react";
import { isDisabled } from "../../../server/people/policy.ts";
import type { Account } from "../../../server/people/schema.ts";
import { toast } from "../../kit/data/toast.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { TextField } from "../../kit/forms/fields.tsx";
import { useForm } from "../../kit/forms/form.tsx";
import { FormEnd } from "../../kit/forms/form-end.tsx";
import { serverNow } from "../../kit/net/server-clock.ts";
import { Button } from "../../kit/ui/button.tsx";
import { plural } from "../../kit/ui/plural.ts";
import { Time } from "../../kit/ui/time.tsx";
import { disableAccount } from "../actions.ts";

/** Disables an account for some hours, and says so; 0 hours enable it again. */
export async function disable({ _id, name }: Account, hours: number): Promise<void> {
  await disableAccount(_id, hours);
  const result = hours > 0 ? `disabled for ${plural(hours, "hour")}` : "enabled";
  toast.info(`The account of ${name} has been ${result}.`);
}

interface DisableFormProps {
  accounts: readonly Account[];
  /** 0 hours enable them. */
  onSubmit: (hours: number) => Promise<void>;
  onClose: () => void;
}

export function DisableForm({ accounts, onSubmit, onClose }: DisableFormProps) {
  const [now] = useState(serverNow);
  const { run } = useCall("Failed to enable the account.");
  const form = useForm({
    schema: async () => (await import("../../../server/people/schema.ts")).disableInput,
    empty: { hours: "24" },
    toInput: ({ hours }) => ({ hours: hours.trim() === "" ? NaN : Number(hours) }),
    otherwise: `Failed to disable the account${accounts.length === 1 ? "" : "s"}.`,
    submit: ({ hours }) => onSubmit(hours),
  });
  const names = <strong>{accounts.map(({ name }) => name).join(", ")}</strong>;
  const [first] = accounts;
  const isOff = accounts.length === 1 && first && isDisabled(first, now);
  return (
    <form {...form.props} className="space-y-4">
      <p>
        {isOff
          ? (
            <>
              The account of {names} is disabled until <Time at={first.disabledUntil ?? now} />.
            </>
          )
          : <>{names} will be signed out everywhere, and cannot sign in for this many hours.</>}
      </p>
      <TextField
        form={form}
        name="hours"
        label="Hours"
        type="number"
        inputMode="decimal"
        required
      />
      <FormEnd
        form={form}
        onClose={onClose}
        more={isOff && (
          <Button className="mr-auto" onClick={() => run(() => onSubmit(0))}>Enable now</Button>
        )}
      >
        Disable
      </FormEnd>
    </form>
  );
}
