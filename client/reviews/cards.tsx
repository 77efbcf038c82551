/** The list of solutions for mentors, filtered by the address. */
import { useAtomValue } from "jotai";
import { type ReactNode, useCallback } from "react";
import { REVIEW_STATUSES } from "../../server/assignments/schema.ts";
import { TOTAL_CEILING } from "../../server/doubts/schema.ts";
import {
  choice,
  FilterBar,
  FilterChoice,
  FilterText,
  paging,
  useAsked,
  words,
} from "../kit/filter.tsx";
import { useLoad } from "../kit/load.ts";
import { Empty, SkeletonCards, Waiting } from "../kit/page.tsx";
import { Results } from "../kit/results.tsx";
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

const KEPT = ["view"];

export default function Reviews() {
  const results = useResults("all", loadReviews);
  return (
    <>
      <FilterBar
        label="Filter reviews"
        keep={KEPT}
        first={<FilterText name="studentName" label="Student name" />}
      >
        <FilterText name="assignmentTitle" label="Assignment title" />
        <StatusChoice />
      </FilterBar>
      <ReviewResults
        {...results}
        waiting={
          <Waiting label="Loading reviews...">
            <SkeletonCards count={12} height="h-44" />
          </Waiting>
        }
        empty="No reviews available."
        thing="review"
        isStaff
      />
    </>
  );
}

export function StatusChoice() {
  return (
    <FilterChoice name="reviewStatus" label="Review status" all="All" options={REVIEW_STATUSES} />
  );
}

interface ReviewProps extends ReturnType<typeof useResults> {
  waiting: ReactNode;
  empty: string;
  /** What the pager calls one of them. */
  thing: string;
  isStaff?: boolean;
}

/** The cards that a filter finds; those of the filter before, until they are there. */
export function ReviewResults(props: ReviewProps) {
  const { empty, isStaff, ...rest } = props;
  const items = rest.list?.items ?? [];
  return (
    <Results {...rest} ceiling={TOTAL_CEILING}>
      {items.length === 0
        ? <Empty>{empty}</Empty>
        : <ReviewCards items={items} isStaff={isStaff} />}
    </Results>
  );
}

/**
 * What is held of this kind, whether it is of the address's filter, and its loading.
 * @param fetchList must be stable
 */
export function useResults(
  of: ReviewList["of"],
  fetchList: (filter: ReviewList["filter"], signal: AbortSignal) => Promise<void>,
) {
  const filter = useAsked(reviewParts);
  const held = useAtomValue(reviewListAtom);
  const list = held?.of === of ? held : null;
  const isCurrent = JSON.stringify(list?.filter) === JSON.stringify(filter);
  const load = useCallback((signal: AbortSignal) => fetchList(filter, signal), [filter, fetchList]);
  const loading = useLoad(load, "Failed to fetch reviews", isCurrent && list?.stale);
  return { list, isCurrent, loading };
}
