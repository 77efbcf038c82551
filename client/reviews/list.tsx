/** Solution reviews for mentors: the list with its filter and pages, and the triage view over it. */
import { ArrowLeft } from "lucide-react";
import { useAtomValue } from "jotai";
import { lazy, Suspense, useCallback, useMemo } from "react";
import { Link, useSearchParams } from "wouter";
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
import { Empty, LoadFailed, Page, SkeletonCards, Waiting } from "../kit/page.tsx";
import { Pager } from "../kit/pager.tsx";
import { useView, Views } from "../kit/views.tsx";
import { loadReviews } from "./actions.ts";
import { ReviewCards } from "./card.tsx";
import { type ReviewList, reviewListAtom } from "./state.ts";

const ReviewQueue = lazy(async () => ({ default: (await import("./queue.tsx")).ReviewQueue }));
const ByLink = lazy(async () => ({ default: (await import("./queue.tsx")).ByLink }));

/** What a list's address may ask for. */
export const reviewParts = {
  reviewStatus: choice(REVIEW_STATUSES),
  studentName: words,
  assignmentTitle: words,
  ...paging,
};

export default function Solutions() {
  const [query] = useSearchParams();
  const [view, choose] = useView("reviews");
  const isTriage = view === "triage";
  const open = query.get("item");
  return (
    <Page
      // Another item is another screen: the focus goes to its heading.
      key={isTriage ? "triage" : open}
      title="Solutions"
      aside={<Views path="/solutions" shown={view} onChoose={choose} />}
    >
      <Suspense fallback={<div className="skeleton h-[70vh]" />}>
        {isTriage ? <ReviewQueue /> : open === null ? <Reviews /> : <Detail of={open} />}
      </Suspense>
    </Page>
  );
}

function Detail({ of }: { of: string }) {
  const [query] = useSearchParams();
  const back = new URLSearchParams(query);
  back.delete("item");
  return (
    <>
      <Link href={`/solutions?${back}`} className="btn mb-4">
        <ArrowLeft aria-hidden className="size-4" /> All reviews
      </Link>
      <ByLink key={of} of={of} docked={false} onSent={() => scrollTo(0, 0)} />
    </>
  );
}

function Reviews() {
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
