/** Sign-in. */
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { CheckField } from "../kit/forms/fields.tsx";
import { FormError, useForm } from "../kit/forms/form.tsx";
import { useNavigateAfter } from "../kit/app/navigate-after.ts";
import { useQueryParameter } from "../kit/ui/page.tsx";
import { landingPage, sessionAtom, type SessionEnd } from "../kit/net/session.ts";
import { toast } from "../kit/data/toast.ts";
import { login, resendCode } from "./actions.ts";
import { AuthButton, AuthCard, EmailField } from "./card.tsx";
import { PasswordField } from "./password.tsx";
import { SchoolButton } from "./school-button.tsx";
import { rememberedEmail, safeReturn } from "./state.ts";

const UNVERIFIED = "Please verify your email first.";

function readSessionEnd(): SessionEnd | null {
  const { from, userId, reason } = (history.state ?? {}) as Partial<SessionEnd>;
  return from === undefined || userId === undefined ? null : { from, userId, reason };
}

/** Why a session has ended that cannot be had again by signing in. */
const ENDINGS: Record<string, string> = {
  disabled: "An admin has disabled your account. You can sign in when it is enabled again.",
  deleted: "Your account has been deleted.",
};

function reasonFor(returnUrl: string | null): string | undefined {
  if (returnUrl === null) return undefined;
  if (/^\/doubts(?![^/?])/.test(returnUrl)) return "Please log in to view doubts.";
  if (/^\/(dashboard|mentor)/.test(returnUrl)) return "Please log in to view your dashboard.";
  return "Please log in to continue.";
}

export default function Login() {
  const [, go] = useLocation();
  const goOn = useNavigateAfter();
  const expired = useQueryParameter("expired") === "true";
  const returnUrl = safeReturn(useQueryParameter("returnUrl"));
  const [ended] = useState(readSessionEnd);
  const ending = ENDINGS[ended?.reason ?? ""];
  useEffect(() => {
    if (expired && !ending) toast.info("Your session has expired. Please log in again.");
  }, [expired, ending]);
  const session = useAtomValue(sessionAtom);
  const [before] = useState(session?.token);
  useEffect(() => {
    // The sign-in may be in another tab. `returnUrl` is the newest: the person may have asked for
    // another screen, and been sent back here, while the sign-in was under way.
    if (session === null || session.token === before) return;
    // The person whose session ended goes on where it ended.
    const left = ended?.userId === session.user._id ? safeReturn(ended.from) : null;
    go(returnUrl ?? left ?? landingPage(session.user), { replace: true });
  }, [session, before, returnUrl, ended, go]);
  const [remembered] = useState(() => rememberedEmail.read() ?? "");
  const form = useForm({
    schema: async () => (await import("../../server/auth/schema.ts")).loginInput,
    empty: { email: remembered, password: "", remember: remembered !== "" },
    toInput: ({ email, password }) => ({ email, password }),
    otherwise: "Login failed.",
    tells: "reason",
    submit: async (input, { remember }) => {
      const pending = await login(input);
      rememberedEmail.store(remember ? input.email : "");
      if (pending !== null) {
        toast.info(await resendCode(pending).catch(() => UNVERIFIED));
        return goOn("/verify-otp");
      }
      toast.success("Login successful!");
    },
  });
  return (
    <AuthCard title="Welcome Back" intro={ending ?? reasonFor(returnUrl)}>
      <form {...form.props} className="space-y-4">
        <EmailField form={form} />
        <PasswordField form={form} name="password" label="Password" />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <CheckField form={form} name="remember" label="Remember me" />
          <Link href="/forgot-password" className="link-plain">Forgot password?</Link>
        </div>
        <FormError text={form.problem} />
        <AuthButton form={form} busyLabel="Signing in...">Sign In</AuthButton>
      </form>
      <SchoolButton returnUrl={returnUrl ?? safeReturn(ended?.from ?? null)} />
      <p>
        New here? <Link href="/register" className="link-plain">Create an account</Link>
      </p>
    </AuthCard>
  );
}
