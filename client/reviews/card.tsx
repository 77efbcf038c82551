/** A response in a list: for mentors with whose it is, for its student with what came of it. */
import { Hand } from "lucide-react";
import { Link, useSearchParams } from "wouter";
import type { ListedReview } from "../../server/reviews/schema.ts";
import { ResponseBadge } from "../assignments/badges.tsx";
import { showDateTime, useNow } from "../kit/time.ts";
import { WaitingClock } from "../kit/waiting.tsx";
import { isClaimed, keyOf } from "./state.ts";
import { ReviewBadge } from "./status.tsx";

interface CardsProps {
  items: readonly ListedReview[];
  isStaff?: boolean;
}

export function ReviewCards({ items, isStaff = false }: CardsProps) {
  const now = useNow(1000);
  return (
    <ul aria-label={isStaff ? "Reviews" : "Solutions"} className="cards">
      {items.map((item) => (
        <li key={keyOf(item)} className="flex">
          <Card item={item} now={now} isStaff={isStaff} />
        </li>
      ))}
    </ul>
  );
}

interface CardProps {
  item: ListedReview;
  now: number;
  isStaff: boolean;
}

function Card({ item, now, isStaff }: CardProps) {
  const [query] = useSearchParams();
  const { mentorReview } = item;
  const claim = isClaimed(item.claim, now) ? item.claim : null;
  const to = new URLSearchParams(query);
  to.set("item", isStaff ? keyOf(item) : item.assignmentId);
  return (
    <Link
      href={`?${to}`}
      className="panel flex min-w-0 grow flex-col gap-2.5 p-4 hover:border-primary"
    >
      <span className="flex flex-wrap items-center justify-between gap-2">
        <ReviewBadge status={mentorReview.status} />
        {isStaff && mentorReview.status === "pending"
          ? <WaitingClock since={item.waitingSince} now={now} />
          : <span className="text-sm text-muted">{showDateTime(item.waitingSince)}</span>}
      </span>
      <h2 className="text-lg font-bold">{item.assignmentTitle}</h2>
      {isStaff && <span className="font-semibold">{item.student.name}</span>}
      {mentorReview.comment !== null && (
        <span className="line-clamp-2 text-muted">{mentorReview.comment}</span>
      )}
      <span className="mt-auto flex flex-wrap items-center gap-3 pt-1 text-sm">
        <ResponseBadge status={item.responseStatus} />
        {mentorReview.by !== null && <span className="text-muted">by {mentorReview.by.name}</span>}
        {claim !== null && (
          <span className="ml-auto inline-flex items-center gap-1.5 font-semibold text-secondary">
            <Hand aria-hidden className="size-4" /> {claim.by.name} has this
          </span>
        )}
      </span>
    </Link>
  );
}
