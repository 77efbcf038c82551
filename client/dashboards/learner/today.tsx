/** A learner's overview, live: their own doubts, and today's briefing. */
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import type { DoubtFilter } from "../../../server/doubts/schema.ts";
import { StatusBadge } from "../../doubts/status.tsx";
import { plainText } from "../../kit/ui/rich-text.tsx";
import { Empty } from "../../kit/ui/page.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { showAgo, useNow } from "../../kit/ui/format-time.ts";
import { TodaysBriefing } from "../briefing.tsx";
import { useDoubtList } from "../doubts.tsx";
import { Part } from "../part.tsx";

/** The maximum number of rows in each list. */
const NAMED = 5;
// Filters that are not set are left out.
const MINE = { scope: "mine", page: 1, limit: NAMED } as DoubtFilter;

export default function Today() {
  const me = useAtomValue(meAtom);
  const isWriter = me?.role === "volunteer";
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Doubts />
      <TodaysBriefing {...isWriter ? { panel: "/dashboard?panel=briefing" } : {}} />
    </div>
  );
}

function Doubts() {
  const { doubts, loading } = useDoubtList(MINE);
  const now = useNow();
  const rows = doubts?.slice(0, NAMED);
  return (
    <Part
      title="My doubts"
      way={["/doubts?scope=mine", "All"]}
      loading={loading}
      isThere={rows !== undefined}
    >
      {rows?.length === 0
        ? <Empty>No doubts available.</Empty>
        : (
          <ul className="-mx-2 divide-y divide-base-300">
            {rows?.map(({ _id, assignment, currentStatus, doubtText, activeAt }) => (
              <li key={_id}>
                <Link
                  href={`/doubts/${_id}`}
                  className="block rounded-field px-2 py-2 hover:bg-base-200"
                >
                  <span className="flex items-center justify-between gap-3">
                    <span className="min-w-0 truncate font-bold">{plainText(doubtText)}</span>
                    <StatusBadge status={currentStatus} />
                  </span>
                  <span className="flex items-center justify-between gap-3 text-sm text-muted">
                    <span className="min-w-0 truncate">{assignment.title}</span>
                    <span className="shrink-0">{showAgo(activeAt, now)}</span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
    </Part>
  );
}
