/** A thread inside another page: its conversation, live, and its owner's actions. */
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import { can } from "../../../server/doubts/policy.ts";
import { meAtom } from "../../kit/net/session.ts";
import { plainText } from "../../kit/ui/rich-text.tsx";
import { Conversation } from "../thread/conversation.tsx";
import Together from "../../together/together.tsx";
import { TypingLine } from "../thread/presence.tsx";
import { ThreadPlaceholder, useThread } from "../thread/thread.tsx";
import Owner from "../thread/owner.tsx";

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
    <div className="space-y-3">
      <Conversation doubt={doubt} still />
      <TypingLine doubtId={id} />
      <Together doubt={doubt} />
      {can.followUp(me, doubt) && <Owner doubt={doubt} />}
      <p>
        <Link href={`/doubts/${id}`} className="link-plain">
          Open on its own page
          <span className="sr-only">: {plainText(doubt.doubtText)}</span>
        </Link>
      </p>
    </div>
  );
}
