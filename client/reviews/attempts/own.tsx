/** The student's submitted solutions: for each, the review and all attempts. */
import { useAtomValue } from "jotai";
import { Link, useSearchParams } from "wouter";
import type { ListedReview } from "../../../server/reviews/schema.ts";
import { FilterBar, FilterChips } from "../../kit/lists/filter-bar.tsx";
import { FilterText } from "../../kit/lists/url-filter.tsx";
import { useLoad } from "../../kit/data/query.ts";
import { NotLoaded, Page } from "../../kit/ui/page.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { Time } from "../../kit/ui/time.tsx";
import { ReadSolution } from "../../solutions/read.tsx";
import { loadItem, loadSolved } from "../actions.ts";
import { AskAgain, mayAskAgain } from "./ask-again.tsx";
import { Attempt } from "./attempt.tsx";
import { History } from "./history.tsx";
import { BackToList, ReviewResults, statusChips, useResults } from "../cards.tsx";
import { hasHistory, keyOf, partsOf, reviewsAtom } from "../state.ts";
import { MentorReview } from "../status.tsx";
import AttachedComments from "../../comments/attached-comments.tsx";

export default function StudentSolutions() {
  const me = useAtomValue(meAtom);
  const [query] = useSearchParams();
  const open = query.get("item");
  if (me === null) return null;
  return open === null ? <OwnAttempts /> : <Detail key={open} of={`${open}.${me._id}`} />;
}

function OwnAttempts() {
  const results = useResults("own", loadSolved);
  return (
    <Page title="My submitted solutions">
      <FilterBar
        label="Filter solutions"
        first={<FilterText name="assignmentTitle" label="Assignment title" />}
        chips={<FilterChips chips={statusChips} />}
      />
      <ReviewResults
        {...results}
        rows={12}
        first={
          <Link href="/assignments" className="btn btn-primary">Solve your first question</Link>
        }
        thing="solution"
      />
    </Page>
  );
}

function Detail({ of }: { of: string }) {
  const item = useAtomValue(reviewsAtom)[of]?.row;
  const loading = useLoad(loadItem, "Failed to fetch assignment details", false, of);
  return (
    <Page
      title={item?.assignmentTitle ?? "My submitted solution"}
      aside={<BackToList path="/Student-solutions">My submitted solutions</BackToList>}
    >
      {item !== undefined
        ? <Answer item={item} />
        : (
          <NotLoaded loading={loading} label="Loading assignment details...">
            <div className="grid gap-6 lg:grid-cols-2">
              <div className="skeleton h-96" />
              <div className="skeleton h-64" />
            </div>
          </NotLoaded>
        )}
    </Page>
  );
}

function Answer({ item }: { item: ListedReview }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="min-w-0 space-y-6">
        <section className="panel space-y-4 p-4 sm:p-5">
          <h2 className="text-xl font-bold">My Response</h2>
          <Attempt attempt={item} of={partsOf(keyOf(item))} />
          <p className="border-t border-base-300 pt-3 text-sm text-muted">
            Handed in on <Time at={item.submittedAt} />.{" "}
            <Link href={`/assignments/${item.assignmentId}`} className="link-plain">
              Open the assignment
            </Link>
          </p>
        </section>
        {item.gaveUpAt !== null && (
          <section className="panel space-y-4 p-4 sm:p-5">
            <h2 className="text-xl font-bold">Solution</h2>
            <ReadSolution assignmentId={item.assignmentId} />
          </section>
        )}
      </div>
      <div className="min-w-0 space-y-6">
        <section className="panel space-y-4 p-4 sm:p-5">
          <h2 className="text-xl font-bold">Mentor Review</h2>
          <MentorReview review={item.mentorReview} />
          {mayAskAgain(item.mentorReview) && <AskAgain of={item.assignmentId} />}
          <AttachedComments place={partsOf(keyOf(item))} of="newest" />
        </section>
        {hasHistory(item) && (
          <section className="panel space-y-4 p-4 sm:p-5">
            <h2 className="text-xl font-bold">History</h2>
            <History of={keyOf(item)} version={item.version} above={item.mentorReview} />
          </section>
        )}
      </div>
    </div>
  );
}
