/** Creates a class with one of everything, and has helpers that several tests share. */
import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { callApi, newDoubt, newQuestion, openPageAs, type Site } from "./site.ts";

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });
export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name });

export type Person =
  | "visitor"
  | "Asha Rao"
  | "Vikram Shah"
  | "Zoya Khan"
  | "Meena Das"
  | "Leela Nair";

export async function open(browser: Browser, site: Site, who: Person): Promise<Page> {
  return await openPageAs(browser, site, who === "visitor" ? null : who);
}

/** Navigates within the app, as a link does: to load the app anew takes ten times as long. */
export const go = (page: Page, path: string) =>
  page.evaluate((path) => history.pushState(null, "", path), path);

/** Navigates to a screen by another one, so that the screen begins anew even if it was shown. */
export async function goAnew(page: Page, path: string): Promise<void> {
  await go(page, "/contact");
  await expect(page.getByRole("heading", { name: "Contact Us" })).toBeVisible();
  await go(page, path);
}

export const send = (site: Site, name: string, path: string, body: object, method = "POST") =>
  callApi(site, name, path, { method, body: JSON.stringify(body) });

/**
 * Opens the screen of the class by its link, and chooses these questions for a session, in order.
 */
export async function chooseForSession(mentor: Page, titles: readonly string[]): Promise<void> {
  await mentor.goto("/mentor");
  await mentor.getByRole("link", { name: /^(Start class|Class session)$/ }).click();
  const find = mentor.getByRole("searchbox", { name: "Find a question" });
  const [first = "", ...others] = titles;
  // Enter takes the first question of this text, also before the list shows it.
  await find.pressSequentially(first);
  await find.press("Enter");
  await expect(find).toHaveValue("");
  for (const title of others) {
    await find.fill(title);
    await mentor.getByRole("button", { name: `Add: ${title}` }).click();
  }
}

/** Ends the sessions that an earlier test has left running. */
export async function endSession(site: Site): Promise<void> {
  const { classSession, others } = await callApi(site, "Asha Rao", "/class-sessions/running");
  for (const one of [classSession, ...others]) {
    if (one) await send(site, "Asha Rao", `/class-sessions/${one._id}/end`, {});
  }
}

/** Starts the session with the chosen questions. */
export async function startSession(mentor: Page): Promise<void> {
  await mentor.getByRole("button", { name: "Start class" }).click();
  await expect(mentor.getByText("Ends by itself at")).toBeVisible();
}

/** The password of everybody but the demo class. */
export const PASSWORD = "Secret@123";

/**
 * Creates an account that no other test uses, and signs it in.
 * @returns its address
 */
export async function newcomer(site: Site, name: string, role = "volunteer"): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@home.test`;
  await send(site, "Leela Nair", "/users", { name, email, role });
  const otp = await site.codeFor(email);
  await send(site, "", "/auth/reset-password", { email, otp, newPassword: PASSWORD });
  site.people[name] = await send(site, "", "/auth/login", { email, password: PASSWORD });
  return email;
}

/** Signs somebody in for the tests that follow: Logout has ended their session. */
export async function signInAgain(site: Site, name: string): Promise<void> {
  const { email } = site.people[name]?.user as { email: string };
  site.people[name] = await send(site, "", "/auth/login", { email, password: PASSWORD });
}

/** The milliseconds of a day that a test with goals, reports or briefings needs. */
const NEEDED = 5 * 60_000;
const DAY = 24 * 60 * 60_000;
/** How far the class's clocks, in Kolkata, are ahead of UTC. */
const AHEAD = 5.5 * 60 * 60_000;

/** Waits for the next day if the class's day is about to end: a test must not see two days. */
export async function waitForEnoughDay(): Promise<void> {
  const left = DAY - (Date.now() + AHEAD) % DAY;
  if (left > NEEDED) return;
  const info = test.info();
  info.setTimeout(info.timeout + left + 1000);
  await new Promise((done) => setTimeout(done, left + 1000));
}

/** Returns a mentor's goal of this week, and sets one if there is none. */
export async function goalOf(site: Site, mentor: string) {
  const { _id: user } = site.people[mentor]?.user as { _id: string };
  const [goal] = await callApi(site, mentor, `/goals/user/${user}`);
  const items = [{ text: "Read every response", completed: false, justification: "" }];
  return goal ?? await send(site, mentor, "/goals", { user, weeklyTarget: JSON.stringify(items) });
}

/** Creates a class with one of everything. */
export async function createOneOfEverything(site: Site) {
  await waitForEnoughDay();
  const question = await newQuestion(site, "Add two matrices");
  await send(
    site,
    "Asha Rao",
    `/assignments/${question}/solution`,
    { solution: "Two loops." },
    "PUT",
  );
  const shown = { solutionVisible: true };
  await send(site, "Asha Rao", `/assignments/${question}/solution-visibility`, shown, "PUT");
  const solved = { responseStatus: "solved", studentSolution: "int main() {}" };
  await send(site, "Zoya Khan", `/assignments/${question}/status`, solved, "PUT");
  const doubt = await newDoubt(site, "Zoya Khan", "Rows or columns first?");
  const letter = { subject: "Lab", body: "Open late today.", links: [] };
  const message = await send(site, "Asha Rao", "/messages", {
    ...letter,
    isPublic: true,
    recipients: [],
  });
  const announced = await callApi(site, "", "/messages/announcement");
  if (!announced.some(({ subject }: { subject: string }) => subject === "Power cut")) {
    await send(site, "Asha Rao", "/messages/announcement", { ...letter, subject: "Power cut" });
  }
  if ((await callApi(site, "", "/dailyBriefing/recent")).length === 0) {
    const texts = { classSummary: "Loops.", classQuestions: "None.", homeworkQuestions: "None." };
    await send(site, "Asha Rao", "/dailyBriefing", texts);
  }
  const goal = await goalOf(site, "Vikram Shah");
  if (goal.dailyReports.length === 0) {
    const today = {
      update: "Half of them.",
      isCompleted: true,
      justification: "",
      rating: "Satisfied",
    };
    await send(site, "Vikram Shah", `/goals/${goal._id}`, { dailyReports: [today] }, "PUT");
  }
  const student = (site.people["Zoya Khan"]?.user as { _id: string })._id;
  return { question, doubt, message: message._id as string, student };
}

/** Expects a notice with this text. */
export const expectNotice = (page: Page, text: string) =>
  expect(page.getByRole("region", { name: "Notifications" }).getByText(text, { exact: true }))
    .toBeVisible();

/** Waits until a text that was typed is kept in the browser's storage. */
export const expectKept = (page: Page, text: string) =>
  expect.poll(() =>
    page.evaluate((text) => {
      const drafts = Object.keys(localStorage).filter((key) => key.startsWith("draft:"));
      return drafts.some((key) => localStorage.getItem(key)?.includes(text));
    }, text)
  ).toBe(true);

export const section = (name: string) => async (page: Page) => {
  await page.getByRole("button", { name: new RegExp(`^Show Section ?: ${name}$`) }).click();
};
export const press = (name: string | RegExp, scope = "main") => (page: Page) =>
  page.locator(scope).getByRole("button", { name, exact: true }).click();

/** Decides all responses that earlier tests have left in the review queue. */
export async function clearReviews(site: Site): Promise<void> {
  const { reviews } = await callApi(
    site,
    "Vikram Shah",
    "/assignments/reviews?reviewStatus=pending&limit=100",
  );
  for (const { assignmentId, student } of reviews) {
    const body = JSON.stringify({ studentId: student._id, reviewStatus: "approved" });
    const path = `/assignments/${assignmentId}/review`;
    await callApi(site, "Vikram Shah", path, { method: "PUT", body });
  }
}

/** Resolves or answers all waiting doubts. */
export async function clearDoubts(site: Site): Promise<void> {
  for (const student of ["Ravi Kumar", "Zoya Khan"]) {
    const open = "/doubts/filter-doubts?scope=mine&resolved=false&limit=100";
    for (const { _id } of (await callApi(site, student, open)).doubts) {
      await callApi(site, student, `/doubts/${_id}/resolve`, { method: "PUT", body: "{}" });
    }
  }
  // The doubts of other students cannot be resolved in their place, but they can be answered.
  const { doubts } = await callApi(
    site,
    "Vikram Shah",
    "/doubts/filter-doubts?order=queue&limit=100",
  );
  for (const { _id, waitingSince } of doubts) {
    if (waitingSince === null) continue;
    const body = JSON.stringify({ reply: "Come and see me." });
    await callApi(site, "Vikram Shah", `/doubts/${_id}/reply`, { method: "PUT", body });
  }
}

/** Deletes all saved replies of the mentors, which they share with each other. */
export async function clearSavedReplies(site: Site): Promise<void> {
  for (const mentor of ["Asha Rao", "Vikram Shah"]) {
    const { _id: own } = site.people[mentor]?.user as { _id: string };
    for (const { _id, owner } of await callApi(site, mentor, "/desk/replies")) {
      if (owner._id !== own) continue;
      await callApi(site, mentor, `/desk/replies/${_id}`, { method: "DELETE" });
    }
  }
}

/** Sets the page's date to the Sunday of this week. */
export const onSunday = (page: Page) => onDay(page, 6);

/** The class's day of the week: 0 is Monday. */
export function weekdayNow(): number {
  const day = new Intl.DateTimeFormat("en", { weekday: "short", timeZone: "Asia/Kolkata" })
    .format();
  return ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(day);
}

/** Reloads a page with goals as if it were another day of this week: 0 is Monday. */
async function onDay(page: Page, weekday: number): Promise<void> {
  const ahead = weekday - weekdayNow();
  const date = new Date(Date.now() + ahead * DAY).toUTCString();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.route("**/api/**", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
  await page.reload();
  await expect(page.getByRole("list", { name: "Goals" })).toBeVisible();
}

export interface Held {
  /** How many requests have arrived. */
  times: () => number;
  release: () => void;
}

/** Holds requests to matching addresses until they are released. */
export async function holdRequests(page: Page, url: RegExp, method = "GET"): Promise<Held> {
  let times = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    times++;
    await promise;
    await route.continue();
  });
  return { times: () => times, release: resolve };
}

/**
 * Presses "Try again" if it is still shown: the app also tries by itself, and may have succeeded
 * since the network came back.
 */
export const tryAgain = (within: Locator): Promise<void> =>
  within.getByRole("button", { name: "Try again" }).evaluateAll((shown) => {
    for (const button of shown) (button as HTMLElement).click();
  });

/** How long a run may take: the first one loads and prepares a compiler, on a busy machine, too. */
export const RUN = { timeout: 600_000 };

/** Expects an editor that shows at least 18 lines of code at once. */
export const expectRoomForCode = (within: Page | Locator, when: string) =>
  expect.poll(() =>
    within.locator(".cm-scroller").evaluate((text) => {
      const { top, bottom } = text.getBoundingClientRect();
      const [line] = text.getElementsByClassName("cm-line");
      const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
      return Math.floor(height / (line?.getBoundingClientRect().height ?? 1));
    }), `lines of code in view ${when}`).toBeGreaterThanOrEqual(18);

/** Reads something until it is twice the same: what was still arriving has come. */
export async function settled<T>(read: () => Promise<T>): Promise<T> {
  let last = await read();
  await expect.poll(async () => {
    const before = JSON.stringify(last);
    last = await read();
    return JSON.stringify(last) === before;
  }).toBe(true);
  return last;
}

/** Returns the positions of the elements on the screen, in order. */
export const places = async (...found: Locator[]) =>
  (await Promise.all(
    found.map(async (one) =>
      await Promise.all((await one.all()).map((each) => each.boundingBox()))
    ),
  )).flat();
