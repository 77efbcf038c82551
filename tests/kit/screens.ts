/**
 * Every screen, who may enter it, and which modules it imports by itself besides those that its
 * page names.
 */
import { type Access, screens } from "../../client/routes.ts";

export type Visitor = "visitor" | "student" | "volunteer" | "mentor" | "admin";

/** The kinds of screens that each role may enter, by the access that the app registers. */
export const ACCESS: Record<Visitor, Access[]> = {
  visitor: ["public"],
  student: ["public", "everyone", "learners"],
  volunteer: ["public", "everyone", "learners"],
  mentor: ["public", "everyone", "staff"],
  admin: ["public", "everyone", "staff", "admins"],
};

/** The routes of client/routes.ts; the home page has two. */
export const routes = screens.map(({ path, access }) => ({ pattern: path, access }));

/** The source of each panel of a dashboard. */
const PANELS: Record<string, string> = {
  personal: "dashboards/personal.tsx",
  messages: "messages/panel.tsx",
  message: "messages/create.tsx",
  briefing: "briefings/panel.tsx",
  question: "assignments/write/create.tsx",
  announcement: "announcements/create.tsx",
  prepared: "dashboards/staff/prepared.tsx",
  students: "people/accounts/students.tsx",
  admin: "people/accounts/admin.tsx",
  contact: "contact/messages.tsx",
};
const LEARNER_PANELS = ["personal", "messages", "message"];
const STAFF_PANELS = [
  "briefing",
  "question",
  "message",
  "announcement",
  "prepared",
  "students",
  "messages",
  "personal",
];
const TRIAGE = ["/doubts?view=triage", "/solutions?view=triage"];
const panels = (path: string, ids: string[]) => ids.map((id) => `${path}?panel=${id}`);

/** Screens that share a route with another and differ in the rest of the address. */
const MORE: Record<Visitor, string[]> = {
  visitor: ["/home?display=projector", "/nowhere"],
  student: [
    "/briefings/archive?tab=announcements",
    ...panels("/dashboard", LEARNER_PANELS),
  ],
  volunteer: panels("/dashboard", [...LEARNER_PANELS, "briefing"]),
  mentor: [...panels("/mentor", STAFF_PANELS), ...TRIAGE],
  admin: [...panels("/mentor", [...STAFF_PANELS, "admin", "contact"]), ...TRIAGE],
};

/** Returns all screens of a role; those with an item's id end in `/:id`. */
export function screensOf(who: Visitor): string[] {
  const entered = routes.filter(({ access }) => ACCESS[who].includes(access));
  return [...entered.map(({ pattern }) => pattern), ...MORE[who]];
}

/** The source that a screen imports by itself as soon as it is shown. */
const AT_ONCE: Record<string, string> = {
  "/home?display=projector": "home/projector.tsx",
  "/nowhere": "home/not-found.tsx",
  "/dashboard": "dashboards/learner/today.tsx",
  "/mentor": "dashboards/staff/desk.tsx",
};
/** The source that a screen imports by itself for everyone who has signed in. */
const SIGNED_IN: Record<string, string> = {
  "/": "home/board.tsx",
  "/home": "home/board.tsx",
};
/** The source that a screen imports by itself, where it depends on who is there. */
const BY_ROLE: Record<string, { learners: string; staff: string }> = {
  "/assignments/:id": {
    learners: "assignments/detail/learner.tsx",
    staff: "assignments/detail/staff.tsx",
  },
};
/** The sources that a screen imports by itself only for some content. Their weight counts, too. */
const FOR_CONTENT: Record<string, string[]> = {
  "/doubts": ["doubts/line.tsx"],
  "/doubts/:id": [
    "doubts/thread/owner.tsx",
    "doubts/line.tsx",
    "doubts/thread/private-switch.tsx",
    "doubts/thread/unsent.tsx",
  ],
};
/** The sources that a screen imports for some content, after it has shown its first data. */
const AFTERWARDS: Record<string, string[]> = {
  "/runs/:id": ["comments/run-with-comments.tsx"],
  "/assignments/:id": [
    "doubts/raise/inline-thread.tsx",
    "doubts/thread/owner.tsx",
    "doubts/line.tsx",
    "kit/news/offer-notifications.tsx",
  ],
};
/** The only screens on which visitors get live updates. */
const LIVE_FOR_VISITORS = screens.filter(({ liveForVisitors }) => liveForVisitors)
  .map(({ path }) => path);

/** Returns the sources that a screen imports by itself, as the build's manifest names them. */
export function importedBy(screen: string, who: Visitor): string[] {
  const { pathname, searchParams } = new URL(screen, "http://site");
  const panel = searchParams.get("panel");
  const role = who === "mentor" || who === "admin" ? "staff" : "learners";
  const forAll = AT_ONCE[screen] ?? (who === "visitor" ? undefined : SIGNED_IN[screen]);
  const own = panel === null ? forAll ?? BY_ROLE[screen]?.[role] : PANELS[panel];
  const isLive = who !== "visitor" || LIVE_FOR_VISITORS.includes(pathname);
  return [...own === undefined ? [] : [own], ...isLive ? ["live.ts", "socket.io-client"] : []];
}

/** Returns the sources that a screen imports only for some content: at once, and afterwards. */
export const importedForContent = (screen: string) => ({
  atOnce: FOR_CONTENT[screen] ?? [],
  afterwards: AFTERWARDS[screen] ?? [],
});
