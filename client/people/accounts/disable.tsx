/** The dialog that disables an account for some hours, or enables it again. */
import { useState } from "react";
import { isDisabled } from "../../../server/people/policy.ts";
import type { Account } from "../../../server/people/schema.ts";
import { serverNow } from "../../kit/net/server-clock.ts";
import { Time } from "../../kit/ui/time.tsx";
import { toast } from "../../kit/data/toast.ts";
import { disableAccount } from "../actions.ts";
import { DisableForm } from "./disable-form.tsx";
import { Button } from "../../kit/ui/button.tsx";

const FAILED = "Failed to disable the account.";

export default function DisableAccount(
  { account, onClose }: { account: Account; onClose: () => void },
) {
  const { _id: id, name, disabledUntil } = account;
  const [now] = useState(serverNow);
  async function disable(hours: number) {
    await disableAccount(id, hours);
    toast.info(
      hours > 0
        ? `The account of ${name} has been disabled for ${hours} hour${hours === 1 ? "" : "s"}.`
        : `The account of ${name} has been enabled.`,
    );
    onClose();
  }
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
    <DisableForm
      otherwise={FAILED}
      beside={isOff && (
        <Button className="mr-auto" onClick={() => void enable()}>
          Enable now
        </Button>
      )}
      onSubmit={disable}
      onClose={onClose}
    >
      <p>
        {isOff
          ? (
            <>
              The account of <strong>{name}</strong> is disabled until{" "}
              <Time at={disabledUntil ?? now} />.
            </>
          )
          : (
            <>
              <strong>{name}</strong>{" "}
              will be signed out everywhere, and cannot sign in for this many hours.
            </>
          )}
      </p>
    </DisableForm>
  );
}
