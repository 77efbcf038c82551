/** All assignments: everything for staff, what is given to the class for learners. */
import { useAtomValue } from "jotai";
import { useCallback } from "react";
import { useLoad } from "../kit/load.ts";
import { Empty, LoadFailed, Page, SkeletonCards, Waiting } from "../kit/page.tsx";
import { loadAssignments } from "./actions.ts";
import { AssignmentCards } from "./card.tsx";
import { shelfAtom } from "./state.ts";

export default function AssignmentList() {
  const shelf = useAtomValue(shelfAtom);
  const isOurs = shelf?.of === "all" || shelf?.of === "general";
  const load = useCallback((signal: AbortSignal) => loadAssignments(signal), []);
  const loading = useLoad(load, "Failed to load assignments.", isOurs && shelf.stale);
  return (
    <Page title="All Assignments">
      {isOurs
        ? shelf.items.length === 0
          ? <Empty>No assignments available.</Empty>
          : <AssignmentCards items={shelf.items} />
        : loading.state === "failed"
        ? <LoadFailed loading={loading} />
        : (
          <Waiting label="Loading assignments...">
            <SkeletonCards count={12} height="h-44" />
          </Waiting>
        )}
    </Page>
  );
}
