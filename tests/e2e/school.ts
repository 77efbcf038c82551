/** A class in which there is one of everything, and what the failures' journeys have in common. */
import { type Browser, expect, type Page } from "@playwright/test";
import { call, newDoubt, newQuestion, pageOf, type Site } from "./site.ts";

export type Person =
  | "visitor"
  | "Asha Rao"
  | "Vikram Shah"
  | "Zoya Khan"
  | "Meena Das"
  | "Leela Nair";

export async function open(browser: Browser, site: Site, who: Person): Promise<Page> {
  if (who !== "visitor") return await pageOf(browser, site, who);
  return await (await browser.newContext({ baseURL: site.url })).newPage();
}

export const send = (site: Site, name: string, path: string, body: object, method = "POST") =>
  call(site, name, path, { method, body: JSON.stringify(body) });

/** A class in which there is one of everything. */
export async function school(site: Site) {
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
  const announced = await call(site, "", "/messages/announcement");
  if (!announced.some(({ subject }: { subject: string }) => subject === "Power cut")) {
    await send(site, "Asha Rao", "/messages/announcement", { ...letter, subject: "Power cut" });
  }
  if ((await call(site, "", "/dailyBriefing/recent")).length === 0) {
    const texts = { classSummary: "Loops.", classQuestions: "None.", homeworkQuestions: "None." };
    await send(site, "Asha Rao", "/dailyBriefing", texts);
  }
  const { _id: user } = site.people["Vikram Shah"]?.user as { _id: string };
  if ((await call(site, "Vikram Shah", `/goals/user/${user}`)).length === 0) {
    const items = [{ text: "Read every response", completed: false, justification: "" }];
    await send(site, "Vikram Shah", "/goals", { user, weeklyTarget: JSON.stringify(items) });
  }
  const [goal] = await call(site, "Vikram Shah", `/goals/user/${user}`);
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

/** Said as a notice. */
export const said = (page: Page, text: string) =>
  expect(page.getByRole("region", { name: "Notifications" }).getByText(text, { exact: true }))
    .toBeVisible();

export const section = (name: string) => async (page: Page) => {
  await page.getByRole("button", { name: new RegExp(`^Show Section ?: ${name}$`) }).click();
};
export const press = (name: string | RegExp, scope = "main") => (page: Page) =>
  page.locator(scope).getByRole("button", { name, exact: true }).click();

/** What earlier journeys have left in the review queue is decided. */
export async function clearReviews(site: Site): Promise<void> {
  const { reviews } = await call(
    site,
    "Vikram Shah",
    "/assignments/reviews?reviewStatus=pending&limit=100",
  );
  for (const { assignmentId, student } of reviews) {
    const body = JSON.stringify({ studentId: student._id, reviewStatus: "approved" });
    const path = `/assignments/${assignmentId}/review`;
    await call(site, "Vikram Shah", path, { method: "PUT", body });
  }
}

/** No doubt waits. */
export async function clearDoubts(site: Site): Promise<void> {
  for (const student of ["Ravi Kumar", "Zoya Khan"]) {
    const open = "/doubts/filter-doubts?scope=mine&resolved=false&limit=100";
    for (const { _id } of (await call(site, student, open)).doubts) {
      await call(site, student, `/doubts/${_id}/resolve`, { method: "PUT", body: "{}" });
    }
  }
  // What others have asked cannot be resolved for them, but answered.
  const { doubts } = await call(site, "Vikram Shah", "/doubts/filter-doubts?order=queue&limit=100");
  for (const { _id, waitingSince } of doubts) {
    if (waitingSince === null) continue;
    const body = JSON.stringify({ reply: "Come and see me." });
    await call(site, "Vikram Shah", `/doubts/${_id}/reply`, { method: "PUT", body });
  }
}

/** The page believes that it is the Sunday of this week. */
export async function onSunday(page: Page): Promise<void> {
  const day = new Intl.DateTimeFormat("en", { weekday: "short", timeZone: "Asia/Kolkata" })
    .format();
  const ahead = 6 - ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(day);
  const date = new Date(Date.now() + ahead * 24 * 60 * 60_000).toUTCString();
  await page.route("**/api/**", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
  await page.reload();
  await expect(page.getByRole("list", { name: "Goals" })).toBeVisible();
}

export interface Held {
  /** How often it was asked for. */
  times: () => number;
  release: () => void;
}

/** Keeps what is asked for under such an address waiting. */
export async function hold(page: Page, url: RegExp, method = "GET"): Promise<Held> {
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
