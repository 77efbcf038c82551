/** One doubt: its thread, live, and what this person may do in it. */
import { useAtomValue } from "jotai";
import { Link, useParams } from "wouter";
import type { Doubt } from "../../server/doubts/schema.ts";
import { can } from "../../server/doubts/policy.ts";
import { Difficulty, TagBadge } from "../assignments/badges.tsx";
import { Page } from "../kit/page.tsx";
import { meAtom } from "../kit/session.ts";
import { takeOver } from "../kit/take-over.ts";
import { showDateTime } from "../kit/time.ts";
import { ClaimBar } from "./claim.tsx";
import { Conversation } from "./conversation.tsx";
import { OwnerActions, PrivateSwitch } from "./owner.tsx";
import { Present, TypingLine } from "./presence.tsx";
import { Reply } from "./reply.tsx";
import { PrivateBadge, StatusBadge } from "./status.tsx";
import { NoThread, useThread } from "./thread.tsx";
import { Unsent } from "./unsent.tsx";

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
        <NoThread loading={loading}>
          <div className="grid gap-6 lg:grid-cols-[1fr_20rem]">
            <div className="skeleton h-[32rem]" />
            <div className="skeleton h-72 max-lg:order-first" />
          </div>
        </NoThread>
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
          {doubt.private && <PrivateBadge />}
          <StatusBadge status={doubt.currentStatus} large />
        </span>
      }
    >
      <div className="grid items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <aside
          aria-label="About this doubt"
          className="space-y-4 lg:sticky lg:top-20 lg:order-last"
        >
          <Facts doubt={doubt} />
          {can.claim(me, doubt) && <ClaimBar doubt={doubt} />}
          {can.hide(me, doubt) && <PrivateSwitch doubt={doubt} />}
          <Present doubtId={doubt._id} />
        </aside>
        <div className="min-w-0">
          <Conversation doubt={doubt} />
          <TypingLine doubtId={doubt._id} />
          {doubt.resolved && <Resolved at={doubt.resolvedAt} />}
          {doubt.resolved && <Unsent doubtId={doubt._id} />}
          {can.reply(me, doubt) && <Reply doubt={doubt} />}
          {can.followUp(me, doubt) && <OwnerActions doubt={doubt} />}
        </div>
      </div>
    </Page>
  );
}

function Facts({ doubt }: { doubt: Doubt }) {
  const { assignment, student } = doubt;
  return (
    <dl className="panel grid grid-cols-2 gap-x-4 gap-y-3 p-4 lg:grid-cols-1">
      <div>
        <dt className="text-sm text-muted">Category</dt>
        <dd>
          <TagBadge tag={assignment.distributionTag} />
        </dd>
      </div>
      <div>
        <dt className="text-sm text-muted">Question level</dt>
        <dd>
          <Difficulty difficulty={assignment.difficulty} />
        </dd>
      </div>
      <div className="min-w-0">
        <dt className="text-sm text-muted">Raised by</dt>
        <dd className="font-semibold">
          {student.name}
          {student.branch !== null && (
            <span className="font-normal text-muted">, {student.branch}</span>
          )}
          {student.email !== undefined && (
            <span className="block truncate text-sm font-normal text-muted">{student.email}</span>
          )}
        </dd>
      </div>
      <div>
        <dt className="text-sm text-muted">Raised at</dt>
        <dd className="text-balance">
          <time dateTime={doubt.createdAt}>{showDateTime(doubt.createdAt)}</time>
        </dd>
      </div>
    </dl>
  );
}

function Resolved({ at }: { at: string | null }) {
  return (
    <p
      ref={takeOver}
      data-begin
      tabIndex={-1}
      role="status"
      className="my-4 outline-none rounded-box border-l-8 border-success bg-success/12 p-4 text-lg font-semibold"
    >
      This doubt has been resolved
      {at !== null && (
        <>
          {" "}on <time dateTime={at}>{showDateTime(at)}</time>
        </>
      )}
      .
    </p>
  );
}
