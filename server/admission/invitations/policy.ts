/** Who handles invitations, and whether one still lets people in. Both sides use it. */
import { type Actor } from "../../kit/core/roles.ts";
import type { Invitation } from "./schema.ts";

export const can = {
  make: (me: Actor | null): boolean => me?.role === "admin",
};

type Limits = Pick<Invitation, "uses" | "usesMost" | "endsAt" | "takenBackAt">;

export type Ending = "taken back" | "used up" | "expired";

/** Why an invitation lets nobody in any more; null while it does. */
export function endingOf(invitation: Limits, now: string): Ending | null {
  if (invitation.takenBackAt !== null) return "taken back";
  if (invitation.uses >= invitation.usesMost) return "used up";
  return Date.parse(invitation.endsAt) <= Date.parse(now) ? "expired" : null;
}

/** What the person with the link reads. */
export const ENDING_SENTENCES: Record<Ending, string> = {
  "taken back": "This invitation has been revoked.",
  "used up": "This invitation is used up: nobody else can register with it.",
  expired: "This invitation has expired.",
};
