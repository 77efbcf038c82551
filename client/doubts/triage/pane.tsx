/** The open thread of the triage view, with the reply below it. */
import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import Info from "../../kit/ui/icon.tsx?info";
import { can } from "../../../server/doubts/policy.ts";
import type { Doubt } from "../../../server/doubts/schema.ts";
import { TagBadge } from "../../assignments/badges.tsx";
import { typeIntoNext } from "../../kit/forms/type-ahead.ts";
import { useShortcuts } from "../../kit/focus/shortcuts.tsx";
import { isRetryable } from "../../kit/data/query.ts";
import { meAtom } from "../../kit/net/session.ts";
import { useNow } from "../../kit/ui/format-time.ts";
import { ItemHeading, TypedAhead } from "../../kit/triage/triage.tsx";
import { WaitingClock } from "../../kit/triage/waiting-time.tsx";
import { PersonName } from "../../people/person-name.tsx";
import { Conversation } from "../thread/conversation.tsx";
import { DoubtClaim, TypingLine } from "../thread/presence.tsx";
import { ReadersBadge, SolvedSince, StatusBadge } from "../status.tsx";
import { type Beside, OpenBeside, ThreadPlaceholder, useThread, WRITE } from "../thread/thread.tsx";
import { newestProgram } from "../state.ts";
import TriageReply from "./triage-reply.tsx";
import Together from "../../together/together.tsx";
import UnsentDraft from "../thread/unsent-draft.tsx";
import { ProgramBench } from "../../runs/benches.tsx";

interface PaneProps {
  id: string;
  onSent: () => void;
  /** Opened after another one by the view: it takes the focus if nothing else has it. */
  takesFocus: boolean;
}

export function ThreadPane({ id, onSent, takesFocus }: PaneProps) {
  const { doubt, loading } = useThread(id);
  if (doubt === undefined) {
    return (
      <>
        <ThreadPlaceholder loading={loading}>
          <div className="skeleton h-[60vh]" />
        </ThreadPlaceholder>
        {isRetryable(loading) && (
          <TypedAhead of={id} write={WRITE} isShown={loading.state === "failed"} />
        )}
      </>
    );
  }
  return (
    <WithBench doubt={doubt}>
      <Open doubt={doubt} onSent={onSent} takesFocus={takesFocus} />
    </WithBench>
  );
}

/** Opens the thread's program in a bench beside the thread. The bench takes the queue's place. */
function WithBench({ doubt, children }: { doubt: Doubt; children: ReactNode }) {
  const newest = newestProgram(doubt)?.run?._id;
  const [opened, setOpened] = useState<Beside | null>(null);
  useShortcuts(
    newest === undefined ? [] : [
      {
        keys: ["e"],
        name: "Run and change the program",
        run: () => {
          typeIntoNext();
          setOpened({ runId: newest, edits: (opened?.edits ?? 0) + 1 });
        },
      },
    ],
  );
  return (
    <OpenBeside value={setOpened}>
      <div
        className={opened === null
          ? "contents"
          : "grid h-full gap-4 max-lg:h-auto lg:grid-cols-[minmax(22rem,1fr)_2fr] lg:grid-rows-[minmax(0,1fr)]"}
      >
        {children}
        {opened !== null && (
          <section
            aria-label="Run the program"
            data-bench
            ref={intoView}
            className="min-h-0 min-w-0 scroll-mt-20 max-lg:min-h-[70dvh]"
          >
            <ProgramBench
              key={opened.runId}
              {...opened}
              subject={doubt._id}
              fills
              onClose={() => setOpened(null)}
            />
          </section>
        )}
      </div>
    </OpenBeside>
  );
}

/** Stable, so that it runs once for an element. */
const intoView = (place: HTMLElement | null) => place?.scrollIntoView({ block: "nearest" });

function Open({ doubt, onSent, takesFocus }: Omit<PaneProps, "id"> & { doubt: Doubt }) {
  const me = useAtomValue(meAtom);
  // If the doubt is resolved while a reply is being written, the field stays. It comes if the doubt
  // waits again.
  const [wasResolved, setResolved] = useState(doubt.resolved);
  if (wasResolved && !doubt.resolved) setResolved(false);
  const note = whatHappened(doubt, me?._id);
  return (
    <article
      aria-label={`${doubt.assignment.title}, ${doubt.student.name}`}
      className="panel flex h-full flex-col overflow-hidden max-lg:h-auto max-lg:overflow-visible"
    >
      <Heading doubt={doubt} takesFocus={takesFocus} />
      <div
        role="region"
        aria-label="Thread"
        tabIndex={0}
        className="min-h-0 grow px-4 py-3 -outline-offset-3 lg:overflow-y-auto"
      >
        <Conversation doubt={doubt} still />
        <Together doubt={doubt} inMenu />
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
        {wasResolved && <UnsentDraft doubtId={doubt._id} />}
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

/** Returns a sentence about why the doubt no longer waits; null while it waits. */
function whatHappened(doubt: Doubt, me: string | undefined): string | null {
  const { resolved, student, answeredBy, waitingSince } = doubt;
  if (doubt.mergedInto || doubt.mergedAway) return "Merged into another doubt.";
  if (resolved) return `${student.name} has resolved this.`;
  if (waitingSince !== null || answeredBy === null) return null;
  return answeredBy._id === me
    ? "You have answered this."
    : `${answeredBy.name} has answered this. You can add a reply.`;
}

function Heading({ doubt, takesFocus }: { doubt: Doubt; takesFocus: boolean }) {
  const me = useAtomValue(meAtom);
  const now = useNow(1000);
  const { _id, assignment, student, waitingSince } = doubt;
  return (
    <ItemHeading href={`/doubts/${_id}`} title={assignment.title} takesFocus={takesFocus}>
      <PersonName person={student} className="truncate font-semibold" />
      {waitingSince === null
        ? <StatusBadge status={doubt.currentStatus} />
        : <WaitingClock since={waitingSince} now={now} />}
      <ReadersBadge doubt={doubt} />
      <SolvedSince doubt={doubt} />
      <TagBadge tag={assignment.distributionTag} />
      <TypingLine doubtId={_id} />
      {can.claim(me, doubt) && <DoubtClaim doubt={doubt} />}
    </ItemHeading>
  );
}
