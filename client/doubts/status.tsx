/** A doubt's status, in words and colour, and whether somebody is at it. */
import { Lock } from "lucide-react";
import type { Claim, DoubtStatus } from "../../server/doubts/schema.ts";

const colors: Record<DoubtStatus, string> = {
  new: "bg-accent text-accent-content border-transparent",
  replied: "badge-info",
  unsatisfied: "badge-error",
  review: "badge-secondary",
  resolved: "badge-success",
};

export function StatusBadge({ status, large }: { status: DoubtStatus; large?: boolean }) {
  return (
    <span className={`badge shrink-0 font-bold ${colors[status]} ${large ? "badge-lg" : ""}`}>
      {status}
    </span>
  );
}

export function PrivateBadge() {
  return (
    <span className="badge badge-outline shrink-0 gap-1 font-semibold">
      <Lock aria-hidden className="size-3.5" />
      Private
    </span>
  );
}

/** Whether a claim still holds. */
export const isLive = (claim: Claim, now: number): boolean => Date.parse(claim.until) > now;
