/** The screen to which the school's provider sends the browser back: it finishes the sign-in. */
import { useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { errorText } from "../kit/net/api.ts";
import { FormError, useForm } from "../kit/forms/form.tsx";
import { landingPage, sessionAtom } from "../kit/net/session.ts";
import { finishAtSchool, linkSchool, mailLinkCode } from "./actions.ts";
import { toast } from "../kit/data/toast.ts";
import { useCall } from "../kit/data/use-call.ts";
import { AuthButton, AuthCard, EmailField } from "./card.tsx";
import { CodeField } from "./code-field.tsx";
import { PasswordField } from "./password.tsx";
import { safeReturn, schoolVisit } from "./state.ts";

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
    const returnUrl = safeReturn(schoolVisit.read()?.returnUrl ?? null);
    schoolVisit.drop();
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

function LinkForm({ email }: { email: string }) {
  const [byCode, setByCode] = useState(false);
  const { busy, run } = useCall("The code could not be mailed.");
  const mailCode = () =>
    run(async () => {
      toast.success(await mailLinkCode(email));
      setByCode(true);
    });
  return (
    <AuthCard
      title="Is this your account?"
      intro={`There is an account with your address already. Give ${
        byCode ? "the code from the mail" : "its password"
      } once; after that, your school's account is enough.`}
    >
      <LinkFields key={String(byCode)} email={email} byCode={byCode} />
      <p>
        {byCode ? "No email received?" : "No password yet, or forgotten?"}{" "}
        <button type="button" className="link-plain" aria-disabled={busy} onClick={mailCode}>
          {byCode ? "Send a new code" : "Send a code to my address"}
        </button>
      </p>
    </AuthCard>
  );
}

function LinkFields({ email, byCode }: { email: string; byCode: boolean }) {
  const form = useForm({
    schema: async () => {
      const { linkInput, linkByCodeInput } = await import("../../server/auth/oidc/schema.ts");
      return byCode ? linkByCodeInput : linkInput;
    },
    empty: { email, password: "", otp: "" },
    toInput: ({ email, password, otp }) => byCode ? { email, otp } : { email, password },
    otherwise: FAILED,
    submit: linkSchool,
  });
  return (
    <form {...form.props} className="space-y-4">
      <EmailField form={form} readOnly />
      {byCode
        ? <CodeField form={form} hint="6 digits, valid for 10 minutes" sends />
        : <PasswordField form={form} name="password" label="Password" />}
      <FormError text={form.problem} />
      <AuthButton form={form} busyLabel="Signing in...">Sign In</AuthButton>
    </form>
  );
}
