/** Asks for a code to set a new password with. */
import { Link } from "wouter";
import { sentence } from "../kit/api.ts";
import { TextField } from "../kit/fields.tsx";
import { Problem, Submit, useForm } from "../kit/form.tsx";
import { useOnward } from "../kit/onward.ts";
import { toast } from "../kit/toast.tsx";
import { askForReset } from "./actions.ts";
import { AuthCard } from "./card.tsx";

const rules = async () => (await import("../../server/auth/schema.ts")).forgotInput;

const FAILED = "Failed to send OTP.";

export default function Forgot() {
  const goOn = useOnward();
  const form = useForm({
    schema: rules,
    empty: { email: "" },
    otherwise: FAILED,
    submit: async ({ email }) => {
      try {
        toast.success(await askForReset(email));
        goOn("/reset-password");
      } catch (error) {
        toast.error(sentence(error, FAILED));
        throw error;
      }
    },
  });
  return (
    <AuthCard title="Forgot your password?" intro="We send you a code to set a new one with.">
      <form {...form.props} className="space-y-4">
        <TextField
          form={form}
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          required
        />
        <Problem text={form.problem} />
        <Submit busy={form.busy} busyLabel="Sending..." className="btn-primary btn-block btn-lg">
          Send OTP
        </Submit>
      </form>
      <p>
        <Link href="/login" className="link-plain">Back to Sign In</Link>
      </p>
    </AuthCard>
  );
}
