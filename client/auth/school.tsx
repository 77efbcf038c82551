/** The screen to which the school's provider sends the browser back: it finishes the sign-in. */
import { useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { errorText } from "../kit/net/api.ts";
import { TextField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { landingPage, safeReturn, sessionAtom } from "../kit/net/session.ts";
import { finishAtSchool, linkSchool } from "./actions.ts";
import { AuthCard } from "./card.tsx";
import { PasswordField } from "./password.tsx";
import { keepReturn, readReturn } from "./state.ts";

const rules = async () => (await import("../../server/auth/oidc/schema.ts")).linkInput;

const FAILED = "The sign-in failed.";
const NOTHING = "No sign-in is under way here.";

export default function School() {
  const [, go] = useLocation();
  const [query] = useState(() => location.search);
  const isAnswer = new URLSearchParams(query).has("state");
  const [problem, setProblem] = useState(isAnswer ? "" : NOTHING);
  const [email, setEmail] = useState<string | null>(null);
  const isSent = useRef(false);
  useEffect(() => {
    if (!isAnswer || isSent.current) return;
    isSent.current = true;
    // The answer counts once, and has no place in the history.
    history.replaceState(null, "", location.pathname);
    finishAtSchool(query).then(setEmail, (error) => setProblem(errorText(error, FAILED)));
  }, [isAnswer, query]);
  const session = useAtomValue(sessionAtom);
  const [before] = useState(session?.token);
  useEffect(() => {
    if (session === null || session.token === before) return;
    const returnUrl = safeReturn(readReturn());
    keepReturn(null);
    go(returnUrl ?? landingPage(session.user), { replace: true });
  }, [session, before, go]);
  if (email !== null) return <LinkForm email={email} />;
  return (
    <AuthCard title={problem === "" ? "Signing you in..." : "You are not signed in"}>
      {problem === "" ? <p role="status">Please wait a moment.</p> : (
        <>
          <FormError text={problem} />
          <p>
            <Link href="/login" className="link-plain">Back to Sign In</Link>
          </p>
        </>
      )}
    </AuthCard>
  );
}

/** Asks for the password of the account that has the address, once. */
function LinkForm({ email }: { email: string }) {
  const form = useForm({
    schema: rules,
    empty: { email, password: "" },
    otherwise: FAILED,
    submit: linkSchool,
  });
  return (
    <AuthCard
      title="Is this your account?"
      intro="There is an account with your address already. Give its password once; after that, your school's account is enough."
    >
      <form {...form.props} className="space-y-4">
        <TextField form={form} name="email" label="Email" type="email" readOnly />
        <PasswordField
          form={form}
          name="password"
          label="Password"
          autoComplete="current-password"
        />
        <FormError text={form.problem} />
        <SubmitButton
          busy={form.busy}
          busyLabel="Signing in..."
          className="btn-primary btn-block btn-lg"
        >
          Sign In
        </SubmitButton>
      </form>
      <p>
        No password yet, or forgotten?{" "}
        <Link href="/forgot-password" className="link-plain">Set one by mail</Link>, and sign in
        with your school's account again.
      </p>
    </AuthCard>
  );
}
