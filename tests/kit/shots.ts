/**
 * `deno task shots [name …]`: takes a screenshot of every screen, for each role that has one, at
 * phone, laptop and projector width, light and dark, with a fresh demo class, and saves it in
 * .data/screens. Reports the screens that scroll sideways or log an error to the console.
 */
import { type Browser, chromium, type Page } from "playwright";
import { type ScreenRoute, screens } from "../../client/routes.ts";
import { DEMO_PASSWORD, fillEmpty } from "../../db/seed.ts";
import { later, startOfWeek, systemClock } from "../../server/kit/core/clock.ts";
import { chromium as findChromium } from "./chromium.ts";
import { caller } from "./people.ts";
import { testServer } from "./server.ts";

type Screen = {
  name: string;
  path: string;
  as?: string;
  /** The time at which the picture is taken, if it is not now. */
  at?: string;
};
type Size = { name: string; width: number; height: number };

const FOLDER = ".data/screens";
const SIZES: Size[] = [
  { name: "phone", width: 360, height: 780 },
  { name: "laptop", width: 1280, height: 860 },
  { name: "projector", width: 1920, height: 1080 },
];
const THEMES = ["light", "dark"] as const;
/** The daily updates of a mentor's week, from its Monday. */
const UPDATES = [
  ["Linked lists with ropes: six of eight groups could reverse one.", "Overly Satisfied"],
  ["Reviewed fourteen solutions. Two are left, both on destructors.", "Satisfied"],
  ["The lab was full. I came to half of those who waited.", "Less Satisfied"],
  ["Talked with the three who have sent in nothing since last week.", "Satisfied"],
] as const;

const server = await testServer();
await fillEmpty(server.parts.database, { zone: server.parts.env.classTz });
const sessions = new Map<string, { token: string; user: object }>();
for (const who of ["student", "volunteer", "mentor", "admin"]) {
  const login = { email: `${who}@demo.test`, password: DEMO_PASSWORD };
  sessions.set(who, (await caller(server).post("/auth/login", login)).body);
}

const wanted = (await allScreens()).filter(({ name }) =>
  Deno.args.length === 0 || Deno.args.some((part) => name.includes(part))
);
await Deno.mkdir(FOLDER, { recursive: true });
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
});
for (const screen of wanted) {
  server.setClock(screen.at ?? null);
  for (const size of SIZES) {
    for (const theme of THEMES) await shoot(browser, screen, size, theme);
  }
  server.setClock(null);
}
await browser.close();
await server[Symbol.asyncDispose]();
console.log(`${wanted.length * SIZES.length * THEMES.length} pictures in ${FOLDER}`);
// The tests' PostgreSQL goes on, for the next run.
Deno.exit();

async function shoot(
  browser: Browser,
  { name, path, as, at }: Screen,
  size: Size,
  theme: typeof THEMES[number],
): Promise<void> {
  const file = `${FOLDER}/${name}-${size.name}-${theme}.png`;
  const context = await browser.newContext({ viewport: size, colorScheme: theme });
  const session = as && sessions.get(as);
  if (session) {
    await context.addInitScript(({ token, user }) => {
      localStorage.setItem("token", token);
      localStorage.setItem("user", JSON.stringify(user));
    }, session);
  }
  const page = await context.newPage();
  if (at !== undefined) await setTime(page, at);
  page.on("console", (message) => {
    if (message.type() === "error") console.log(`${file}: ${message.text()}`);
  });
  await page.goto(`${server.url}${path}`);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(300);
  await page.screenshot({ path: file });
  const beyond = await page.evaluate(() =>
    document.documentElement.scrollWidth - document.documentElement.clientWidth
  );
  if (beyond > 0) console.log(`${file}: ${beyond} px can be scrolled sideways`);
  await context.close();
}

/** Sets the browser's time, and the one that replies tell it. */
async function setTime(page: Page, at: string): Promise<void> {
  await page.clock.setFixedTime(at);
  await page.route("**/api/**", async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), date: new Date(at).toUTCString() };
    await route.fulfill({ response, headers });
  });
}

/**
 * Returns every screen, with an item that has content for each id. Screens that only
 * client/routes.ts names come last.
 */
async function allScreens(): Promise<Screen[]> {
  const mentor = caller(server, sessions.get("mentor")?.token);
  const [first] = (await mentor.get("/doubts/filter-doubts?status=replied")).body.doubts;
  const long = (await mentor.get("/doubts/filter-doubts?limit=100")).body.doubts
    .toSorted((one: { entries: number }, other: { entries: number }) =>
      other.entries - one.entries
    )[0];
  const [homework] = (await mentor.get("/assignments/general")).body
    .filter(({ solutionVisible }: { solutionVisible: boolean }) => solutionVisible);
  const [message] = (await mentor.get("/messages/allForMentor")).body;
  const again = (await mentor.get("/assignments/reviews?reviewStatus=pending&limit=100")).body
    .reviews.find(({ createdAt, submittedAt, studentSolution }: Record<string, unknown>) =>
      createdAt !== submittedAt && studentSolution !== null
    );
  const item = `${again.assignmentId}.${again.student._id}`;
  const { run, thread } = await askWithProgram(homework._id);
  const friday = await writeWeek();
  const listed: Screen[] = [
    { name: "home", path: "/" },
    { name: "board-student", path: "/", as: "student" },
    { name: "board-mentor", path: "/", as: "mentor" },
    { name: "home-projector", path: "/home?display=projector" },
    { name: "login", path: "/login" },
    { name: "register", path: "/register" },
    { name: "forgot-password", path: "/forgot-password" },
    { name: "reset-password", path: "/reset-password" },
    { name: "verify-otp", path: "/verify-otp" },
    { name: "contact", path: "/contact" },
    { name: "about", path: "/About" },
    { name: "dashboard-student", path: "/dashboard", as: "student" },
    { name: "dashboard-volunteer", path: "/dashboard", as: "volunteer" },
    { name: "dashboard-mentor", path: "/mentor", as: "mentor" },
    { name: "dashboard-admin", path: "/mentor", as: "admin" },
    { name: "panel-question", path: "/mentor?panel=question", as: "mentor" },
    { name: "panel-message", path: "/mentor?panel=message", as: "mentor" },
    { name: "panel-briefing", path: "/mentor?panel=briefing", as: "mentor" },
    { name: "panel-students", path: "/mentor?panel=students", as: "mentor" },
    { name: "panel-admin", path: "/mentor?panel=admin", as: "admin" },
    { name: "panel-contact", path: "/mentor?panel=contact", as: "admin" },
    { name: "panel-personal", path: "/dashboard?panel=personal", as: "student" },
    { name: "panel-messages", path: "/dashboard?panel=messages", as: "student" },
    { name: "practice", path: "/practice", as: "student" },
    { name: "assignments-student", path: "/assignments", as: "student" },
    { name: "assignments-mentor", path: "/assignments", as: "mentor" },
    { name: "assignment-student", path: `/assignments/${homework._id}`, as: "student" },
    { name: "assignment-mentor", path: `/assignments/${homework._id}`, as: "mentor" },
    { name: "solution", path: `/solution/${homework._id}`, as: "mentor" },
    { name: "solutions", path: "/solutions", as: "mentor" },
    { name: "solutions-triage", path: "/solutions?view=triage", as: "mentor" },
    { name: "solutions-again", path: `/solutions?view=triage&item=${item}`, as: "mentor" },
    { name: "student-solutions", path: "/Student-solutions", as: "student" },
    { name: "resources", path: "/resourse", as: "mentor" },
    { name: "doubts-student", path: "/doubts", as: "student" },
    { name: "doubts-mentor", path: "/doubts", as: "mentor" },
    { name: "doubts-triage", path: "/doubts?view=triage", as: "mentor" },
    { name: "doubt-student", path: `/doubts/${long._id}`, as: "student" },
    { name: "doubt-mentor", path: `/doubts/${first._id}`, as: "mentor" },
    { name: "doubt-program-student", path: `/doubts/${thread}`, as: "student" },
    { name: "doubt-program-mentor", path: `/doubts/${thread}`, as: "mentor" },
    { name: "doubt-program-triage", path: `/doubts?view=triage&item=${thread}`, as: "mentor" },
    { name: "answers", path: `/answers/${homework._id}`, as: "mentor" },
    { name: "run-student", path: `/runs/${run}`, as: "student" },
    { name: "run-mentor", path: `/runs/${run}`, as: "mentor" },
    { name: "messages", path: "/messages", as: "mentor" },
    { name: "message", path: `/messages/${message._id}`, as: "mentor" },
    { name: "users", path: "/users", as: "admin" },
    { name: "student-page", path: `/students/${first.student._id}`, as: "mentor" },
    { name: "profile", path: "/profile", as: "student" },
    { name: "progress", path: "/progress", as: "mentor", at: friday },
    { name: "progress-admin", path: "/progress", as: "admin", at: friday },
    { name: "archive", path: "/briefings/archive", as: "student" },
    {
      name: "archive-announcements",
      path: "/briefings/archive?tab=announcements",
      as: "student",
    },
    { name: "nowhere", path: "/nowhere" },
  ];
  return [...listed, ...screens.filter(({ path }) => !isListed(listed, path)).map(toScreen)];
}

/** Raises a doubt with a program that fails a case, and comments on its lines. */
async function askWithProgram(assignmentId: string): Promise<{ run: string; thread: string }> {
  const [student, mentor] = ["student", "mentor"].map((who) =>
    caller(server, sessions.get(who)?.token)
  ) as [ReturnType<typeof caller>, ReturnType<typeof caller>];
  const steps = Array.from({ length: 60 }, (_, at) => `  sum += ${at} * ${at % 7};\n`).join("");
  const source = `#include <iostream>\n\nint main() {\n  int sum = 1;\n${steps}` +
    "  std::cout << sum;\n}\n";
  const cases = [{ case: 1, verdict: "wrong", output: "1", milliseconds: 1, kilobytes: 90 }];
  const ran = { source, kit: "k", cases, diagnostics: [] };
  const { _id: run } = (await student.post(`/assignments/${assignmentId}/runs`, ran)).body;
  const asked = { assignmentId, doubtText: "Why is the sum one too large?", runId: run };
  const { _id: thread } = (await student.post("/doubts", asked)).body;
  const comments = [{ runId: run, from: 4, to: 5, text: "Which value does `sum` **begin** with?" }];
  await mentor.put(`/doubts/${thread}/reply`, { reply: "Look at the first lines.", comments });
  const alone = { from: 20, to: 20, text: "A loop would be shorter:\n\n```cpp\nfor (;;) {}\n```" };
  await mentor.post(`/runs/${run}/comments`, alone);
  return { run, thread };
}

/**
 * Writes the mentor's daily updates from Monday to Thursday, each on its day: the demo class ends
 * today, which may be a Monday. Returns the time of the Friday after them.
 */
async function writeWeek(): Promise<string> {
  const { token, user } = sessions.get("mentor") as { token: string; user: { _id?: string } };
  const monday = later(startOfWeek(systemClock(), server.parts.env.classTz), 17 * 60);
  const mentor = caller(server, token);
  const dayOf = (day: number) => later(monday, day * 24 * 60);
  for (const [day, [update, rating]] of UPDATES.entries()) {
    server.setClock(dayOf(day));
    const [goal] = (await mentor.get(`/goals/user/${user._id}`)).body;
    // An update that the demo class has of this day stays: this one is refused.
    const dailyReports = [...goal.dailyReports, { update, isCompleted: true, rating }];
    await mentor.put(`/goals/${goal._id}`, { dailyReports });
  }
  server.setClock(null);
  return dayOf(UPDATES.length);
}

/** Returns whether a screen of the list has this address, regardless of its id and query. */
function isListed(listed: Screen[], pattern: string): boolean {
  const address = new RegExp(`^${pattern.replace(":id", "[^/?]+")}(\\?|$)`);
  return listed.some(({ path }) => address.test(path));
}

/**
 * Returns the entry of a screen that the list above does not name. A screen with an id must be
 * named there.
 */
function toScreen({ path, access }: ScreenRoute): Screen {
  if (path.includes(":")) throw new Error(`Name an address of ${path} in tests/kit/shots.ts.`);
  const as = { public: undefined, learners: "student", everyone: "student", staff: "mentor" };
  return { name: path.slice(1), path, as: access === "admins" ? "admin" : as[access] };
}
