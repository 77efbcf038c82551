/** Every screen, and who may enter it. */
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
