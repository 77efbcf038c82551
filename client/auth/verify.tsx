/** Email verification. */
import { useState } from "react";
import { Link } from "wouter";
import { sentence } from "../kit/api.ts";
import { TextField } from "../kit/fields.tsx";
import { Problem, Submit, useForm } from "../kit/form.tsx";
import { useOnward } from "../kit/onward.ts";
import { toast } from "../kit/toast.tsx";
import { resendCode, verify } from "./actions.ts";
import { AuthCard } from "./card.tsx";
import { type Pending, readPending } from "./state.ts";

const rules = async () => (await import("../../server/auth/schema.ts")).verifyInput;

const FAILED = "Verification failed.";

export default function Verify() {
  const goOn = useOnward();
  const [pending] = useState(readPending);
  const form = useForm({
    schema: rules,
    empty: { email: pending?.email ?? "", otp: "", token: pending?.token ?? "" },
    otherwise: FAILED,
    submit: async (input) => {
      try {
        toast.success(await verify(input, input.otp));
        goOn("/dashboard", { replace: true });
      } catch (error) {
        toast.error(sentence(error, FAILED));
        throw error;
      }
    },
  });
  if (pending === null) {
    return (
      <AuthCard title="Verify your email">
        <p>
          There is no registration waiting in this browser.{" "}
          <Link href="/login" className="link-plain">Sign in</Link>, and we send you a new code.
        </p>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Verify your email" intro="We have sent a code to this address.">
      <form {...form.props} className="space-y-4">
        <TextField form={form} name="email" label="Email" type="email" readOnly />
        <TextField
          form={form}
          name="otp"
          label="OTP"
          hint="6 digits, valid for 10 minutes"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
        />
        <Problem text={form.errors.token ?? form.problem} />
        <Submit busy={form.busy} busyLabel="Verifying..." className="btn-primary btn-block btn-lg">
          Verify
        </Submit>
      </form>
      <Resend pending={pending} />
    </AuthCard>
  );
}

function Resend({ pending }: { pending: Pending }) {
  const [busy, setBusy] = useState(false);
  async function resend() {
    if (busy) return;
    setBusy(true);
    try {
      toast.success(await resendCode(pending));
    } catch (error) {
      toast.error(sentence(error, "Failed to send OTP."));
    } finally {
      setBusy(false);
    }
  }
  return (
    <p>
      Nothing arrived?{" "}
      <button type="button" className="link-plain" aria-disabled={busy} onClick={resend}>
        Send a new code
      </button>
    </p>
  );
}
