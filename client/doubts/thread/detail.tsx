/** The screen of one doubt: its thread, live, and the actions that this person is allowed. */
import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { Link, useParams } from "wouter";
import type { Doubt } from "../../../server/doubts/schema.ts";
import { can, isOpenToClass } from "../../../server/doubts/policy.ts";
import { isGeneral } from "../../../server/assignments/policy.ts";
import { isStaff } from "../../../server/kit/core/roles.ts";
import { CLASSMATE } from "../../../server/kit/core/alias.ts";
import { Difficulty, TagBadge } from "../../assignments/badges.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { takeLostFocus } from "../../kit/focus/hand-over-focus.ts";
import { showSpan } from "../../kit/ui/format-time.ts";
import { Time } from "../../kit/ui/time.tsx";
import { PersonName } from "../../people/person-name.tsx";
import ReadersChoice from "../readers.tsx";
import { Conversation } from "./conversation.tsx";
import { DoubtClaim, PresenceLine, TypingLine } from "./presence.tsx";
import { Reply } from "./reply.tsx";
import { ReadersBadge, SolvedSince, StatusBadge } from "../status.tsx";
import { ThreadPlaceholder, useThread } from "./thread.tsx";
import Owner from "./owner.tsx";
import Together from "../../together/together.tsx";
import SameDoubt from "../triage/same-doubt.tsx";
import { Keep } from "../answers/badges.tsx";
import UnsentDraft from "./unsent-draft.tsx";

export default function DoubtDetail() {
  const { id = "" } = useParams<{ id: string }>();
  const { doubt, hidden, loading } = useThread(id);
  if (hidden) {
    return (
      <Page title="Doubt" width="narrow">
        <p className="mb-4 text-lg">Its owner has made this doubt private.</p>
        <Link href="/doubts" className="btn btn-primary">Doubts</Link>
      </Page>
    );
  }
  if (doubt === undefined) {
    return (
      <Page title="Doubt">
        <ThreadPlaceholder loading={loading}>
          <div className="grid gap-6 lg:grid-cols-[1fr_20rem]">
            <div className="skeleton h-[32rem]" />
            <div className="skeleton h-72 max-lg:order-first" />
          </div>
        </ThreadPlaceholder>
      </Page>
    );
  }
  return <Thread doubt={doubt} />;
}

function Thread({ doubt }: { doubt: Doubt }) {
  const me = useAtomValue(meAtom);
  return (
    <Page
      title={doubt.assignment.title}
      heading={
        <Link
          href={`/assignments/${doubt.assignment._id}`}
          className="underline-offset-4 hover:underline"
        >
          {doubt.assignment.title}
        </Link>
      }
      aside={
        <span className="flex items-center gap-2">
          <ReadersBadge doubt={doubt} />
          <SolvedSince doubt={doubt} />
          <StatusBadge status={doubt.currentStatus} large />
        </span>
      }
    >
      <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <aside
          aria-label="About this doubt"
          // On a phone the conversation comes before what is only said about it.
          className="space-y-4 max-lg:contents lg:sticky lg:top-20 lg:order-last"
        >
          <SameDoubt doubt={doubt} />
          {can.claim(me, doubt) && <DoubtClaim doubt={doubt} isPanel />}
          {can.keep(me, doubt) && doubt.answeredBy !== null && isOpenToClass(doubt) && (
            <Keep doubt={doubt} />
          )}
          <PresenceLine doubtId={doubt._id} />
          <Facts doubt={doubt} />
        </aside>
        <div className="min-w-0 in-data-together:[&_.writing]:static!">
          <Conversation doubt={doubt} />
          <TypingLine doubtId={doubt._id} />
          <Together doubt={doubt} />
          {doubt.resolved && (
            <Resolved at={doubt.resolvedAt} since={doubt.createdAt} term={doubt.term} />
          )}
          {doubt.resolved && <UnsentDraft doubtId={doubt._id} />}
          {can.reply(me, doubt) && <Reply doubt={doubt} />}
          {can.followUp(me, doubt) && <Owner doubt={doubt} />}
        </div>
      </div>
    </Page>
  );
}

function Facts({ doubt }: { doubt: Doubt }) {
  const me = useAtomValue(meAtom);
  const { assignment, student, mentorFirst, conversation } = doubt;
  return (
    <dl className="panel grid grid-cols-2 gap-x-4 gap-y-3 p-4 max-lg:order-last lg:grid-cols-1">
      {can.hide(me, doubt) && isGeneral(assignment) && (
        <Fact term="Who may read it" className="max-lg:col-span-2">
          <ReadersChoice doubt={doubt} />
        </Fact>
      )}
      <Fact term="Category">
        <TagBadge tag={assignment.distributionTag} />
      </Fact>
      <Fact term="Question level">
        <Difficulty difficulty={assignment.difficulty} />
      </Fact>
      {mentorFirst && (
        <Fact term="Started by">
          <span className="font-semibold">{conversation[0]?.sender.name}</span>
        </Fact>
      )}
      <Fact term={mentorFirst ? "Written to" : "Raised by"} className="min-w-0">
        <span className="font-semibold">
          <PersonName person={student} />
        </span>
        {student.branch && <span className="text-muted">, {student.branch}</span>}
        {student.email !== undefined && isStaff(me) && (
          <span className="block truncate text-sm text-muted">{student.email}</span>
        )}
        {doubt.anonymous && isStaff(me) && (
          <span className="block text-sm">Classmates see “{CLASSMATE}”.</span>
        )}
      </Fact>
      <Fact term={mentorFirst ? "Started at" : "Raised at"}>
        <p className="text-balance">
          <Time at={doubt.createdAt} />
        </p>
      </Fact>
    </dl>
  );
}

function Fact(
  { term, className, children }: { term: string; className?: string; children: ReactNode },
) {
  return (
    <div className={className}>
      <dt className="text-sm text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Resolved(
  { at, since, term }: { at: string | null; since: string; term?: string | undefined },
) {
  return (
    <p
      ref={takeLostFocus}
      data-begin
      tabIndex={-1}
      role="status"
      className="my-4 outline-none rounded-box border-l-8 border-success bg-success/12 p-4 text-lg font-semibold"
    >
      This {term ? `belongs to a term that has ended (${term})` : "doubt has been resolved"}
      {at !== null && (
        <>
          {" "}on <Time at={at} />
        </>
      )}
      .
      {at !== null && (
        <span className="moment mt-1 block text-base font-normal">
          It took {showSpan(since, Date.parse(at))} from the question to the end.
        </span>
      )}
    </p>
  );
}
