/** Registration. */
import { useAtomValue } from "jotai";
import { useCallback, useEffect, useState } from "react";
import { Link } from "wouter";
import type { OpenInvitation } from "../../server/admission/invitations/schema.ts";
import { ruleSentence } from "../../server/admission/policy.ts";
import { loadAdmission, openInvitation } from "../admission/actions.ts";
import { admissionAtom } from "../admission/state.ts";
import { errorText } from "../kit/net/api.ts";
import { FileField, TextField } from "../kit/forms/fields.tsx";
import { FormError, useForm } from "../kit/forms/form.tsx";
import { useNavigateAfter } from "../kit/app/navigate-after.ts";
import { isRetryable, type LoadState, useLoad } from "../kit/data/query.ts";
import { toast } from "../kit/data/toast.ts";
import { LoadFailed, LoadingRegion } from "../kit/ui/page.tsx";
import { register } from "./actions.ts";
import { AuthButton, AuthCard, EmailField } from "./card.tsx";
import { PasswordField } from "./password.tsx";
import { SchoolButton } from "./school-button.tsx";

const DONE = "Registration successful! Please check your email for the verification code.";

type InvitationLink = OpenInvitation & { token: string };

export default function Register() {
  const token = useInvitationToken();
  const admission = useAtomValue(admissionAtom);
  // Without the rule the form still works: the server checks every registration.
  useLoad(loadAdmission, null);
  const [opened, setOpened] = useState<InvitationLink | null>(null);
  const open = useCallback(async (signal: AbortSignal) => {
    if (token !== null) setOpened({ token, ...await openInvitation(token, signal) });
  }, [token]);
  const opening = useLoad(open, null);
  const invitation = opened?.token === token ? opened : null;
  const isClosed = token === null && admission?.rule === "invited";
  return (
    <AuthCard
      title="Create an account"
      intro={invitation ? welcome(invitation) : admission && token === null &&
        ruleSentence(admission)}
    >
      {token !== null && invitation === null
        ? <Opening loading={opening} isOpenToOthers={admission?.rule !== "invited"} />
        : isClosed
        ? <p>Ask your school for an invitation link.</p>
        : admission?.schoolOnly.includes("student")
        ? <SchoolButton invitation={invitation?.token} />
        : <RegisterForm invitation={invitation} />}
      <p>
        Already have an account? <Link href="/login" className="link-plain">Sign In</Link>
      </p>
    </AuthCard>
  );
}

const welcome = ({ name, email }: OpenInvitation): string =>
  email === null
    ? `You are invited to ${name}.`
    : `You are invited, ${name}. The invitation is for this address only.`;

/** The token after the # of the address, which browsers send to no server; null without one. */
function useInvitationToken(): string | null {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const take = () => setHash(location.hash);
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, []);
  return hash.match(/^#invitation=(.+)$/)?.[1] ?? null;
}

function Opening({ loading, isOpenToOthers }: { loading: LoadState; isOpenToOthers: boolean }) {
  if (loading.state !== "failed") {
    return (
      <LoadingRegion label="Loading your invitation...">
        <div className="skeleton h-96 rounded-box" />
      </LoadingRegion>
    );
  }
  if (isRetryable(loading)) return <LoadFailed loading={loading} />;
  return (
    <>
      <FormError text={loading.problem} />
      {isOpenToOthers && (
        <p>
          <a href="/register" className="link-plain">Register without an invitation</a>
        </p>
      )}
    </>
  );
}

function RegisterForm({ invitation }: { invitation: InvitationLink | null }) {
  const goOn = useNavigateAfter();
  const [image, setImage] = useState<File>();
  const invited = invitation?.email ?? "";
  const form = useForm({
    schema: async () => (await import("../../server/auth/schema.ts")).registerInput,
    empty: {
      name: invited && invitation ? invitation.name : "",
      email: invited,
      password: "",
      branch: "",
      year: "",
    },
    toInput: (values) => ({ ...values, invitation: invitation?.token ?? "" }),
    draft: "register",
    subject: invited,
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
    <form {...form.props} className="space-y-4">
      <TextField form={form} name="name" label="Full Name" autoComplete="name" required />
      <EmailField form={form} readOnly={invited !== ""} />
      <PasswordField form={form} name="password" label="Password" asks="new" />
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
      <AuthButton form={form} busyLabel="Processing...">Register</AuthButton>
    </form>
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
