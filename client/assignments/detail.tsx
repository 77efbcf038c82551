/** One assignment: the question, and beside it what a learner does about it. */
import { useAtomValue } from "jotai";
import { useCallback } from "react";
import { useParams } from "wouter";
import { can } from "../../server/assignments/policy.ts";
import { useLoad } from "../kit/load.ts";
import { LoadFailed, Page, Waiting } from "../kit/page.tsx";
import { meAtom } from "../kit/session.ts";
import { loadAssignment } from "./actions.ts";
import { Question } from "./question.tsx";
import { ResponsePanel } from "./response.tsx";
import { detailsAtom } from "./state.ts";

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
          ? <LoadFailed loading={loading} />
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
  const { assignment } = detail;
  const responds = can.respond(me, assignment);
  return (
    <Page title={assignment.title}>
      <div className={responds ? "grid items-start gap-6 lg:grid-cols-[1fr_26rem]" : ""}>
        <Question assignment={assignment} />
        {responds && <ResponsePanel assignment={assignment} />}
      </div>
    </Page>
  );
}
