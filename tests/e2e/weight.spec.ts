/**
 * Every route for every role, and every panel: how much JavaScript comes before anybody has done
 * anything, and that nothing jumps while it loads.
 */
import { get } from "node:http";
import process from "node:process";
import { expect, type Page } from "@playwright/test";
import { addressOf, open, routes, settled } from "./screens.ts";
import { test } from "./site.ts";

test.use({ hasDemo: true });

/** What a route may weigh, gzipped. */
const MOST = 130_000;
/** What may shift: the layout's share, times how far. */
const SHIFT_MOST = 0.02;

/** Who may enter what, by the access that the app registers. */
const PEOPLE: Record<string, string[]> = {
  visitor: ["public"],
  student: ["public", "everyone", "learners"],
  volunteer: ["public", "everyone", "learners"],
  mentor: ["public", "everyone", "staff"],
  admin: ["public", "everyone", "staff", "admins"],
};

const LEARNER_PANELS = ["personal", "messages", "message"];
const STAFF_PANELS = [
  "briefing",
  "question",
  "message",
  "announcement",
  "students",
  "messages",
  "personal",
];
const TRIAGE = ["/doubts?view=triage", "/solutions?view=triage"];
const panels = (path: string, ids: string[]) => ids.map((id) => `${path}?panel=${id}`);

/** Screens of a route that are another by their address. */
const MORE: Record<string, string[]> = {
  visitor: ["/home?display=projector", "/nowhere"],
  student: panels("/dashboard", LEARNER_PANELS),
  volunteer: panels("/dashboard", [...LEARNER_PANELS, "briefing"]),
  mentor: [...panels("/mentor", STAFF_PANELS), ...TRIAGE],
  admin: [...panels("/mentor", [...STAFF_PANELS, "admin", "contact"]), ...TRIAGE],
};

/** How many bytes a script is, gzipped, without what the answer says about it. */
const sizes = new Map<string, Promise<number>>();
function gzipped(url: string): Promise<number> {
  const known = sizes.get(url);
  if (known) return known;
  const size = new Promise<number>((tell, fail) => {
    get(url, { headers: { "accept-encoding": "gzip" } }, (answer) => {
      if (answer.headers["content-encoding"] !== "gzip" && !url.endsWith("/early.js")) {
        fail(new Error(`${url} is not compressed`));
      }
      const isForever = /immutable/.test(answer.headers["cache-control"] ?? "");
      if (isForever !== url.includes("/assets/")) fail(new Error(`${url} is cached wrongly`));
      let bytes = 0;
      answer.on("data", (part: Uint8Array) => bytes += part.length);
      answer.on("end", () => tell(bytes));
    }).on("error", fail);
  });
  sizes.set(url, size);
  return size;
}

/** What has shifted on the page so far. */
const shifted = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted);

for (const [who, access] of Object.entries(PEOPLE)) {
  test(`every screen of ${who === "visitor" ? "a" : "the"} ${who} is light, and nothing jumps`, async ({ browser, site }) => {
    test.setTimeout(300_000);
    const entered = routes.filter((route) => access.includes(route.access));
    expect(entered.length).toBeGreaterThan(5);
    for (const pattern of [...entered.map(({ pattern }) => pattern), ...MORE[who] ?? []]) {
      const address = await addressOf(pattern, site);
      const page = await open(browser, site, who === "visitor" ? null : who);
      await page.addInitScript(() => {
        const here = globalThis as unknown as { shifted: number };
        here.shifted = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            here.shifted += (entry as PerformanceEntry & { value: number }).value;
          }
        }).observe({ type: "layout-shift", buffered: true });
      });
      const scripts = new Set<string>();
      page.on("request", (request) => {
        if (request.resourceType() === "script") scripts.add(request.url());
      });
      await page.goto(address);
      await settled(page);
      await page.waitForLoadState("networkidle");
      const names = [...scripts];
      const weights = await Promise.all(names.map(gzipped));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const heaviest = names.map((url, at) => `${weights[at]} ${url.split("/").at(-1)}`)
        .sort((one, other) => parseInt(other) - parseInt(one)).slice(0, 12).join("\n");
      const shift = await shifted(page);
      test.info().annotations.push({ type: address, description: `${total} B, ${shift}` });
      if (process.env.WEIGHTS) console.log(`${who} ${pattern}\t${total}\t${shift.toFixed(3)}`);
      expect.soft(names.length, `scripts of ${address}`).toBeGreaterThan(4);
      expect.soft(total, `${address} for ${who}:\n${heaviest}`).toBeLessThanOrEqual(MOST);
      expect.soft(shift, `${address} for ${who}`).toBeLessThanOrEqual(SHIFT_MOST);
      await page.context().close();
    }
  });
}
