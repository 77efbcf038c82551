/** The list of solutions for mentors, filtered by the address. */
import { useAtomValue } from "jotai";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";
import { REVIEW_STATUSES } from "../../server/assignments/schema.ts";
import { TOTAL_CEILING } from "../../server/doubts/schema.ts";
import {
  choice,
  FilterBar,
  FilterChoice,
  FilterText,
  paging,
  readQuery,
  words,
} from "../kit/filter.tsx";
import { useLoad } from "../kit/load.ts";
import { Empty, LoadFailed, SkeletonCards, Waiting } from "../kit/page.tsx";
import { Pager } from "../kit/pager.tsx";
import { loadReviews } from "./actions.ts";
import { ReviewCards } from "./card.tsx";
import { type ReviewList, reviewListAtom } from "./state.ts";

/** What a list's address may ask for. */
export const reviewParts = {
  reviewStatus: choice(REVIEW_STATUSES),
  studentName: words,
  assignmentTitle: words,
  ...paging,
};

export default function Reviews() {
  const [query] = useSearchParams();
  const address = query.toString();
  const filter = useMemo(() => readQuery(reviewParts, new URLSearchParams(address)), [address]);
  const { list, isCurrent } = useListFor("all", filter);
  const load = useCallback((signal: AbortSignal) => loadReviews(filter, signal), [filter]);
  const loading = useLoad(load, "Failed to fetch reviews", isCurrent && list?.stale);
  return (
    <>
      <FilterBar
        label="Filter reviews"
        first={<FilterText name="studentName" label="Student name" />}
      >
        <FilterText name="assignmentTitle" label="Assignment title" />
        <FilterChoice
          name="reviewStatus"
          label="Review status"
          all="All"
          options={REVIEW_STATUSES}
        />
      </FilterBar>
      {list === null || (!isCurrent && loading.state === "failed")
        ? loading.state === "failed"
          ? <LoadFailed loading={loading} />
          : (
            <Waiting label="Loading reviews...">
              <SkeletonCards count={12} height="h-44" />
            </Waiting>
          )
        : (
          <div aria-busy={!isCurrent} className={isCurrent ? "" : "opacity-50"}>
            {list.items.length === 0
              ? <Empty>No reviews available.</Empty>
              : <ReviewCards items={list.items} isStaff />}
            <Pager filter={list.filter} total={list.total} ceiling={TOTAL_CEILING} thing="review" />
          </div>
        )}
    </>
  );
}

/** What is held of this kind, and whether it is of this filter. */
export function useListFor(
  of: ReviewList["of"],
  filter: ReviewList["filter"],
): { list: ReviewList | null; isCurrent: boolean } {
  const held = useAtomValue(reviewListAtom);
  const list = held?.of === of ? held : null;
  return { list, isCurrent: JSON.stringify(list?.filter) === JSON.stringify(filter) };
}
