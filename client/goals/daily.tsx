/** The form in the dialog of the daily update: a new update, or an edit of today's. */
import { useState } from "react";
import { type DailyReport, type Goal, RATINGS } from "../../server/goals/schema.ts";
import { AreaField, CheckField } from "../kit/forms/fields.tsx";
import { useForm } from "../kit/forms/form.tsx";
import { FormEnd } from "../kit/forms/form-end.tsx";
import { showDay } from "../kit/ui/format-time.ts";
import { toast } from "../kit/data/toast.ts";
import { changeGoal } from "./actions.ts";
import { hindi } from "./charts.tsx";
import type { Rating } from "./state.ts";

interface DailyProps {
  goal: Goal;
  today: string;
  report: DailyReport | undefined;
  onClose: () => void;
}

const EMPTY = { update: "", isCompleted: false, justification: "", rating: "Satisfied" as Rating };

export default function DailyForm({ goal, today, report, onClose }: DailyProps) {
  const { date: _, ...written } = report ?? { date: "", ...EMPTY };
  // A new update belongs to no day until it is sent: what was typed before midnight is still there.
  const [subject] = useState(report?.date);
  const form = useForm({
    schema: async () =>
      (await import("../../server/goals/schema.ts")).reportInput.omit({ date: true }),
    empty: written,
    draft: "daily-update",
    subject,
    otherwise: "Failed to save daily update",
    tells: "failure",
    submit: async (input) => {
      const dailyReports = [report === undefined ? input : { ...input, date: report.date }];
      await changeGoal(goal._id, { dailyReports, version: goal.version });
      toast.success(`Daily update ${report === undefined ? "saved" : "updated"} successfully!`);
      if (form.reset()) onClose();
    },
  });
  const { rating, isCompleted } = form.values;
  return (
    <form {...form.props} className="space-y-4">
      <p className="text-muted">{showDay(today)}</p>
      <AreaField form={form} name="update" label="Daily update" rows={4} required />
      <fieldset>
        <legend className="mb-2 font-semibold">How satisfied are you with today?</legend>
        <div className="grid gap-2 sm:grid-cols-3">
          {RATINGS.map((one) => (
            <label
              key={one}
              className={`flex cursor-pointer items-center gap-3 rounded-field border p-3 ${
                rating === one ? "border-primary bg-primary/8" : "border-base-300"
              }`}
            >
              <input
                type="radio"
                name="rating"
                className="radio radio-primary"
                checked={rating === one}
                onChange={() => form.set("rating", one)}
              />
              <span>
                {one}
                <span lang="hi" className="block">{hindi[one]}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <CheckField form={form} name="isCompleted" label="I completed what I planned for today" />
      {!isCompleted && (
        <AreaField
          form={form}
          name="justification"
          label="Why was this not completed? (optional)"
          rows={2}
        />
      )}
      <FormEnd form={form} onClose={onClose} busyLabel="Saving...">Save</FormEnd>
    </form>
  );
}
