/** One message, as its readers see it. */
import { useAtomValue } from "jotai";
import { type ReactNode } from "react";
import { Link, useParams } from "wouter";
import ArrowLeft from "../kit/ui/icon.tsx?arrow-left";
import Reply from "../kit/ui/icon.tsx?reply";
import { isStaff } from "../../server/kit/core/roles.ts";
import type { Message } from "../../server/messages/schema.ts";
import { ExternalLinks } from "../kit/ui/external-links.tsx";
import { useLoad } from "../kit/data/query.ts";
import { NotLoaded, Page } from "../kit/ui/page.tsx";
import { meAtom } from "../kit/net/session.ts";
import { Time } from "../kit/ui/time.tsx";
import { useSeen } from "../kit/news/unread.tsx";
import { PersonName } from "../people/person-name.tsx";
import { loadMessage, startReplyDraft } from "./actions.ts";
import { KindBadge, othersOf } from "./messages.tsx";
import { messagesAtom } from "./state.ts";

export default function MessageDetail() {
  const { id = "" } = useParams();
  const message = useAtomValue(messagesAtom)[id];
  useSeen("messages");
  const loading = useLoad(loadMessage, "Failed to fetch message details.", false, id);
  return (
    <Page
      title={message?.subject ?? "Message"}
      width="text"
      aside={
        <Link
          href="/messages"
          className="link-plain order-first inline-flex w-full items-center gap-2"
        >
          <ArrowLeft aria-hidden className="size-4" /> Back to messages
        </Link>
      }
    >
      {message !== undefined
        ? <Read message={message} />
        : <NotLoaded loading={loading} label="Loading message..." skeleton="h-80 rounded-box" />}
    </Page>
  );
}

function Read({ message }: { message: Message }) {
  const { isPublic, body, links, sender, recipients, others, createdAt } = message;
  return (
    <article className="panel space-y-5 p-5 sm:p-8">
      <KindBadge isPublic={isPublic} />
      <p className="text-lg whitespace-pre-wrap">{body}</p>
      <ExternalLinks links={links} />
      <dl className="grid gap-x-6 gap-y-2 border-t border-base-300 pt-5 sm:grid-cols-[auto_1fr]">
        <Fact term="Sender">
          <PersonName person={sender} />
          {sender.email && <Address email={sender.email} />}
          <span className="text-muted capitalize">{sender.role}</span>
        </Fact>
        <Fact term="Recipients">
          {isPublic ? "Global" : (
            <span className="flex min-w-0 flex-wrap gap-x-5 gap-y-1">
              {recipients.map(({ _id, name, email }) => (
                <span key={_id} className="flex min-w-0 flex-wrap gap-x-3">
                  {others === undefined ? name : "You"}
                  {email && <Address email={email} />}
                </span>
              ))}
              {othersOf(message)}
            </span>
          )}
        </Fact>
        <Fact term="Date">
          <Time at={createdAt} />
        </Fact>
      </dl>
      <Answer message={message} />
    </article>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="font-semibold">{term}</dt>
      <dd className="flex min-w-0 flex-wrap gap-x-3 max-sm:mb-2">{children}</dd>
    </>
  );
}

function Address({ email }: { email: string }) {
  return <a href={`mailto:${email}`} className="link-plain break-all">{email}</a>;
}

function Answer({ message }: { message: Message }) {
  const me = useAtomValue(meAtom);
  const { sender } = message;
  const staff = isStaff(me);
  if (sender._id === me?._id || (!staff && sender.role === "student")) return null;
  return (
    <Link
      href={`${staff ? "/mentor" : "/dashboard"}?panel=message`}
      className="btn"
      onClick={() => startReplyDraft(message)}
    >
      <Reply aria-hidden className="size-4" /> Reply
    </Link>
  );
}
