/** A week's report with its goals, days and summary, for the dialog and the screen. */
import type { ReactNode } from "react";
import type { DailyReport, Goal } from "../../server/goals/schema.ts";
import { dayOf } from "../kit/net/class-day.ts";
import { Dialog } from "../kit/ui/dialog.tsx";
import { showDay } from "../kit/ui/format-time.ts";
import { ReadChecklist } from "./checklist.tsx";
import { KeptRing, RatingLabel, RatingStrip, showWeek } from "./charts.tsx";
import { itemsOf } from "./state.ts";

export function ReportDialog({ goal, onClose }: { goal: Goal; onClose: () => void }) {
  return (
    <Dialog title="Weekly Report" onClose={onClose} wide>
      <div className="space-y-6">
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <KeptRing goal={goal} large />
          <div className="space-y-2">
            <p className="text-lg font-bold">{showWeek(goal.week)}</p>
            <RatingStrip goal={goal} />
          </div>
        </div>
        <section aria-label="Goals">
          <ReadChecklist items={itemsOf(goal)} />
        </section>
        <section>
          <h3 className="mb-3 text-lg font-bold">Daily updates</h3>
          <Reports goal={goal} />
        </section>
        <section>
          <h3 className="mb-2 text-lg font-bold">Weekly summary</h3>
          <p className="whitespace-pre-wrap">
            {goal.weeklyJustification || <span className="text-muted">No summary.</span>}
          </p>
        </section>
      </div>
    </Dialog>
  );
}

interface ReportsProps {
  goal: Goal;
  Heading?: "h3" | "h4";
  /** Shown beside a report: the button that edits it. */
  aside?: (report: DailyReport) => ReactNode;
}

export function Reports({ goal, Heading = "h4", aside }: ReportsProps) {
  if (goal.dailyReports.length === 0) return <p className="text-muted">No daily updates yet.</p>;
  return (
    <ol className="space-y-4">
      {goal.dailyReports.toReversed().map((report) => (
        <li key={report.date} className="border-l-3 border-base-300 pl-4">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Heading className="font-bold">{showDay(dayOf(report.date))}</Heading>
            <RatingLabel rating={report.rating} />
            {aside?.(report)}
          </div>
          <p className="mt-1 whitespace-pre-wrap">{report.update}</p>
          <p className="text-sm text-muted">
            {report.isCompleted ? "Completed" : "Not completed"}
            {!report.isCompleted && report.justification !== "" && `: ${report.justification}`}
          </p>
        </li>
      ))}
    </ol>
  );
}
