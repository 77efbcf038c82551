/** The student dashboard: the next step, the work, the counters, the panels, and the profile. */
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import { isLearner } from "../../../server/kit/core/roles.ts";
import { Page, useQueryParameter } from "../../kit/ui/page.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { Avatar } from "../../people/avatar.tsx";
import { FigureCards } from "../figures.tsx";
import { OpenPanel, type Panel, PanelButton } from "../panels.tsx";
import Now from "./now.tsx";
import Today from "./today.tsx";
import Personal from "../personal.tsx";
import MessagesPanel from "../../messages/panel.tsx";
import MessagesCreate from "../../messages/create.tsx";
import { BriefingPanel } from "../../briefings/panel.tsx";

const FIGURES = [
  ["totalSolved", "Total Solved", "/practice?responseStatus=solved"],
  ["pendingHW", "Pending HW", "/practice?assignmentTag=HW&responseStatus=not+solved"],
  ["pendingCW", "Pending CW", "/practice?assignmentTag=CW&responseStatus=not+solved"],
  ["pendingPersonal", "Pending Personal", "/dashboard?panel=personal&responseStatus=not+solved"],
] as const;

const all: readonly Panel[] = [
  { id: "personal", name: "View Personal Assignments", View: Personal },
  { id: "messages", name: "View All Messages", View: MessagesPanel, unread: "messages" },
  { id: "message", name: "Send Message", View: MessagesCreate },
];
const briefing: Panel = { id: "briefing", name: "Create/Update Briefing", View: BriefingPanel };

export default function StudentDashboard() {
  const me = useAtomValue(meAtom);
  const panel = useQueryParameter("panel");
  if (me === null || !isLearner(me)) {
    return <Page title="Dashboard">Please log in to view your dashboard.</Page>;
  }
  const panels = me.role === "volunteer" ? [...all, briefing] : all;
  const facts = [
    ["Name", me.name],
    ["Email", me.email],
    ["Branch", me.branch ?? "N/A"],
    ["Year", me.year ?? "N/A"],
    ["Role", me.role],
  ] as const;
  return (
    <Page title="Dashboard" heading={`Hello, ${me.name.split(" ")[0]}`} aside={<Ways />}>
      {panel === null && <Now />}
      <FigureCards label="Counters" names={FIGURES} otherwise="Failed to fetch your counters." />
      <div
        role="group"
        aria-label="Panels"
        className="flex flex-wrap gap-2 pt-6 pb-6 sm:gap-3"
      >
        {panels.map((panel) => (
          <PanelButton
            key={panel.id}
            panel={panel}
            look={(isOpen) => `btn ${isOpen ? "btn-primary" : ""}`}
          />
        ))}
      </div>
      <OpenPanel panels={panels} otherwise={<Today />} />
      <section
        aria-label="Profile summary"
        className="panel mt-6 flex flex-wrap items-center gap-x-6 gap-y-4 p-4 sm:p-5"
      >
        <Avatar name={me.name} image={me.profileImage} size="size-14 text-lg" />
        <dl className="flex min-w-0 flex-wrap gap-x-8 gap-y-3">
          {facts.map(([term, fact]) => (
            <div key={term} className="min-w-0">
              <dt className="text-sm text-muted">{term}</dt>
              <dd className={`font-semibold break-words ${term === "Role" ? "capitalize" : ""}`}>
                {fact}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </Page>
  );
}

function Ways() {
  return (
    <nav aria-label="Quick links" className="flex flex-wrap gap-x-5 gap-y-2">
      <Link href="/assignments" className="link-plain">All Assignments</Link>
      <Link href="/resourse" className="link-plain">Resources</Link>
      <Link href="/doubts?scope=mine" className="link-plain">My doubts</Link>
    </nav>
  );
}
