/** Badges for a doubt's status, in words and colour. */
import { useAtomValue } from "jotai";
import EyeOff from "../kit/ui/icon.tsx?eye-off";
import Lock from "../kit/ui/icon.tsx?lock";
import Users from "../kit/ui/icon.tsx?users";
import { can } from "../../server/doubts/policy.ts";
import type { DoubtCard, DoubtStatus } from "../../server/doubts/schema.ts";
import { type Actor, isStaff } from "../../server/kit/core/roles.ts";
import { meAtom } from "../kit/net/session.ts";

const colors: Record<DoubtStatus, string> = {
  new: "bg-accent text-accent-content border-transparent",
  replied: "badge-info",
  unsatisfied: "badge-error",
  review: "badge-secondary",
  resolved: "badge-success",
};

/** The words for students, where they differ from the status's name. */
const forLearners: Partial<Record<DoubtStatus, string>> = {
  review: "A mentor is on it",
  unsatisfied: "Asked again",
};

export const statusText = (status: DoubtStatus, me: Actor | null): string =>
  isStaff(me) ? status : forLearners[status] ?? status;

export function StatusBadge({ status, large }: { status: DoubtStatus; large?: boolean }) {
  const me = useAtomValue(meAtom);
  return (
    <span className={`badge shrink-0 font-bold ${colors[status]} ${large ? "badge-lg" : ""}`}>
      {statusText(status, me)}
    </span>
  );
}

/** Says what classmates do not see of it, for those who see it. */
export function ReadersBadge({ doubt }: { doubt: DoubtCard }) {
  const isNameless = doubt.anonymous && can.seeName(useAtomValue(meAtom), doubt);
  if (!doubt.private && !isNameless) return null;
  const Icon = doubt.private ? Lock : EyeOff;
  return (
    <span className="badge badge-outline shrink-0 gap-1 font-semibold">
      <Icon aria-hidden className="size-3.5" />
      {doubt.private ? "Private" : "Without a name"}
    </span>
  );
}

export function SolvedSince({ doubt }: { doubt: Pick<DoubtCard, "solvedSince"> }) {
  return doubt.solvedSince
    ? <span className="badge badge-success badge-outline shrink-0 font-semibold">Solved since</span>
    : null;
}

export function SharersCount({ doubt: { sharers = 0 } }: { doubt: Pick<DoubtCard, "sharers"> }) {
  if (sharers === 0) return null;
  return (
    <span className="inline-flex shrink-0 items-center gap-1 font-semibold">
      <Users aria-hidden className="size-4" />
      {sharers}
      <span className="sr-only">{sharers === 1 ? "other has" : "others have"} this too</span>
    </span>
  );
}
