/** Homework and classwork of all days: what is due next is first, then the newest. */
import { useAtomValue } from "jotai";
import type { ListedAssignment } from "../../../server/assignments/schema.ts";
import { useLoad } from "../../kit/data/query.ts";
import { useNow } from "../../kit/ui/format-time.ts";
import { LoadFailed, LoadingRegion, SkeletonCards } from "../../kit/ui/page.tsx";
import { loadAssignments } from "../actions.ts";
import { QuestionCards, QuestionPlace } from "./place.tsx";
import { shelfAtom } from "../state.ts";

const isHomework = ({ assignmentTag }: ListedAssignment): boolean =>
  assignmentTag === "HW" || assignmentTag === "CW";

function dueFirst(items: readonly ListedAssignment[], now: number): ListedAssignment[] {
  const time = new Date(now).toISOString();
  const isDue = ({ dueAt }: ListedAssignment) => typeof dueAt === "string" && dueAt > time;
  const due = items.filter(isDue).sort((a, b) => ((a.dueAt ?? "") < (b.dueAt ?? "") ? -1 : 1));
  return [...due, ...items.filter((item) => !isDue(item))];
}

export default function HomeworkList() {
  const shelf = useAtomValue(shelfAtom);
  const isOurs = shelf?.of === "all" || shelf?.of === "general";
  const loading = useLoad(
    loadAssignments,
    "Failed to fetch homework assignments.",
    isOurs && shelf.stale,
  );
  const now = useNow();
  return (
    <QuestionPlace title="Homework" shown="/homework">
      {isOurs
        ? (
          <QuestionCards
            items={dueFirst(shelf.items.filter(isHomework), now)}
            empty="No HW/CW assignments available."
          />
        )
        : loading.state === "failed"
        ? <LoadFailed loading={loading} />
        : (
          <LoadingRegion label="Loading homework...">
            <SkeletonCards count={12} height="h-44" />
          </LoadingRegion>
        )}
    </QuestionPlace>
  );
}
