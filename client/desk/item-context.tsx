/** The context of an open item: the question, the student's program, and other doubts. */
import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Context } from "../../server/desk/schema.ts";
import type { ListedDoubt, SimilarDoubt } from "../../server/doubts/schema.ts";
import { ResponseBadge } from "../assignments/badges.tsx";
import { sayAlike } from "../doubts/answers/badges.tsx";
import { StatusBadge } from "../doubts/status.tsx";
import { isSameFilter, useLoad } from "../kit/data/query.ts";
import { showAgo, useNow } from "../kit/ui/format-time.ts";
import { Empty, NotLoaded } from "../kit/ui/page.tsx";
import { plainText } from "../kit/ui/rich-text.tsx";
import { Tabs } from "../kit/ui/tabs.tsx";
import { LoadedQuestion } from "../assignments/detail/question.tsx";
import { loadContext } from "./actions.ts";
import { type About, contextAtom } from "./state.ts";

export const PARTS = [
  { id: "question", name: "Question" },
  { id: "program", name: "Program" },
  { id: "before", name: "Asked before" },
  { id: "similar", name: "Similar" },
] as const;
export type Part = typeof PARTS[number]["id"];

export default function ItemContext(
  { about, part, onPart }: { about: About; part: Part; onPart: (part: Part) => void },
) {
  const known = useAtomValue(contextAtom);
  const isKnown = known !== null && isSameFilter(known.about, about);
  const loading = useLoad(
    loadContext,
    "Failed to fetch the context.",
    isKnown && known.stale,
    about,
  );
  const context = isKnown ? known.context : undefined;
  return (
    <div className="flex min-h-0 grow flex-col overflow-hidden p-3">
      <Tabs label="Context" tabs={PARTS} current={part} onShow={onPart} dense>
        <div
          role="region"
          aria-label={`Context: ${PARTS.find(({ id }) => id === part)?.name}`}
          tabIndex={0}
          className="-outline-offset-3 min-[90rem]:h-[calc(100dvh-16rem)] min-[90rem]:overflow-y-auto"
        >
          {part === "question"
            ? <LoadedQuestion id={about.assignmentId} />
            : context === undefined
            ? <NotLoaded loading={loading} label="Loading the context..." skeleton="h-64" />
            : part === "program"
            ? <Program context={context} />
            : part === "before"
            ? <Doubts doubts={context.asked} empty="No other doubts." />
            : <Doubts doubts={context.similar} empty="No answered doubt is similar." />}
        </div>
      </Tabs>
    </div>
  );
}

function Program({ context: { response, program, runs, attempts } }: { context: Context }) {
  const now = useNow();
  if (response === null && program === null && runs.length === 0) {
    return <Empty>Nothing handed in or run yet.</Empty>;
  }
  return (
    <div className="space-y-5">
      {response !== null && (
        <section aria-label="Response" className="space-y-2">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <ResponseBadge status={response.responseStatus} />
            <span className="text-sm text-muted">
              handed in {showAgo(response.submittedAt, now)}, {response.reviewStatus}
            </span>
          </p>
          {response.learningNotes !== null && (
            <p className="whitespace-pre-wrap">{response.learningNotes}</p>
          )}
        </section>
      )}
      {program !== null && (
        <section aria-label="Newest program">
          <h3 className="mb-1 font-bold">
            Newest program{" "}
            <span className="text-sm font-normal text-muted">
              {program.from === "run" ? "run" : "handed in"} {showAgo(program.createdAt, now)}
            </span>
          </h3>
          <pre
            tabIndex={0}
            aria-label="Newest program"
            className="overflow-x-auto rounded-field bg-base-200 p-3 font-mono text-sm leading-5"
          >{program.source}</pre>
        </section>
      )}
      <Tries label="Runs">
        {runs.map(({ _id, verdict, passed, total, createdAt }) => (
          <Try
            key={_id}
            name={verdict ?? "not run yet"}
            href={`/runs/${_id}`}
            cases={{ passed, total }}
            at={createdAt}
          />
        ))}
      </Tries>
      <Tries label="Attempts">
        {attempts.map(({ _id, responseStatus, passed, total, createdAt }) => (
          <Try key={_id} name={responseStatus} cases={{ passed, total }} at={createdAt} />
        ))}
      </Tries>
    </div>
  );
}

function Tries({ label, children }: { label: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={label}>
      <h3 className="mb-1 font-bold">{label}</h3>
      <ol className="divide-y divide-base-300 text-sm">{children}</ol>
    </section>
  );
}

interface TryProps {
  name: string;
  /** The page of a run. */
  href?: string;
  cases: { passed: number | null; total: number | null };
  at: string;
}

function Try({ name, href, cases: { passed, total }, at }: TryProps) {
  const now = useNow();
  return (
    <li className="flex items-center gap-3 py-1.5">
      {href === undefined
        ? <span className="font-semibold">{name}</span>
        : <Link href={href} className="link-plain font-semibold">{name}</Link>}
      {total !== null && total > 0 && <span className="tabular-nums">{passed}/{total}</span>}
      <span className="ml-auto text-muted">{showAgo(at, now)}</span>
    </li>
  );
}

function Doubts(
  { doubts, empty }: {
    doubts: readonly (ListedDoubt & Pick<SimilarDoubt, "alike">)[];
    empty: string;
  },
) {
  const now = useNow();
  if (doubts.length === 0) return <Empty>{empty}</Empty>;
  return (
    <ul className="divide-y divide-base-300">
      {doubts.map(({ _id, assignment, doubtText, currentStatus, activeAt, answeredBy, alike }) => (
        <li key={_id} className="py-2">
          <p className="flex items-center gap-2 text-sm">
            <StatusBadge status={currentStatus} />
            <span className="min-w-0 truncate text-muted">
              {assignment.title}, {showAgo(activeAt, now)}
            </span>
          </p>
          <Link href={`/doubts/${_id}`} className="link-plain line-clamp-2">
            {plainText(doubtText)}
          </Link>
          {answeredBy !== null && (
            <p className="text-sm text-muted">answered by {answeredBy.name}</p>
          )}
          {alike && <span className="badge badge-sm badge-soft">{sayAlike(alike)}</span>}
        </li>
      ))}
    </ul>
  );
}
