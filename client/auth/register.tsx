/** Registration. */
import { useAtomValue } from "jotai";
import { useCallback, useEffect, useState } from "react";
import { Link } from "wouter";
import { ruleSentence } from "../../server/admission/policy.ts";
import { loadAdmission } from "../admission/actions.ts";
import { admissionAtom } from "../admission/state.ts";
import { errorText } from "../kit/net/api.ts";
import { FileField, TextField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { useNavigateAfter } from "../kit/app/navigate-after.ts";
import { useLoad } from "../kit/data/query.ts";
import { toast } from "../kit/data/toast.ts";
import { register } from "./actions.ts";
import { AuthCard } from "./card.tsx";
import { PasswordField } from "./password.tsx";

const rules = async () => (await import("../../server/auth/schema.ts")).registerInput;

const DONE = "Registration successful! Please check your email for the verification code.";

export default function Register() {
  const goOn = useNavigateAfter();
  const admission = useAtomValue(admissionAtom);
  const load = useCallback((signal: AbortSignal) => loadAdmission(signal), []);
  // Without the rule the form still works: the server checks every registration.
  useLoad(load, null);
  const [image, setImage] = useState<File>();
  const form = useForm({
    schema: rules,
    empty: { name: "", email: "", password: "", branch: "", year: "" },
    draft: "register",
    secret: ["password"],
    otherwise: "Registration failed: Unknown error",
    submit: async (input) => {
      try {
        toast.success(await register(input, image) || DONE);
        form.reset();
        goOn("/verify-otp");
      } catch (error) {
        toast.error(`Registration failed: ${errorText(error, "Unknown error")}`);
        throw error;
      }
    },
  });
  return (
    <AuthCard
      title="Create an account"
      intro={admission && ruleSentence(admission)}
    >
      <form {...form.props} className="space-y-4">
        <TextField form={form} name="name" label="Full Name" autoComplete="name" required />
        <TextField
          form={form}
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          required
        />
        <PasswordField
          form={form}
          name="password"
          label="Password"
          hint="Must be at least 8 characters with a number and special character"
          autoComplete="new-password"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField form={form} name="branch" label="Branch" placeholder="CSE" />
          <TextField form={form} name="year" label="Year" type="number" inputMode="numeric" />
        </div>
        <FileField
          label="Profile Image"
          hint="PNG, JPG, GIF up to 10MB"
          accept="image/png,image/jpeg,image/gif,image/webp"
          error={form.errors.profileImage}
          onPick={([file]) => setImage(file)}
        />
        {image && <Preview image={image} />}
        <FormError text={form.problem} />
        <SubmitButton
          busy={form.busy}
          busyLabel="Processing..."
          className="btn-primary btn-block btn-lg"
        >
          Register
        </SubmitButton>
      </form>
      <p>
        Already have an account? <Link href="/login" className="link-plain">Sign In</Link>
      </p>
    </AuthCard>
  );
}

function Preview({ image }: { image: File }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(image);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [image]);
  return <img src={url} alt="Your profile image" className="size-24 rounded-full object-cover" />;
}
