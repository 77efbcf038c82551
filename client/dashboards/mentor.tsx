/** The mentor and admin dashboard: statistics, and the panels that each role has. */
import { Suspense, useState } from "react";
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import { GoalDialog } from "../goals/dialog.tsx";
import { lazily } from "../kit/lazily.tsx";
import { Page } from "../kit/page.tsx";
import { meAtom } from "../kit/session.ts";
import { FigureCards } from "./figures.tsx";
import { type Panel, Panels } from "./panels.tsx";
import { WeekOfDoubts } from "./week.tsx";

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

const panels: readonly Panel[] = [
  {
    id: "briefing",
    name: "Create/Update Briefing",
    View: lazily(async () => ({ default: (await import("../briefings/panel.tsx")).BriefingPanel })),
  },
  {
    id: "question",
    name: "Create Question",
    View: lazily(() => import("../assignments/create.tsx")),
  },
  { id: "message", name: "Create Message", View: lazily(() => import("../messages/create.tsx")) },
  {
    id: "announcement",
    name: "Create Announcement",
    View: lazily(async () => ({
      default: (await import("../announcements/create.tsx")).AnnouncementPanel,
    })),
  },
  {
    id: "students",
    name: "View All Students",
    View: lazily(() => import("../people/students.tsx")),
  },
  {
    id: "messages",
    name: "View All Messages",
    View: lazily(() => import("../messages/panel.tsx")),
    unread: "messages",
  },
  {
    id: "personal",
    name: "View Personal Assignments",
    View: lazily(() => import("./personal.tsx")),
  },
];
const adminPanels: readonly Panel[] = [
  { id: "admin", name: "Admin Panel", View: lazily(() => import("../people/admin.tsx")) },
  {
    id: "contact",
    name: "Contact Messages",
    View: lazily(async () => ({
      default: (await import("../contact/messages.tsx")).ContactMessagesPanel,
    })),
  },
];

const Desk = lazily(() => import("./desk.tsx"));

const ways = [
  ["/doubts?order=queue&resolved=false", "Longest waiting doubts"],
  ["/solutions?view=triage", "Solutions to review"],
  ["/assignments", "All Assignments"],
] as const;

export default function MentorDashboard() {
  const me = useAtomValue(meAtom);
  const isAdmin = me?.role === "admin";
  return (
    <Page
      title={isAdmin ? "Admin Dashboard" : "Mentor Dashboard"}
      aside={
        <nav aria-label="Go on" className="flex flex-wrap gap-x-5 gap-y-2">
          {ways.map(([href, name]) => (
            <Link key={href} href={href} className="link-plain">{name}</Link>
          ))}
        </nav>
      }
    >
      <Panels
        panels={isAdmin ? [...panels, ...adminPanels] : panels}
        head={
          <FigureCards
            label="Statistics"
            names={isAdmin ? ADMIN_FIGURES : MENTOR_FIGURES}
            otherwise={isAdmin
              ? "Failed to fetch admin statistics."
              : "Failed to fetch mentor statistics."}
          />
        }
        beside={<WeekOfDoubts />}
        otherwise={
          <Suspense fallback={<div className="skeleton h-96 rounded-box" />}>
            <Desk />
          </Suspense>
        }
      >
        {!isAdmin && <WeeklyGoal />}
      </Panels>
    </Page>
  );
}

function WeeklyGoal() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="btn"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Create/Edit Weekly Goal
      </button>
      {isOpen && <GoalDialog failed="Error saving weekly goal." onClose={() => setOpen(false)} />}
    </>
  );
}
