/** What waits for a mentor or an admin now, live: who waits longest, today's briefing, the goals. */
import { Hand } from "lucide-react";
import { useAtomValue } from "jotai";
import { useCallback } from "react";
import { Link } from "wouter";
import type { DoubtFilter } from "../../server/doubts/schema.ts";
import type { QueueFilter } from "../../server/reviews/schema.ts";
import { useLoad } from "../kit/load.ts";
import { plain } from "../kit/markup.tsx";
import { Empty } from "../kit/page.tsx";
import { meAtom } from "../kit/session.ts";
import { useNow } from "../kit/time.ts";
import { WaitingClock } from "../kit/waiting.tsx";
import { loadReviews } from "../reviews/actions.ts";
import { keyOf, reviewListAtom } from "../reviews/state.ts";
import { TodaysBriefing } from "./briefing.tsx";
import { useDoubts } from "./doubts.tsx";
import { DeskGoals } from "./goals.tsx";
import { Part } from "./part.tsx";

/** So many of each are named. */
const NAMED = 5;
// What is not asked for is left out.
const DOUBTS = { order: "queue", resolved: "false", page: 1, limit: NAMED } as DoubtFilter;
const REVIEWS = { reviewStatus: "pending", page: 1, limit: NAMED } as QueueFilter;

export default function Desk() {
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      <Doubts />
      <Reviews />
      <TodaysBriefing panel="/mentor?panel=briefing" />
      <DeskGoals />
    </div>
  );
}

function Doubts() {
  const { doubts, loading } = useDoubts(DOUBTS);
  const now = useNow(1000);
  // Behind what waits comes what is answered and not resolved yet.
  const rows = doubts?.filter(({ waitingSince }) => waitingSince !== null);
  return (
    <Part
      title="Doubts that wait"
      way={["/doubts?view=triage", "Triage"]}
      loading={loading}
      isThere={rows !== undefined}
    >
      <Longest
        empty="No doubt is waiting."
        rows={(rows ?? []).map((doubt) => ({
          key: doubt._id,
          href: `/doubts?view=triage&item=${doubt._id}`,
          who: doubt.student.name,
          what: `${doubt.assignment.title}: ${plain(doubt.doubtText)}`,
          since: doubt.waitingSince ?? doubt.createdAt,
          claim: doubt.claim ?? null,
        }))}
        now={now}
      />
    </Part>
  );
}

function Reviews() {
  const list = useAtomValue(reviewListAtom);
  const isOurs = list?.of === "all" && JSON.stringify(list.filter) === JSON.stringify(REVIEWS);
  const load = useCallback((signal: AbortSignal) => loadReviews(REVIEWS, signal), []);
  const loading = useLoad(load, "Failed to fetch reviews", isOurs && list.stale);
  const now = useNow(1000);
  const rows = isOurs
    ? list.items.filter(({ mentorReview }) => mentorReview.status === "pending")
    : undefined;
  return (
    <Part
      title="Solutions that wait"
      way={["/solutions?view=triage", "Triage"]}
      loading={loading}
      isThere={rows !== undefined}
    >
      <Longest
        empty="Nothing is waiting for review."
        rows={(rows ?? []).map((item) => ({
          key: keyOf(item),
          href: `/solutions?view=triage&item=${keyOf(item)}`,
          who: item.student.name,
          what: item.assignmentTitle,
          since: item.waitingSince,
          claim: item.claim ?? null,
        }))}
        now={now}
      />
    </Part>
  );
}

interface Row {
  key: string;
  href: string;
  who: string;
  what: string;
  since: string;
  claim: { by: { _id: string; name: string }; until: string } | null;
}

/** Those who wait, longest first; each line a way to where it is dealt with. */
function Longest({ rows, now, empty }: { rows: readonly Row[]; now: number; empty: string }) {
  const me = useAtomValue(meAtom);
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  return (
    <ol className="-mx-2 divide-y divide-base-300">
      {rows.map(({ key, href, who, what, since, claim }) => (
        <li key={key}>
          <Link href={href} className="block rounded-field px-2 py-2 hover:bg-base-200">
            <span className="flex items-center gap-3">
              <span className="min-w-0 truncate font-bold">{who}</span>
              <span className="ml-auto">
                <WaitingClock since={since} now={now} />
              </span>
            </span>
            <span className="flex items-center gap-3 text-sm">
              <span className="min-w-0 truncate text-muted">{what}</span>
              {claim !== null && Date.parse(claim.until) > now && (
                <span className="ml-auto inline-flex max-w-[50%] shrink-0 items-center gap-1 text-secondary">
                  <Hand aria-label="Held by" className="size-4 shrink-0" />
                  <span className="truncate">
                    {claim.by._id === me?._id ? "You" : claim.by.name}
                  </span>
                </span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
