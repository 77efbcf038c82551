/** Shows the user's own doubts on an assignment, each with its thread. */
import { useAtomValue } from "jotai";
import { useRef, useState } from "react";
import type { Assignment } from "../../../server/assignments/schema.ts";
import type { ListedDoubt, NewDoubt } from "../../../server/doubts/schema.ts";
import { isStaff } from "../../../server/kit/core/roles.ts";
import { newestFirst } from "../../kit/data/live-list.ts";
import { useLoad } from "../../kit/data/query.ts";
import { plainText } from "../../kit/ui/rich-text.tsx";
import { outboxAtom, type OutboxItem } from "../../kit/data/outbox.ts";
import { useSeenCounts } from "../../kit/news/unread.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { loadRaised } from "../list/actions.ts";
import { threadsAtom } from "../state.ts";
import { raisedAtom } from "../list/state.ts";
import { StatusBadge } from "../status.tsx";
import InlineThread from "./inline-thread.tsx";
import OfferNotifications from "../../kit/news/offer-notifications.tsx";

export interface OwnDoubts {
  /** Those that are still waiting to be sent. */
  waiting: readonly OutboxItem[];
  /** Newest first. */
  doubts: readonly ListedDoubt[];
  /** Whether one is open or unread, or was when the screen opened: they stand above the question. */
  isAbove: boolean;
}

/**
 * Loads a learner's own doubts on an assignment; staff have none. Returns whether they are still
 * expected: drawn later than the question, they would move it.
 */
export function useRaisedLoading(id: string): boolean {
  const isLearner = !isStaff(useAtomValue(meAtom));
  const raised = useAtomValue(raisedAtom);
  const isKnown = raised?.filter.assignmentId === id;
  const load = isLearner ? loadRaised : null;
  const { state } = useLoad(load, "Failed to fetch your doubts here.", isKnown && raised.stale, id);
  return isLearner && !isKnown && state === "loading";
}

export function useRaised({ _id: id }: Pick<Assignment, "_id">): OwnDoubts {
  const me = useAtomValue(meAtom);
  const threads = useAtomValue(threadsAtom);
  const raised = useAtomValue(raisedAtom);
  const seen = useSeenCounts();
  const waiting = useAtomValue(outboxAtom)
    .filter(({ kind, subject }) => kind === "raise" && subject === id);
  const known = [...raised?.doubts ?? [], ...Object.values(threads).map(({ doubt }) => doubt)];
  // Doubts that were raised since the page was loaded are known at once, the others when the list
  // is loaded.
  const own = new Map(
    known.filter(({ assignment, student }) => assignment._id === id && student._id === me?._id)
      .map((doubt) => [doubt._id, doubt]),
  );
  const doubts = [...own.values()].sort(newestFirst);
  // A thread that was read or resolved stays where it is being looked at.
  const above = useRef<string>(null);
  const matters = ({ _id, resolved, entries }: ListedDoubt) =>
    !resolved || entries > (seen[_id] ?? entries);
  if (waiting.length > 0 || doubts.some(matters)) above.current = id;
  return { waiting, doubts, isAbove: above.current === id };
}

export function RaisedHere({ raised: { waiting, doubts, isAbove } }: { raised: OwnDoubts }) {
  if (waiting.length + doubts.length === 0) return null;
  return (
    <section
      aria-label="Your doubts here"
      tabIndex={-1}
      data-beside
      // Above the question, it leaves room for that, and scrolls to what is new by itself.
      className={`panel space-y-3 p-4 outline-none ${
        isAbove ? "max-h-[60dvh] overflow-y-auto max-lg:-order-1" : ""
      }`}
    >
      <h2 className="font-bold">Your doubts here</h2>
      <ul className="space-y-4">
        {waiting.map((item) => (
          <li key={item.key} className="flex items-start gap-2">
            <span className="badge badge-outline shrink-0">Waiting to be sent</span>
            <span className="line-clamp-2 min-w-0">{(item.body as NewDoubt).doubtText}</span>
          </li>
        ))}
        {doubts.map((doubt, place) => (
          <OwnDoubt
            key={doubt._id}
            doubt={doubt}
            isFirst={place === 0 && !doubt.resolved}
          />
        ))}
      </ul>
      {doubts.some(({ resolved }) => !resolved) && <OfferNotifications />}
    </section>
  );
}

/** One of the user's doubts. Its thread opens here; the newest one that is not resolved is open. */
function OwnDoubt({ doubt, isFirst }: { doubt: ListedDoubt; isFirst: boolean }) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? isFirst;
  return (
    <li className="space-y-2">
      <button
        type="button"
        className="flex w-full cursor-pointer items-start gap-2 rounded-field text-left hover:bg-base-200"
        aria-expanded={isOpen}
        onClick={() => setChosen(!isOpen)}
      >
        <StatusBadge status={doubt.currentStatus} />
        <span className="line-clamp-2 min-w-0">{plainText(doubt.doubtText)}</span>
      </button>
      {isOpen && <InlineThread id={doubt._id} />}
    </li>
  );
}
