/** The doubts screen: the list, and for staff also the triage view. */
import { useAtomValue } from "jotai";
import { Suspense } from "react";
import { Link } from "wouter";
import { Export } from "../../exports/export.tsx";
import { useFetchAhead } from "../../kit/focus/user-activity.ts";
import { isStaff } from "../../../server/kit/core/roles.ts";
import { lazyComponent } from "../../kit/ui/lazy.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { isTriageNamed, useView, ViewSwitch } from "../../kit/app/view-switch.tsx";
import DoubtCards from "./cards.tsx";

/** The triage view is a screen of its own. */
const DoubtQueue = lazyComponent(async () => ({
  default: (await import("../triage/queue.tsx")).DoubtQueue,
}));
if (isTriageNamed(location.search)) void DoubtQueue.ahead();

export default function Doubts() {
  const me = useAtomValue(meAtom);
  const [view, choose] = useView("doubts", isStaff(me));
  useFetchAhead(isStaff(me) ? DoubtQueue.ahead : null);
  if (me === null) return <Page title="Doubts">Please log in to view doubts.</Page>;
  return (
    <Page
      title="Doubts"
      dense={view === "triage"}
      aside={isStaff(me)
        ? (
          <div className="flex flex-wrap items-center gap-2">
            {view === "list" && <Export lists={{ doubts: "Doubts" }} />}
            <ViewSwitch path="/doubts" shown={view} onChoose={choose} />
          </div>
        )
        : <HowToRaise />}
    >
      <Suspense fallback={<div className="skeleton h-[calc(100dvh-9rem)]" />}>
        {view === "triage" ? <DoubtQueue /> : <DoubtCards />}
      </Suspense>
    </Page>
  );
}

function HowToRaise() {
  return (
    <p className="text-muted">
      To raise a doubt, open <Link href="/assignments" className="link-plain">the assignment</Link>
      {" "}
      it is about.
    </p>
  );
}
