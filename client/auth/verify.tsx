/** Email verification. */
import { useState } from "react";
import { Link } from "wouter";
import { FormError, useForm } from "../kit/forms/form.tsx";
import { useNavigateAfter } from "../kit/app/navigate-after.ts";
import { toast } from "../kit/data/toast.ts";
import { useCall } from "../kit/data/use-call.ts";
import { resendCode, verify } from "./actions.ts";
import { AuthButton, AuthCard, EmailField } from "./card.tsx";
import { CodeField } from "./code-field.tsx";
import { type PendingRegistration, pendingRegistration } from "./state.ts";

export default function Verify() {
  const goOn = useNavigateAfter();
  const [pending] = useState(pendingRegistration.read);
  const form = useForm({
    schema: async () => (await import("../../server/auth/schema.ts")).verifyInput,
    empty: { email: pending?.email ?? "", otp: "", token: pending?.token ?? "" },
    otherwise: "Verification failed.",
    tells: "reason",
    submit: async (input) => {
      toast.success(await verify(input, input.otp));
      goOn("/dashboard", { replace: true });
    },
  });
  if (pending === null) {
    return (
      <AuthCard title="Verify your email">
        <p>
          This browser has no registration to verify.{" "}
          <Link href="/login" className="link-plain">Sign in</Link>, and we will send you a new
          code.
        </p>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Verify your email" intro="We have sent a code to this address.">
      <form {...form.props} className="space-y-4">
        <EmailField form={form} readOnly />
        <CodeField form={form} hint="6 digits, valid for 10 minutes" sends />
        <FormError text={form.problem} />
        <AuthButton form={form} busyLabel="Verifying...">Verify</AuthButton>
      </form>
      <Resend pending={pending} />
    </AuthCard>
  );
}

function Resend({ pending }: { pending: PendingRegistration }) {
  const { busy, run } = useCall("Failed to send OTP.");
  const resend = () => run(async () => toast.success(await resendCode(pending)));
  return (
    <p>
      No email received?{" "}
      <button type="button" className="link-plain" aria-disabled={busy} onClick={resend}>
        Send a new code
      </button>
    </p>
  );
}
