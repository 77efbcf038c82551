/** Above the workspace: the student tries a proposed change, and can take it back. */
import CircleCheckBig from "../kit/ui/icon.tsx?circle-check-big";
import Undo2 from "../kit/ui/icon.tsx?undo-2";
import { resolveDoubt } from "../doubts/actions.ts";
import { endTrial, type Trial, undoTrial } from "./drafts/state.ts";
import { Button } from "../kit/ui/button.tsx";

export default function TrialBar(
  { assignmentId, trial: { by, doubtId } }: { assignmentId: string; trial: Trial },
) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-base-300 bg-info/10 px-3 py-1.5">
      <p role="status" className="mr-auto">You try the change that {by} proposed.</p>
      <Button icon={Undo2} className="btn-sm" onClick={() => undoTrial(assignmentId)}>
        Undo it
      </Button>
      <Button
        icon={CircleCheckBig}
        className="btn-success btn-sm"
        onClick={() => {
          endTrial(assignmentId);
          if (doubtId !== null) resolveDoubt(doubtId);
        }}
      >
        {doubtId === null ? "Keep it" : "Mark as Resolved"}
      </Button>
    </div>
  );
}
