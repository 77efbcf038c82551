/** Ways through the app with the keyboard alone: menus, themes, sections, archives, the projector. */
import { expect, type Page } from "@playwright/test";
import { keysOf } from "./keys.ts";
import { answerPage, call, pageOf, test } from "./site.ts";
import { said, send } from "./school.ts";

test.use({ hasDemo: true });

const PHONE = { width: 360, height: 740 };

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name });

test("on a laptop: past the header, through its menus, another theme, and out", async ({ browser, site }) => {
  const page = await pageOf(browser, site, "Asha Rao");
  const keys = keysOf(page);
  await keys.open("/mentor");
  await keys.press(page.getByRole("link", { name: "Skip to content" }));
  await expect(page.locator("main")).toBeFocused();
  await keys.press(page.getByRole("link", { name: "Longest waiting doubts" }));
  await expect(heading(page, "Doubts")).toBeFocused();

  const main = page.getByRole("navigation", { name: "Main" });
  const more = main.getByRole("button", { name: "More" });
  await keys.pressBack(more);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(main.getByRole("link", { name: "Solutions" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
  await expect(more).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("Enter");
  await keys.press(main.getByRole("link", { name: "Messages" }));
  await expect(heading(page, "Messages")).toBeFocused();
  await keys.pressBack(more);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(more, "left, a menu closes").toHaveAttribute("aria-expanded", "false");

  const theme = () => page.evaluate(() => document.documentElement.dataset.theme ?? "");
  /** What is around the page, on a phone. */
  const tint = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")]
        .find(({ media }) => matchMedia(media).matches)?.content
    );
  const [light, dark] = ["#f4f2ea", "#121a17"];
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await tint()).toBe(dark);
  await keys.press(button(page, /^System theme/));
  expect(await theme()).toBe("doubtless");
  expect(await tint(), "the chosen theme's, not the system's").toBe(light);
  await page.emulateMedia({ colorScheme: "light" });
  await expect(button(page, /^Light theme/)).toBeFocused();
  await page.keyboard.press("Space");
  expect(await theme()).toBe("doubtless-dark");
  expect(await tint()).toBe(dark);
  await keys.open("/mentor");
  expect(await tint(), "from the first paint on").toBe(dark);
  // Seen on the dark board, too.
  await keys.press(button(page, /account$/));
  await keys.press(button(page, "Logout"));
  await expect(heading(page, "Welcome Back")).toBeFocused();
  await page.context().close();
});

test("on a phone: the menu, filters that are folded away, and the footer", async ({ browser, site }) => {
  const page = await pageOf(browser, site, "Ravi Kumar");
  const keys = keysOf(page);
  await page.setViewportSize(PHONE);
  await keys.open("/dashboard");
  const main = page.getByRole("navigation", { name: "Main" });
  await keys.press(main.getByRole("button", { name: /^Menu/ }));
  await keys.press(main.getByRole("link", { name: "Practice" }));
  await expect(heading(page, "Practice")).toBeFocused();
  await keys.press(button(page, "Filters"));
  await keys.choose(page.getByLabel("Difficulty"), "hard");
  await keys.press(button(page, "Clear"));
  await expect(page.getByRole("searchbox", { name: "Tags" })).toBeFocused();
  await keys.open("/contact");
  await keys.press(page.getByRole("contentinfo").getByRole("link", { name: "About" }));
  await expect(heading(page, "About Doubtless")).toBeFocused();
  await page.context().close();
});

test("at home, sections open and close, and briefings are turned page by page", async ({ browser, site }) => {
  await send(site, "Asha Rao", "/messages", {
    subject: "Room 7",
    body: "We meet there.",
    isPublic: true,
    recipients: [],
    links: ["https://class.test/room"],
  });
  const page = await pageOf(browser, site, "student");
  const keys = keysOf(page);
  await keys.open("/");
  const show = (section: string) => button(page, new RegExp(`^Show Section ?: ${section}$`));
  await keys.press(show("Homework & Classwork"));
  await keys.to(page.getByRole("link", { name: /Reverse an array/ }).first());
  await keys.pressBack(button(page, /^Hide Section/));
  await expect(page.getByRole("region", { name: /Homework/ })).toHaveCount(0);
  await keys.press(show("Mentor Messages"));
  await keys.to(page.getByRole("link", { name: /^class\.test/ }).first());
  await keys.pressBack(show("Class Briefings"));
  const pages = page.getByRole("navigation", { name: "Pages of briefings" });
  await keys.press(pages.getByRole("button", { name: "Next" }));
  await expect(pages).toContainText("Page 2");
  await keys.press(pages.getByRole("button", { name: "Previous" }));
  await expect(pages).toContainText("Page 1");
  await keys.keepsPlace();

  await keys.open("/briefings/archive");
  const after = button(page, "Month after");
  await keys.press(button(page, "Month before"));
  await expect(after).toBeEnabled();
  await keys.press(after);
  await expect(after).toBeDisabled();
  await expect(button(page, "Month before"), "the way back").toBeFocused();
  const month = page.getByLabel("Month", { exact: true });
  await keys.to(month);
  await page.keyboard.type("F");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("2020");
  await expect(page).toHaveURL(/month=2020-02/);
  await keys.back(page.getByRole("tab", { name: "Previous Briefings" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Previous Announcements" })).toBeFocused();
  await expect(page.getByRole("row").nth(1)).toBeVisible();

  const announced = Array.from({ length: 101 }, (_, place) => ({
    _id: `0000-${place}`,
    version: 1,
    subject: `Announcement ${place}`,
    body: "Read on.",
    isPublic: true,
    recipients: [],
    sender: { _id: "0000", name: "Asha Rao", role: "mentor" },
    links: [],
    createdAt: new Date(Date.UTC(2026, 0, 1) - place * 1000).toISOString(),
  }));
  await page.route("**/api/messages/announcement?*", (route) => answerPage(route, announced));
  await keys.open("/briefings/archive?tab=announcements");
  await keys.press(button(page, "Show older announcements"));
  await expect(page.getByRole("row").filter({ hasText: "Announcement 100" })).toBeFocused();
  await page.context().close();
});

test("the projector is stopped and turned", async ({ browser, site }) => {
  const letter = { body: "All of you.", links: [] };
  const announced = await call(site, "", "/messages/announcement");
  for (const subject of ["Bring a pen", "Bring a book"]) {
    if (announced.length > 1) break;
    await send(site, "Asha Rao", "/messages/announcement", { ...letter, subject });
  }
  const page = await pageOf(browser, site, "Asha Rao");
  const keys = keysOf(page);
  await keys.open("/");
  const opened = page.waitForEvent("popup");
  await keys.press(page.getByRole("link", { name: /^Show this on the projector/ }));
  const wall = await opened;
  const place = wall.getByRole("img", { name: /^Slide \d+ of \d+$/ });
  await expect(place).toHaveAccessibleName(/^Slide 1 of [1-9]/);
  await wall.keyboard.press("Space");
  await expect(wall.getByText("Paused")).toBeVisible();
  const title = await wall.locator("h1").textContent();
  await wall.keyboard.press("ArrowRight");
  await expect(wall.locator("h1")).not.toHaveText(title ?? "");
  await wall.keyboard.press("ArrowLeft");
  await expect(wall.locator("h1")).toHaveText(title ?? "");
  await wall.keyboard.press("Space");
  await expect(wall.getByText("Paused")).toHaveCount(0);
  await page.context().close();
});

test("notifications are switched on and off; where the browser blocks them, it is told", async ({ browser, site }) => {
  const page = await pageOf(browser, site, "Ravi Kumar");
  const keys = keysOf(page);
  await keys.open("/");
  const account = button(page, /account$/);
  const turn = (to: string) => button(page, `Turn ${to} notifications`);
  await keys.press(account);
  await keys.press(turn("on"));
  await said(page, "Your browser blocks notifications from this site.");
  await expect(account).toBeFocused();
  await page.context().grantPermissions(["notifications"]);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await expect(turn("on")).toBeFocused();
  await page.keyboard.press("Enter");
  await said(page, "Notifications are on.");
  await expect(account).toBeFocused();
  await page.keyboard.press("Enter");
  await keys.press(turn("off"), "Space");
  await said(page, "Notifications are off.");
  await expect(account).toBeFocused();
  await page.keyboard.press("Enter");
  await keys.to(turn("on"));
  await page.keyboard.press("Escape");
  await expect(account).toBeFocused();
  await page.context().close();
});
