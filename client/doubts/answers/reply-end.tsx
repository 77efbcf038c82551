/** The part of a reply that may change: the doubt that it refers to, and whether it helped. */
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import Link2 from "../../kit/ui/icon.tsx?link-2";
import ThumbsDown from "../../kit/ui/icon.tsx?thumbs-down";
import ThumbsUp from "../../kit/ui/icon.tsx?thumbs-up";
import Users from "../../kit/ui/icon.tsx?users";
import type { Doubt, Entry } from "../../../server/doubts/schema.ts";
import { meAtom } from "../../kit/net/session.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { plainText, RichText } from "../../kit/ui/rich-text.tsx";
import { useThread } from "../thread/thread.tsx";
import { sayHelped } from "./actions.ts";
import { Button } from "../../kit/ui/button.tsx";

interface ReplyProps {
  doubt: Doubt;
  entry: Entry;
}

/**
 * The doubt's owner is asked whether a reply helped, if it refers to another doubt or the doubt is
 * resolved.
 */
export default function ReplyEnd({ doubt, entry }: ReplyProps) {
  const me = useAtomValue(meAtom);
  const { type, refersTo, helped, sentToSeveral } = entry;
  const isOwner = !doubt.term && doubt.student._id === me?._id;
  const isAsked = isOwner && (doubt.resolved || (refersTo ?? helped) !== undefined);
  if (type !== "reply" || !isAsked && (refersTo ?? helped ?? sentToSeveral) === undefined) {
    return null;
  }
  return (
    <div className="space-y-3 px-4 pb-4">
      {sentToSeveral && (
        <p className="flex items-center gap-2 text-muted">
          <Users aria-hidden className="size-4 shrink-0" />
          Sent to several students, each in a thread of their own
        </p>
      )}
      {refersTo !== undefined && <LinkedAnswer id={refersTo} />}
      {isAsked ? <HelpedBadge doubt={doubt} entry={entry} /> : helped !== undefined && (
        <p
          className={`flex items-center gap-2 font-semibold ${
            helped ? "text-success" : "text-muted"
          }`}
        >
          {helped
            ? <ThumbsUp aria-hidden className="size-4" />
            : <ThumbsDown aria-hidden className="size-4" />}
          {helped ? "This helped." : "This did not help."}
        </p>
      )}
    </div>
  );
}

/** The doubt that answers this one: its question, and the reply that helped or the newest one. */
function LinkedAnswer({ id }: { id: string }) {
  const { doubt, hidden, loading } = useThread(id);
  if (hidden || (doubt === undefined && loading.state === "failed")) {
    return <p className="text-muted">The doubt that this refers to can no longer be read.</p>;
  }
  if (doubt === undefined) return <div className="skeleton h-24" />;
  const replies = doubt.conversation.filter(({ type }) => type === "reply");
  const answer = replies.findLast(({ helped }) => helped) ?? replies.at(-1);
  return (
    <section
      aria-label="Answered here"
      className="space-y-2 rounded-field border-l-4 border-accent bg-accent/10 p-3"
    >
      <p className="flex items-center gap-2 font-semibold">
        <Link2 aria-hidden className="size-4 shrink-0" />
        Answered here: {doubt.assignment.title}
      </p>
      <p className="line-clamp-3 text-muted">{plainText(doubt.doubtText)}</p>
      {answer !== undefined && <RichText html={answer.html} className="max-h-80 overflow-y-auto" />}
      <p>
        <Link href={`/doubts/${id}`} className="link-plain">Open this thread</Link>
      </p>
    </section>
  );
}

function HelpedBadge({ doubt, entry: { _id, helped } }: ReplyProps) {
  const { busy, run } = useCall("This could not be saved.");
  const say = (next: boolean) =>
    run(() => sayHelped(doubt._id, _id, helped === next ? null : next));
  return (
    <div role="group" aria-label="Did this help?" className="flex flex-wrap items-center gap-2">
      <span className="font-semibold">Did this help?</span>
      {([[true, "Yes", ThumbsUp], [false, "No", ThumbsDown]] as const).map(([is, name, Icon]) => (
        <Button
          key={name}
          icon={Icon}
          className={`btn-sm ${helped === is ? "btn-primary" : ""}`}
          aria-pressed={helped === is}
          busy={busy}
          onClick={() =>
            say(is)}
        >
          {name}
        </Button>
      ))}
    </div>
  );
}
