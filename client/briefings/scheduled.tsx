/** The prepared briefings: for staff all, for a volunteer their own. And the form for a new one. */
import { useState } from "react";
import { NOT_SCHEDULED, ScheduledRows } from "../kit/lists/scheduled-rows.tsx";
import { Dialog } from "../kit/ui/dialog.tsx";
import { showDay } from "../kit/ui/format-time.ts";
import { deleteBriefing, loadScheduled, publishBriefing } from "./actions.ts";
import { BriefingForm } from "./form.tsx";
import { scheduledAtom } from "./state.ts";

const says = {
  created: "Scheduled.",
  updated: "Saved.",
  failed: "Failed to save what is scheduled.",
};

export function ScheduledBriefings() {
  const [isNew, setNew] = useState(false);
  return (
    <>
      <ScheduledRows
        heading="Scheduled briefings"
        list={{
          of: scheduledAtom,
          load: loadScheduled,
          failed: "Failed to load the scheduled briefings.",
        }}
        toNew={
          <button
            type="button"
            className="link-plain cursor-pointer"
            onClick={() => setNew(true)}
          >
            Schedule one for another day
          </button>
        }
        describe={({ day, classSummary, createdBy }) => ({
          name: `Briefing of ${showDay(day)}`,
          more: <p className="line-clamp-2 wrap-anywhere">{classSummary}</p>,
          by: createdBy.name,
        })}
        asks={{
          publish: "It becomes today's briefing, and everybody sees it at once.",
          remove: "Nobody will see it. This cannot be undone.",
        }}
        onPublish={publishBriefing}
        onRemove={deleteBriefing}
        edit={(id, briefing, close) => (
          <BriefingForm
            day={`prepared:${id}`}
            briefing={briefing}
            canCreate={false}
            gone={NOT_SCHEDULED}
            says={says}
            button="Save"
            onSaved={close}
          />
        )}
      />
      {isNew && (
        <Dialog title="Schedule a briefing" onClose={() => setNew(false)} wide>
          <BriefingForm
            day="prepared"
            briefing={null}
            canCreate
            prepares="must"
            says={says}
            button="Schedule Briefing"
            onSaved={() => setNew(false)}
          />
        </Dialog>
      )}
    </>
  );
}
