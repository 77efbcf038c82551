/** Practice questions, filtered by assignment tag, difficulty, words of the tags and own status. */
import { useAtomValue } from "jotai";
import { useCallback } from "react";
import { ASSIGNMENT_TAGS, DIFFICULTIES } from "../../../server/assignments/schema.ts";
import { RESPONSE_STATUSES } from "../../../server/assignments/responses/schema.ts";
import { isStaff } from "../../../server/kit/core/roles.ts";
import { FilterBar, FilterChoice } from "../../kit/lists/filter-bar.tsx";
import { choiceOf, FilterText, useUrlFilter } from "../../kit/lists/url-filter.tsx";
import { searchWords } from "../../kit/lists/search-words.ts";
import { useLoad } from "../../kit/data/query.ts";
import { LoadFailed, LoadingRegion, SkeletonCards } from "../../kit/ui/page.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { loadPractice } from "../actions.ts";
import { QuestionCards, QuestionPlace } from "./place.tsx";
import { shelfAtom } from "../state.ts";

const NOT_ATTEMPTED = "not attempted";

/** Readers of the filter's query parameters. */
export const practiceParts = {
  assignmentTag: choiceOf(ASSIGNMENT_TAGS),
  difficulty: choiceOf(DIFFICULTIES),
  tags: searchWords,
  responseStatus: choiceOf([...RESPONSE_STATUSES, NOT_ATTEMPTED]),
};

export default function Practice() {
  const me = useAtomValue(meAtom);
  const filter = useUrlFilter(practiceParts);
  const shelf = useAtomValue(shelfAtom);
  const ours = shelf !== null && JSON.stringify(shelf.of) === JSON.stringify(filter) ? shelf : null;
  const load = useCallback((signal: AbortSignal) => loadPractice(filter, signal), [filter]);
  const loading = useLoad(load, "Failed to fetch practice assignments.", ours?.stale);
  return (
    <QuestionPlace title="Practice" shown="/practice">
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
        ? <QuestionCards items={ours.items} empty="No practice questions available." />
        : loading.state === "failed"
        ? <LoadFailed loading={loading} />
        : (
          <LoadingRegion label="Loading practice questions...">
            <SkeletonCards count={12} height="h-44" />
          </LoadingRegion>
        )}
    </QuestionPlace>
  );
}
