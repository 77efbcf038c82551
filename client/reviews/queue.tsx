/** The triage view over the review queue: what waits, longest first, beside what is being read. */
import { Hand, PencilLine, TriangleAlert } from "lucide-react";
import { useAtomValue } from "jotai";
import { useCallback, useMemo, useState } from "react";
import { useSearchParams } from "wouter";
import { QUEUE_CEILING } from "../../server/doubts/schema.ts";
import type { ListedReview } from "../../server/reviews/schema.ts";
import { useAwaited } from "../kit/ahead.ts";
import { useDraft } from "../kit/draft.ts";
import { FilterText, readQuery, words } from "../kit/filter.tsx";
import { useFetched } from "../kit/here.ts";
import { mayCome, useLoad } from "../kit/load.ts";
import { outgoingAtom } from "../kit/outgoing.ts";
import { LoadFailed, Waiting } from "../kit/page.tsx";
import { Returned } from "../kit/returned.tsx";
import { meAtom } from "../kit/session.ts";
import { type Place, useStill } from "../kit/still.ts";
import { Coming, goOn, Triage, TypedAhead, useTriage } from "../kit/triage.tsx";
import { WaitingClock } from "../kit/waiting.tsx";
import { ResponseBadge } from "../assignments/badges.tsx";
import { loadItem, loadMore, loadQueue, type ReviewDraft, reviewDraftKey } from "./actions.ts";
import { WRITE } from "./form.tsx";
import { ReviewPane } from "./item.tsx";
import {
  isClaimed,
  itemsAtom,
  keyOf,
  queueAtom,
  returnedAtom,
  reviewListAtom,
  type ReviewQueue as Queue,
} from "./state.ts";
import { ReviewBadge } from "./status.tsx";

const changes = () => import("./changes.tsx");
const names = { studentName: words, assignmentTitle: words };

export function ReviewQueue() {
  const [query] = useSearchParams();
  const [studentName, assignmentTitle] = [query.get("studentName"), query.get("assignmentTitle")];
  const filter = useMemo(() => {
    const given = Object.entries({ studentName, assignmentTitle }).filter(([, value]) => value);
    return readQuery(names, new URLSearchParams(given as [string, string][]));
  }, [studentName, assignmentTitle]);
  const queue = useAtomValue(queueAtom);
  // The first attempt that has an earlier one does not wait for it.
  useFetched(changes);
  const load = useCallback((signal: AbortSignal) => loadQueue(filter, signal), [filter]);
  // Of a long queue, all that was loaded may be decided: the rest is fetched.
  const stale = queue !== null &&
    (queue.stale || (!queue.isWhole && queue.waiting.length === 0));
  const loading = useLoad(load, "Failed to fetch reviews", stale);
  if (queue === null) {
    if (loading.state === "failed") return <LoadFailed loading={loading} />;
    return (
      <Waiting label="Loading reviews...">
        <Coming write={WRITE} />
      </Waiting>
    );
  }
  return <ReviewDesk queue={queue} />;
}

function ReviewDesk({ queue }: { queue: Queue }) {
  const me = useAtomValue(meAtom);
  const outgoing = useAtomValue(outgoingAtom);
  // What this mentor has decided does not wait for them any more, whether it has left or not.
  const waiting = useMemo(() => {
    const sent = new Set(
      outgoing.filter(({ kind }) => kind === "review").map(({ subject }) => subject),
    );
    return sent.size === 0 ? queue.waiting : queue.waiting.filter((item) => !sent.has(keyOf(item)));
  }, [queue.waiting, outgoing]);
  const { known: items } = queue;
  const known = useCallback((key: string) => items.get(key), [items]);
  const still = useStill(waiting, {
    keyOf,
    known,
    subject: JSON.stringify(queue.filter),
    pages: queue.pages,
  });
  const desk = useTriage(still.rows);
  const [goneOn, setGoneOn] = useState(false);
  const more = useCallback(() => void loadMore(), []);
  const total = queue.total - (queue.waiting.length - waiting.length);
  const count = `${total >= QUEUE_CEILING ? `${QUEUE_CEILING} or more` : total} waiting`;
  const isFree = ({ claim }: ListedReview) =>
    !isClaimed(claim, Date.now()) || claim.by._id === me?._id;
  return (
    <>
      <Returned
        of={returnedAtom}
        one="review"
        many="reviews"
        desk={desk}
        onOpen={(key) => {
          setGoneOn(true);
          desk.show(key);
        }}
      />
      <Triage
        label="Review queue"
        desk={desk}
        still={still}
        filter={
          <div className="flex gap-2">
            <FilterText name="studentName" label="Student name" />
            <FilterText name="assignmentTitle" label="Assignment title" />
          </div>
        }
        count={count}
        row={(place, now) => <Row place={place} now={now} />}
        rowHeight={5.75}
        empty={queue.isWhole ? "Nothing is waiting for review." : "Loading reviews..."}
        onEnd={queue.isWhole ? undefined : more}
      >
        {desk.open === null
          ? (
            <div className="panel grid h-full place-items-center p-8 text-lg text-muted">
              What you open is shown here.
            </div>
          )
          : (
            <OpenItem
              key={desk.open}
              of={desk.open}
              item={items.get(desk.open)}
              takesFocus={goneOn}
              onSent={() => {
                setGoneOn(true);
                goOn(desk, still, isFree);
              }}
            />
          )}
      </Triage>
    </>
  );
}

interface OpenProps {
  of: string;
  item: ListedReview | undefined;
  onSent: () => void;
  takesFocus: boolean;
}

function OpenItem({ of, item, ...rest }: OpenProps) {
  if (item === undefined) return <ByLink of={of} onSent={rest.onSent} />;
  return <ReviewPane item={item} {...rest} docked />;
}

/** A response that the loaded part of the queue does not have. */
export function ByLink({ of, onSent, docked = true }: {
  of: string;
  onSent: () => void;
  docked?: boolean;
}) {
  const loaded = useAtomValue(itemsAtom)[of];
  const list = useAtomValue(reviewListAtom);
  const item = loaded ?? list?.items.find((one) => keyOf(one) === of);
  const load = useCallback((signal: AbortSignal) => loadItem(of, signal), [of]);
  const loading = useLoad(load, "Failed to fetch assignment details");
  if (item !== undefined) return <ReviewPane item={item} onSent={onSent} docked={docked} />;
  const isLate = loading.state === "failed";
  return (
    <>
      {isLate ? <LoadFailed loading={loading} /> : (
        <Waiting label="Loading the response...">
          <div className="skeleton h-[60vh]" />
        </Waiting>
      )}
      {mayCome(loading) && <ItemComing of={of} isLate={isLate} />}
    </>
  );
}

function ItemComing({ of, isLate }: { of: string; isLate: boolean }) {
  useAwaited(of, WRITE);
  return isLate ? <TypedAhead of={of} /> : null;
}

/** Two lines: whose and what, and how it stands. */
function Row({ place: { key, item, isGone }, now }: {
  place: Place<ListedReview>;
  now: number;
}) {
  const [draft] = useDraft<ReviewDraft | null>(reviewDraftKey(key), null);
  const me = useAtomValue(meAtom);
  const claim = isClaimed(item.claim, now) ? item.claim : null;
  return (
    <>
      <span className="flex items-center gap-2">
        <span className="truncate font-bold">{item.student.name}</span>
        <span className="ml-auto">
          {isGone && item.mentorReview.status !== "pending"
            ? <ReviewBadge status={item.mentorReview.status} />
            : <WaitingClock since={item.waitingSince} now={now} />}
        </span>
      </span>
      <span className="truncate text-sm">{item.assignmentTitle}</span>
      <span className="flex items-center gap-2 text-sm">
        <ResponseBadge status={item.responseStatus} />
        {draft !== null && (
          <span className="inline-flex items-center gap-1 font-semibold">
            {draft.refusal
              ? (
                <>
                  <TriangleAlert aria-hidden className="size-4 text-error" /> Not sent
                </>
              )
              : (
                <>
                  <PencilLine aria-hidden className="size-4" /> Draft
                </>
              )}
          </span>
        )}
        <span className="ml-auto inline-flex min-w-0 items-center gap-1 truncate text-secondary">
          {isGone
            ? item.mentorReview.by !== null && `by ${item.mentorReview.by.name}`
            : claim !== null && (
              <>
                <Hand aria-hidden className="size-4 shrink-0" />
                {claim.by._id === me?._id ? "You" : claim.by.name}
              </>
            )}
        </span>
      </span>
    </>
  );
}
