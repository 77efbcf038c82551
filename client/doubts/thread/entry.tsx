/** One entry of the conversation. */
import { useAtomValue } from "jotai";
import { memo, type ReactNode } from "react";
import CircleCheckBig from "../../kit/ui/icon.tsx?circle-check-big";
import Lock from "../../kit/ui/icon.tsx?lock";
import type { Doubt, Entry } from "../../../server/doubts/schema.ts";
import { isStaff, type Role } from "../../../server/kit/core/roles.ts";
import { takeLostFocus } from "../../kit/focus/hand-over-focus.ts";
import { isEditable, isReopenable } from "../../../server/threads/policy.ts";
import { serverNow } from "../../kit/net/server-clock.ts";
import { RichText } from "../../kit/ui/rich-text.tsx";
import { reopen } from "../withdrawal/actions.ts";
import { Time } from "../../kit/ui/time.tsx";
import { Avatar } from "../../people/avatar.tsx";
import { PersonName } from "../../people/person-name.tsx";
import AttachedComments from "../../comments/attached-comments.tsx";
import ReplyEnd from "../answers/reply-end.tsx";
import EntryProgram from "../program.tsx";
import { api, call, once } from "../../kit/net/api.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { meAtom } from "../../kit/net/session.ts";
import { useEditText } from "../../threads/edit-text.tsx";
import { fetchWritten } from "../actions.ts";
import { storeOwn } from "../state.ts";

const verbs: Record<Entry["type"], string> = {
  "doubt": "asked",
  "reply": "replied",
  "follow-up": "asked again",
  "resolve": "marked this as resolved",
};

interface EntryProps {
  doubt: Doubt;
  entry: Entry;
}

const useIsMine = ({ sender }: Entry): boolean => useAtomValue(meAtom)?._id === sender._id;

/** Memoized: what is being sent renders no entry. @param hasNotes whether its comments are drawn */
export const ConversationEntry = memo(function ConversationEntry(
  { hasNotes, ...props }: EntryProps & { hasNotes: boolean },
) {
  const { doubt, entry } = props;
  const { _id: id, type, sender, timestamp, html, editedAt } = entry;
  const isMine = useIsMine(entry);
  const { run } = useCall();
  const isLast = isMine && !doubt.term && entry === doubt.conversation.at(-1);
  const at = api.doubts[":id"].entries[":entryId"];
  const param = { id: doubt._id, entryId: id };
  const editing = useEditText({
    id,
    editedAt,
    mayEdit: isMine && !doubt.term &&
      isEditable({ at: timestamp, isNewest: isLast }, serverNow()),
    // A pushed entry does not have it.
    read: () => entry.message ?? fetchWritten(doubt._id, entry),
    save: async (text, key) =>
      storeOwn(await call(at.$patch({ param, json: { text } }, once(key)))),
    versions: async () => (await call(at.versions.$get({ param }))).data,
  });
  if (type === "resolve") {
    return (
      <li
        data-entry={id}
        className="flex flex-wrap items-center gap-x-2 gap-y-1 px-1 text-success"
      >
        <CircleCheckBig aria-hidden className="size-5" />
        <span className="font-semibold">
          {isMine ? "You" : <PersonName person={sender} />} {verbs.resolve}
        </span>
        <Time at={timestamp} className="text-sm text-muted" />
        {/* For a while, its owner can open the doubt again. */}
        {isLast && isReopenable(timestamp, serverNow()) && (
          <button
            type="button"
            className="link-plain"
            onClick={() => run(() => reopen(doubt._id, id))}
          >
            Undo
          </button>
        )}
      </li>
    );
  }
  return (
    <li
      // It takes the place of an entry that was being sent.
      ref={isMine ? takeLostFocus : undefined}
      tabIndex={-1}
      data-entry={id}
      className={`panel in-parts rise overflow-hidden ${
        type === "reply" ? "border-l-6 border-l-primary" : ""
      }`}
    >
      <Head entry={entry}>{editing.button}</Head>
      <RichText html={html} className={`px-4 pt-2 pb-4 ${type === "doubt" ? "text-lg" : ""}`} />
      {editing.form}
      <Program {...props} />
      {type === "reply" && hasNotes && (
        <div className="px-4 not-empty:pb-4">
          <AttachedComments place={{ doubtId: doubt._id }} of={{ entryId: id }} />
        </div>
      )}
      <ReplyEnd {...props} />
    </li>
  );
});

function Head({ entry, children }: { entry: Entry; children: ReactNode }) {
  const { place, type, sender, timestamp } = entry;
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-4 pt-3 text-base">
      <Avatar name={sender.name} />
      <span className="font-bold">
        {useIsMine(entry) ? "You" : <PersonName person={sender} />}
      </span>
      <RoleBadge role={sender.role} />
      <span className="text-muted">
        {place === 1 && type === "reply" ? "wrote first" : verbs[type]}
      </span>
      <Time at={timestamp} className="ml-auto text-sm text-muted" />
      {children}
    </div>
  );
}

function Program({ doubt, entry }: EntryProps) {
  const { run, place = 0 } = entry;
  const isMine = useIsMine(entry);
  if (run === undefined) return null;
  if (run.withheld) {
    return (
      <p className="flex items-center gap-2 px-4 pb-4 text-muted">
        <Lock aria-hidden className="size-4 shrink-0" /> The program is shown to mentors only.
      </p>
    );
  }
  return (
    <div className="border-t border-base-300 px-4 pt-3 pb-4">
      <EntryProgram doubt={doubt} runId={run._id} place={place} isMine={isMine} />
    </div>
  );
}

function RoleBadge({ role }: { role: Role }) {
  if (!isStaff({ role })) return null;
  return <span className="badge badge-sm badge-outline badge-primary font-semibold">{role}</span>;
}
