/** Doubts: the list, and for staff the triage view over it. */
import { useAtomValue } from "jotai";
import { Suspense } from "react";
import { Link } from "wouter";
import { isStaff } from "../../server/kit/roles.ts";
import { lazily } from "../kit/lazily.tsx";
import { Page } from "../kit/page.tsx";
import { meAtom } from "../kit/session.ts";
import { isTriageNamed, useView, Views } from "../kit/views.tsx";

const DoubtCards = lazily(() => import("./cards.tsx"));
const DoubtQueue = lazily(async () => ({ default: (await import("./queue.tsx")).DoubtQueue }));

export const within = (query: string) => (isTriageNamed(query) ? DoubtQueue : DoubtCards).ahead();

export default function Doubts() {
  const me = useAtomValue(meAtom);
  const [view, choose] = useView("doubts", isStaff(me));
  if (me === null) return <Page title="Doubts">Please log in to view doubts.</Page>;
  return (
    <Page
      title="Doubts"
      dense={view === "triage"}
      aside={isStaff(me) ? <Views path="/doubts" shown={view} onChoose={choose} /> : <HowToRaise />}
    >
      <Suspense fallback={<div className="skeleton h-[70vh]" />}>
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
