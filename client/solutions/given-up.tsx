/** The solution for a learner who has given up, with a form for feedback. */
import { HIDDEN, MISSING, type Solution } from "../../server/solutions/schema.ts";
import { AreaField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { Time } from "../kit/ui/time.tsx";
import { toast } from "../kit/data/toast.ts";
import { giveFeedback } from "./actions.ts";
import { ReadSolution } from "./read.tsx";

export default function GivenUp({ assignmentId }: { assignmentId: string }) {
  return (
    <ReadSolution
      assignmentId={assignmentId}
      texts={{ hidden: HIDDEN, missing: MISSING }}
      after={(solution) => <FeedbackForm solution={solution} />}
    />
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
