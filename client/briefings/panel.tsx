/** The daily briefing on both dashboards: the form, or the text after staff have saved it. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import Pencil from "../kit/ui/icon.tsx?pencil";
import Trash2 from "../kit/ui/icon.tsx?trash";
import { can } from "../../server/briefings/policy.ts";
import type { Briefing } from "../../server/briefings/schema.ts";
import { isStaff } from "../../server/kit/core/roles.ts";
import { Confirm } from "../kit/ui/dialog.tsx";
import { todayAtom } from "../kit/net/class-day.ts";
import { useKnown } from "../kit/ui/page.tsx";
import { meAtom } from "../kit/net/session.ts";
import { showDay } from "../kit/ui/format-time.ts";
import { takeLostFocus } from "../kit/focus/hand-over-focus.ts";
import { toast } from "../kit/data/toast.ts";
import { deleteBriefing, loadCurrentBriefing } from "./actions.ts";
import { BriefingForm } from "./form.tsx";
import { ScheduledBriefings } from "./scheduled.tsx";
import { currentAtom } from "./state.ts";
import { BriefingTexts } from "./texts.tsx";
import { Button } from "../kit/ui/button.tsx";

const saysToLearners = {
  created: "Briefing created successfully!",
  updated: "Briefing updated successfully!",
  failed: "Failed to submit briefing.",
};
const saysToStaff = {
  created: "Daily briefing created successfully!",
  updated: "Daily briefing updated successfully!",
  failed: "Failed to create/update daily briefing.",
};

export function BriefingPanel() {
  const today = useAtomValue(todayAtom);
  const [current, waiting] = useKnown(currentAtom, loadCurrentBriefing, {
    failed: "Failed to fetch recent briefings.",
    label: "Loading today's briefing...",
    skeleton: "h-[32rem] rounded-box",
  });
  if (today === null || current === null) return waiting;
  return <Today key={today} day={today} briefing={current.briefing} />;
}

function Today({ day, briefing }: { day: string; briefing: Briefing | null }) {
  const me = useAtomValue(meAtom);
  const [isRead, setIsRead] = useState(false);
  const isReading = isRead && briefing !== null;
  // It was deleted. The next briefing of this day, by any person, opens in the form again.
  if (isRead && briefing === null) setIsRead(false);
  return (
    <div className={`space-y-4 ${isReading ? "max-w-3xl" : "max-w-3xl xl:max-w-none"}`}>
      <div>
        <h2 className="text-2xl font-extrabold">
          {briefing === null
            ? "Create Briefing"
            : isReading
            ? "Today's Briefing"
            : "Update Briefing"}
        </h2>
        <p className="text-muted">
          {showDay(day)}
          {briefing !== null && `, written by ${briefing.createdBy.name}`}
        </p>
      </div>
      {isReading ? <Read briefing={briefing} onEdit={() => setIsRead(false)} /> : (
        <BriefingForm
          day={day}
          briefing={briefing}
          canCreate
          prepares="may"
          withPreview
          says={isStaff(me) ? saysToStaff : saysToLearners}
          button={briefing === null ? "Create Briefing" : "Update Briefing"}
          onSaved={() => setIsRead(isStaff(me))}
        >
          {briefing !== null && can.delete(me) && <DeleteButton briefing={briefing} />}
        </BriefingForm>
      )}
      <ScheduledBriefings />
    </div>
  );
}

function Read({ briefing, onEdit }: { briefing: Briefing; onEdit: () => void }) {
  const me = useAtomValue(meAtom);
  return (
    <>
      <div className="rounded-box border border-base-300 p-4">
        <BriefingTexts briefing={briefing} heading="h3" />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button icon={Pencil} ref={takeLostFocus} className="btn-primary" onClick={onEdit}>
          Edit
        </Button>
        {can.delete(me) && <DeleteButton briefing={briefing} />}
      </div>
    </>
  );
}

function DeleteButton({ briefing }: { briefing: Briefing }) {
  const [asking, setAsking] = useState(false);
  const remove = () =>
    toast.outcome(
      deleteBriefing(briefing._id),
      "Daily briefing deleted successfully!",
      "Failed to delete daily briefing.",
    );
  return (
    <>
      <Button icon={Trash2} onClick={() => setAsking(true)}>Delete</Button>
      {asking && (
        <Confirm
          title="Delete briefing"
          action="Delete"
          isFinal
          onConfirm={() => remove()}
          onClose={() => setAsking(false)}
        >
          <p>Do you really want to delete today's briefing? This cannot be undone.</p>
        </Confirm>
      )}
    </>
  );
}
