/** Every route in both themes: nothing that axe finds wrong, and no sideways scrolling on a phone. */
import AxeBuilder from "@axe-core/playwright";
import { expect } from "@playwright/test";
import { addressOf, open, routes, settled, VIEWERS } from "./screens.ts";
import { test } from "./site.ts";

test.use({ hasDemo: true });

const PHONE = 360;

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
