/** What there is for a learner now, live: what is given out, their own doubts, today's briefing. */
import { useAtomValue } from "jotai";
import { type ReactNode, useCallback } from "react";
import { Link } from "wouter";
import type { DoubtFilter } from "../../server/doubts/schema.ts";
import { loadHomework } from "../assignments/actions.ts";
import { Difficulty, TagBadge } from "../assignments/badges.tsx";
import { homeworkAtom } from "../assignments/state.ts";
import { StatusBadge } from "../doubts/status.tsx";
import { useLoad } from "../kit/load.ts";
import { plain } from "../kit/markup.tsx";
import { Empty } from "../kit/page.tsx";
import { meAtom } from "../kit/session.ts";
import { showAgo, useNow } from "../kit/time.ts";
import { TodaysBriefing } from "./briefing.tsx";
import { useDoubts } from "./doubts.tsx";
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

interface RowProps {
  href: string;
  title: string;
  mark: ReactNode;
  about: string;
  aside: ReactNode;
}

function Row({ href, title, mark, about, aside }: RowProps) {
  return (
    <li>
      <Link href={href} className="block rounded-field px-2 py-2 hover:bg-base-200">
        <span className="flex items-center justify-between gap-3">
          <span className="min-w-0 truncate font-bold">{title}</span>
          {mark}
        </span>
        <span className="flex items-center justify-between gap-3 text-sm">
          <span className="min-w-0 truncate text-muted">{about}</span>
          <span className="shrink-0">{aside}</span>
        </span>
      </Link>
    </li>
  );
}

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
              <Row
                key={_id}
                href={`/assignments/${_id}`}
                title={title}
                mark={<TagBadge tag={distributionTag} />}
                about={majorTopic}
                aside={<Difficulty difficulty={difficulty} />}
              />
            ))}
          </ul>
        )}
    </Part>
  );
}

function Doubts() {
  const { doubts, loading } = useDoubts(MINE);
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
              <Row
                key={_id}
                href={`/doubts/${_id}`}
                title={assignment.title}
                mark={<StatusBadge status={currentStatus} />}
                about={plain(doubtText)}
                aside={<span className="text-muted">{showAgo(activeAt, now)}</span>}
              />
            ))}
          </ul>
        )}
    </Part>
  );
}
