/** Every route in both themes: nothing that axe finds wrong, and no sideways scrolling on a phone. */
import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { type Browser, expect, type Page } from "@playwright/test";
import { call, pageOf, type Site, test } from "./site.ts";

test.use({ hasDemo: true });

const PHONE = 360;

/** Who looks at a screen, by who may enter it. */
const VIEWERS: Record<string, (string | null)[]> = {
  public: [null],
  learners: ["student"],
  staff: ["mentor"],
  everyone: ["student", "mentor"],
  admins: ["admin"],
};

/** The routes as the app registers them; the home page is named twice. */
const routes = [
  ...readFileSync("client/app.tsx", "utf8").matchAll(
    /^ {2}"(\/[^"]*)": (?:home,|screen\("(\w+)")/gm,
  ),
].map(([, pattern = "", access = "public"]) => ({ pattern, access }));

/** Screens of a route that are another by their address. */
const more: [path: string, who: string | null][] = [
  ["/home?display=projector", null],
  ["/nowhere", null],
  ["/", "student"],
  ["/contact", "admin"],
  ["/mentor", "admin"],
  ["/progress", "admin"],
  ["/dashboard", "volunteer"],
  ["/briefings/archive?tab=announcements", "student"],
  ["/doubts?view=triage", "mentor"],
  ["/solutions?view=triage", "mentor"],
];

const screens = [
  ...routes.flatMap(({ pattern, access }) =>
    (VIEWERS[access] ?? []).map((who) => [pattern, who] as const)
  ),
  ...more,
];

/** An address of the pattern: one that has much on it. */
async function addressOf(pattern: string, site: Site): Promise<string> {
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

async function open(browser: Browser, site: Site, who: string | null): Promise<Page> {
  if (who !== null) return await pageOf(browser, site, who);
  return await (await browser.newContext({ baseURL: site.url })).newPage();
}

async function settled(page: Page): Promise<void> {
  await expect(page.locator("h1").first()).toBeVisible();
  await expect(page.locator(".skeleton, [aria-busy=true]")).toHaveCount(0);
}

test("every route is known here", () => {
  expect(routes.length).toBeGreaterThanOrEqual(25);
  expect(routes.filter(({ access }) => VIEWERS[access] === undefined)).toEqual([]);
});

for (const [pattern, who] of screens) {
  test(`${pattern} for ${who ?? "a visitor"}`, async ({ browser, site }) => {
    const page = await open(browser, site, who);
    const failures: string[] = [];
    page.on("pageerror", ({ message }) => failures.push(message));
    await page.emulateMedia({ reducedMotion: "reduce" });
    const address = await addressOf(pattern, site);
    await page.goto(address);
    await settled(page);
    const { pathname } = new URL(page.url());
    expect(pathname, "nobody is sent elsewhere").toBe(new URL(address, site.url).pathname);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}\n${failureSummary}`)
      );
      expect.soft(found, colorScheme).toEqual([]);
    }
    await page.setViewportSize({ width: PHONE, height: 780 });
    await settled(page);
    const { width, widest } = await page.evaluate(widestPart);
    expect.soft(width, widest).toBeLessThanOrEqual(PHONE);
    expect(failures).toEqual([]);
    await page.context().close();
  });
}

/** How wide the page is, and what reaches furthest. Runs in the page. */
function widestPart(): { width: number; widest: string } {
  const parts = [...document.querySelectorAll("main *")];
  const reach = (part: Element) => part.getBoundingClientRect().right;
  const widest = parts.reduce<Element | undefined>(
    (one, other) => one === undefined || reach(other) > reach(one) ? other : one,
    undefined,
  );
  return {
    width: document.documentElement.scrollWidth,
    widest: widest?.outerHTML.slice(0, 200) ?? "",
  };
}
