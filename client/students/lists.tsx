/** The lists of a learner's page: open work, attempts, doubts and reviews. */
import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { Difficulty, ResponseBadge } from "../assignments/badges.tsx";
import { StatusBadge } from "../doubts/status.tsx";
import { plainText } from "../kit/ui/rich-text.tsx";
import { useLoad } from "../kit/data/query.ts";
import { Pager } from "../kit/lists/pager.tsx";
import { paging, useFilterPart, useUrlFilter } from "../kit/lists/url-filter.tsx";
import { showAgo, showFull, useNow } from "../kit/ui/format-time.ts";
import { Empty, NotLoaded } from "../kit/ui/page.tsx";
import { Tabs } from "../kit/ui/tabs.tsx";
import { ReviewBadge } from "../reviews/status.tsx";
import { loadList } from "./actions.ts";
import { listAtom, type ListName, LISTS, type Rows } from "./state.ts";
import { Earlier } from "../runs/saved/earlier-runs.tsx";
import { Button } from "../kit/ui/button.tsx";

const tabs = [
  { id: "open", name: "Open work" },
  { id: "attempts", name: "Attempts" },
  { id: "doubts", name: "Doubts" },
  { id: "reviews", name: "Reviews" },
] as const;

const NOTHING: Record<ListName, string> = {
  open: "Everything that was given out is solved.",
  attempts: "Nothing has been handed in yet.",
  doubts: "No doubt has been raised yet.",
  reviews: "Nothing has been reviewed yet.",
};
const THING: Record<ListName, string> = {
  open: "assignment",
  attempts: "attempt",
  doubts: "doubt",
  reviews: "review",
};
/** Totals are exact up to this number (`LISTED_MOST` on the server). */
const CEILING = 1000;

export function StudentLists({ studentId }: { studentId: string }) {
  const [asked, setAsked] = useFilterPart("list");
  const shown = LISTS.find((name) => name === asked) ?? "open";
  return (
    <Tabs
      label="Lists"
      tabs={tabs}
      current={shown}
      onShow={(name) => setAsked(name === "open" ? "" : name)}
    >
      <List key={`${studentId} ${shown}`} studentId={studentId} name={shown} />
    </Tabs>
  );
}

function List({ studentId, name }: { studentId: string; name: ListName }) {
  const filter = useUrlFilter(paging);
  const known = useAtomValue(listAtom);
  const isTheirs = known?.id === studentId && known.list.name === name;
  const isStale = isTheirs && known.stale;
  const loading = useLoad(loadList, "Failed to fetch the list.", isStale, studentId, name, filter);
  if (!isTheirs) {
    return <NotLoaded loading={loading} label="Loading the list..." skeleton="h-72 rounded-box" />;
  }
  if (known.total === 0) return <Empty>{NOTHING[name]}</Empty>;
  const isCurrent = known.filter.page === filter.page && known.filter.limit === filter.limit;
  return (
    <div aria-busy={!isCurrent} className={isCurrent ? "" : "opacity-50"}>
      <ul aria-label={tabs.find(({ id }) => id === name)?.name} className="panel">
        {rowsOf(known.list, studentId)}
      </ul>
      {(known.total > filter.limit || filter.page > 1) && (
        <Pager filter={known.filter} total={known.total} ceiling={CEILING} thing={THING[name]} />
      )}
    </div>
  );
}

function rowsOf(list: Rows, studentId: string): ReactNode {
  switch (list.name) {
    case "open":
      return list.rows.map(({ assignment, givenOutAt, responseStatus }) => (
        <Row
          key={assignment._id}
          href={`/assignments/${assignment._id}`}
          title={assignment.title}
          at={givenOutAt}
        >
          {assignment.assignmentTag && (
            <span className="badge badge-outline font-semibold">{assignment.assignmentTag}</span>
          )}
          <Difficulty difficulty={assignment.difficulty} />
          <ResponseBadge status={responseStatus ?? undefined} />
          <Runs assignmentId={assignment._id} studentId={studentId} />
        </Row>
      ));
    case "attempts":
      return list.rows.map(({ _id, assignment, responseStatus, createdAt }) => (
        <Row
          key={_id}
          href={`/assignments/${assignment._id}`}
          title={assignment.title}
          at={createdAt}
        >
          <ResponseBadge status={responseStatus} />
          <Runs assignmentId={assignment._id} studentId={studentId} />
        </Row>
      ));
    case "doubts":
      return list.rows.map(({ _id, assignment, doubtText, currentStatus, activeAt }) => (
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
    case "reviews":
      return list.rows.map(({ _id, assignment, status, comment, by, createdAt }) => (
        <Row
          key={_id}
          href={`/assignments/${assignment._id}`}
          title={assignment.title}
          text={comment}
          at={createdAt}
        >
          <ReviewBadge status={status} />
          <span className="text-sm text-muted">by {by.name}</span>
        </Row>
      ));
  }
}

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
