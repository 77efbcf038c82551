/** All assignments for staff; the general ones (given to the class) for learners. */
import { useAtomValue } from "jotai";
import { useLoad } from "../../kit/data/query.ts";
import { LoadFailed, LoadingRegion, SkeletonCards } from "../../kit/ui/page.tsx";
import { loadAssignments } from "../actions.ts";
import { QuestionCards, QuestionPlace } from "./place.tsx";
import { shelfAtom } from "../state.ts";

export default function AssignmentList() {
  const shelf = useAtomValue(shelfAtom);
  const isOurs = shelf?.of === "all" || shelf?.of === "general";
  const loading = useLoad(loadAssignments, "Failed to load assignments.", isOurs && shelf.stale);
  return (
    <QuestionPlace title="All Assignments" shown="/assignments">
      {isOurs
        ? <QuestionCards items={shelf.items} empty="No assignments available." />
        : loading.state === "failed"
        ? <LoadFailed loading={loading} />
        : (
          <LoadingRegion label="Loading assignments...">
            <SkeletonCards count={12} height="h-44" />
          </LoadingRegion>
        )}
    </QuestionPlace>
  );
}
