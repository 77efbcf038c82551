/** The thread that is open in the triage view, with the reply at its foot. Nothing in it moves. */
import { Info } from "lucide-react";
import { useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { can } from "../../server/doubts/policy.ts";
import type { Doubt } from "../../server/doubts/schema.ts";
import { Difficulty, TagBadge } from "../assignments/badges.tsx";
import { useAwaited } from "../kit/ahead.ts";
import { sentence } from "../kit/api.ts";
import { useKeys } from "../kit/keys.tsx";
import { mayCome } from "../kit/load.ts";
import { meAtom } from "../kit/session.ts";
import { useNow } from "../kit/time.ts";
import { toast } from "../kit/toast.tsx";
import { TypedAhead } from "../kit/triage.tsx";
import { WaitingClock } from "../kit/waiting.tsx";
import { claim } from "./actions.ts";
import { CLAIM, ClaimLine } from "./claim.tsx";
import { Conversation } from "./conversation.tsx";
import { TypingLine } from "./presence.tsx";
import { TriageReply, WRITE } from "./reply.tsx";
import { PrivateBadge, StatusBadge } from "./status.tsx";
import { NoThread, useThread } from "./thread.tsx";
import { Unsent } from "./unsent.tsx";

interface PaneProps {
  id: string;
  onSent: () => void;
  /** It was opened by going on from another, whose field had the focus. */
  takesFocus: boolean;
}

export function ThreadPane({ id, onSent, takesFocus }: PaneProps) {
  const { doubt, loading } = useThread(id);
  if (doubt === undefined) {
    return (
      <>
        <NoThread loading={loading}>
          <div className="skeleton h-[60vh]" />
        </NoThread>
        {mayCome(loading) && <Coming id={id} isLate={loading.state === "failed"} />}
      </>
    );
  }
  return <Open doubt={doubt} onSent={onSent} takesFocus={takesFocus} />;
}

/** What can be done with a thread before it is there to be read. */
function Coming({ id, isLate }: { id: string; isLate: boolean }) {
  useAwaited(id, WRITE);
  useKeys([{
    ...CLAIM,
    run: () =>
      void claim(id).catch((error) =>
        toast.warning(sentence(error, "The claim could not be changed."))
      ),
  }]);
  return isLate ? <TypedAhead of={id} /> : null;
}

function Open({ doubt, onSent, takesFocus }: Omit<PaneProps, "id"> & { doubt: Doubt }) {
  const me = useAtomValue(meAtom);
  const heading = useRef<HTMLHeadingElement>(null);
  // Resolved while somebody writes: the field stays where it is.
  const [wasResolved] = useState(doubt.resolved);
  useEffect(() => {
    const isNowhere = document.activeElement === document.body;
    if (takesFocus && isNowhere) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const note = whatHappened(doubt, me?._id);
  return (
    <article
      aria-label={`${doubt.assignment.title}, ${doubt.student.name}`}
      className="panel flex h-full flex-col overflow-hidden max-lg:h-auto max-lg:overflow-visible"
    >
      <Heading doubt={doubt} heading={heading} />
      <div
        role="region"
        aria-label="Thread"
        tabIndex={0}
        className="min-h-0 grow p-4 -outline-offset-3 lg:overflow-y-auto"
      >
        <Conversation doubt={doubt} still />
      </div>
      {note !== null && (
        <p
          data-begin
          tabIndex={-1}
          role="status"
          className="flex shrink-0 items-start gap-2 border-t border-l-4 border-base-300 border-l-warning bg-warning/10 px-3 py-2 font-semibold outline-none"
        >
          <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
          {note}
        </p>
      )}
      <div className="shrink-0 border-t border-base-300 px-4 pt-2 pb-3">
        {wasResolved && <Unsent doubtId={doubt._id} />}
        {!wasResolved && can.reply(me, { ...doubt, resolved: false }) && (
          <TriageReply
            doubt={doubt}
            onSent={onSent}
            blocked={doubt.resolved ? note ?? undefined : undefined}
          />
        )}
      </div>
    </article>
  );
}

/** What somebody else has done, so that it does not wait any more. */
function whatHappened(doubt: Doubt, me: string | undefined): string | null {
  const { resolved, student, answeredBy, waitingSince } = doubt;
  if (resolved) return `${student.name} has marked this as resolved. No reply is needed any more.`;
  if (waitingSince !== null || answeredBy === null) return null;
  return answeredBy._id === me
    ? "You have answered this."
    : `${answeredBy.name} has answered this. A reply of yours comes after that.`;
}

interface HeadingProps {
  doubt: Doubt;
  heading: React.RefObject<HTMLHeadingElement | null>;
}

function Heading({ doubt, heading }: HeadingProps) {
  const me = useAtomValue(meAtom);
  const now = useNow(1000);
  const { assignment, student, waitingSince } = doubt;
  return (
    <header className="flex flex-wrap items-center gap-x-5 border-b border-base-300 px-4 py-2">
      <div className="min-w-0 max-xl:w-full xl:flex-1">
        <h2 ref={heading} tabIndex={-1} className="truncate text-xl font-bold outline-none">
          <Link href={`/doubts/${doubt._id}`} className="hover:underline">{assignment.title}</Link>
        </h2>
        <p className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{student.name}</span>
          {waitingSince === null
            ? <StatusBadge status={doubt.currentStatus} />
            : <WaitingClock since={waitingSince} now={now} />}
          {doubt.private && <PrivateBadge />}
          <TagBadge tag={assignment.distributionTag} />
          <Difficulty difficulty={assignment.difficulty} />
        </p>
      </div>
      <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-4 max-xl:w-full xl:max-w-[52%] xl:flex-col xl:items-end">
        {can.claim(me, doubt) && <ClaimLine doubt={doubt} />}
        <TypingLine doubtId={doubt._id} />
      </div>
    </header>
  );
}
