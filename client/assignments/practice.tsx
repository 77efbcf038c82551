/** Practice questions, by tag, difficulty, topic words and own status. */
import { useAtomValue } from "jotai";
import { useCallback } from "react";
import {
  ASSIGNMENT_TAGS,
  DIFFICULTIES,
  RESPONSE_STATUSES,
} from "../../server/assignments/schema.ts";
import { isStaff } from "../../server/kit/roles.ts";
import { choice, FilterBar, FilterChoice, FilterText, useAsked, words } from "../kit/filter.tsx";
import { useLoad } from "../kit/load.ts";
import { Empty, LoadFailed, Page, SkeletonCards, Waiting } from "../kit/page.tsx";
import { meAtom } from "../kit/session.ts";
import { loadPractice } from "./actions.ts";
import { AssignmentCards } from "./card.tsx";
import { shelfAtom } from "./state.ts";

const NOT_ATTEMPTED = "not attempted";

/** What the address may ask for. */
export const practiceParts = {
  assignmentTag: choice(ASSIGNMENT_TAGS),
  difficulty: choice(DIFFICULTIES),
  tags: words,
  responseStatus: choice([...RESPONSE_STATUSES, NOT_ATTEMPTED]),
};

export default function Practice() {
  const me = useAtomValue(meAtom);
  const filter = useAsked(practiceParts);
  const shelf = useAtomValue(shelfAtom);
  const ours = shelf !== null && JSON.stringify(shelf.of) === JSON.stringify(filter) ? shelf : null;
  const load = useCallback((signal: AbortSignal) => loadPractice(filter, signal), [filter]);
  const loading = useLoad(load, "Failed to fetch practice assignments.", ours?.stale);
  return (
    <Page title="Practice">
      <FilterBar
        label="Filter practice questions"
        first={<FilterText name="tags" label="Tags" placeholder="arrays, recursion" />}
      >
        <FilterChoice name="assignmentTag" label="Tag" all="All tags" options={ASSIGNMENT_TAGS} />
        <FilterChoice name="difficulty" label="Difficulty" all="Any" options={DIFFICULTIES} />
        {!isStaff(me) && (
          <FilterChoice
            name="responseStatus"
            label="Your status"
            all="Any"
            options={[...RESPONSE_STATUSES, NOT_ATTEMPTED]}
          />
        )}
      </FilterBar>
      {ours !== null
        ? ours.items.length === 0
          ? <Empty>No practice questions available.</Empty>
          : <AssignmentCards items={ours.items} />
        : loading.state === "failed"
        ? <LoadFailed loading={loading} />
        : (
          <Waiting label="Loading practice questions...">
            <SkeletonCards count={12} height="h-44" />
          </Waiting>
        )}
    </Page>
  );
}
