/** Navigation with the keyboard alone: menus, themes, sections, archives, the projector. */
import { expect, type Locator } from "@playwright/test";
import { keysOf } from "./keyboard.ts";
import { callApi, openPageAs, test } from "./site.ts";
import { button, expectNotice, heading, send } from "./school.ts";

test.use({ hasDemo: true });

const PHONE = { width: 360, height: 740 };

test("on a laptop: the skip link, the menus, the themes and Logout", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  const keys = keysOf(page);
  await keys.open("/mentor");
  await keys.press(page.getByRole("link", { name: "Skip to content" }));
  await expect(page.locator("main")).toBeFocused();
  const main = page.getByRole("navigation", { name: "Main" });
  await keys.pressBack(main.getByRole("link", { name: /^Doubts/ }));
  await expect(page.getByRole("link", { name: "Triage", exact: true }))
    .toHaveAttribute("aria-current", "page");

  const more = main.getByRole("button", { name: "More" });
  await keys.pressBack(more);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(main.getByRole("listitem").getByRole("link", { name: "Solutions" }))
    .toBeFocused();
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
  /** Returns the colour that a phone's browser shows around the page. */
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
  await page.goto("/mentor");
  expect(await tint(), "from the first paint on").toBe(dark);
  // The focus indicators are also visible in the dark theme.
  await keys.press(button(page, /account$/));
  await keys.press(button(page, "Logout"));
  await expect(heading(page, "Welcome Back")).toBeFocused();
});

test("on a phone: the menu, collapsed filters and the footer", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Ravi Kumar");
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
});

test("on the notice board, all sections are open, and stay hidden once hidden", async ({ browser, site }) => {
  await send(site, "Asha Rao", "/messages", {
    subject: "Room 7",
    body: "We meet there.",
    isPublic: true,
    recipients: [],
    links: ["https://class.test/room"],
  });
  const page = await openPageAs(browser, site, "student");
  const keys = keysOf(page);
  await keys.open("/");
  for (
    const name of ["Announcements", "Homework & Classwork", "Mentor Messages", "Class Briefings"]
  ) {
    await expect(page.getByRole("region", { name: new RegExp(`^(Recent|Today's) ${name}`) }))
      .toBeVisible();
  }
  await keys.to(page.getByRole("link", { name: /Reverse an array/ }).first());
  const homework = button(page, /^(Hide|Show) Section ?: Homework & Classwork$/);
  await keys.pressBack(homework);
  await expect(page.getByRole("link", { name: /Reverse an array/ })).toHaveCount(0);
  await keys.open("/");
  await expect(homework, "as this browser was told").toHaveText(/^Show Section/);
  await keys.press(homework);
  await expect(page.getByRole("link", { name: /Reverse an array/ }).first()).toBeVisible();
  await keys.to(page.getByRole("link", { name: /^class\.test/ }).first());
  // The newest briefing is open, the others are one line each.
  const folded = page.getByRole("article").getByRole("button", { expanded: false });
  const earlier = await folded.count();
  await keys.press(folded.first());
  await expect(folded).toHaveCount(earlier - 1);
  await expect(page.getByRole("region", { name: "Recent Class Briefings" }).getByRole("article"))
    .toHaveCount(8);
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
  await expect(page.getByText("No briefings available.")).toBeVisible();
  await keys.back(page.getByRole("tab", { name: "Previous Briefings" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Previous Announcements" })).toBeFocused();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
});

test("the projector's slides are paused and turned", async ({ browser, site }) => {
  const letter = { body: "All of you.", links: [] };
  const announced = await callApi(site, "", "/messages/announcement");
  for (const subject of ["Bring a pen", "Bring a book"]) {
    if (announced.length > 1) break;
    await send(site, "Asha Rao", "/messages/announcement", { ...letter, subject });
  }
  const page = await openPageAs(browser, site, "Asha Rao");
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
  await send(site, "Asha Rao", "/messages/announcement", { ...letter, subject: "Leave the room" });
  await expect(wall.locator("h1"), "an announcement does not wait").toHaveText("Leave the room");
  await expect(wall.getByText("Paused")).toBeVisible();
  await wall.keyboard.press("Space");
  await expect(wall.getByText("Paused")).toHaveCount(0);
});

test("notifications are switched on and off; a message is shown if the browser blocks them", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Ravi Kumar");
  const keys = keysOf(page);
  await keys.open("/");
  const account = button(page, /account$/);
  const turn = (to: string) => button(page, `Turn ${to} notifications`);
  await keys.press(account);
  await keys.press(turn("on"));
  await expectNotice(page, "Your browser blocks notifications from this site.");
  await expect(account).toBeFocused();
  await page.context().grantPermissions(["notifications"]);
  // Chromium's headless build grants the permission, but still reports "denied" here.
  await page.evaluate(() =>
    Object.defineProperty(Notification, "permission", { value: "granted" })
  );
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "My profile" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(turn("on")).toBeFocused();
  await page.keyboard.press("Enter");
  await expectNotice(page, "Notifications are on.");
  await expect(account).toBeFocused();
  await page.keyboard.press("Enter");
  // The notice makes way for the open menu, and never covers the page's own actions.
  const notices = page.getByRole("region", { name: "Notifications" });
  const dashboard = page.getByRole("link", { name: "Go to your dashboard" });
  for (const kept of [turn("off"), button(page, "Logout"), dashboard]) {
    await expect.poll(() => overlap(notices, kept)).toBe(false);
  }
  await keys.press(turn("off"), "Space");
  await expectNotice(page, "Notifications are off.");
  await expect(account).toBeFocused();
  await page.keyboard.press("Enter");
  await keys.to(turn("on"));
  await page.keyboard.press("Escape");
  await expect(account).toBeFocused();
});

/** Whether two elements that are on the screen overlap. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [first, second] = [await one.boundingBox(), await other.boundingBox()];
  if (first === null || second === null) throw new Error("an element is not on the screen");
  return first.x < second.x + second.width && second.x < first.x + first.width &&
    first.y < second.y + second.height && second.y < first.y + first.height;
}
