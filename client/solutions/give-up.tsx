/** The solution for a learner: it is shown after they confirm that they give up. */
import { useState } from "react";
import Eye from "../kit/ui/icon.tsx?eye";
import EyeOff from "../kit/ui/icon.tsx?eye-off";
import type { Assignment } from "../../server/assignments/schema.ts";
import { Confirm } from "../kit/ui/dialog.tsx";
import GivenUp from "./given-up.tsx";
import { Button } from "../kit/ui/button.tsx";

export function GiveUp({ assignment }: { assignment: Assignment }) {
  const [asking, setAsking] = useState(false);
  const [isShown, setShown] = useState(false);
  const hasGivenUp = assignment.gaveUp.length > 0;
  return (
    <section aria-labelledby="solution" className="panel min-w-0 space-y-5 p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="solution" className="text-xl font-bold">Solution</h2>
        <Button
          aria-expanded={isShown}
          onClick={() => {
            if (isShown) setShown(false);
            // A learner who has already given up is not asked again.
            else if (hasGivenUp) setShown(true);
            else setAsking(true);
          }}
        >
          {isShown
            ? <EyeOff aria-hidden className="size-5" />
            : <Eye aria-hidden className="size-5" />}
          {isShown ? "Hide Solution" : "View Solution"}
        </Button>
      </div>
      {isShown && <GivenUp assignmentId={assignment._id} />}
      {asking && (
        <Confirm
          title="Do you really want to give up?"
          action="View Solution"
          onConfirm={() => setShown(true)}
          onClose={() => setAsking(false)}
        >
          By viewing the solution, you indicate that you are giving up on solving this assignment.
        </Confirm>
      )}
    </section>
  );
}
