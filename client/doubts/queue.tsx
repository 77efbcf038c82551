/** The triage view over the doubts: what waits, longest first, beside the thread that is open. */
import { Hand, PencilLine, TriangleAlert } from "lucide-react";
import { useAtomValue } from "jotai";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useSearchParams } from "wouter";
import type { ListedDoubt } from "../../server/doubts/schema.ts";
import { draftKey, useDraft } from "../kit/draft.ts";
import { FilterText } from "../kit/filter.tsx";
import { useLoad } from "../kit/load.ts";
import { plain } from "../kit/markup.tsx";
import { outgoingAtom } from "../kit/outgoing.ts";
import { LoadFailed, Waiting } from "../kit/page.tsx";
import { Returned } from "../kit/returned.tsx";
import { meAtom } from "../kit/session.ts";
import { type Place, useStill } from "../kit/still.ts";
import { Coming, goOn, Triage, useTriage } from "../kit/triage.tsx";
import { WaitingClock } from "../kit/waiting.tsx";
import { loadQueue, loadThread, runsLow } from "./actions.ts";
import type { ThreadDraft } from "./compose.tsx";
import { ThreadPane } from "./pane.tsx";
import { WRITE } from "./reply.tsx";
import { type DoubtQueue as Queue, queueAtom, returnedAtom, threadsAtom } from "./state.ts";
import { isLive, StatusBadge } from "./status.tsx";

/** The part of the address that the queue is searched by. */
const SOUGHT = "for";
const NEXT_AFTER = 400;

export function DoubtQueue() {
  const queue = useAtomValue(queueAtom);
  const stale = queue !== null && (queue.stale || runsLow(queue));
  const loading = useLoad(loadQueue, "Failed to fetch filtered doubts.", stale);
  if (queue === null) {
    if (loading.state === "failed") return <LoadFailed loading={loading} />;
    return (
      <Waiting label="Loading doubts...">
        <Coming write={WRITE} />
      </Waiting>
    );
  }
  return <DoubtDesk queue={queue} />;
}

const keyOf = ({ _id }: ListedDoubt): string => _id;

function DoubtDesk({ queue }: { queue: Queue }) {
  const me = useAtomValue(meAtom);
  const outgoing = useAtomValue(outgoingAtom);
  const [query] = useSearchParams();
  const sought = (query.get(SOUGHT) ?? "").trim().toLowerCase();
  // What this mentor has answered does not wait for them any more, whether it has left or not.
  const waiting = useMemo(() => {
    const said = new Set(
      outgoing.filter(({ kind }) => kind === "reply").map(({ subject }) => subject),
    );
    return queue.waiting.filter((doubt) => !said.has(doubt._id) && isAbout(doubt, sought));
  }, [queue.waiting, outgoing, sought]);
  const known = useCallback((key: string) => queue.known.get(key), [queue.known]);
  const still = useStill(waiting, { keyOf, known, subject: sought, pages: queue.pages });
  const desk = useTriage(still.rows);
  const [goneOn, setGoneOn] = useState(false);
  const isFree = ({ claim }: ListedDoubt) =>
    claim == null || !isLive(claim, Date.now()) || claim.by._id === me?._id;
  useReady(still.rows[desk.at + 1]?.key);
  return (
    <>
      <Returned
        of={returnedAtom}
        one="reply"
        many="replies"
        desk={desk}
        onOpen={(key) => {
          setGoneOn(true);
          desk.show(key);
        }}
      />
      <Triage
        label="Doubts that wait"
        desk={desk}
        still={still}
        filter={
          <FilterText name={SOUGHT} label="Search" placeholder="Student, assignment or words" />
        }
        count={`${waiting.length}${queue.isWhole ? "" : " or more"} waiting`}
        row={(place, now) => <Row place={place} now={now} />}
        rowHeight={5.75}
        empty={sought === "" ? "No doubt is waiting." : "No waiting doubt matches."}
      >
        {desk.open === null
          ? (
            <div className="panel grid h-full place-items-center p-8 text-lg text-muted">
              What you open is shown here.
            </div>
          )
          : (
            <ThreadPane
              key={desk.open}
              id={desk.open}
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

function isAbout({ student, assignment, doubtText }: ListedDoubt, sought: string): boolean {
  return sought === "" ||
    [student.name, assignment.title, doubtText].some((text) => text.toLowerCase().includes(sought));
}

/** The next thread is there before it is opened. */
function useReady(next: string | undefined): void {
  const isThere = useAtomValue(threadsAtom)[next ?? ""] !== undefined;
  useEffect(() => {
    if (next === undefined || isThere) return;
    const stop = new AbortController();
    // Opening it says what went wrong.
    const timer = setTimeout(() => loadThread(next, stop.signal).catch(() => {}), NEXT_AFTER);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [next, isThere]);
}

/** Whose and since when, what was asked, and how it stands. */
function Row({ place: { item, isGone }, now }: { place: Place<ListedDoubt>; now: number }) {
  const me = useAtomValue(meAtom);
  const [draft] = useDraft<ThreadDraft & { refusal?: string } | null>(
    draftKey("reply", item._id),
    null,
  );
  const { student, assignment, waitingSince, answeredBy, currentStatus } = item;
  const claim = item.claim && isLive(item.claim, now) ? item.claim : null;
  const isBegun = (draft?.reply ?? "").trim() !== "";
  return (
    <>
      <span className="flex items-center gap-2">
        <span className="truncate font-bold">{student.name}</span>
        <span className="ml-auto">
          {waitingSince === null
            ? <StatusBadge status={currentStatus} />
            : <WaitingClock since={waitingSince} now={now} />}
        </span>
      </span>
      <span className="truncate">{plain(item.doubtText)}</span>
      <span className="flex items-center gap-2 text-sm">
        {waitingSince !== null && <StatusBadge status={currentStatus} />}
        {isBegun && (
          <span className="inline-flex shrink-0 items-center gap-1 font-semibold">
            {draft?.refusal
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
        <span className="min-w-0 truncate">{assignment.title}</span>
        <span className="ml-auto inline-flex max-w-[45%] shrink-0 items-center gap-1 text-secondary">
          {isGone
            ? answeredBy !== null && !item.resolved &&
              `by ${answeredBy._id === me?._id ? "you" : answeredBy.name}`
            : claim !== null && (
              <>
                <Hand aria-hidden className="size-4 shrink-0" />
                <span className="truncate">{claim.by._id === me?._id ? "You" : claim.by.name}</span>
              </>
            )}
        </span>
      </span>
    </>
  );
}
