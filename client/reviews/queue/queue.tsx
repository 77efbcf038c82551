/** The triage view of the review queue: the waiting responses beside the open one. */
import { useAtomValue } from "jotai";
import type { ExtractAtomValue } from "jotai/vanilla";
import { useCallback } from "react";
import { useSearchParams } from "wouter";
import { QUEUE_CEILING } from "../../../server/doubts/schema.ts";
import type { ListedReview } from "../../../server/reviews/schema.ts";
import { useDraft } from "../../kit/forms/draft.ts";
import { searchWords, sectionOf } from "../../kit/lists/search-words.ts";
import { useLoad } from "../../kit/data/query.ts";
import { showAgo } from "../../kit/ui/format-time.ts";
import { TriagePage } from "../../kit/app/triage-page.tsx";
import type { RowProps } from "../../kit/triage/queue-panel.tsx";
import { isHeld } from "../../kit/triage/claims.ts";
import { useReader } from "../../kit/triage/item-reader.ts";
import { type ItemKind, TriageDesk } from "../../kit/triage/triage-desk.tsx";
import { TriageRow } from "../../kit/triage/triage-row.tsx";
import { WaitingClock } from "../../kit/triage/waiting-time.tsx";
import { LateBadge, ResponseBadge } from "../../assignments/badges.tsx";
import { loadMore, loadQueue, release, type ReviewDraft, reviewDraftKey } from "../actions.ts";
import { WRITE } from "./form-state.tsx";
import { ByLink } from "./by-link.tsx";
import { ReviewPane } from "./item.tsx";
import { RunCount } from "../../runs/saved/verification.tsx";
import { againAt, asksAgain, keyOf, partsOf, queueAtom, refusedKeysAtom } from "../state.ts";
import { ReviewBadge } from "../status.tsx";
import LineHead from "../../desk/line-head.tsx";
import ContextPanel from "../../desk/context-panel.tsx";
import SectionFilter from "../../sections/filter.tsx";
import { FilterText } from "../../kit/lists/url-filter.tsx";

export default function ReviewTriage() {
  const [query] = useSearchParams();
  const studentName = searchWords(query.get("studentName"));
  const assignmentTitle = searchWords(query.get("assignmentTitle"));
  const section = sectionOf(query.get("section") ?? undefined);
  const queue = useAtomValue(queueAtom);
  // If all loaded rows of a long queue are decided, the rest is fetched.
  const stale = queue !== null &&
    (queue.stale || (!queue.isWhole && queue.waiting.length === 0));
  const filter = { studentName, assignmentTitle, section };
  const loading = useLoad(loadQueue, "Failed to fetch reviews", stale, filter);
  return (
    <TriagePage title="Solutions" of="reviews" path="/solutions" loading={loading} write={WRITE}>
      {queue && <ReviewDesk queue={queue} />}
    </TriagePage>
  );
}

type Queue = NonNullable<ExtractAtomValue<typeof queueAtom>>;

const WAITING_RESPONSES: ItemKind<ListedReview> = {
  item: "review",
  keyOf,
  nameOf: ({ student, assignmentTitle }) => `${student.name}: ${assignmentTitle}`,
  release,
  answer: { kind: "review", one: "review", many: "reviews" },
  returned: refusedKeysAtom,
};

function ReviewDesk({ queue }: { queue: Queue }) {
  const more = useCallback(() => void loadMore(), []);
  return (
    <TriageDesk
      of={WAITING_RESPONSES}
      view={{
        label: "Review queue",
        filter: (
          <div className="grid min-h-22 gap-2">
            <FilterText name="studentName" label="Student name" />
            <FilterText name="assignmentTitle" label="Assignment title" />
            <SectionFilter />
          </div>
        ),
        head: (longest, show) => (
          <LineHead
            of="reviews"
            longest={longest && longestOf(longest)}
            isLongestKnown={isUnfiltered(queue.filter)}
            onOpen={show}
          />
        ),
        Row,
        empty: queue.isWhole ? "Nothing is waiting for review." : "Loading reviews...",
        onEnd: queue.isWhole ? undefined : more,
      }}
      queue={queue}
      waiting={queue.waiting}
      subject={JSON.stringify(queue.filter)}
      context={(key) => <ContextPanel about={partsOf(key)} />}
      count={(shown) => {
        const total = queue.total - (queue.waiting.length - shown);
        return `${total >= QUEUE_CEILING ? `${QUEUE_CEILING} or more` : total} waiting`;
      }}
    >
      {({ key, ...open }) => {
        const item = queue.known(key);
        return item === undefined
          ? <ByLink key={key} of={key} onSent={open.onSent} />
          : <ReviewPane key={key} item={item} {...open} docked />;
      }}
    </TriageDesk>
  );
}

const isUnfiltered = ({ section = "all", ...names }: Queue["filter"]): boolean =>
  section === "all" && Object.values(names).every((value) => value === undefined);

function longestOf(item: ListedReview) {
  const { student, assignmentTitle, waitingSince } = item;
  return { key: keyOf(item), name: student.name, about: assignmentTitle, since: waitingSince };
}

function Row({ place: { key, item, isGone }, now, isLongest }: RowProps<ListedReview>) {
  const [draft] = useDraft<ReviewDraft | null>(reviewDraftKey(key), null);
  const { student, assignmentTitle, mentorReview, responseStatus, waitingSince } = item;
  const again = isGone ? null : againAt(item);
  return (
    <TriageRow
      name={student.name}
      state={isGone && mentorReview.status !== "pending"
        ? <ReviewBadge status={mentorReview.status} />
        : <WaitingClock since={waitingSince} {...{ now, isLongest }} />}
      about={
        <span className="truncate text-sm">
          {assignmentTitle}
          {!isGone && asksAgain(item) && " · another look"}
          {again !== null && ` · handed in again ${showAgo(again, now)}`}
        </span>
      }
      badge={<ResponseBadge status={responseStatus} />}
      detail={
        <>
          <LateBadge response={item} inRow />
          {item.run && <RunCount run={item.run} />}
        </>
      }
      draft={draft === null ? null : draft.refusal ? "refused" : "begun"}
      claim={isHeld(item.claim, now) ? item.claim : null}
      reader={useReader(`review:${key}`)}
      doneBy={isGone ? mentorReview.by?.name ?? null : undefined}
    />
  );
}
