/** The rows of responses: a mentor also sees the student's name and the claim. */
import { useSearchParams } from "wouter";
import Hand from "../kit/ui/icon.tsx?hand";
import type { ListedReview } from "../../server/reviews/schema.ts";
import { LateBadge, ResponseBadge } from "../assignments/badges.tsx";
import { showAgo, useNow } from "../kit/ui/format-time.ts";
import { Time } from "../kit/ui/time.tsx";
import { groupBy, Row, Rows, usePeriods } from "../kit/lists/row.tsx";
import { isHeld } from "../kit/triage/claims.ts";
import { WaitingClock } from "../kit/triage/waiting-time.tsx";
import { Avatar } from "../people/avatar.tsx";
import { PersonName } from "../people/person-name.tsx";
import { RunCount } from "../runs/saved/verification.tsx";
import { againAt, asksAgain, keyOf } from "./state.ts";
import { ReviewBadge } from "./status.tsx";

const isApproved = ({ mentorReview }: ListedReview) => mentorReview.status === "approved";

export function ReviewRows(
  { items, isStaff = false }: { items: readonly ListedReview[]; isStaff?: boolean },
) {
  const now = useNow(1000);
  const periodOf = usePeriods();
  // Waiting responses come first, the oldest first; a student's own are in the order of their days.
  const nameOf = ({ mentorReview, waitingSince }: ListedReview) =>
    isStaff && mentorReview.status === "pending" ? "Longest waiting first" : periodOf(waitingSince);
  const groups = groupBy(items, nameOf).map((group) => ({
    ...group,
    done: { count: group.items.filter(isApproved).length, word: "approved" },
  }));
  return (
    <Rows
      label={isStaff ? "Reviews" : "Solutions"}
      groups={groups}
      keyOf={keyOf}
      row={(item) => <ReviewRow item={item} now={now} isStaff={isStaff} />}
    />
  );
}

function ReviewRow({ item, now, isStaff }: { item: ListedReview; now: number; isStaff: boolean }) {
  const [query] = useSearchParams();
  const { mentorReview, student } = item;
  const again = againAt(item);
  const claim = isHeld(item.claim, now) ? item.claim : null;
  const to = new URLSearchParams(query);
  to.set("item", isStaff ? keyOf(item) : item.assignmentId);
  const reviewer = mentorReview.by !== null && (
    <span className="block truncate text-muted">by {mentorReview.by.name}</span>
  );
  return (
    <Row
      href={`?${to}`}
      state={<ReviewBadge status={mentorReview.status} />}
      title={item.assignmentTitle}
      text={mentorReview.comment}
      facts={
        <>
          <ResponseBadge status={item.responseStatus} />
          {isStaff && <LateBadge response={item} inRow />}
          {item.run && <RunCount run={item.run} />}
        </>
      }
      who={
        <>
          {isStaff && student.name} {reviewer}
        </>
      }
      whoLink={isStaff
        ? (
          <span className="min-w-0">
            <span className="flex min-w-0 items-center gap-2 font-semibold">
              <Avatar name={student.name} size="size-6 text-[0.6rem]" />
              <PersonName person={student} className="min-w-0 truncate" />
            </span>
            {reviewer}
          </span>
        )
        : undefined}
      time={
        <>
          {isStaff && mentorReview.status === "pending"
            ? <WaitingClock since={item.waitingSince} now={now} />
            : <Time at={item.submittedAt} className="text-muted" />}
          {asksAgain(item) && <span className="block text-muted">another look asked for</span>}
          {isStaff && again !== null && (
            <span className="block text-muted">handed in again {showAgo(again, now)}</span>
          )}
          {claim !== null && (
            <span className="block font-semibold text-secondary">
              <Hand aria-hidden className="mr-1.5 inline size-4" /> Claimed by {claim.by.name}
            </span>
          )}
        </>
      }
    />
  );
}
