/** A thread inside another page: its conversation, live, and its owner's actions. */
import { useAtomValue } from "jotai";
import { Suspense } from "react";
import { Link } from "wouter";
import { can } from "../../../server/doubts/policy.ts";
import { meAtom } from "../../kit/net/session.ts";
import { lazyComponent } from "../../kit/ui/lazy.tsx";
import { plainText } from "../../kit/ui/rich-text.tsx";
import { Conversation } from "../thread/conversation.tsx";
import { TogetherPart } from "../thread/detail.tsx";
import { TypingLine } from "../thread/presence.tsx";
import { ThreadPlaceholder, useThread } from "../thread/thread.tsx";

const Owner = lazyComponent(() => import("../thread/owner.tsx"));

export default function InlineThread({ id }: { id: string }) {
  const me = useAtomValue(meAtom);
  const { doubt, hidden, loading } = useThread(id);
  if (hidden) return <p className="text-muted">Its owner has made this doubt private.</p>;
  if (doubt === undefined) {
    return (
      <ThreadPlaceholder loading={loading}>
        <div className="skeleton h-40" />
      </ThreadPlaceholder>
    );
  }
  return (
    <div className="space-y-3 [&_.writing]:static!">
      <Conversation doubt={doubt} still />
      <TypingLine doubtId={id} />
      <TogetherPart doubt={doubt} />
      {/* The link stands below the form, which would move it, so it comes with it. */}
      <Suspense fallback={<div className="mt-4 h-24" />}>
        {can.followUp(me, doubt) && <Owner doubt={doubt} />}
        <p>
          <Link href={`/doubts/${id}`} className="link-plain">
            Open on its own page
            <span className="sr-only">: {plainText(doubt.doubtText)}</span>
          </Link>
        </p>
      </Suspense>
    </div>
  );
}
