/** Sets a new password. */
import { useState } from "react";
import { Link } from "wouter";
import { FormError, useForm } from "../kit/forms/form.tsx";
import { useNavigateAfter } from "../kit/app/navigate-after.ts";
import { toast } from "../kit/data/toast.ts";
import { resetPassword } from "./actions.ts";
import { AuthButton, AuthCard, EmailField } from "./card.tsx";
import { CodeField } from "./code-field.tsx";
import { PasswordField } from "./password.tsx";
import { resettingEmail } from "./state.ts";

export default function Reset() {
  const goOn = useNavigateAfter();
  const [email] = useState(() => resettingEmail.read() ?? "");
  const form = useForm({
    schema: async () => (await import("../../server/auth/schema.ts")).resetForm,
    empty: { email, otp: "", newPassword: "", confirm: "" },
    otherwise: "Failed to reset password.",
    tells: "reason",
    submit: async ({ confirm: _same, ...input }) => {
      toast.success(await resetPassword(input));
      goOn("/login");
    },
  });
  return (
    <AuthCard title="Set a new password">
      <form {...form.props} className="space-y-4">
        <EmailField form={form} />
        <CodeField form={form} />
        <PasswordField form={form} name="newPassword" label="New Password" asks="new" />
        <PasswordField form={form} name="confirm" label="Confirm Password" asks="again" />
        <FormError text={form.problem} />
        <AuthButton form={form} busyLabel="Saving...">Reset Password</AuthButton>
      </form>
      <p>
        <Link href="/forgot-password" className="link-plain">Send another code</Link>
      </p>
    </AuthCard>
  );
}
