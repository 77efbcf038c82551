/** Every route as the app registers it, who looks at it, and an address with much on it. */
import { readFileSync } from "node:fs";
import { type Browser, expect, type Page } from "@playwright/test";
import { call, pageOf, type Site } from "./site.ts";

/** Who looks at a screen, by who may enter it. */
export const VIEWERS: Record<string, (string | null)[]> = {
  public: [null],
  learners: ["student"],
  staff: ["mentor"],
  everyone: ["student", "mentor"],
  admins: ["admin"],
};

/** The routes as the app registers them; the home page is named twice. */
export const routes = [
  ...readFileSync("client/app.tsx", "utf8").matchAll(
    /^ {2}"(\/[^"]*)": (?:home,|screen\("(\w+)")/gm,
  ),
].map(([, pattern = "", access = "public"]) => ({ pattern, access }));

/** An address of the pattern: one that has much on it. */
export async function addressOf(pattern: string, site: Site): Promise<string> {
  if (!pattern.endsWith("/:id")) return pattern;
  const longest = (all: { entries: number; _id: string }[]) =>
    all.reduce((one, other) => other.entries > one.entries ? other : one)._id;
  const find: Record<string, () => Promise<string>> = {
    "/assignments/:id": async () => await assignmentOf(site),
    "/solution/:id": async () => await assignmentOf(site),
    "/doubts/:id": async () =>
      longest((await call(site, "student", "/doubts/filter-doubts?scope=mine")).doubts),
    "/messages/:id": async () => (await call(site, "student", "/messages/allForStudent"))[0]._id,
  };
  const id = await find[pattern]?.();
  if (id === undefined) throw new Error(`say here what an id of ${pattern} is`);
  return pattern.replace(":id", id);
}

const assignmentOf = async (site: Site): Promise<string> =>
  (await call(site, "student", "/assignments/solved")).assignments[0].assignmentId;

/** Nobody is a visitor. */
export async function open(browser: Browser, site: Site, who: string | null): Promise<Page> {
  if (who !== null) return await pageOf(browser, site, who);
  return await (await browser.newContext({ baseURL: site.url })).newPage();
}

export async function settled(page: Page): Promise<void> {
  await expect(page.locator("h1").first()).toBeVisible();
  await expect(page.locator(".skeleton, [aria-busy=true]")).toHaveCount(0);
}
