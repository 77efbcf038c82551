/** The class sessions that are over, with their results. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import type { PastClassSession, QuestionSummary } from "../../server/class-sessions/schema.ts";
import { showSpan } from "../kit/ui/format-time.ts";
import { Time } from "../kit/ui/time.tsx";
import { takeLostFocus } from "../kit/focus/hand-over-focus.ts";
import { NewerOlder } from "../kit/lists/newer-older.tsx";
import { Empty, useKnown } from "../kit/ui/page.tsx";
import { plural } from "../kit/ui/plural.ts";
import { ForSections } from "../sections/names.tsx";
import { loadPast, PAST_PER_PAGE } from "./actions.ts";
import { pastAtom } from "./state.ts";
import { Button } from "../kit/ui/button.tsx";

/** @param except the session whose results stand above the list */
export function PastClassSessions({ except }: { except: string | null }) {
  const [page, setPage] = useState(1);
  const [known, waiting] = useKnown(pastAtom, loadPast, {
    failed: "Failed to load the past sessions.",
    label: "Loading the past sessions...",
    skeleton: "h-48 rounded-box",
  }, page);
  const classSessions = known?.classSessions.filter(({ _id }) => _id !== except) ?? [];
  const pages = Math.ceil((known?.total ?? 0) / PAST_PER_PAGE);
  return (
    <section aria-labelledby="past">
      <h2 id="past" className="mb-3 text-xl font-bold">Past sessions</h2>
      {known === null
        ? waiting
        : classSessions.length === 0
        ? <Empty>No earlier class session.</Empty>
        : (
          <ul className="grid gap-4 xl:grid-cols-2" aria-busy={known.page !== page}>
            {classSessions.map((classSession) => (
              <Past key={classSession._id} classSession={classSession} />
            ))}
          </ul>
        )}
      <NewerOlder label="Pages of past sessions" page={page} pages={pages} onPage={setPage} />
    </section>
  );
}

/** The session that has just ended, in place of the running one. `PastClassSessions` loads it. */
export function EndedClassSession({ id, onAgain }: { id: string; onAgain: () => void }) {
  const known = useAtomValue(pastAtom);
  const listed = known?.classSessions.find(({ _id }) => _id === id);
  /** Another page of the past sessions does not have it. */
  const [classSession, setClassSession] = useState(listed);
  if (listed !== undefined && listed !== classSession) setClassSession(listed);
  return (
    <section aria-labelledby="ended" className="space-y-4">
      <h2 id="ended" ref={takeLostFocus} tabIndex={-1} className="text-xl font-bold outline-none">
        The class session is over
      </h2>
      {classSession === undefined ? <div className="skeleton h-48 rounded-box" /> : (
        <ul>
          <Past classSession={classSession} />
        </ul>
      )}
      <Button onClick={onAgain}>Start another session</Button>
    </section>
  );
}

const HEADS = ["Opened", "Ran", "Solved"];
const number = "py-1 pl-4 text-right tabular-nums";
const NONE: QuestionSummary = { assignmentId: "", opened: 0, ran: 0, solved: 0 };

function Past({ classSession }: { classSession: PastClassSession }) {
  const { summary, startedAt, endedAt, startedBy, questions, audience } = classSession;
  return (
    <li className="panel p-4">
      <h3 className="font-bold">
        <Time at={startedAt} />
      </h3>
      <p className="text-muted">
        {startedBy.name}
        {endedAt && `, ${showSpan(startedAt, Date.parse(endedAt))}`}
      </p>
      {audience && <ForSections ids={audience} />}
      {summary && (
        <>
          <p className="mt-2">
            {[
              plural(summary.students, "student"),
              plural(summary.doubts, "doubt"),
              plural(summary.groupAnswers, "answer to groups", "answers to groups"),
              plural(summary.polls, "quick question"),
            ].join(" · ")}
          </p>
          <div className="mt-2 overflow-x-auto" tabIndex={0} role="group" aria-label="By question">
            <table className="w-full text-sm">
              <thead>
                <tr>
                  <th scope="col" className="text-left">Question</th>
                  {HEADS.map((head) => <th key={head} scope="col" className={number}>{head}</th>)}
                </tr>
              </thead>
              <tbody>
                {questions.map(({ _id, title }) => {
                  const { opened, ran, solved } = summary.questions.find(({ assignmentId }) =>
                    assignmentId === _id
                  ) ?? NONE;
                  return (
                    <tr key={_id}>
                      <th scope="row" className="py-1 text-left font-normal break-words">
                        {title}
                      </th>
                      {[opened, ran, solved].map((many, at) => (
                        <td key={at} className={number}>{many}</td>
                      ))}
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        </>
      )}
    </li>
  );
}
