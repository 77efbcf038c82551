/** The solution for a learner, after they confirm that they give up, with a form for feedback. */
import { useState } from "react";
import Eye from "../kit/ui/icon.tsx?eye";
import EyeOff from "../kit/ui/icon.tsx?eye-off";
import type { Assignment } from "../../server/assignments/schema.ts";
import { Confirm } from "../kit/ui/dialog.tsx";
import { HIDDEN, MISSING, type Solution } from "../../server/solutions/schema.ts";
import { AreaField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { Time } from "../kit/ui/time.tsx";
import { toast } from "../kit/data/toast.ts";
import { giveFeedback } from "./actions.ts";
import { ReadSolution } from "./read.tsx";
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
      {isShown && (
        <ReadSolution
          assignmentId={assignment._id}
          texts={{ hidden: HIDDEN, missing: MISSING }}
          after={(solution) => <FeedbackForm solution={solution} />}
        />
      )}
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

function FeedbackForm({ solution }: { solution: Solution }) {
  const [own] = solution.feedback;
  const form = useForm({
    schema: async () => (await import("../../server/solutions/schema.ts")).feedbackInput,
    empty: { feedback: "" },
    draft: "feedback",
    subject: solution._id,
    otherwise: "Failed to submit feedback.",
    tells: "failure",
    submit: async ({ feedback }) => {
      await giveFeedback(solution, feedback);
      form.reset();
      toast.success("Feedback submitted successfully!");
    },
  });
  return (
    <div className="space-y-4 border-t border-base-300 pt-4">
      {own !== undefined && (
        <div>
          <h3 className="font-bold">Your feedback</h3>
          <p className="whitespace-pre-wrap">{own.feedback}</p>
          <p className="text-sm text-muted">
            <Time at={own.updatedAt} />
          </p>
        </div>
      )}
      <form {...form.props} className="space-y-3">
        <AreaField
          form={form}
          name="feedback"
          label={own === undefined ? "Feedback" : "New feedback (replaces the one above)"}
          rows={3}
          required
        />
        <FormError text={form.problem} />
        <SubmitButton busy={form.busy}>Submit Feedback</SubmitButton>
      </form>
    </div>
  );
}
