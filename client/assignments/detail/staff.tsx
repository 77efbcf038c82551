/** One assignment as staff see it: the question, its solution, and all responses beside it. */
import { Suspense, useRef, useState } from "react";
import { Link } from "wouter";
import type { Assignment } from "../../../server/assignments/schema.ts";
import Pencil from "../../kit/ui/icon.tsx?pencil";
import UserPlus from "../../kit/ui/icon.tsx?user-plus";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { SolutionBlock } from "../../solutions/block.tsx";
import { PersonName } from "../../people/person-name.tsx";
import { ForSections } from "../../sections/names.tsx";
import { Question } from "./question.tsx";
import { ResponseSummary } from "./states.tsx";
import AssignForm from "./assign.tsx";
import { lazyComponent } from "../../kit/ui/lazy.tsx";
import { useFetchAhead } from "../../kit/focus/user-activity.ts";
import { Button } from "../../kit/ui/button.tsx";

const EditQuestion = lazyComponent(() => import("../write/edit.tsx"));

export default function ForStaff({ assignment }: { assignment: Assignment }) {
  const [editing, setEditing] = useState(false);
  const [assigning, setAssigning] = useState(false);
  useFetchAhead(EditQuestion.ahead);
  const opener = useRef<HTMLButtonElement>(null);
  const { assignedTo, assignedBy } = assignment;
  return (
    <Page
      title={assignment.title}
      aside={
        <div className="flex flex-wrap gap-3">
          <Button
            ref={opener}
            aria-expanded={editing}
            onClick={() => setEditing(!editing)}
            icon={Pencil}
          >
            Edit Question
          </Button>
          <Button onClick={() => setAssigning(true)} icon={UserPlus}>Assign Personally</Button>
        </div>
      }
    >
      {assignment.audience && (
        <p className="mb-3">
          <ForSections ids={assignment.audience} />
        </p>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0 space-y-6">
          {editing
            ? (
              <Suspense fallback={<div className="skeleton h-96 rounded-box" />}>
                <EditQuestion
                  assignment={assignment}
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
          <ResponseSummary assignment={assignment} />
          <p className="px-1">
            <Link href={`/answers/${assignment._id}`} className="link-plain">
              Answered doubts for later classes
            </Link>
          </p>
          {assignedTo.length > 0 && (
            <section aria-labelledby="assigned" className="panel space-y-2 p-4 sm:p-5">
              <h2 id="assigned" className="text-xl font-bold">Assigned personally</h2>
              {assignedBy !== null && <p className="text-muted">by {assignedBy.name}</p>}
              <ul className="flex flex-wrap gap-2">
                {assignedTo.map((student) => (
                  <li key={student._id} className="badge badge-soft badge-primary">
                    <PersonName person={student} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </aside>
      </div>
      {assigning && (
        <Dialog title="Assign Personally" onClose={() => setAssigning(false)} wide>
          <AssignForm assignment={assignment} onClose={() => setAssigning(false)} />
        </Dialog>
      )}
    </Page>
  );
}
