/** A proposed change: what it passes, the difference, and for the student "Try this". */
import { useAtomValue } from "jotai";
import { useState } from "react";
import { useLocation } from "wouter";
import ClipboardPaste from "../kit/ui/icon.tsx?clipboard-paste";
import type { ProposalCard } from "../../server/comments/schema.ts";
import { useLoad } from "../kit/data/query.ts";
import { meAtom } from "../kit/net/session.ts";
import { NotLoaded } from "../kit/ui/page.tsx";
import { loadProposal } from "./actions.ts";
import { tryChange } from "./drafts/state.ts";
import { proposalsAtom } from "./state.ts";
import Changes from "../reviews/attempts/changes.tsx";
import { Button } from "../kit/ui/button.tsx";

/** What the mentor's browser found, which is a claim. */
export const sayClaim = (
  { passed, total }: { passed?: number | null | undefined; total?: number | null | undefined },
): string =>
  typeof passed === "number" && typeof total === "number"
    ? `passes ${passed} of ${total}, run in the mentor's browser`
    : "not run on the cases";

export function ProposalBox({ card, isNewest }: { card: ProposalCard; isNewest: boolean }) {
  const me = useAtomValue(meAtom);
  const [isOpen, setOpen] = useState(isNewest);
  const whole = useAtomValue(proposalsAtom)[card._id];
  const [, navigate] = useLocation();
  const isOwn = me?._id === card.studentId;
  const { assignmentId, doubtId, by } = card;
  function tryIt() {
    if (whole === undefined) return;
    const { source } = whole;
    tryChange(assignmentId, { proposalId: card._id, doubtId, by: by.name, source });
    navigate(`/assignments/${assignmentId}`);
  }
  return (
    <section
      aria-label={`A change proposed by ${by.name}`}
      className="space-y-2 rounded-field border-l-4 border-l-primary bg-base-200 p-3"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <strong>A proposed change</strong>
        <span className="text-sm text-muted">{sayClaim(card)}</span>
        <Button
          className="btn-ghost btn-sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Hide the change" : "Show the change"}
        </Button>
        {isOwn && (
          <Button
            icon={ClipboardPaste}
            className="btn-primary btn-sm ml-auto max-sm:w-full"
            aria-disabled={whole === undefined || undefined}
            onClick={tryIt}
          >
            Try this
          </Button>
        )}
      </p>
      {isOpen && <Difference id={card._id} />}
    </section>
  );
}

function Difference({ id }: { id: string }) {
  const whole = useAtomValue(proposalsAtom)[id];
  // A proposed change never changes.
  const loading = useLoad(whole === undefined ? loadProposal : null, null, false, id);
  if (whole === undefined) {
    return <NotLoaded loading={loading} label="Loading the change..." skeleton="h-32" />;
  }
  return (
    <Changes
      before={whole.base}
      after={whole.source}
      label="The proposed change"
      now="Proposed"
    />
  );
}
