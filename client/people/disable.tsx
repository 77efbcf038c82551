/** What is in the dialog that disables an account for some hours, or enables it again. */
import { useState } from "react";
import { isDisabled } from "../../server/people/policy.ts";
import { type Account, disableInput } from "../../server/people/schema.ts";
import { TextField } from "../kit/fields.tsx";
import { Problem, Submit, useForm } from "../kit/form.tsx";
import { showDateTime } from "../kit/time.ts";
import { toast } from "../kit/toast.tsx";
import { disableAccount } from "./actions.ts";

const FAILED = "Failed to disable the account.";

export default function DisableForm(
  { account, onClose }: { account: Account; onClose: () => void },
) {
  const { _id: id, name, disabledUntil } = account;
  const [now] = useState(() => new Date().toISOString());
  const form = useForm({
    schema: disableInput,
    empty: { hours: "24" },
    toInput: ({ hours }) => ({ hours: hours.trim() === "" ? NaN : Number(hours) }),
    otherwise: FAILED,
    submit: async ({ hours }) => {
      await disableAccount(id, hours);
      toast.info(
        hours > 0
          ? `The account of ${name} has been disabled for ${hours} hours.`
          : `The account of ${name} has been enabled.`,
      );
      onClose();
    },
  });
  async function enable() {
    try {
      await disableAccount(id, 0);
      toast.info(`The account of ${name} has been enabled.`);
      onClose();
    } catch {
      toast.error("Failed to enable the account.");
    }
  }
  const isOff = isDisabled(account, now);
  return (
    <form {...form.props} className="space-y-4">
      <p>
        {isOff
          ? (
            <>
              The account of <strong>{name}</strong> is disabled until{" "}
              {showDateTime(disabledUntil ?? now)}.
            </>
          )
          : (
            <>
              <strong>{name}</strong>{" "}
              is signed out everywhere, and cannot sign in for so many hours.
            </>
          )}
      </p>
      <TextField
        form={form}
        name="hours"
        label="Hours"
        type="number"
        inputMode="decimal"
        required
      />
      <Problem text={form.problem} />
      <div className="flex flex-wrap justify-end gap-3">
        {isOff && (
          <button type="button" className="btn mr-auto" onClick={() => void enable()}>
            Enable now
          </button>
        )}
        <button type="button" className="btn" onClick={onClose}>Cancel</button>
        <Submit busy={form.busy}>Disable</Submit>
      </div>
    </form>
  );
}
