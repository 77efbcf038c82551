/**
 * Every screen, visited once: no layout shift while it loads, and no failure. In the same visit axe
 * checks each screen, and the screen must fit a phone's width and a printed page. A long run visits
 * every screen as every role that may open it, and axe checks it in both themes.
 */
import process from "node:process";
import { expect, type Page, type Response } from "@playwright/test";
import { ACCESS, routes, screensOf, type Visitor } from "../kit/screens.ts";
import { expectNoViolations, expectNoViolationsInBoth } from "./axe.ts";
import { addressOf, open, waitUntilSettled } from "./screens.ts";
import { send } from "./school.ts";
import { callApi, test } from "./site.ts";

test.use({ hasDemo: true });
test.describe.configure({ mode: "parallel" });

const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 780 };
/** A window of 1280 × 720 pixels at 400 %. */
const ZOOMED = { width: 320, height: 180 };
/** An A4 page between its margins. */
const PAPER = { width: 703, height: 1000 };
/**
 * The highest layout shift that counts as good (web.dev, "CLS"): the moved share, times the
 * distance.
 */
const SHIFT_MOST = 0.1;
const isLong = process.env.TEST_SIZE === "long";
/** So many screens are visited by one test: all workers visit some. */
const SHARE = 15;

/** The roles for which axe checks a screen in a long run, by its access. */
const VIEWERS: Record<string, Visitor[]> = {
  public: ["visitor"],
  learners: ["student"],
  staff: ["mentor"],
  everyone: ["student", "mentor"],
  admins: ["admin"],
};

/** More screens that axe checks. */
const MORE: Record<Visitor, string[]> = {
  visitor: ["/home?display=projector", "/nowhere"],
  student: ["/", "/briefings/archive?tab=announcements"],
  volunteer: ["/dashboard"],
  mentor: ["/doubts?view=triage", "/solutions?view=triage"],
  admin: ["/contact", "/mentor", "/progress"],
};

/** The role as which a short run visits a screen, by its access. */
const FIRST: Record<string, Visitor> = {
  public: "visitor",
  learners: "student",
  staff: "mentor",
  everyone: "student",
  admins: "admin",
};
/** Screens for everyone on which staff have other controls: a mentor visits them, too. */
const STAFF_DIFFERS = ["/assignments", "/assignments/:id", "/doubts", "/doubts/:id"];

/** The role that sees nearly the same panels. */
const ALIKE: Partial<Record<Visitor, Visitor>> = { volunteer: "student", admin: "mentor" };

const accessOf = (screen: string) => routes.find(({ pattern }) => pattern === screen)?.access;

function screensFor(who: Visitor): string[] {
  if (isLong) return screensOf(who);
  const alike = ALIKE[who];
  const known = alike === undefined ? [] : screensOf(alike);
  return screensOf(who).filter((screen) => {
    if (MORE[who].includes(screen)) return true;
    const access = accessOf(screen);
    if (access === undefined) return !known.includes(screen);
    return FIRST[access] === who || who === "mentor" && STAFF_DIFFERS.includes(screen);
  });
}

function isForAxe(screen: string, who: Visitor): boolean {
  const access = accessOf(screen);
  return MORE[who].includes(screen) ||
    access !== undefined && (!isLong || (VIEWERS[access] ?? []).includes(who));
}

for (const { pattern, access } of routes) {
  if (!VIEWERS[access] || !FIRST[access]) throw new Error(`say here who visits ${pattern}`);
}

for (const who of Object.keys(ACCESS) as Visitor[]) {
  const all = screensFor(who);
  for (let from = 0; from < all.length; from += SHARE) {
    const screens = all.slice(from, from + SHARE);
    test(`the screens of the ${who} from ${screens[0]}`, async ({ browser, site }) => {
      test.setTimeout(240_000);
      const page = await open(browser, site, who === "visitor" ? null : who);
      const failures = await observe(page);
      for (const [nth, screen] of screens.entries()) {
        await test.step(screen, async () => {
          const address = await addressOf(screen, site);
          await page.goto(address);
          await waitUntilSettled(page);
          const { pathname } = new URL(page.url());
          expect(pathname, "the user is not sent elsewhere").toBe(
            new URL(address, site.url).pathname,
          );
          // In a short run the themes take turns.
          if (isForAxe(screen, who)) {
            if (isLong) await expectNoViolationsInBoth(page);
            else await expectNoViolations(page, "html", nth % 2 === 0 ? "light" : "dark");
          }
          expect.soft(await shiftOf(page), `what shifts on ${screen}`).toBeLessThanOrEqual(
            SHIFT_MOST,
          );
          if (isForAxe(screen, who)) {
            await fitsAPhone(page);
            if (screen === "/doubts") await alignsWhenWide(page);
            if (screen !== "/home?display=projector") {
              await scrollsWhenZoomed(page);
              await fitsPaper(page);
            }
            await page.setViewportSize(LAPTOP);
          }
          expect(failures, screen).toEqual([]);
          // Chosen views and read positions are forgotten before the next screen.
          await page.evaluate(() => localStorage.clear());
        });
      }
      await page.close();
    });
  }
}

test("the screen of a class session that runs", async ({ browser, site }) => {
  const { assignments } = await callApi(site, "student", "/assignments/solved");
  const questions = [assignments[0].assignmentId];
  const classSession = await send(site, "mentor", "/class-sessions", { questions });
  const sign = { assignmentId: questions[0], sign: "opened" };
  await send(site, "student", `/class-sessions/${classSession._id}/signs`, sign);
  const page = await open(browser, site, "mentor");
  const failures = await observe(page);
  await page.goto("/mentor/class");
  await expect(page.getByRole("row", { name: /: (opened|solved)/ })).toBeVisible();
  await waitUntilSettled(page);
  await expectNoViolations(page);
  expect.soft(await shiftOf(page)).toBeLessThanOrEqual(SHIFT_MOST);
  await page.getByRole("button", { name: "End the session" }).click();
  await expect(page.getByRole("dialog", { name: "End the class session?" })).toBeVisible();
  await expectNoViolations(page, "dialog[open]");
  await page.keyboard.press("Escape");
  await fitsAPhone(page);
  expect(failures).toEqual([]);
  await page.close();
  // The other screens are visited without a session.
  await send(site, "mentor", `/class-sessions/${classSession._id}/end`, {});
});

const shiftOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted);

/** Records the failures of a page. Each screen is loaded without the cache. */
async function observe(page: Page): Promise<string[]> {
  const failures: string[] = [];
  page.on("pageerror", ({ message }) => failures.push(message));
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    const path = new URL(response.url()).pathname;
    const fault = faultOf(path, response);
    if (fault !== null) failures.push(`${path}: ${fault}`);
  });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript(() => {
    const here = globalThis as unknown as { shifted: number };
    here.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        here.shifted += (entry as PerformanceEntry & { value: number }).value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const chromium = await page.context().newCDPSession(page);
  await chromium.send("Network.setCacheDisabled", { cacheDisabled: true });
  return failures;
}

/** Checks that a script is compressed, and cached for ever if its name changes with its content. */
function faultOf(path: string, response: Response): string | null {
  const { "content-encoding": encoding = "", "cache-control": caching = "" } = response.headers();
  if (!/^(br|gzip)$/.test(encoding) && path !== "/early.js") return "it is not compressed";
  const isForever = caching.includes("immutable");
  return isForever === path.startsWith("/assets/") ? null : "it is cached wrongly";
}

async function fitsAPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await waitUntilSettled(page);
  const { width, widest } = await page.evaluate(widestPart);
  expect.soft(width, widest).toBeLessThanOrEqual(PHONE.width);
  expect.soft(await page.evaluate(textsOutside), "read-out texts outside what scrolls").toEqual([]);
}

/** On a wide screen the header begins where the content does. */
async function alignsWhenWide(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await waitUntilSettled(page);
  const left = (one: string) =>
    page.locator(one).first().evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return Math.round(range.getBoundingClientRect().left);
    });
  expect.soft(Math.abs(await left("header > div") - await left("main h1"))).toBeLessThanOrEqual(2);
}

/**
 * At 400 % zoom, no bar covers the text. A grid's heads, and what opens above the page, may stay.
 */
async function scrollsWhenZoomed(page: Page): Promise<void> {
  await page.setViewportSize(ZOOMED);
  const staying = await page.locator("body *").evaluateAll((all) =>
    all.filter((one) =>
      /sticky|fixed/.test(getComputedStyle(one).position) && one.clientHeight > 0 &&
      !one.matches("[role=grid] *, [popover]")
    ).map(({ className }) => String(className))
  );
  expect.soft(staying, "what stays in view").toEqual([]);
  const { width, widest } = await page.evaluate(widestPart);
  expect.soft(width, widest).toBeLessThanOrEqual(ZOOMED.width);
}

/**
 * Returns the texts that are only read out and do not scroll with what holds them: their places
 * make the page longer or wider. Runs in the page.
 */
function textsOutside(): string[] {
  const isOutside = (text: HTMLElement) => {
    const frame = text.offsetParent ?? document.body;
    for (
      let part = text.parentElement;
      part !== null && part !== frame;
      part = part.parentElement
    ) {
      const { overflowX, overflowY } = getComputedStyle(part);
      if (/auto|scroll/.test(overflowX + overflowY)) return part !== document.documentElement;
    }
    return false;
  };
  return [...document.querySelectorAll<HTMLElement>("main .sr-only")]
    .filter((text) => text.checkVisibility() && isOutside(text))
    .map((text) => text.outerHTML.slice(0, 200));
}

/** Returns the page's width, and the element that reaches furthest right. Runs in the page. */
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

/**
 * On paper nothing scrolls, nothing stays in place over the text, and no button or field of a form
 * is left.
 */
async function fitsPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.setViewportSize(PAPER);
  // The colour of the paper follows the colour scheme.
  await expect(page.locator("html")).toHaveCSS("color-scheme", "light");
  const { width, unfit } = await page.evaluate(unfitForPaper);
  expect.soft(unfit, "unfit for paper").toEqual([]);
  expect.soft(width).toBeLessThanOrEqual(PAPER.width);
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
}

/** Returns the page's width, and the elements that do not belong on paper. Runs in the page. */
function unfitForPaper(): { width: number; unfit: string[] } {
  const isUnfit = (part: Element) => {
    if (!part.checkVisibility() || part.closest(".sr-only, svg") !== null) return false;
    const { position, overflowX, overflowY, color } = getComputedStyle(part);
    const scrolls = /auto|scroll/.test(overflowX + overflowY) &&
      (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1);
    const hasText = [...part.childNodes].some(({ nodeType, nodeValue }) =>
      nodeType === Node.TEXT_NODE && nodeValue?.trim()
    );
    return /fixed|sticky/.test(position) || part.matches(".btn, form") || scrolls ||
      hasText && color !== "rgb(0, 0, 0)";
  };
  return {
    width: document.documentElement.scrollWidth,
    unfit: [...document.querySelectorAll("body *")].filter(isUnfit)
      .map((part) => part.outerHTML.slice(0, 200)),
  };
}
