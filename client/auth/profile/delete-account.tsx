/** Deletes one's own account, with the password or a mailed code. It can be taken back for a week. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import { toast } from "../../kit/data/toast.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { FormError, SubmitButton, useForm } from "../../kit/forms/form.tsx";
import { isAbort } from "../../kit/net/api.ts";
import { expireSession, meAtom } from "../../kit/net/session.ts";
import { store } from "../../kit/net/store.ts";
import { Dialog } from "../../kit/ui/dialog.tsx";
import type { User } from "../../../server/people/schema.ts";
import { CodeField } from "../code-field.tsx";
import { useSchoolWay } from "../school-way.tsx";
import { PasswordField } from "../password.tsx";
import { deleteOwnAccount, mailDeletionCode } from "./actions.ts";
import { Button } from "../../kit/ui/button.tsx";
import { PanelSection } from "../../kit/ui/panel-section.tsx";

export default function DeleteAccount({ me }: { me: User }) {
  const [isAsking, setAsking] = useState(false);
  const way = useSchoolWay(me);
  return (
    <PanelSection
      id="delete"
      title="Delete my account"
      about="You are signed out everywhere, and nobody can sign in any more. For 7 days you can take it back, with a link that is mailed to you. After that, what is yours alone is removed. What others rely on, such as a thread to which a mentor replied, stays without your name."
    >
      <Button
        className="btn-error btn-outline"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        Delete my account…
      </Button>
      {isAsking && (
        <Dialog title="Delete my account" onClose={() => setAsking(false)}>
          <DeleteForm way={way} onClose={() => setAsking(false)} />
        </Dialog>
      )}
    </PanelSection>
  );
}

function DeleteForm({ onClose, way }: { onClose: () => void; way: string | null }) {
  const me = useAtomValue(meAtom);
  const [isByCode, setByCode] = useState(false);
  const needsCode = way !== null && !isByCode;
  const { busy, run } = useCall();
  const form = useForm({
    schema: async () => (await import("../../../server/people/removals/schema.ts")).deleteOwnInput,
    empty: { password: "", otp: "" },
    toInput: ({ password, otp }) => isByCode ? { otp } : { password },
    submit: async (input) => {
      await deleteOwnAccount(input).catch((error) => {
        // The event of the deletion has ended the session before the reply came.
        if (!isAbort(error) || store.get(meAtom) !== null) throw error;
      });
      if (store.get(meAtom) !== null) expireSession("deleted");
      // Now, because the end of a session removes what is said before.
      toast.success("Your account is deleted. An email tells you how to restore it.");
    },
  });
  return (
    <form {...form.props} className="space-y-4">
      <p>
        Ask for <strong>a copy of all that is kept about you</strong>{" "}
        before, if you want to keep it.
      </p>
      <input type="hidden" autoComplete="username" value={me?.email ?? ""} readOnly />
      {needsCode
        ? <p>{way} A code is mailed to you instead.</p>
        : isByCode
        ? <CodeField form={form} />
        : <PasswordField form={form} name="password" label="Your password" />}
      <FormError text={form.problem} />
      <div className="dialog-end flex-wrap">
        {!isByCode && (
          <Button
            className="btn-ghost mr-auto"
            busy={busy}
            onClick={() =>
              run(async () => {
                toast.success(await mailDeletionCode());
                form.reset();
                setByCode(true);
              })}
          >
            {needsCode ? "Mail me a code" : "Mail me a code instead"}
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        {!needsCode && (
          <SubmitButton busy={form.busy} className="btn-error">Delete my account</SubmitButton>
        )}
      </div>
    </form>
  );
}
