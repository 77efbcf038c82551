/** How a person signs in for whom a password does not work. */
import { useAtomValue } from "jotai";
import { useCallback } from "react";
import { schoolOnlySentence } from "../../server/admission/policy.ts";
import type { User } from "../../server/people/schema.ts";
import { loadAdmission } from "../admission/actions.ts";
import { admissionAtom } from "../admission/state.ts";
import { useLoad } from "../kit/data/query.ts";

/** Returns a sentence if the person has no password, or may not use it; null if it works. */
export function useSchoolWay({ role, hasPassword }: User): string | null {
  const admission = useAtomValue(admissionAtom);
  const load = useCallback((signal: AbortSignal) => loadAdmission(signal), []);
  useLoad(load, null);
  const school = admission?.school ?? null;
  if (school !== null && admission?.schoolOnly.includes(role)) {
    return schoolOnlySentence([role], school);
  }
  // A user that was stored by an earlier version does not tell.
  return hasPassword === false ? `You sign in with ${school ?? "the school's account"}.` : null;
}
