/** The list of solutions for mentors, filtered by the address. */
import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "wouter";
import ArrowLeft from "../kit/ui/icon.tsx?arrow-left";
import { REVIEW_STATUSES } from "../../server/assignments/responses/schema.ts";
import { TOTAL_CEILING } from "../../server/doubts/schema.ts";
import { FilterBar, FilterChips } from "../kit/lists/filter-bar.tsx";
import { choiceOf, FilterText, paging, useUrlFilter } from "../kit/lists/url-filter.tsx";
import { searchWords, sectionOf } from "../kit/lists/search-words.ts";
import { meAtom } from "../kit/net/session.ts";
import { isSameFilter, useLoad } from "../kit/data/query.ts";
import { Results } from "../kit/lists/results.tsx";
import { loadReviews } from "./actions.ts";
import { ReviewRows } from "./card.tsx";
import { othersFirst, type ReviewList, reviewListAtom } from "./state.ts";
import SectionFilter from "../sections/filter.tsx";

export const reviewParts = {
  reviewStatus: choiceOf(REVIEW_STATUSES),
  studentName: searchWords,
  assignmentTitle: searchWords,
  section: sectionOf,
  ...paging,
};

const KEPT = ["view"];

const part = "reviewStatus";
export const statusChips = [
  { name: "Waiting", part, value: "pending" },
  { name: "Approved", part, value: "approved" },
  { name: "Not approved", part, value: "not approved" },
];

export default function Reviews() {
  const results = useResults("all", loadReviews);
  return (
    <>
      <FilterBar
        label="Filter reviews"
        keep={KEPT}
        first={
          <>
            <FilterText name="studentName" label="Student name" />
            <SectionFilter />
          </>
        }
        chips={<FilterChips chips={statusChips} />}
      >
        <FilterText name="assignmentTitle" label="Assignment title" />
      </FilterBar>
      <ReviewResults {...results} thing="review" isStaff />
    </>
  );
}

interface BackProps {
  path: string;
  className?: string;
  children: string;
}

/** Leads from a response to its list, with the filter that this had. */
export function BackToList({ path, className = "", children }: BackProps) {
  const [query] = useSearchParams();
  const filter = [...query].filter(([name]) => name !== "item");
  return (
    <Link href={`${path}?${new URLSearchParams(filter)}`} className={`btn ${className}`}>
      <ArrowLeft aria-hidden className="size-4" /> {children}
    </Link>
  );
}

interface ReviewProps extends ReturnType<typeof useResults> {
  first?: ReactNode;
  rows?: number;
  thing: string;
  isStaff?: boolean;
}

/** The rows that match the filter. Those of the filter before stay until these are loaded. */
export function ReviewResults({ isStaff = false, first = null, ...rest }: ReviewProps) {
  const me = useAtomValue(meAtom);
  const all = rest.list?.items ?? [];
  const items = isStaff ? othersFirst(all, me) : all;
  return (
    <Results {...rest} first={first} ceiling={TOTAL_CEILING}>
      {items.length === 0 ? null : <ReviewRows items={items} isStaff={isStaff} />}
    </Results>
  );
}

/** Returns the stored list, whether it has the address's filter, and its loading state. */
export function useResults(
  of: ReviewList["of"],
  fetchList: (filter: ReviewList["filter"], signal: AbortSignal) => Promise<void>,
) {
  const filter = useUrlFilter(reviewParts);
  const held = useAtomValue(reviewListAtom);
  const list = held?.of === of ? held : null;
  const isCurrent = isSameFilter(list?.filter, filter);
  const loading = useLoad(fetchList, "Failed to fetch reviews", isCurrent && list?.stale, filter);
  return { list, isCurrent, loading };
}
