/** What there is for a learner now, live: what is given out, their own doubts, today's briefing. */
import { useAtomValue } from "jotai";
import { useCallback } from "react";
import { Link } from "wouter";
import type { DoubtFilter } from "../../server/doubts/schema.ts";
import { loadHomework } from "../assignments/actions.ts";
import { Difficulty, TagBadge } from "../assignments/badges.tsx";
import { homeworkAtom } from "../assignments/state.ts";
import { loadDoubts } from "../doubts/actions.ts";
import { listAtom } from "../doubts/state.ts";
import { StatusBadge } from "../doubts/status.tsx";
import { useLoad } from "../kit/load.ts";
import { plain } from "../kit/markup.tsx";
import { Empty } from "../kit/page.tsx";
import { meAtom } from "../kit/session.ts";
import { showAgo, useNow } from "../kit/time.ts";
import { TodaysBriefing } from "./briefing.tsx";
import { Part } from "./part.tsx";

/** So many of each are named. */
const NAMED = 5;
// What is not asked for is left out.
const MINE = { scope: "mine", page: 1, limit: NAMED } as DoubtFilter;

export default function Today() {
  const me = useAtomValue(meAtom);
  const isWriter = me?.role === "volunteer";
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      <Homework />
      <Doubts />
      <TodaysBriefing {...isWriter ? { panel: "/dashboard?panel=briefing" } : {}} />
    </div>
  );
}

const rowClass = "block rounded-field px-2 py-2 hover:bg-base-200";

function Homework() {
  const homework = useAtomValue(homeworkAtom);
  const load = useCallback((signal: AbortSignal) => loadHomework(signal), []);
  const loading = useLoad(load, "Failed to fetch homework assignments.");
  const rows = homework?.items.slice(0, NAMED) ?? [];
  return (
    <Part
      title="Homework & Classwork"
      way={["/assignments", "All"]}
      loading={loading}
      isThere={homework !== null}
    >
      {rows.length === 0
        ? <Empty>No HW/CW assignments available.</Empty>
        : (
          <ul className="-mx-2 divide-y divide-base-300">
            {rows.map(({ _id, title, majorTopic, distributionTag, difficulty }) => (
              <li key={_id}>
                <Link href={`/assignments/${_id}`} className={rowClass}>
                  <span className="flex items-center justify-between gap-3">
                    <span className="min-w-0 truncate font-bold">{title}</span>
                    <TagBadge tag={distributionTag} />
                  </span>
                  <span className="flex items-center justify-between gap-3 text-sm">
                    <span className="min-w-0 truncate text-muted">{majorTopic}</span>
                    <span className="shrink-0">
                      <Difficulty difficulty={difficulty} />
                    </span>
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
  const list = useAtomValue(listAtom);
  const isOurs = JSON.stringify(list?.filter) === JSON.stringify(MINE);
  const load = useCallback((signal: AbortSignal) => loadDoubts(MINE, signal), []);
  const loading = useLoad(load, "Failed to fetch filtered doubts.", isOurs && list?.stale);
  const now = useNow();
  const rows = isOurs ? list?.doubts.slice(0, NAMED) : undefined;
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
                <Link href={`/doubts/${_id}`} className={rowClass}>
                  <span className="flex items-center justify-between gap-3">
                    <span className="min-w-0 truncate font-bold">{assignment.title}</span>
                    <StatusBadge status={currentStatus} />
                  </span>
                  <span className="flex items-center justify-between gap-3 text-sm text-muted">
                    <span className="min-w-0 truncate">{plain(doubtText)}</span>
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
