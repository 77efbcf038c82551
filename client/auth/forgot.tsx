/** Requests a code for setting a new password. */
import { Link } from "wouter";
import { FormError, useForm } from "../kit/forms/form.tsx";
import { useNavigateAfter } from "../kit/app/navigate-after.ts";
import { toast } from "../kit/data/toast.ts";
import { requestPasswordReset } from "./actions.ts";
import { AuthButton, AuthCard, EmailField } from "./card.tsx";
import { SchoolButton } from "./school-button.tsx";

export default function Forgot() {
  const goOn = useNavigateAfter();
  const form = useForm({
    schema: async () => (await import("../../server/auth/schema.ts")).forgotInput,
    empty: { email: "" },
    otherwise: "Failed to send OTP.",
    tells: "reason",
    submit: async ({ email }) => {
      toast.success(await requestPasswordReset(email));
      goOn("/reset-password");
    },
  });
  return (
    <AuthCard title="Forgot your password?" intro="We will send you a code to set a new one.">
      <form {...form.props} className="space-y-4">
        <EmailField form={form} />
        <FormError text={form.problem} />
        <AuthButton form={form} busyLabel="Sending...">Send OTP</AuthButton>
      </form>
      <SchoolButton />
      <p>
        <Link href="/login" className="link-plain">Back to Sign In</Link>
      </p>
    </AuthCard>
  );
}
