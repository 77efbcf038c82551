/** The claim on a doubt: only one mentor at a time holds it, and the others see who. */
import Hand from "../kit/ui/icon.tsx?hand";
import type { Doubt } from "../../server/doubts/schema.ts";
import { ClaimLine, useClaim } from "../kit/triage/claim-line.tsx";
import { claim, release } from "./actions.ts";
import { Button } from "../kit/ui/button.tsx";

const claimable = ({ _id, claim: held }: Doubt) => ({
  claim: held,
  take: (takeOver?: boolean) => claim(_id, takeOver),
  release: () => release(_id),
});

export function ClaimBar({ doubt }: { doubt: Doubt }) {
  const { text, isHeld, action, run, busy, dialog } = useClaim(claimable(doubt));
  return (
    <section aria-label="Claim" className="panel space-y-3 p-4">
      <p role="status" className="flex items-center gap-2 font-semibold">
        <Hand aria-hidden className={`size-5 ${isHeld ? "text-secondary" : "text-muted"}`} />
        {text}
      </p>
      <Button className={`btn-block ${isHeld ? "" : "btn-secondary"}`} busy={busy} onClick={run}>
        {action}
      </Button>
      {dialog}
    </section>
  );
}

export function DoubtClaimLine({ doubt }: { doubt: Doubt }) {
  return <ClaimLine {...claimable(doubt)} item={`doubt:${doubt._id}`} />;
}
