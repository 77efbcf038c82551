/** Doubts: the list, and for staff the triage view over it. */
import { useAtomValue } from "jotai";
import { lazy, Suspense } from "react";
import { isStaff } from "../../server/kit/roles.ts";
import { Page } from "../kit/page.tsx";
import { meAtom } from "../kit/session.ts";
import { useView, Views } from "../kit/views.tsx";

const DoubtCards = lazy(() => import("./cards.tsx"));
const DoubtQueue = lazy(async () => ({ default: (await import("./queue.tsx")).DoubtQueue }));

export default function Doubts() {
  const me = useAtomValue(meAtom);
  const [view, choose] = useView("doubts", isStaff(me));
  if (me === null) return <Page title="Doubts">Please log in to view doubts.</Page>;
  return (
    <Page
      title="Doubts"
      aside={isStaff(me) && <Views path="/doubts" shown={view} onChoose={choose} />}
    >
      <Suspense fallback={<div className="skeleton h-[70vh]" />}>
        {view === "triage" ? <DoubtQueue /> : <DoubtCards />}
      </Suspense>
    </Page>
  );
}
