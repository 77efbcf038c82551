/** One assignment: the question, and beside it what a learner or a mentor does about it. */
import { Pencil, UserPlus } from "lucide-react";
import { useAtomValue } from "jotai";
import { Suspense, useCallback, useRef, useState } from "react";
import { Link, useParams } from "wouter";
import { can } from "../../server/assignments/policy.ts";
import { Dialog } from "../kit/dialog.tsx";
import { useFetched } from "../kit/here.ts";
import { lazily } from "../kit/lazily.tsx";
import { useLoad } from "../kit/load.ts";
import { LoadFailed, Page, Waiting } from "../kit/page.tsx";
import { meAtom } from "../kit/session.ts";
import { SolutionBlock } from "../solutions/block.tsx";
import { GiveUp } from "../solutions/give-up.tsx";
import { loadAssignment } from "./actions.ts";
import { Question } from "./question.tsx";
import { ResponsePanel } from "./response.tsx";
import { type Detail, detailsAtom } from "./state.ts";
import { ResponseStates } from "./states.tsx";

const assignForm = () => import("./assign.tsx");
const AssignForm = lazily(assignForm);
const EditQuestion = lazily(() => import("./edit.tsx"));

export default function AssignmentDetail() {
  const { id = "" } = useParams<{ id: string }>();
  const me = useAtomValue(meAtom);
  const detail = useAtomValue(detailsAtom)[id];
  const load = useCallback((signal: AbortSignal) => loadAssignment(id, signal), [id]);
  const loading = useLoad(load, "Failed to load assignment details.", detail?.stale);
  if (detail === undefined) {
    return (
      <Page title="Assignment">
        {loading.state === "failed"
          ? (
            <LoadFailed loading={loading}>
              <Link href="/assignments" className="btn btn-primary">All Assignments</Link>
            </LoadFailed>
          )
          : (
            <Waiting label="Loading assignment details...">
              <p className="mb-4 text-lg text-muted">Loading assignment details...</p>
              <div className="grid gap-6 lg:grid-cols-[1fr_26rem]">
                <div className="skeleton h-[32rem]" />
                <div className="skeleton h-96" />
              </div>
            </Waiting>
          )}
      </Page>
    );
  }
  return can.respond(me, detail.assignment)
    ? <ForLearner detail={detail} />
    : <ForStaff detail={detail} />;
}

function ForLearner({ detail: { assignment } }: { detail: Detail }) {
  return (
    <Page title={assignment.title}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0 space-y-6">
          <Question assignment={assignment} />
          <GiveUp assignment={assignment} />
        </div>
        <ResponsePanel assignment={assignment} />
      </div>
    </Page>
  );
}

function ForStaff({ detail: { assignment, whole } }: { detail: Detail }) {
  const [editing, setEditing] = useState(false);
  const [assigning, setAssigning] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  useFetched(assignForm);
  const { assignedTo, assignedBy } = assignment;
  return (
    <Page
      title={assignment.title}
      aside={
        <div className="flex flex-wrap gap-3">
          <button
            ref={opener}
            type="button"
            className="btn"
            aria-expanded={editing}
            onClick={() => setEditing(!editing)}
          >
            <Pencil aria-hidden className="size-4" /> Edit Question
          </button>
          <button type="button" className="btn" onClick={() => setAssigning(true)}>
            <UserPlus aria-hidden className="size-4" /> Assign Personally
          </button>
        </div>
      }
    >
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0 space-y-6">
          {editing
            ? (
              <Suspense fallback={<div className="skeleton h-[40rem]" />}>
                <EditQuestion
                  assignment={whole}
                  onClose={() => {
                    setEditing(false);
                    opener.current?.focus();
                  }}
                />
              </Suspense>
            )
            : <Question assignment={assignment} />}
          <SolutionBlock assignment={assignment} />
        </div>
        <aside aria-label="The class" className="space-y-6 xl:sticky xl:top-20">
          <ResponseStates assignment={assignment} />
          {assignedTo.length > 0 && (
            <section aria-labelledby="assigned" className="panel space-y-2 p-4 sm:p-5">
              <h2 id="assigned" className="text-xl font-bold">Assigned personally</h2>
              {assignedBy !== null && <p className="text-muted">by {assignedBy.name}</p>}
              <ul className="flex flex-wrap gap-2">
                {assignedTo.map(({ _id, name }) => (
                  <li key={_id} className="badge badge-soft badge-primary">{name}</li>
                ))}
              </ul>
            </section>
          )}
        </aside>
      </div>
      {assigning && (
        <Dialog title="Assign Personally" onClose={() => setAssigning(false)} wide>
          <AssignForm assignment={whole} onClose={() => setAssigning(false)} />
        </Dialog>
      )}
    </Page>
  );
}
