/** How a person signs in for whom a password does not work. */
import { useAtomValue } from "jotai";
import type { User } from "../../server/people/schema.ts";
import { loadAdmission } from "../admission/actions.ts";
import { admissionAtom } from "../admission/state.ts";
import { useLoad } from "../kit/data/query.ts";

/** Returns a sentence if the person has no password, or may not use it; null if it works. */
export function useSchoolWay({ hasPassword }: User): string | null {
  const admission = useAtomValue(admissionAtom);
  useLoad(loadAdmission, null);
  // A user that was stored by an earlier version does not tell whether there is a password.
  const otherwise = hasPassword === false
    ? `You sign in with ${admission?.school ?? "the school's account"}.`
    : null;
  return admission?.passwordOff ?? otherwise;
}
