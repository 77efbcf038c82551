/** The button that signs in with the school's account, if the school has set a provider up. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import { schoolOnlySentence } from "../../server/admission/policy.ts";
import { loadAdmission } from "../admission/actions.ts";
import { admissionAtom } from "../admission/state.ts";
import { errorText } from "../kit/net/api.ts";
import { useLoad } from "../kit/data/query.ts";
import { FormError } from "../kit/forms/form.tsx";
import { startAtSchool } from "./actions.ts";
import { schoolVisit } from "./state.ts";
import { Button } from "../kit/ui/button.tsx";

/**
 * @param returnUrl where the person goes on
 * @param invitation the token of what admits them
 */
export function SchoolButton(
  { returnUrl = null, invitation }: { returnUrl?: string | null; invitation?: string | undefined },
) {
  const admission = useAtomValue(admissionAtom);
  // Without an answer there is no button, and the password still signs in.
  useLoad(loadAdmission, null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  if (admission === null || admission.school === null) return null;
  const { school, schoolOnly } = admission;
  async function start() {
    if (busy) return;
    setBusy(true);
    setProblem("");
    try {
      const url = await startAtSchool();
      schoolVisit.store({ returnUrl, invitation });
      location.assign(url);
    } catch (error) {
      setProblem(errorText(error, "The sign-in could not be started."));
    } finally {
      // The browser may come back to this page as it was left.
      setBusy(false);
    }
  }
  return (
    <div className="space-y-4">
      {schoolOnly.length > 0 && <p>{schoolOnlySentence(schoolOnly, school)}</p>}
      <Button className="btn-block btn-lg" busy={busy} onClick={start}>
        Sign in with {school}
      </Button>
      <FormError text={problem} />
    </div>
  );
}
