/** The row of a doubt in the list. It leads with what was asked. */
import { useAtomValue } from "jotai";
import Clock from "../../kit/ui/icon.tsx?clock";
import Hand from "../../kit/ui/icon.tsx?hand";
import Users from "../../kit/ui/icon.tsx?users";
import MessagesSquare from "../../kit/ui/icon.tsx?messages-square";
import type { ListedDoubt, SentAnswer } from "../../../server/doubts/schema.ts";
import { isStaff } from "../../../server/kit/core/roles.ts";
import { Difficulty, TagBadge } from "../../assignments/badges.tsx";
import { plainText } from "../../kit/ui/rich-text.tsx";
import { Row } from "../../kit/lists/row.tsx";
import { showAgo, showSpan } from "../../kit/ui/format-time.ts";
import { Dot } from "../../kit/news/unread.tsx";
import { Avatar } from "../../people/avatar.tsx";
import { PersonName } from "../../people/person-name.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { isHeld } from "../../kit/triage/claims.ts";
import { ReadersBadge, SharersCount, SolvedSince, StatusBadge } from "../status.tsx";
import { WaitingLine } from "../line.tsx";

interface RowProps {
  doubt: ListedDoubt;
  /** The answer for all of whose threads this row stands. */
  sent?: SentAnswer | undefined;
  now: number;
  /** Whether the doubt no longer matches the filter. It is shown only until the list is updated. */
  hasLeft: boolean;
  /** Whether a search has found it: then a merged doubt leads to the other thread. */
  isFound: boolean;
  isNew: boolean;
}

export function DoubtRow({ doubt, sent, now, hasLeft, isNew, isFound }: RowProps) {
  const { assignment, student, claim } = doubt;
  const me = useAtomValue(meAtom);
  const isOwn = me?._id === student._id;
  if (sent !== undefined) return <SentRow doubt={doubt} sent={sent} now={now} />;
  const avatar = <Avatar name={student.name} size="size-6 text-[0.6rem]" />;
  return (
    <Row
      href={`/doubts/${isFound && doubt.mergedInto || doubt._id}`}
      isFaded={hasLeft}
      state={<StatusBadge status={doubt.currentStatus} />}
      title={
        <>
          <span className="line-clamp-2">
            {plainText(doubt.unanswered?.text ?? doubt.doubtText)}
          </span>
          {isNew && <Dot />}
          <ReadersBadge doubt={doubt} />
        </>
      }
      text={assignment.title}
      facts={
        <>
          <TagBadge tag={assignment.distributionTag} />
          <Difficulty difficulty={assignment.difficulty} />
          <span className="inline-flex items-center gap-1.5">
            <MessagesSquare aria-hidden className="size-4" />
            {doubt.entries}
            <span className="sr-only">{doubt.entries === 1 ? "message" : "messages"}</span>
          </span>
          <SharersCount doubt={doubt} />
          <SolvedSince doubt={doubt} />
        </>
      }
      who={
        <>
          {avatar}
          <span className="min-w-0 truncate font-semibold">{student.name}</span>
        </>
      }
      whoLink={isStaff(me)
        ? (
          <>
            {avatar}
            <PersonName person={student} className="min-w-0 truncate font-semibold" />
          </>
        )
        : undefined}
      time={
        <>
          <Wait doubt={doubt} now={now} />
          {isHeld(claim, now) && (
            <span className="block font-semibold text-secondary">
              <Hand aria-hidden className="mr-1.5 inline size-4" />
              Claimed by {claim.by.name}
            </span>
          )}
          {hasLeft && <span className="block text-muted">no longer in this list</span>}
          {isOwn && doubt.waitingSince !== null && <WaitingLine doubt={doubt} />}
        </>
      }
    />
  );
}

/** One answer to a group. It leads to the list of its threads. */
function SentRow({ doubt, sent, now }: Required<Pick<RowProps, "doubt" | "sent" | "now">>) {
  const { answerId, title, threads } = sent;
  return (
    <Row
      href={`/doubts?answer=${answerId}`}
      state={<StatusBadge status={doubt.currentStatus} />}
      title={title.replaceAll("`", "")}
      text={doubt.assignment.title}
      facts={<TagBadge tag={doubt.assignment.distributionTag} />}
      who={
        <>
          <Users aria-hidden className="size-5" />
          <span className="font-semibold">One answer to {threads} threads</span>
        </>
      }
      time={<Wait doubt={doubt} now={now} />}
    />
  );
}

function Wait({ doubt, now }: { doubt: ListedDoubt; now: number }) {
  const { waitingSince, resolvedAt, createdAt, activeAt } = doubt;
  if (waitingSince !== null) {
    return (
      <span className="inline-flex items-center gap-1.5 font-semibold">
        <Clock aria-hidden className="size-4" />
        waiting {showSpan(waitingSince, now)}
      </span>
    );
  }
  return (
    <span className="text-muted">
      {resolvedAt === null
        ? `answered ${showAgo(activeAt, now)}`
        : `resolved in ${showSpan(createdAt, Date.parse(resolvedAt))}`}
    </span>
  );
}
