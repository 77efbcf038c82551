/** A doubt in the list. */
import { Clock, Hand, MessagesSquare } from "lucide-react";
import { Link } from "wouter";
import type { ListedDoubt } from "../../server/doubts/schema.ts";
import { Difficulty, TagBadge } from "../assignments/badges.tsx";
import { plain } from "../kit/markup.tsx";
import { showAgo, showSpan } from "../kit/time.ts";
import { Dot } from "../kit/unread.tsx";
import { Avatar } from "../people/avatar.tsx";
import { isLive, PrivateBadge, StatusBadge } from "./status.tsx";

interface CardProps {
  doubt: ListedDoubt;
  now: number;
  /** It does not match the filter any more, and is shown only until the reader moves on. */
  hasLeft: boolean;
  /** Something was said in it that this person has not seen. */
  isNew: boolean;
}

export function DoubtCardLink({ doubt, now, hasLeft, isNew }: CardProps) {
  const { assignment, student, claim } = doubt;
  return (
    <Link
      href={`/doubts/${doubt._id}`}
      className={`panel flex min-w-0 grow flex-col gap-2.5 p-4 hover:border-primary hover:shadow-md focus-visible:border-primary ${
        hasLeft ? "opacity-60" : ""
      }`}
    >
      <span className="flex flex-wrap items-center gap-2">
        <StatusBadge status={doubt.currentStatus} />
        {doubt.private && <PrivateBadge />}
        {hasLeft && <span className="text-sm text-muted">no longer in this list</span>}
        <span className="ml-auto text-sm text-muted">{showAgo(doubt.activeAt, now)}</span>
      </span>
      <h2 className="flex items-center gap-2.5 text-lg font-bold">
        {assignment.title}
        {isNew && <Dot />}
      </h2>
      <span className="line-clamp-3">{plain(doubt.doubtText)}</span>
      <span className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-2 pt-1 text-sm">
        <TagBadge tag={assignment.distributionTag} />
        <Difficulty difficulty={assignment.difficulty} />
        <span className="inline-flex items-center gap-1.5">
          <MessagesSquare aria-hidden className="size-4" />
          {doubt.entries === 1 ? "1 message" : `${doubt.entries} messages`}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-base-300 pt-2.5 text-sm">
        <span className="inline-flex min-w-0 items-center gap-2 font-semibold">
          <Avatar name={student.name} size="size-6 text-[0.6rem]" />
          {student.name}
        </span>
        {doubt.waitingSince !== null && (
          <span className="ml-auto inline-flex items-center gap-1.5">
            <Clock aria-hidden className="size-4" />
            waiting {showSpan(doubt.waitingSince, now)}
          </span>
        )}
      </span>
      {claim && isLive(claim, now) && (
        <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-secondary">
          <Hand aria-hidden className="size-4" />
          {claim.by.name} has this
        </span>
      )}
    </Link>
  );
}
