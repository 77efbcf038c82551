/** The button that signs in with the school's account, if the school has set a provider up. */
import { useCallback, useState } from "react";
import { errorText } from "../kit/net/api.ts";
import { useLoad } from "../kit/data/query.ts";
import { FormError } from "../kit/forms/form.tsx";
import { schoolName, startAtSchool } from "./actions.ts";
import { keepReturn } from "./state.ts";

/** @param returnUrl where the person goes on afterwards */
export function SchoolButton({ returnUrl }: { returnUrl: string | null }) {
  const [name, setName] = useState<string | null>(null);
  const load = useCallback(async (signal: AbortSignal) => setName(await schoolName(signal)), []);
  // Without an answer there is no button, and the password still signs in.
  useLoad(load, null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  if (name === null) return null;
  async function start() {
    if (busy) return;
    setBusy(true);
    setProblem("");
    try {
      const url = await startAtSchool();
      keepReturn(returnUrl);
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
      <button
        type="button"
        className="btn btn-block btn-lg"
        aria-disabled={busy}
        onClick={start}
      >
        Sign in with {name}
      </button>
      <FormError text={problem} />
    </div>
  );
}
