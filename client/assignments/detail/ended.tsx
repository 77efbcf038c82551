/** A question of an ended term: it is read, and nothing is written. */
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import { isStaff } from "../../../server/kit/core/roles.ts";
import { endedSentence } from "../../../server/terms/policy.ts";
import { Page } from "../../kit/ui/page.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { History } from "../../reviews/attempts/history.tsx";
import { ReadSolution, SolutionText } from "../../solutions/read.tsx";
import type { Detail } from "../state.ts";
import { Question } from "./question.tsx";
import { ResponseSummary } from "./states.tsx";

export default function Ended({ detail: { assignment } }: { detail: Detail }) {
  const me = useAtomValue(meAtom);
  const { _id, term = "", solution, solutionVisible, responses } = assignment;
  const [own] = responses;
  return (
    <Page title={assignment.title}>
      <p className="mb-4 rounded-box border-l-8 border-info bg-info/12 p-4 font-semibold">
        {endedSentence(term)}
      </p>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0 space-y-6">
          <Question assignment={assignment} />
          {(solution || solutionVisible) && (
            <section aria-labelledby="solution" className="panel min-w-0 space-y-5 p-4 sm:p-6">
              <h2 id="solution" className="text-xl font-bold">Solution</h2>
              {solution
                ? <SolutionText solution={solution} assignmentId={_id} />
                : <ReadSolution assignmentId={_id} />}
            </section>
          )}
        </div>
        <aside className="space-y-6" aria-label={isStaff(me) ? "The class" : "Your response"}>
          {isStaff(me)
            ? <ResponseSummary assignment={assignment} />
            : own && me && (
              <section aria-labelledby="own" className="panel space-y-5 p-4 sm:p-5">
                <h2 id="own" className="text-xl font-bold">Your attempts</h2>
                <History of={`${_id}.${me._id}`} version={own.version} />
              </section>
            )}
          <p className="px-1">
            <Link href={`/answers/${_id}`} className="link-plain">Answered doubts</Link>
          </p>
        </aside>
      </div>
    </Page>
  );
}
