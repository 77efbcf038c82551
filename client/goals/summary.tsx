/** What is in the dialog of the weekly summary, on a Sunday. */
import * as z from "zod";
import type { Goal } from "../../server/goals/schema.ts";
import { text } from "../../server/kit/schema.ts";
import { AreaField } from "../kit/fields.tsx";
import { Problem, Submit, useForm } from "../kit/form.tsx";
import { toast } from "../kit/toast.tsx";
import { changeGoal } from "./actions.ts";
import { showWeek } from "./drawing.tsx";

const FAILED = "Failed to update weekly goal";
const summaryInput = z.object({ weeklyJustification: text("Weekly summary") });

export default function SummaryForm({ goal, onClose }: { goal: Goal; onClose: () => void }) {
  const form = useForm({
    schema: summaryInput,
    empty: { weeklyJustification: goal.weeklyJustification },
    draft: "weekly-summary",
    subject: goal.week,
    otherwise: FAILED,
    submit: async (input) => {
      try {
        await changeGoal(goal._id, { ...input, version: goal.version });
      } catch (error) {
        toast.error(FAILED);
        throw error;
      }
      toast.success("Weekly goal updated successfully!");
      if (form.reset()) onClose();
    },
  });
  return (
    <form {...form.props} className="space-y-4">
      <p className="text-muted">{showWeek(goal.week)}</p>
      <AreaField
        form={form}
        name="weeklyJustification"
        label="Weekly summary"
        hint="What went well, what did not, and why."
        rows={6}
        required
      />
      <Problem text={form.problem} />
      <div className="flex justify-end gap-3">
        <button type="button" className="btn" onClick={onClose}>Cancel</button>
        <Submit busy={form.busy} busyLabel="Saving...">Save</Submit>
      </div>
    </form>
  );
}
