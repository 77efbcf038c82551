/** One assignment: loaded, and then shown as a learner or as staff see it. */
import { useAtomValue } from "jotai";
import { Suspense } from "react";
import { Link, useParams } from "wouter";
import type { User } from "../../../server/people/schema.ts";
import { isStaff } from "../../../server/kit/core/roles.ts";
import { useLoad } from "../../kit/data/query.ts";
import { LoadFailed, LoadingRegion, Page } from "../../kit/ui/page.tsx";
import { lazyComponent } from "../../kit/ui/lazy.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { store } from "../../kit/net/store.ts";
import { useRaisedLoading } from "../../doubts/raise/raise.tsx";
import { loadAssignment } from "../actions.ts";
import { detailsAtom } from "../state.ts";
import Ended from "./ended.tsx";

// Each is a screen of its own. Its code is fetched together with the assignment.
const ForLearner = lazyComponent(() => import("./learner.tsx"), { isPage: true });
const ForStaff = lazyComponent(() => import("./staff.tsx"), { isPage: true });
const viewFor = (me: User | null) => isStaff(me) ? ForStaff : ForLearner;
void viewFor(store.get(meAtom)).ahead();

export default function AssignmentDetail() {
  const { id = "" } = useParams<{ id: string }>();
  const me = useAtomValue(meAtom);
  const detail = useAtomValue(detailsAtom)[id];
  const loading = useLoad(loadAssignment, "Failed to load assignment details.", detail?.stale, id);
  const isRaisedExpected = useRaisedLoading(id);
  // What is kept is no longer theirs, for example after a student has left its section.
  if (detail === undefined || loading.status === 404 || isRaisedExpected) {
    return (
      <Page title="Assignment" dense={!isStaff(me)}>
        {loading.state === "failed"
          ? (
            <LoadFailed loading={loading}>
              <Link href="/assignments" className="btn btn-primary">All Assignments</Link>
            </LoadFailed>
          )
          : <Skeleton />}
      </Page>
    );
  }
  const View = detail.assignment.term ? Ended : viewFor(me);
  return (
    <Suspense
      fallback={
        <Page title={detail.assignment.title} dense={!isStaff(me)}>
          <Skeleton />
        </Page>
      }
    >
      <View detail={detail} />
    </Suspense>
  );
}

function Skeleton() {
  return (
    <LoadingRegion label="Loading assignment details...">
      <p className="mb-4 text-lg text-muted">Loading assignment details...</p>
      <div className="grid gap-6 lg:grid-cols-[1fr_26rem]">
        <div className="skeleton h-[max(32rem,100dvh-9.5rem)]" />
        <div className="skeleton h-96" />
      </div>
    </LoadingRegion>
  );
}
