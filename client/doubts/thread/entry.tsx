/** One entry of the conversation. */
import { memo, type ReactNode, useCallback, useState } from "react";
import CircleCheckBig from "../../kit/ui/icon.tsx?circle-check-big";
import Lock from "../../kit/ui/icon.tsx?lock";
import type { Entry, ProgramReaders } from "../../../server/doubts/schema.ts";
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
import { useLoad } from "../../kit/data/query.ts";
import { api, call, once } from "../../kit/net/api.ts";
import { Mend, MendButton } from "../../threads/mend.tsx";
import { fetchWritten } from "../actions.ts";
import { storeOwn } from "../state.ts";

const verbs: Record<Entry["type"], string> = {
  "doubt": "asked",
  "reply": "replied",
  "follow-up": "asked again",
  "resolve": "marked this as resolved",
};

export interface ThreadOfEntry {
  doubtId: string;
  /** Whether the reader raised the doubt, and may still answer. */
  isOwner: boolean;
  isResolved: boolean;
  isPrivate: boolean;
  /** Whether it is of an ended term: it is read-only. */
  isArchived: boolean;
  /** Whether the reader may see what an edited entry said before. */
  readsVersions: boolean;
  /** Whether replies may have brought comments on lines. */
  hasNotes: boolean;
  programShown: ProgramReaders | undefined;
}

interface EntryProps {
  entry: Entry;
  /** The same object, until something in it changes. */
  thread: ThreadOfEntry;
  isMine: boolean;
  isNewest: boolean;
  isNewestProgram: boolean;
}

/** Memoized, since an entry hardly ever changes: in a long thread, a new entry renders only itself. */
export const ConversationEntry = memo(function ConversationEntry(props: EntryProps) {
  const { entry, isMine, isNewest } = props;
  const { doubtId, readsVersions, isArchived, hasNotes } = props.thread;
  const { type, sender, timestamp, html, editedAt } = entry;
  const [isOpen, setOpen] = useState(false);
  const mayEdit = isMine && !isArchived &&
    isEditable({ at: timestamp, isNewest }, serverNow());
  if (type === "resolve") {
    return (
      <li
        data-entry={entry._id}
        className="flex flex-wrap items-center gap-x-2 gap-y-1 px-1 text-success"
      >
        <CircleCheckBig aria-hidden className="size-5" />
        <span className="font-semibold">
          {isMine ? "You" : <PersonName person={sender} />} {verbs.resolve}
        </span>
        <Time at={timestamp} className="text-sm text-muted" />
        {isMine && isNewest && !isArchived && <Reopen {...props} />}
      </li>
    );
  }
  return (
    <li
      // It takes the place of an entry that was being sent.
      ref={isMine ? takeLostFocus : undefined}
      tabIndex={-1}
      data-entry={entry._id}
      data-mends
      className={`panel in-parts rise overflow-hidden ${
        type === "reply" ? "border-l-6 border-l-primary" : ""
      }`}
    >
      <Head {...props}>
        <MendButton
          editedAt={editedAt}
          mayEdit={mayEdit}
          readsVersions={readsVersions}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
        />
      </Head>
      <RichText html={html} className={`px-4 pt-2 pb-4 ${type === "doubt" ? "text-lg" : ""}`} />
      {isOpen && (
        <MendEntry
          doubtId={doubtId}
          entry={entry}
          mayEdit={mayEdit}
          readsVersions={readsVersions}
          onClose={() => setOpen(false)}
        />
      )}
      <Program {...props} />
      {type === "reply" && hasNotes && (
        <div className="px-4 not-empty:pb-4">
          <AttachedComments place={{ doubtId }} of={{ entryId: entry._id }} />
        </div>
      )}
      <End {...props} />
    </li>
  );
});

function Head({ entry, isMine, children }: EntryProps & { children: ReactNode }) {
  const { place, type, sender, timestamp } = entry;
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-4 pt-3 text-base">
      <Avatar name={sender.name} />
      <span className="font-bold">{isMine ? "You" : <PersonName person={sender} />}</span>
      <RoleBadge role={sender.role} />
      <span className="text-muted">
        {place === 1 && type === "reply" ? "wrote first" : verbs[type]}
      </span>
      <Time at={timestamp} className="ml-auto text-sm text-muted" />
      {children}
    </div>
  );
}

/** Opens the doubt again, a while after its owner has resolved it. */
function Reopen({ entry: { _id, timestamp }, thread }: EntryProps) {
  if (!isReopenable(timestamp, serverNow())) return null;
  return (
    <button
      type="button"
      className="link-plain"
      onClick={() => void reopen(thread.doubtId, _id)}
    >
      Undo
    </button>
  );
}

function Program(props: EntryProps) {
  const { entry: { run, place = 0 }, isMine, isNewestProgram, thread } = props;
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
      <EntryProgram
        doubtId={thread.doubtId}
        runId={run._id}
        place={place}
        readers={thread.programShown ?? "class"}
        isNewest={isNewestProgram}
        isMine={isMine}
        isPrivate={thread.isPrivate}
      />
    </div>
  );
}

/**
 * The part of a reply that may change. Its doubt's owner is asked whether it helped, if it refers to
 * another doubt or the doubt is resolved.
 */
function End({ entry, thread: { doubtId, isOwner, isResolved } }: EntryProps) {
  const isAsked = isOwner && (isResolved || entry.refersTo !== undefined);
  const hasMore = entry.refersTo ?? entry.helped ?? entry.sentToSeveral;
  if (entry.type !== "reply" || !isAsked && hasMore === undefined) return null;
  return (
    <ReplyEnd
      doubtId={doubtId}
      entry={entry}
      isOwner={isAsked || isOwner && entry.helped !== undefined}
    />
  );
}

function RoleBadge({ role }: { role: Role }) {
  if (!isStaff({ role })) return null;
  return <span className="badge badge-sm badge-outline badge-primary font-semibold">{role}</span>;
}

interface MendEntryProps {
  doubtId: string;
  entry: Entry;
  mayEdit: boolean;
  readsVersions: boolean;
  onClose: () => void;
}

function MendEntry(props: MendEntryProps) {
  const { doubtId, entry, mayEdit, readsVersions, onClose } = props;
  const at = api.doubts[":id"].entries[":entryId"];
  const param = { id: doubtId, entryId: entry._id };
  const [written, setWritten] = useState(mayEdit ? entry.message : "");
  // A pushed entry does not have it.
  const load = useCallback(async () => {
    if (written === undefined) setWritten(await fetchWritten(doubtId, entry));
  }, [doubtId, entry, written]);
  useLoad(load, "Failed to load your text.");
  if (written === undefined) return <div className="mx-4 mb-4 skeleton h-28" />;
  return (
    <Mend
      id={entry._id}
      text={written}
      save={mayEdit
        ? async (text, key) => {
          storeOwn(await call(at.$patch({ param, json: { text } }, once(key))));
        }
        : undefined}
      versions={readsVersions && entry.editedAt !== undefined
        ? async () => (await call(at.versions.$get({ param }))).data
        : undefined}
      onClose={onClose}
    />
  );
}
