/** The desk of staff, live: what waits longest, today's work, and folded the week and the goals. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import { Link } from "wouter";
import Hand from "../../kit/ui/icon.tsx?hand";
import type { DoubtFilter } from "../../../server/doubts/schema.ts";
import type { ListedReview, QueueFilter } from "../../../server/reviews/schema.ts";
import { loadHomework } from "../../assignments/actions.ts";
import { TagBadge } from "../../assignments/badges.tsx";
import { homeworkAtom } from "../../assignments/state.ts";
import { isSameFilter, useLoad } from "../../kit/data/query.ts";
import { plainText } from "../../kit/ui/rich-text.tsx";
import { Empty } from "../../kit/ui/page.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { useNow } from "../../kit/ui/format-time.ts";
import { isHeld } from "../../kit/triage/claims.ts";
import { WaitingClock } from "../../kit/triage/waiting-time.tsx";
import { PersonName } from "../../people/person-name.tsx";
import { loadReviews } from "../../reviews/actions.ts";
import { keyOf, reviewListAtom } from "../../reviews/state.ts";
import { TodaysBriefing } from "../briefing.tsx";
import { useDoubtList } from "../doubts.tsx";
import { Part } from "../part.tsx";
import ThisWeek from "./class-week.tsx";

/** The maximum number of rows in each list. */
const NAMED = 5;
// Filters that are not set are left out.
const DOUBTS = { order: "queue", resolved: "false", page: 1, limit: NAMED } as DoubtFilter;
const REVIEWS = { reviewStatus: "pending", waiting: "true", page: 1, limit: NAMED } as QueueFilter;

export default function Desk() {
  const [hasWeek, setWeek] = useState(false);
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <Doubts />
        <Reviews />
        <TodaysWork />
        <TodaysBriefing panel="/mentor?panel=briefing" />
      </div>
      <details className="mt-6" onToggle={({ currentTarget }) => setWeek(currentTarget.open)}>
        <summary className="cursor-pointer text-lg font-bold">This week</summary>
        {hasWeek && (
          <div className="mt-3 grid gap-4 md:grid-cols-2">
            <ThisWeek />
          </div>
        )}
      </details>
    </>
  );
}

function TodaysWork() {
  const homework = useAtomValue(homeworkAtom);
  const loading = useLoad(loadHomework, "Failed to fetch homework assignments.", homework?.stale);
  const rows = homework?.items.slice(0, NAMED) ?? [];
  return (
    <Part
      title="Today"
      way={["/assignments", "All"]}
      loading={loading}
      isThere={homework !== null}
    >
      {rows.length === 0
        ? <Empty>No HW/CW assignments available.</Empty>
        : (
          <ul className="-mx-2 divide-y divide-base-300">
            {rows.map(({ _id, title, majorTopic, distributionTag }) => (
              <li key={_id}>
                <Link
                  href={`/assignments/${_id}`}
                  className="flex items-center gap-3 rounded-field px-2 py-2 hover:bg-base-200"
                >
                  <span className="min-w-0 truncate font-bold">{title}</span>
                  <span className="min-w-0 grow basis-0 truncate text-sm text-muted max-sm:hidden">
                    {majorTopic}
                  </span>
                  <span className="ml-auto">
                    <TagBadge tag={distributionTag} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
    </Part>
  );
}

function Doubts() {
  const { doubts, loading } = useDoubtList(DOUBTS);
  const now = useNow(1000);
  // The queue also contains answered doubts that are not resolved yet, after the waiting ones.
  const rows = doubts?.filter(({ waitingSince }) => waitingSince !== null);
  return (
    <Part
      title="Waiting doubts"
      way={["/doubts?view=triage", "Triage"]}
      loading={loading}
      isThere={rows !== undefined}
    >
      <Longest
        empty="No doubt is waiting."
        rows={(rows ?? []).map((doubt) => ({
          key: doubt._id,
          href: `/doubts?view=triage&item=${doubt._id}`,
          student: doubt.student,
          what: `${doubt.assignment.title}: ${plainText(doubt.doubtText)}`,
          since: doubt.waitingSince ?? doubt.createdAt,
          claim: doubt.claim,
        }))}
        now={now}
      />
    </Part>
  );
}

function Reviews() {
  const list = useAtomValue(reviewListAtom);
  const isOurs = list?.of === "all" && isSameFilter(list.filter, REVIEWS);
  const loading = useLoad(loadReviews, "Failed to fetch reviews", isOurs && list.stale, REVIEWS);
  const now = useNow(1000);
  const rows = isOurs
    ? list.items.filter(({ mentorReview }) => mentorReview.status === "pending")
    : undefined;
  return (
    <Part
      title="Waiting solutions"
      way={["/solutions?view=triage", "Triage"]}
      loading={loading}
      isThere={rows !== undefined}
    >
      <Longest
        empty="Nothing is waiting for review."
        rows={(rows ?? []).map((item) => ({
          key: keyOf(item),
          href: `/solutions?view=triage&item=${keyOf(item)}`,
          student: item.student,
          what: item.assignmentTitle,
          since: item.waitingSince,
          claim: item.claim,
        }))}
        now={now}
      />
    </Part>
  );
}

interface Row {
  key: string;
  href: string;
  student: { _id: string; name: string };
  what: string;
  since: string;
  claim: ListedReview["claim"];
}

/** Waiting items, longest-waiting first. Each row links to the item in the triage view. */
function Longest({ rows, now, empty }: { rows: readonly Row[]; now: number; empty: string }) {
  const me = useAtomValue(meAtom);
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  return (
    <ol className="-mx-2 divide-y divide-base-300">
      {rows.map(({ key, href, student, what, since, claim }) => (
        <li key={key}>
          <div className="relative rounded-field px-2 py-2 hover:bg-base-200">
            <p className="flex items-center gap-3">
              <PersonName person={student} className="relative z-1 min-w-0 truncate font-bold" />
              <span className="ml-auto">
                <WaitingClock since={since} now={now} />
              </span>
            </p>
            {/* It covers the row; the student's name lies above it. */}
            <Link
              href={href}
              className="flex items-center gap-3 text-sm after:absolute after:inset-0 after:rounded-field"
            >
              <span className="sr-only">{student.name}:</span>
              <span className="min-w-0 truncate text-muted">{what}</span>
              {isHeld(claim, now) && (
                <span className="ml-auto inline-flex max-w-[50%] shrink-0 items-center gap-1 text-secondary">
                  <Hand aria-label="Held by" className="size-4 shrink-0" />
                  <span className="truncate">
                    {claim.by._id === me?._id ? "You" : claim.by.name}
                  </span>
                </span>
              )}
            </Link>
          </div>
        </li>
      ))}
    </ol>
  );
}
