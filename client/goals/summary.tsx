/** The form in the dialog of the weekly summary, which is written on Sundays. */
import type { Goal } from "../../server/goals/schema.ts";
import { AreaField } from "../kit/forms/fields.tsx";
import { useForm } from "../kit/forms/form.tsx";
import { FormEnd } from "../kit/forms/form-end.tsx";
import { toast } from "../kit/data/toast.ts";
import { changeGoal } from "./actions.ts";
import { showWeek } from "./charts.tsx";

export default function SummaryForm({ goal, onClose }: { goal: Goal; onClose: () => void }) {
  const form = useForm({
    schema: async () => (await import("../../server/goals/schema.ts")).summaryForm,
    empty: { weeklyJustification: goal.weeklyJustification },
    draft: "weekly-summary",
    subject: goal.week,
    otherwise: "Failed to update weekly goal",
    tells: "failure",
    submit: async (input) => {
      await changeGoal(goal._id, { ...input, version: goal.version });
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
      <FormEnd form={form} onClose={onClose} busyLabel="Saving...">Save</FormEnd>
    </form>
  );
}
