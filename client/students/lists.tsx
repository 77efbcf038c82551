/** The lists of a learner's page: open work, attempts, doubts and reviews. */
import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { type Attempt, LISTED_MOST } from "../../server/students/schema.ts";
import { Difficulty, ResponseBadge } from "../assignments/badges.tsx";
import { StatusBadge } from "../doubts/status.tsx";
import { plainText } from "../kit/ui/rich-text.tsx";
import { isSameFilter, useLoad } from "../kit/data/query.ts";
import { Pager } from "../kit/lists/pager.tsx";
import { paging, useFilterPart, useUrlFilter } from "../kit/lists/url-filter.tsx";
import { showAgo, showFull, useNow } from "../kit/ui/format-time.ts";
import { Empty, NotLoaded } from "../kit/ui/page.tsx";
import { Tabs } from "../kit/ui/tabs.tsx";
import { ReviewBadge } from "../reviews/status.tsx";
import { loadList } from "./actions.ts";
import { listAtom, type ListName, type Rows } from "./state.ts";
import { Earlier } from "../runs/saved/earlier-runs.tsx";
import { Button } from "../kit/ui/button.tsx";

interface Tab {
  id: ListName;
  name: string;
  /** What the pager counts. */
  thing: string;
  empty: string;
}

const OPEN: Tab = {
  id: "open",
  name: "Open work",
  thing: "assignment",
  empty: "Everything that was given out is solved.",
};
const tabs: readonly Tab[] = [
  OPEN,
  { id: "attempts", name: "Attempts", thing: "attempt", empty: "Nothing has been handed in yet." },
  { id: "doubts", name: "Doubts", thing: "doubt", empty: "No doubt has been raised yet." },
  { id: "reviews", name: "Reviews", thing: "review", empty: "Nothing has been reviewed yet." },
];

export function StudentLists({ studentId }: { studentId: string }) {
  const [asked, setAsked] = useFilterPart("list");
  const shown = tabs.find(({ id }) => id === asked) ?? OPEN;
  return (
    <Tabs
      label="Lists"
      tabs={tabs}
      current={shown.id}
      onShow={(id) => setAsked(id === "open" ? "" : id)}
    >
      <List key={`${studentId} ${shown.id}`} studentId={studentId} tab={shown} />
    </Tabs>
  );
}

function List({ studentId, tab }: { studentId: string; tab: Tab }) {
  const { id, name, thing, empty } = tab;
  const filter = useUrlFilter(paging);
  const known = useAtomValue(listAtom);
  const isTheirs = known?.id === studentId && known.name === id;
  const isStale = isTheirs && known.stale;
  const loading = useLoad(loadList, "Failed to fetch the list.", isStale, studentId, id, filter);
  if (!isTheirs) {
    return <NotLoaded loading={loading} label="Loading the list..." skeleton="h-72 rounded-box" />;
  }
  const { total } = known.data;
  if (total === 0) return <Empty>{empty}</Empty>;
  const isCurrent = isSameFilter(known.filter, filter);
  return (
    <div aria-busy={!isCurrent} className={isCurrent ? "" : "opacity-50"}>
      <ul aria-label={name} className="panel">
        {rowsOf(known.data, studentId)}
      </ul>
      {(total > filter.limit || filter.page > 1) && (
        <Pager filter={known.filter} total={total} ceiling={LISTED_MOST} thing={thing} />
      )}
    </div>
  );
}

function rowsOf(list: Rows, studentId: string): ReactNode {
  if ("open" in list) {
    return list.open.map(({ assignment, givenOutAt, responseStatus }) => (
      <Row key={assignment._id} {...of(assignment)} at={givenOutAt}>
        {assignment.assignmentTag && (
          <span className="badge badge-outline font-semibold">{assignment.assignmentTag}</span>
        )}
        <Difficulty difficulty={assignment.difficulty} />
        <ResponseBadge status={responseStatus ?? undefined} />
        <Runs assignmentId={assignment._id} studentId={studentId} />
      </Row>
    ));
  }
  if ("attempts" in list) {
    return list.attempts.map(({ _id, assignment, responseStatus, createdAt }) => (
      <Row key={_id} {...of(assignment)} at={createdAt}>
        <ResponseBadge status={responseStatus} />
        <Runs assignmentId={assignment._id} studentId={studentId} />
      </Row>
    ));
  }
  if ("doubts" in list) {
    return list.doubts.map(({ _id, assignment, doubtText, currentStatus, activeAt }) => (
      <Row
        key={_id}
        href={`/doubts/${_id}`}
        title={plainText(doubtText)}
        text={assignment.title}
        at={activeAt}
      >
        <StatusBadge status={currentStatus} />
      </Row>
    ));
  }
  return list.reviews.map(({ _id, assignment, status, comment, by, createdAt }) => (
    <Row key={_id} {...of(assignment)} text={comment} at={createdAt}>
      <ReviewBadge status={status} />
      <span className="text-sm text-muted">by {by.name}</span>
    </Row>
  ));
}

const of = ({ _id, title }: Attempt["assignment"]) => ({ href: `/assignments/${_id}`, title });

/** The button that opens the student's newest runs on a question, below the row. */
function Runs(of: { assignmentId: string; studentId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button className="btn-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Runs
      </Button>
      {isOpen && (
        <div className="w-full">
          <Earlier {...of} />
        </div>
      )}
    </>
  );
}

interface RowProps {
  href: string;
  title: string;
  text?: string | null;
  at: string | null;
  children: ReactNode;
}

function Row({ href, title, text, at, children }: RowProps) {
  const now = useNow();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-base-300 px-4 py-2.5 first:border-t-0">
      <div className="min-w-0 grow basis-56">
        <Link href={href} className="link-plain line-clamp-2 font-semibold break-words">
          {title}
        </Link>
        {text && <p className="line-clamp-2 break-words text-muted">{text}</p>}
      </div>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">{children}</span>
      {at !== null && (
        <time
          dateTime={at}
          title={showFull(at)}
          className="text-sm text-muted sm:ml-auto sm:w-24 sm:text-right"
        >
          {showAgo(at, now)}
        </time>
      )}
    </li>
  );
}
