/** The screens and actions that the command palette knows without asking the server, by role. */
import type { Role } from "../../server/kit/core/roles.ts";
import { activeShortcuts } from "../kit/focus/shortcuts.tsx";
import { signOut } from "../kit/net/session.ts";

export interface Command {
  kind: "Screen" | "Action" | "Here";
  name: string;
  /** More words by which it is found. */
  words?: string;
  /** The address to open, or what to do here. */
  to: string | (() => void);
}

type Row = readonly [name: string, to: Command["to"], words?: string];
const commands = (kind: Command["kind"], rows: readonly Row[]): Command[] =>
  rows.map(([name, to, words]) => ({ kind, name, to, words }));

const everyone = commands("Screen", [
  ["Home", "/", "notice board announcements briefings"],
  ["Doubts", "/doubts", "questions threads"],
  ["Practice", "/practice", "exercises"],
  ["All Assignments", "/assignments", "questions homework classwork"],
  ["Resources", "/resourse", "library projects theory"],
  ["Messages", "/messages", "inbox"],
  ["Previous Briefings", "/briefings/archive", "archive"],
  ["Previous Announcements", "/briefings/archive?tab=announcements", "archive"],
  ["My profile", "/profile", "account name branch year picture calendar"],
  ["About", "/About", "team story"],
  ["Contact", "/contact"],
]);

const mine = commands("Action", [
  ["Change my password", "/profile#password", "security"],
  ["See where I am signed in", "/profile#sessions", "devices sessions end"],
  ["Show the projector", "/home?display=projector", "wall slides"],
  ["Log out", signOut, "sign out leave"],
]);

const learners = [
  ...commands("Screen", [
    ["Dashboard", "/dashboard", "today"],
    ["My submitted solutions", "/Student-solutions", "q-solved reviews"],
  ]),
  ...commands("Action", [
    ["See my own doubts", "/doubts?scope=mine", "mine asked"],
    ["Send a message", "/dashboard?panel=message", "write mentor"],
    ["Read my messages", "/dashboard?panel=messages", "inbox"],
    ["See my personal assignments", "/dashboard?panel=personal", "mine"],
  ]),
];

const volunteers = commands("Action", [
  ["Write today's briefing", "/dashboard?panel=briefing", "create update daily"],
]);

const staff = [
  ...commands("Screen", [
    ["Dashboard", "/mentor", "statistics desk"],
    ["Solutions", "/solutions", "reviews responses"],
    ["Class", "/mentor/class", "session lesson map wall live now past"],
    ["Progress", "/progress", "weekly goal daily update report"],
    ["All students", "/mentor?panel=students", "class list view"],
  ]),
  ...commands("Action", [
    ["Start class", "/mentor/class", "start session lesson map wall live end"],
    ["Answer the doubt that has waited longest", "/doubts?view=triage", "triage queue reply"],
    ["Review the solution that has waited longest", "/solutions?view=triage", "triage queue"],
    ["Ask the class a quick question", "/mentor?ask=class", "poll vote choices"],
    ["Create a question", "/mentor?panel=question", "new assignment project"],
    ["Create a message", "/mentor?panel=message", "new write send"],
    ["Create an announcement", "/mentor?panel=announcement", "new notice"],
    ["Write today's briefing", "/mentor?panel=briefing", "create update daily"],
    ["See what is scheduled", "/mentor?panel=prepared", "tomorrow later schedule publish time"],
    ["See all messages", "/mentor?panel=messages", "inbox view"],
    ["See personal assignments", "/mentor?panel=personal", "view"],
  ]),
];

const admins = [
  ...commands("Screen", [
    ["User Management", "/users", "accounts people"],
    [
      "Admin Panel",
      "/mentor?panel=admin",
      "accounts goals who is here answer times webhooks audit log",
    ],
    ["Contact messages", "/mentor?panel=contact", "letters visitors"],
  ]),
  ...commands("Action", [
    ["Create a mentor, an admin or a volunteer", "/users", "new account invite"],
    ["See who is here now", "/mentor?panel=admin&tab=here", "online present"],
    ["See the answer times", "/mentor?panel=admin&tab=answers", "median waits longest statistics"],
    [
      "Invite a class or a person",
      "/mentor?panel=admin&tab=registration",
      "invitation register who may",
    ],
    ["See deleted accounts", "/mentor?panel=admin&tab=deleted", "take back restore removed"],
    ["Import a roster", "/mentor?panel=admin&tab=roster", "csv excel accounts list class"],
    ["Edit the About page", "/mentor?panel=admin&tab=about", "team story mission"],
  ]),
];

export function commandsOf(role: Role): readonly Command[] {
  if (role === "student") return [...everyone, ...learners, ...mine];
  if (role === "volunteer") return [...everyone, ...learners, ...volunteers, ...mine];
  return [...staff, ...everyone, ...(role === "admin" ? admins : []), ...mine];
}

/** What the components of this screen can do and have no key for. */
export const commandsHere = (): readonly Command[] =>
  activeShortcuts().flatMap(({ shortcuts }) => shortcuts)
    .filter(({ keys }) => keys.length === 0)
    .map(({ name, run }) => ({ kind: "Here", name, to: () => run("") }));

const normal = (text: string) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

/** How well a command fits, or 0: every typed word must begin a word of it. */
function fit({ name, words = "" }: Command, typed: readonly string[]): number {
  const own = normal(name).split(/[^\p{L}\p{N}]+/u);
  const more = normal(words).split(" ");
  let sum = 0;
  for (const word of typed) {
    if (own.some((one) => one.startsWith(word))) sum += own[0]?.startsWith(word) ? 3 : 2;
    else if (more.some((one) => one.startsWith(word))) sum += 1;
    else return 0;
  }
  return sum;
}

/** Returns the commands that fit a text, best first; without a text, all of them. */
export function fitting(all: readonly Command[], text: string): readonly Command[] {
  const typed = normal(text).split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  if (typed.length === 0) return all;
  return all.map((command) => ({ command, points: fit(command, typed) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .map(({ command }) => command);
}
