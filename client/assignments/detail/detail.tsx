/** One assignment: loaded, and then shown as a learner or as staff see it. */
import { useAtomValue } from "jotai";
import { Link, useParams } from "wouter";
import type { Assignment } from "../../../server/assignments/schema.ts";
import { isStaff } from "../../../server/kit/core/roles.ts";
import { NotLoaded, Page } from "../../kit/ui/page.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { useRaisedLoading } from "../../doubts/raise/raise.tsx";
import { useAssignment } from "../use-assignment.tsx";
import { endedSentence } from "../../../server/terms/policy.ts";
import { History } from "../../reviews/attempts/history.tsx";
import { ReadSolution, SolutionText } from "../../solutions/read.tsx";
import ForLearner from "./learner.tsx";
import { Question } from "./question.tsx";
import ForStaff from "./staff.tsx";
import { ResponseSummary } from "./states.tsx";

export default function AssignmentDetail() {
  const { id = "" } = useParams<{ id: string }>();
  const me = useAtomValue(meAtom);
  const { assignment, loading } = useAssignment(id);
  const isRaisedExpected = useRaisedLoading(id);
  // What is kept is no longer theirs, for example after a student has left its section.
  if (assignment === undefined || loading.status === 404 || isRaisedExpected) {
    return (
      <Page title="Assignment" dense={!isStaff(me)}>
        <NotLoaded
          loading={loading}
          label="Loading assignment details..."
          way={<Link href="/assignments" className="btn btn-primary">All Assignments</Link>}
        >
          <p className="mb-4 text-lg text-muted">Loading assignment details...</p>
          <div className="grid gap-6 lg:grid-cols-[1fr_26rem]">
            <div className="skeleton h-[max(32rem,100dvh-9.5rem)]" />
            <div className="skeleton h-96" />
          </div>
        </NotLoaded>
      </Page>
    );
  }
  const View = assignment.term ? Ended : isStaff(me) ? ForStaff : ForLearner;
  return <View assignment={assignment} />;
}

function Ended({ assignment }: { assignment: Assignment }) {
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
