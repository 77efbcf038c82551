/** Opens screens, and finds addresses with much content. */
import { type Browser, expect, type Page } from "@playwright/test";
import { callApi, openPageAs, type Site } from "./site.ts";

/** Returns an address that matches the pattern and has much content. */
export async function addressOf(pattern: string, site: Site): Promise<string> {
  if (!pattern.endsWith("/:id")) return pattern;
  const longest = (all: { entries: number; _id: string }[]) =>
    all.reduce((one, other) => other.entries > one.entries ? other : one)._id;
  const find: Record<string, () => Promise<string>> = {
    "/assignments/:id": async () => await assignmentOf(site),
    "/solution/:id": async () => await assignmentOf(site),
    "/doubts/:id": async () =>
      longest((await callApi(site, "student", "/doubts/filter-doubts?scope=mine")).doubts),
    "/answers/:id": async () => await assignmentOf(site),
    "/runs/:id": async () => await runOf(site),
    "/students/:id": async () => (await callApi(site, "student", "/auth/me"))._id,
    "/messages/:id": async () => (await callApi(site, "student", "/messages/allForStudent"))[0]._id,
  };
  const id = await find[pattern]?.();
  if (id === undefined) throw new Error(`say here what an id of ${pattern} is`);
  return pattern.replace(":id", id);
}

const assignmentOf = async (site: Site): Promise<string> =>
  (await callApi(site, "student", "/assignments/solved")).assignments[0].assignmentId;

/** A run of the student whose program was attached to a doubt, or the newest one of a question. */
async function runOf(site: Site): Promise<string> {
  const { assignments } = await callApi(site, "student", "/assignments/solved");
  for (const { assignmentId } of assignments) {
    const [run] = await callApi(site, "student", `/assignments/${assignmentId}/runs`);
    if (run !== undefined) return run._id;
  }
  throw new Error("the student has no run");
}

/** @param who null for a visitor */
export async function open(browser: Browser, site: Site, who: string | null): Promise<Page> {
  return await openPageAs(browser, site, who);
}

export async function waitUntilSettled(page: Page): Promise<void> {
  await expect(page.locator("h1").first()).toBeVisible();
  await expect(page.locator(".skeleton, [aria-busy=true]")).toHaveCount(0);
}
