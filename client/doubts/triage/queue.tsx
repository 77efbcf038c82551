/** The triage view of doubts: the waiting doubts, longest waiting first, beside the open thread. */
import { useAtomValue } from "jotai";
import type { ExtractAtomValue } from "jotai/vanilla";
import { useEffect, useMemo } from "react";
import { useSearchParams } from "wouter";
import type { ListedDoubt } from "../../../server/doubts/schema.ts";
import { isChosen } from "../../../server/sections/policy.ts";
import { draftKey, useDraft } from "../../kit/forms/draft.ts";
import { useLoad } from "../../kit/data/query.ts";
import { plainText } from "../../kit/ui/rich-text.tsx";
import { TriagePage } from "../../kit/app/triage-page.tsx";
import { meAtom } from "../../kit/net/session.ts";
import type { RowProps } from "../../kit/triage/queue-panel.tsx";
import { isHeld } from "../../kit/triage/claims.ts";
import { useReader } from "../../kit/triage/item-reader.ts";
import { type ItemKind, TriageDesk } from "../../kit/triage/triage-desk.tsx";
import { TriageRow } from "../../kit/triage/triage-row.tsx";
import { WaitingClock } from "../../kit/triage/waiting-time.tsx";
import { loadThread, release } from "../actions.ts";
import { loadQueue } from "../list/actions.ts";
import type { ThreadDraft } from "../thread/compose.tsx";
import { ThreadPane } from "./pane.tsx";
import { WRITE } from "../thread/thread.tsx";
import { refusedIdsAtom, threadsAtom } from "../state.ts";
import { queueAtom } from "../list/state.ts";
import { SharersCount, SolvedSince, StatusBadge } from "../status.tsx";
import LineHead from "../../desk/line-head.tsx";
import ContextPanel from "../../desk/context-panel.tsx";
import { FilterText } from "../../kit/lists/url-filter.tsx";
import SectionFilter from "../../sections/filter.tsx";

const NEXT_AFTER = 400;

export default function DoubtTriage() {
  const queue = useAtomValue(queueAtom);
  // If all loaded rows of a longer queue are answered, the rest is fetched.
  const stale = queue !== null &&
    (queue.stale || (!queue.isWhole && queue.waiting.length === 0));
  const loading = useLoad(loadQueue, "Failed to fetch filtered doubts.", stale);
  return (
    <TriagePage title="Doubts" of="doubts" path="/doubts" loading={loading} write={WRITE}>
      {queue && <DoubtDesk queue={queue} />}
    </TriagePage>
  );
}

type Queue = NonNullable<ExtractAtomValue<typeof queueAtom>>;

const WAITING_DOUBTS: ItemKind<ListedDoubt> = {
  item: "doubt",
  keyOf: ({ _id }) => _id,
  nameOf: ({ student, assignment }) => `${student.name}: ${assignment.title}`,
  release,
  answer: { kind: "reply", one: "reply", many: "replies" },
  returned: refusedIdsAtom,
};

function DoubtDesk({ queue }: { queue: Queue }) {
  const [query] = useSearchParams();
  const sought = (query.get("for") ?? "").trim().toLowerCase();
  const section = query.get("section") ?? "";
  const me = useAtomValue(meAtom);
  const waiting = useMemo(
    () =>
      queue.waiting.filter((doubt) =>
        isAbout(doubt, sought) && isChosen(me, section, doubt.student)
      ),
    [queue.waiting, sought, section, me],
  );
  return (
    <TriageDesk
      of={WAITING_DOUBTS}
      view={{
        label: "Waiting doubts",
        filter: (
          <div className="flex flex-wrap gap-2">
            <FilterText name="for" label="Search" placeholder="Student, assignment or words" />
            <SectionFilter />
          </div>
        ),
        head: (longest, show) => (
          <LineHead
            of="doubts"
            longest={longest && longestOf(longest)}
            isLongestKnown={waiting.length === queue.waiting.length}
            onOpen={show}
          />
        ),
        Row,
        empty: queue.waiting.length > 0 ? "No waiting doubt matches." : "No doubt is waiting.",
      }}
      queue={queue}
      waiting={waiting}
      subject={`${sought} ${section}`}
      context={(key) => besideDoubt(queue.known(key))}
      count={(shown) => `${shown}${queue.isWhole ? "" : " or more"} waiting`}
      Next={NextThread}
    >
      {({ key, ...open }) => <ThreadPane key={key} id={key} {...open} />}
    </TriageDesk>
  );
}

function longestOf({ _id, student, assignment, waitingSince, createdAt }: ListedDoubt) {
  return {
    key: _id,
    name: student.name,
    about: assignment.title,
    since: waitingSince ?? createdAt,
  };
}

const besideDoubt = (doubt: ListedDoubt | undefined) =>
  doubt && (
    <ContextPanel
      about={{
        assignmentId: doubt.assignment._id,
        studentId: doubt.student._id,
        doubtId: doubt._id,
      }}
    />
  );

function isAbout(doubt: ListedDoubt, sought: string): boolean {
  const { student, assignment, doubtText, unanswered } = doubt;
  const texts = [student.name, assignment.title, doubtText, unanswered?.text];
  return texts.join("\n").toLowerCase().includes(sought);
}

function NextThread({ of: next }: { of: string | undefined }) {
  const isThere = useAtomValue(threadsAtom)[next ?? ""] !== undefined;
  useEffect(() => {
    if (next === undefined || isThere) return;
    const stop = new AbortController();
    // A failure is shown when the thread is opened.
    const timer = setTimeout(() => loadThread(next, stop.signal).catch(() => {}), NEXT_AFTER);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [next, isThere]);
  return null;
}

function Row({ place: { item, isGone }, now, isLongest }: RowProps<ListedDoubt>) {
  const me = useAtomValue(meAtom);
  const [draft] = useDraft<ThreadDraft & { refusal?: string } | null>(
    draftKey("reply", item._id),
    null,
  );
  const { student, assignment, waitingSince, answeredBy, currentStatus } = item;
  const isBegun = (draft?.reply ?? "").trim() !== "";
  const answerer = answeredBy?._id === me?._id ? "you" : answeredBy?.name ?? null;
  const status = <StatusBadge status={currentStatus} />;
  return (
    <TriageRow
      name={student.name}
      state={waitingSince ? <WaitingClock since={waitingSince} {...{ now, isLongest }} /> : status}
      about={<span className="truncate">{plainText(item.unanswered?.text ?? item.doubtText)}</span>}
      badge={
        <>
          {waitingSince && status}
          <SharersCount doubt={item} />
          <SolvedSince doubt={item} />
        </>
      }
      draft={!isBegun ? null : draft?.refusal ? "refused" : "begun"}
      detail={<span className="min-w-0 truncate">{assignment.title}</span>}
      claim={isHeld(item.claim, now) ? item.claim : null}
      reader={useReader(`doubt:${item._id}`)}
      doneBy={isGone ? item.resolved ? null : answerer : undefined}
    />
  );
}
