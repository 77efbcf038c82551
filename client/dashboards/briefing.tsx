/** Today's briefing on a dashboard, live. */
import { useAtomValue } from "jotai";
import { loadCurrentBriefing } from "../briefings/actions.ts";
import { currentAtom } from "../briefings/state.ts";
import { BriefingTexts } from "../briefings/texts.tsx";
import { useLoad } from "../kit/data/query.ts";
import { Empty } from "../kit/ui/page.tsx";
import { Part } from "./part.tsx";

/** @param panel the path of the panel that edits the briefing, for users who may edit it */
export function TodaysBriefing({ panel }: { panel?: string }) {
  const current = useAtomValue(currentAtom);
  const loading = useLoad(loadCurrentBriefing, "Failed to fetch recent briefings.", current?.stale);
  const briefing = current?.briefing;
  return (
    <Part
      title="Today's briefing"
      way={panel === undefined
        ? ["/briefings/archive", "Previous"]
        : [panel, briefing ? "Update" : "Write it"]}
      loading={loading}
      isThere={current !== null}
      className="md:max-xl:col-span-2 xl:row-span-2"
    >
      {briefing
        ? (
          <div
            role="region"
            aria-label="Briefing text"
            tabIndex={0}
            className="max-h-[34rem] overflow-y-auto -outline-offset-3"
          >
            <p className="mb-2 text-sm text-muted">{briefing.createdBy.name}</p>
            <BriefingTexts briefing={briefing} heading="h3" />
          </div>
        )
        : <Empty>No briefing has been written yet.</Empty>}
    </Part>
  );
}
