/** A mentor's weeks: this week, with the owner's actions, and the previous ones. */
import { useState } from "react";
import CalendarPlus from "../kit/ui/icon.tsx?calendar-plus";
import NotebookPen from "../kit/ui/icon.tsx?notebook-pen";
import Pencil from "../kit/ui/icon.tsx?pencil";
import ScrollText from "../kit/ui/icon.tsx?scroll-text";
import { type Goal, NOT_SUNDAY, REPORT_EXISTS } from "../../server/goals/schema.ts";
import { dayOf } from "../kit/net/class-day.ts";
import { Dialog } from "../kit/ui/dialog.tsx";
import { Empty } from "../kit/ui/page.tsx";
import { toast } from "../kit/data/toast.ts";
import { Checklist } from "./checklist.tsx";
import { GoalDialog } from "./edit.tsx";
import { KeptRing, KeptTrend, RatingStrip, showWeek } from "./charts.tsx";
import { ReportDialog, Reports } from "./report.tsx";
import { type Goals, isSunday, mondayOf, reportOf } from "./state.ts";
import DailyForm from "./daily.tsx";
import SummaryForm from "./summary.tsx";
import { Button } from "../kit/ui/button.tsx";

const GOAL_FIRST = "Please set a weekly goal first.";

export function Weeks({ goals, today, isOwn }: { goals: Goals; today: string; isOwn: boolean }) {
  const week = mondayOf(today);
  const current = goals.find((goal) => goal.week === week);
  const previous = goals.filter((goal) => goal !== current);
  return (
    <div className="space-y-8">
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ThisWeek goal={current} week={week} isOwn={isOwn} />
        <Days goal={current} today={today} isOwn={isOwn} />
      </div>
      <Previous goals={previous} />
    </div>
  );
}

interface CurrentProps {
  goal: Goal | undefined;
  isOwn: boolean;
}

function ThisWeek({ goal, week, isOwn }: CurrentProps & { week: string }) {
  const [open, setOpen] = useState<"goal" | "report" | null>(null);
  const close = () => setOpen(null);
  return (
    <section aria-labelledby="this-week" className="panel space-y-4 p-4 sm:p-6">
      <div className="flex items-center justify-between gap-4">
        <div>
          <h2 id="this-week" className="text-2xl font-extrabold">This week's goal</h2>
          <p className="text-muted">{showWeek(week)}</p>
        </div>
        {goal && <KeptRing goal={goal} />}
      </div>
      {goal === undefined
        ? <Empty>No goal has been set for this week yet.</Empty>
        : <Checklist goal={goal} isOwn={isOwn} />}
      <div className="flex flex-wrap gap-3">
        {isOwn && (
          <Button
            icon={Pencil}
            className={goal === undefined ? "btn-primary" : ""}
            onClick={() => setOpen("goal")}
          >
            {goal === undefined ? "Set Weekly Goal" : "Edit Weekly Goal"}
          </Button>
        )}
        {goal && <Button onClick={() => setOpen("report")} icon={ScrollText}>Weekly Report</Button>}
      </div>
      {open === "goal" && <GoalDialog failed="Failed to update weekly goal" onClose={close} />}
      {open === "report" && goal && <ReportDialog goal={goal} onClose={close} />}
    </section>
  );
}

function Days({ goal, today, isOwn }: CurrentProps & { today: string }) {
  const [open, setOpen] = useState<"update" | "summary" | null>(null);
  const report = goal && reportOf(goal, today);
  const close = () => setOpen(null);
  function addUpdate() {
    if (goal === undefined) toast.warning(GOAL_FIRST);
    else if (report !== undefined) toast.warning(REPORT_EXISTS);
    else setOpen("update");
  }
  function addSummary() {
    if (goal === undefined) toast.warning(GOAL_FIRST);
    else if (!isSunday(today)) toast.warning(NOT_SUNDAY);
    else setOpen("summary");
  }
  return (
    <section aria-labelledby="daily" className="panel space-y-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="daily" className="text-2xl font-extrabold">Daily updates</h2>
        {goal && <RatingStrip goal={goal} />}
      </div>
      {isOwn && (
        <div className="flex flex-wrap gap-3">
          <Button icon={CalendarPlus} className="btn-primary" onClick={addUpdate}>
            Add Daily Update
          </Button>
          <Button onClick={addSummary} icon={NotebookPen}>Weekly Summary</Button>
        </div>
      )}
      {goal === undefined ? <p className="text-muted">No daily updates yet.</p> : (
        <Reports
          goal={goal}
          Heading="h3"
          aside={({ date }) =>
            isOwn && dayOf(date) === today && (
              <Button
                icon={Pencil}
                className="btn-sm"
                onClick={() => setOpen("update")}
              >
                Edit
              </Button>
            )}
        />
      )}
      {goal !== undefined && goal.weeklyJustification !== "" && (
        <div>
          <h3 className="mb-1 text-lg font-bold">Weekly summary</h3>
          <p className="whitespace-pre-wrap">{goal.weeklyJustification}</p>
        </div>
      )}
      {open === "update" && goal && (
        <Dialog
          title={report === undefined ? "Add Daily Update" : "Edit Daily Update"}
          onClose={close}
          wide
        >
          <DailyForm goal={goal} today={today} report={report} onClose={close} />
        </Dialog>
      )}
      {open === "summary" && goal && (
        <Dialog title="Weekly Summary" onClose={close} wide>
          <SummaryForm goal={goal} onClose={close} />
        </Dialog>
      )}
    </section>
  );
}

function Previous({ goals }: { goals: Goals }) {
  const [openId, setOpenId] = useState<string | null>(null);
  const open = goals.find(({ _id }) => _id === openId);
  return (
    <section aria-labelledby="previous" className="space-y-4">
      <h2 id="previous" className="text-2xl font-extrabold">Previous weeks</h2>
      {goals.length === 0 && <Empty>No previous weeks available.</Empty>}
      {goals.length > 1 && (
        <div className="panel p-4 sm:p-6">
          <KeptTrend goals={goals} />
        </div>
      )}
      <ul className="cards">
        {goals.map((goal) => (
          <li key={goal._id} className="panel flex flex-col gap-3 p-4">
            <div className="flex items-center justify-between gap-3">
              <h3 className="text-lg font-bold">{showWeek(goal.week)}</h3>
              <KeptRing goal={goal} />
            </div>
            <RatingStrip goal={goal} />
            {goal.weeklyJustification !== "" && (
              <p className="line-clamp-3 text-sm">{goal.weeklyJustification}</p>
            )}
            <Button className="btn-sm mt-auto self-start" onClick={() => setOpenId(goal._id)}>
              Weekly Report
              <span className="sr-only">: {showWeek(goal.week)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {open && <ReportDialog goal={open} onClose={() => setOpenId(null)} />}
    </section>
  );
}
