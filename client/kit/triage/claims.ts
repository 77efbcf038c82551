/** A claim, and whether it is held now. */
import { serverTime } from "../net/server-clock.ts";

export interface Claim {
  by: { _id: string; name: string };
  until: string;
}

export const isHeld = <C extends Claim>(claim: C | null | undefined, now: number): claim is C =>
  claim != null && Date.parse(claim.until) > now;

/** Whether no other person holds the claim. */
export const isFreeFor = (me: string | undefined, claim: Claim | null | undefined): boolean =>
  !isHeld(claim, serverTime(Date.now())) || claim.by._id === me;
