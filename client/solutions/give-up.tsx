/** The solution for a learner: behind the question whether they give up, and with their feedback. */
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import type { Assignment } from "../../server/assignments/schema.ts";
import { HIDDEN, MISSING, type Solution } from "../../server/solutions/schema.ts";
import { Confirm } from "../kit/dialog.tsx";
import { AreaField } from "../kit/fields.tsx";
import { Problem, Submit, useForm } from "../kit/form.tsx";
import { showDateTime } from "../kit/time.ts";
import { toast } from "../kit/toast.tsx";
import { giveFeedback } from "./actions.ts";
import { ReadSolution } from "./read.tsx";

const rules = async () => (await import("../../server/solutions/schema.ts")).feedbackInput;

export function GiveUp({ assignment }: { assignment: Assignment }) {
  const [asking, setAsking] = useState(false);
  const [shown, setShown] = useState(false);
  const hasGivenUp = assignment.gaveUp.length > 0;
  return (
    <section aria-labelledby="solution" className="panel min-w-0 space-y-5 p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="solution" className="text-xl font-bold">Solution</h2>
        <button
          type="button"
          className="btn"
          aria-expanded={shown}
          onClick={() => {
            if (shown) setShown(false);
            // Whoever has given up on it is not asked again.
            else if (hasGivenUp) setShown(true);
            else setAsking(true);
          }}
        >
          {shown
            ? <EyeOff aria-hidden className="size-5" />
            : <Eye aria-hidden className="size-5" />}
          {shown ? "Hide Solution" : "View Solution"}
        </button>
      </div>
      {shown && (
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
    schema: rules,
    empty: { feedback: "" },
    draft: "feedback",
    subject: solution._id,
    otherwise: "Failed to submit feedback.",
    submit: async ({ feedback }) => {
      try {
        await giveFeedback(solution, feedback);
      } catch (error) {
        toast.error("Failed to submit feedback.");
        throw error;
      }
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
          <p className="text-sm text-muted">{showDateTime(own.updatedAt)}</p>
        </div>
      )}
      <form {...form.props} className="space-y-3">
        <AreaField
          form={form}
          name="feedback"
          label={own === undefined ? "Feedback" : "New feedback, instead of the one above"}
          rows={3}
          required
        />
        <Problem text={form.problem} />
        <Submit busy={form.busy}>Submit Feedback</Submit>
      </form>
    </div>
  );
}
