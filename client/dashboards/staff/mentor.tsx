/** The mentor and admin dashboard: waiting work, today, and the panels that each role has. */
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import { lazyComponent } from "../../kit/ui/lazy.tsx";
import { Page } from "../../kit/ui/page.tsx";
import { useLoad } from "../../kit/data/query.ts";
import { meAtom } from "../../kit/net/session.ts";
import { loadRunning } from "../../class-sessions/actions.ts";
import { runningAtom } from "../../class-sessions/state.ts";
import { FigureCards } from "../figures.tsx";
import { NewMenu } from "./new-menu.tsx";
import { OpenPanel, type Panel } from "../panels.tsx";
import Desk from "./desk.tsx";
import { AnnouncementPanel } from "../../announcements/create.tsx";
import MessagesCreate from "../../messages/create.tsx";
import { BriefingPanel } from "../../briefings/panel.tsx";
import AccountsStudents from "../../people/accounts/students.tsx";
import MessagesPanel from "../../messages/panel.tsx";
import Personal from "../personal.tsx";
import { ContactMessagesPanel } from "../../contact/messages.tsx";
import { ScheduledAnnouncements } from "../../announcements/scheduled.tsx";
import { ScheduledQuestions } from "../../assignments/give/scheduled.tsx";
import { ScheduledBriefings } from "../../briefings/scheduled.tsx";

const WriteCreate = lazyComponent(() => import("../../assignments/write/create.tsx"));
const AdminPanel = lazyComponent(() => import("../../people/accounts/admin.tsx"));

const MENTOR_FIGURES = [
  ["totalQuestions", "Total Questions"],
  ["totalDoubtsReplied", "Total Doubts Replied"],
  ["totalPersonalMessages", "Total Personal Messages"],
] as const;
const ADMIN_FIGURES = [
  ["totalStudents", "Total Students"],
  ["totalMentors", "Total Mentors"],
  ["totalVolunteers", "Total Volunteers"],
  ["totalQuestions", "Total Questions"],
  ["totalMessages", "Total Messages"],
  ["totalDoubts", "Total Doubts"],
] as const;

const making: readonly Panel[] = [
  { id: "question", name: "Create Question", View: WriteCreate },
  { id: "announcement", name: "Create Announcement", View: AnnouncementPanel },
  { id: "message", name: "Create Message", View: MessagesCreate },
  { id: "briefing", name: "Create/Update Briefing", View: BriefingPanel },
];
const reading: readonly Panel[] = [
  { id: "prepared", name: "Scheduled", View: ScheduledTexts },
  { id: "students", name: "View All Students", View: AccountsStudents },
  { id: "messages", name: "View All Messages", View: MessagesPanel, unread: "messages" },
  { id: "personal", name: "View Personal Assignments", View: Personal },
];
const administering: readonly Panel[] = [
  { id: "admin", name: "Admin Panel", View: AdminPanel },
  { id: "contact", name: "Contact Messages", View: ContactMessagesPanel },
];

export default function MentorDashboard() {
  const me = useAtomValue(meAtom);
  const isAdmin = me?.role === "admin";
  const running = useAtomValue(runningAtom);
  useLoad(loadRunning, null, running?.stale);
  const more = isAdmin ? [...reading, ...administering] : reading;
  return (
    <Page
      title={isAdmin ? "Admin Dashboard" : "Mentor Dashboard"}
      aside={
        <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Link href="/assignments" className="link-plain">All Assignments</Link>
          <Link href="/mentor/class" className="btn btn-primary">
            {running?.classSession ? "Class session" : "Start class"}
          </Link>
        </p>
      }
    >
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="space-y-4 max-lg:contents lg:order-2">
          <div className="max-lg:order-1 max-lg:flex max-lg:justify-end max-lg:gap-2 print:hidden">
            <NewMenu making={making} more={more} hasGoal={!isAdmin} />
          </div>
          <div className="max-lg:order-3">
            <FigureCards
              label="Statistics"
              names={isAdmin ? ADMIN_FIGURES : MENTOR_FIGURES}
              otherwise={isAdmin
                ? "Failed to fetch admin statistics."
                : "Failed to fetch mentor statistics."}
              narrow
            />
          </div>
        </div>
        <div className="min-w-0 max-lg:order-2 lg:order-1">
          <OpenPanel panels={[...making, ...more]} otherwise={<Desk />} />
        </div>
      </div>
    </Page>
  );
}

/** The panel "Scheduled": what staff have prepared for a time, of all kinds. */
function ScheduledTexts() {
  return (
    <div className="space-y-8">
      <div>
        <h2 className="text-2xl font-extrabold">Scheduled</h2>
        <p className="text-muted">
          Until its time, only staff see it, and a briefing also its author. Then it appears by
          itself.
        </p>
      </div>
      <ScheduledQuestions />
      <ScheduledAnnouncements />
      <ScheduledBriefings />
    </div>
  );
}
