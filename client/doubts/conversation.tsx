/** The conversation: oldest first, what is on its way last, and a mark where the new begins. */
import { ArrowDown } from "lucide-react";
import { useAtomValue } from "jotai";
import { Fragment, startTransition, Suspense, useEffect, useRef, useState } from "react";
import type { Doubt } from "../../server/doubts/schema.ts";
import { outgoingAtom } from "../kit/outgoing.ts";
import { lazily } from "../kit/lazily.tsx";
import { bringIntoView } from "../kit/scroll.ts";
import { meAtom } from "../kit/session.ts";
import { countOf } from "../threads/state.ts";
import { ConversationEntry } from "./entry.tsx";
import { PendingEntry, stillPending } from "./pending.tsx";

// Few threads are so long.
const Earlier = lazily(() => import("./earlier.tsx"));

interface ConversationProps {
  doubt: Doubt;
  /** What comes in while somebody reads the end of it does not move what they read. */
  still?: boolean;
}

export function Conversation({ doubt, still = false }: ConversationProps) {
  const me = useAtomValue(meAtom);
  const outgoing = useAtomValue(outgoingAtom);
  const entries = doubt.conversation;
  const pending = stillPending(outgoing, doubt, me?._id ?? "");
  const [cameTo] = useState(() => entries.at(-1)?._id);
  const newer = entries.slice(entries.findIndex(({ _id }) => _id === cameTo) + 1);
  const firstNew = newer.find(({ sender }) => sender._id !== me?._id);
  const drawn = useDrawn(entries.length);
  const end = useRef<HTMLDivElement>(null);
  const unread = useUnread(countOf(doubt) + pending.length, { end, still });
  const list = useRef<HTMLOListElement>(null);
  const isLong = useRef(false);
  isLong.current ||= doubt.earlier !== undefined;
  return (
    <>
      <div role="log" aria-label="Conversation">
        <ol ref={list} className="space-y-4">
          {entries.slice(0, drawn).map((entry, at) => (
            <Fragment key={entry._id}>
              {entry === firstNew && (
                <li className="flex items-center gap-3 font-semibold text-error">
                  <span aria-hidden className="h-0.5 grow bg-error" />
                  New since you came
                  <span aria-hidden className="h-0.5 grow bg-error" />
                </li>
              )}
              <ConversationEntry entry={entry} isMine={entry.sender._id === me?._id} />
              {at === 0 && isLong.current && (
                <Suspense>
                  <Earlier doubt={doubt} list={list} />
                </Suspense>
              )}
            </Fragment>
          ))}
          {pending.map((item) => <PendingEntry key={item.key} item={item} />)}
        </ol>
      </div>
      <div ref={end} className="scroll-mb-72" />
      {unread > 0 && (
        <div className="pointer-events-none sticky bottom-4 z-20 flex h-0 items-end justify-center">
          <button
            type="button"
            className="btn btn-primary pointer-events-auto rise shadow-lg"
            onClick={() => bringIntoView(end.current, "end")}
          >
            <ArrowDown aria-hidden className="size-4" />
            {unread === 1 ? "1 new message" : `${unread} new messages`}
          </button>
        </div>
      )}
    </>
  );
}

/** Entries that are drawn at once, and how many more between two frames. */
const AT_ONCE = 20;
const MORE = 40;

/** How many entries of a long thread are drawn by now: its beginning can be read meanwhile. */
function useDrawn(count: number): number {
  const [drawn, setDrawn] = useState(AT_ONCE);
  const isWhole = drawn >= count;
  useEffect(() => {
    // What comes later comes at once.
    if (isWhole) return setDrawn(Infinity);
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + MORE)));
    return () => clearTimeout(timer);
  }, [drawn, isWhole]);
  return drawn;
}

/** Who is at the end stays at the end; whoever reads further up is told instead of moved. */
function useUnread(
  count: number,
  { end, still }: { end: React.RefObject<HTMLElement | null>; still: boolean },
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
