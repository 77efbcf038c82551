/** The conversation, oldest entry first, pending ones last, with a line above the first new one. */
import { useAtomValue } from "jotai";
import { Fragment, type RefObject, useEffect, useRef, useState } from "react";
import type { Doubt, Entry, EntryType } from "../../../server/doubts/schema.ts";
import { outboxAtom, type OutboxItem, rateLimitAtom, sendingAtom } from "../../kit/data/outbox.ts";
import { meAtom } from "../../kit/net/session.ts";
import { Runnable } from "../../runs/sample/runnable.tsx";
import { useSeenCounts } from "../../kit/news/unread.tsx";
import { countOf } from "../../threads/state.ts";
import { editUnsent, textOf } from "../actions.ts";
import { newestProgram } from "../state.ts";
import { ConversationEntry } from "./entry.tsx";
import Earlier from "./earlier.tsx";
import ArrowDown from "../../kit/ui/icon.tsx?arrow-down";
import { bringIntoView } from "../../kit/focus/scroll.ts";
import { plural } from "../../kit/ui/plural.ts";
import Hourglass from "../../kit/ui/icon.tsx?hourglass";
import { connectionAtom } from "../../kit/net/socket.ts";
import { Button } from "../../kit/ui/button.tsx";

/** @param still whether new entries leave the scroll position as it is, even at the end */
export function Conversation({ doubt, still = false }: { doubt: Doubt; still?: boolean }) {
  const me = useAtomValue(meAtom);
  const outgoing = useAtomValue(outboxAtom);
  const entries = doubt.conversation;
  const sending = useAtomValue(sendingAtom);
  const pending = pendingItems(outgoing, doubt, { meId: me?._id ?? "", sending });
  const isMine = ({ sender }: Entry) => sender._id === me?._id;
  const read = useReadBefore(doubt, entries.findLastIndex(isMine));
  const firstNew = entries.find((entry, at) => numberOf(doubt, at) > read && !isMine(entry));
  const end = useRef<HTMLDivElement>(null);
  const unread = useUnread(countOf(doubt) + pending.length, { end, still });
  const list = useRef<HTMLOListElement>(null);
  const program = newestProgram(doubt)?.run;
  const hasNotes = program !== undefined && !program.withheld;
  useOpening(doubt, firstNew, list);
  const isLong = useRef(false);
  isLong.current ||= doubt.earlier !== undefined;
  return (
    <>
      <Runnable assignmentId={doubt.assignment._id}>
        <div role="log" aria-label="Conversation">
          <ol ref={list} className="space-y-4">
            {entries.map((entry, at) => (
              <Fragment key={entry._id}>
                {entry === firstNew && (
                  <li className="flex items-center gap-3 font-semibold text-error">
                    <span aria-hidden className="h-0.5 grow bg-error" />
                    New since your last visit
                    <span aria-hidden className="h-0.5 grow bg-error" />
                  </li>
                )}
                <ConversationEntry doubt={doubt} entry={entry} hasNotes={hasNotes} />
                {at === 0 && isLong.current && <Earlier doubt={doubt} list={list} />}
              </Fragment>
            ))}
            {pending.map((item) => <PendingEntry key={item.key} item={item} />)}
          </ol>
        </div>
      </Runnable>
      <div ref={end} className="scroll-mb-72" />
      {unread > 0 && <NewMessages count={unread} end={end} />}
    </>
  );
}

/** Returns the number of an entry in its thread, from 1. */
const numberOf = ({ earlier }: Doubt, at: number): number =>
  at === 0 ? 1 : at + 1 + (earlier?.count ?? 0);

/**
 * Returns how many entries this person had read when the thread opened. In a browser in which it was
 * never open, they know what they have answered.
 * @param lastOwn the place of their newest entry; -1 without one
 */
function useReadBefore(doubt: Doubt, lastOwn: number): number {
  const seen = useSeenCounts()[doubt._id];
  const [read] = useState(
    () => seen ?? (lastOwn === -1 ? countOf(doubt) : numberOf(doubt, lastOwn)),
  );
  return read;
}

/**
 * Scrolls to where reading goes on when the thread opens: to the newest unanswered entry, the first
 * unread one, or for its owner the newest reply. In a panel, only that scrolls.
 */
function useOpening(
  { unanswered, conversation, resolved, student }: Doubt,
  firstNew: Entry | undefined,
  list: RefObject<HTMLElement | null>,
): void {
  const me = useAtomValue(meAtom);
  const last = conversation.at(-1);
  const isAnswered = last?.type === "reply" && !resolved && student._id === me?._id;
  const [asked] = useState(
    unanswered ? last?._id : firstNew?._id ?? (isAnswered ? last._id : undefined),
  );
  useEffect(() => {
    const entries = list.current;
    const isBeside = entries?.closest("[data-beside]");
    // The browser, or the reader, has already scrolled: the place stays.
    if (!asked || (scrollY > 0 && !isBeside)) return;
    function show() {
      const entry = entries?.querySelector(`[data-entry="${asked}"]`);
      const { top = 0, bottom = 0 } = entry?.getBoundingClientRect() ?? {};
      if (!isBeside && top >= 0 && bottom <= innerHeight) return;
      const y = scrollY;
      entry?.scrollIntoView();
      if (isBeside) scrollTo(0, y);
    }
    show();
    // The entries above it take their height when they are drawn.
    requestAnimationFrame(() => requestAnimationFrame(show));
  }, [asked, list]);
}

const types: Record<string, EntryType> = {
  reply: "reply",
  followup: "follow-up",
};

/** The outbox items to show as pending, without one whose entry was pushed before its reply. */
function pendingItems(
  items: readonly OutboxItem[],
  doubt: Doubt,
  { meId, sending }: { meId: string; sending: string | null },
): OutboxItem[] {
  const arrived = new Set<string>();
  return items.filter((item) => {
    const type = types[item.kind];
    if (!type || item.subject !== doubt._id) return false;
    const from = doubt.conversation.findIndex(({ _id }) => _id === item.seen) + 1;
    const entry = doubt.conversation.slice(from).find((entry) =>
      entry.type === type && entry.sender._id === meId &&
      // A pushed entry does not have its text as written.
      (entry.message === undefined
        ? item.key === sending
        : entry.message === textOf(item).trim()) &&
      !arrived.has(entry._id)
    );
    if (entry) arrived.add(entry._id);
    return !entry;
  });
}

/** Keeps the view at the end if it is there. Returns how many entries have come below it since. */
function useUnread(
  count: number,
  { end, still }: { end: RefObject<HTMLElement | null>; still: boolean },
): number {
  const [seen, setSeen] = useState(count);
  const atEnd = useRef(false);
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => {
      atEnd.current = entry?.isIntersecting === true;
      if (atEnd.current) setSeen(count);
    });
    if (end.current !== null) watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [count, end]);
  const before = useRef(count);
  useEffect(() => {
    const wasAtEnd = atEnd.current && !still;
    if (count > before.current && wasAtEnd) end.current?.scrollIntoView({ block: "end" });
    before.current = count;
  }, [count, end, still]);
  return Math.max(0, count - seen);
}

function NewMessages({ count, end }: { count: number; end: RefObject<HTMLElement | null> }) {
  return (
    <div className="pointer-events-none sticky bottom-4 z-20 flex h-0 items-end justify-center">
      <Button
        icon={ArrowDown}
        className="btn-primary pointer-events-auto rise shadow-lg"
        onClick={() => bringIntoView(end.current, "end")}
      >
        {plural(count, "new message")}
      </Button>
    </div>
  );
}

function PendingEntry({ item }: { item: OutboxItem }) {
  const isLeaving = useAtomValue(sendingAtom) === item.key;
  const { state } = useAtomValue(connectionAtom);
  const rateLimit = useAtomValue(rateLimitAtom);
  const text = textOf(item);
  const isSending = isLeaving && state === "live" && navigator.onLine;
  return (
    <li tabIndex={-1} className="rounded-box border border-dashed border-base-content/40 p-4">
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Hourglass aria-hidden className="size-4" />
        {isSending ? "Sending…" : "Waiting to be sent"}
        {!isLeaving && (
          <button
            type="button"
            className="link-plain ml-auto"
            onClick={() => editUnsent(item)}
          >
            Cancel
          </button>
        )}
      </p>
      {rateLimit !== null && !isSending && (
        <p role="status" className="mt-2 font-medium">{rateLimit}</p>
      )}
      <p className="mt-2 whitespace-pre-wrap">
        {text}
      </p>
    </li>
  );
}
