/** Sign in. */
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { sentence } from "../kit/api.ts";
import { CheckField, TextField } from "../kit/fields.tsx";
import { Problem, Submit, useForm } from "../kit/form.tsx";
import { useOnward } from "../kit/onward.ts";
import { useQuery } from "../kit/page.tsx";
import { landingPage, safeReturn, sessionAtom } from "../kit/session.ts";
import { toast } from "../kit/toast.tsx";
import { login, resendCode } from "./actions.ts";
import { AuthCard } from "./card.tsx";
import { PasswordField } from "./password.tsx";
import { keepRemembered, readPending, readRemembered } from "./state.ts";

const rules = async () => (await import("../../server/auth/schema.ts")).loginInput;

const FAILED = "Login failed.";
const UNVERIFIED = "Please verify your email first.";

/** Why somebody who wanted to go elsewhere is here. */
function reasonFor(returnUrl: string | null): string | undefined {
  if (returnUrl === null) return undefined;
  if (/^\/doubts(?![^/?])/.test(returnUrl)) return "Please log in to view doubts.";
  if (/^\/(dashboard|mentor)/.test(returnUrl)) return "Please log in to view your dashboard.";
  return "Please log in to go on.";
}

export default function Login() {
  const [, go] = useLocation();
  const goOn = useOnward();
  const expired = useQuery("expired") === "true";
  const returnUrl = safeReturn(useQuery("returnUrl"));
  useEffect(() => {
    if (expired) toast.info("Your session has expired. Please log in again.");
  }, [expired]);
  const session = useAtomValue(sessionAtom);
  const [before] = useState(session?.token);
  useEffect(() => {
    // Here or in another tab; also who was sent back here meanwhile, from where they wanted to go.
    if (session === null || session.token === before) return;
    go(returnUrl ?? landingPage(session.user), { replace: true });
  }, [session, before, returnUrl, go]);
  const [remembered] = useState(readRemembered);
  const form = useForm({
    schema: rules,
    empty: { email: remembered, password: "", remember: remembered !== "" },
    toInput: ({ email, password }) => ({ email, password }),
    otherwise: FAILED,
    submit: async (input, { remember }) => {
      try {
        const user = await login(input);
        keepRemembered(remember ? input.email : "");
        if (user === null) {
          const pending = readPending() ?? { email: input.email, token: "" };
          toast.info(await resendCode(pending).catch(() => UNVERIFIED));
          return goOn("/verify-otp");
        }
        toast.success("Login successful!");
      } catch (error) {
        toast.error(sentence(error, FAILED));
        throw error;
      }
    },
  });
  return (
    <AuthCard title="Welcome Back" intro={reasonFor(returnUrl)}>
      <form {...form.props} className="space-y-4">
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
          autoComplete="current-password"
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <CheckField form={form} name="remember" label="Remember me" />
          <Link href="/forgot-password" className="link-plain">Forgot password?</Link>
        </div>
        <Problem text={form.problem} />
        <Submit busy={form.busy} busyLabel="Signing in..." className="btn-primary btn-block btn-lg">
          Sign In
        </Submit>
      </form>
      <p>
        New here? <Link href="/register" className="link-plain">Create an account</Link>
      </p>
    </AuthCard>
  );
}
