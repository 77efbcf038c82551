/**
 * Navigation with the keyboard alone: menus, themes, sections, archives, the projector. Long words
 * and wide tables on a phone, a thread and a program on paper: nothing is cut off.
 */
import { expect, type Page } from "@playwright/test";
import { keysOf } from "./keyboard.ts";
import { button, goAnew, heading, open, section, send, signInAgain } from "./school.ts";
import { callApi, newQuestion, openPageAs, test } from "./site.ts";

test.describe("with the demo class", () => {
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
    await expect.poll(tint).toBe(dark);
    await keys.press(button(page, /account$/));
    await expect(button(page, "System theme")).toHaveAttribute("aria-pressed", "true");
    await keys.press(button(page, "Light theme"));
    await expect.poll(theme).toBe("doubtless");
    await expect.poll(tint, "the chosen theme's, not the system's").toBe(light);
    await page.emulateMedia({ colorScheme: "light" });
    await expect(button(page, /account$/)).toBeFocused();
    await page.keyboard.press("Space");
    await keys.press(button(page, "Dark theme"));
    await expect.poll(theme).toBe("doubtless-dark");
    await expect.poll(tint).toBe(dark);
    await page.goto("/mentor");
    await expect.poll(tint, "from the first paint on").toBe(dark);
    // The focus indicators are also visible in the dark theme.
    await keys.press(button(page, /account$/));
    await keys.press(button(page, "Logout"));
    await expect(page.getByLabel("Email")).toBeFocused();
    await signInAgain(site, "Asha Rao");
  });

  test("on a phone: the menu, collapsed filters and the footer @main", async ({ browser, site }) => {
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
    await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
    await keys.open("/contact");
    await keys.press(page.getByRole("contentinfo").getByRole("link", { name: "About" }));
    await expect(heading(page, "About Doubtless")).toBeFocused();
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
    await send(site, "Asha Rao", "/messages/announcement", {
      ...letter,
      subject: "Leave the room",
    });
    await expect(wall.locator("h1"), "an announcement does not wait").toHaveText("Leave the room");
    await expect(wall.getByText("Paused")).toBeVisible();
    await wall.keyboard.press("Space");
    await expect(wall.getByText("Paused")).toHaveCount(0);
  });
});

const PHONE_WIDTH = 360;
const WORD = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk";
const TEXT = `${WORD} is a word, and https://class.test/${"a/long/way/".repeat(12)} a link. ` +
  "And then there are the ordinary words, of which there are so many. ".repeat(4);
const TABLE = `| a | b | c | d | e | f |\n|---|---|---|---|---|---|\n|${" 1000000 |".repeat(6)}`;
const CODE = "```cpp\nint number_of_stars_in_the_row(int row, int columns, int padding);\n```";

const onPhone = async (page: Page, path: string) => {
  await goAnew(page, path);
  await expect(page.getByText(WORD).first()).toBeVisible();
  await expect(page.locator(".skeleton, [aria-busy=true]")).toHaveCount(0);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(width, path).toBeLessThanOrEqual(PHONE_WIDTH);
};

test("a word of fifty letters, a long link and a wide table stay within a phone", async ({ browser, site }) => {
  const id = await newQuestion(site, `${WORD}: print it`);
  const explanation = [TEXT, TABLE, CODE].join("\n\n");
  const examples = { testCases: [{ input: WORD, output: WORD.repeat(3), explanation: TEXT }] };
  await send(site, "Asha Rao", `/assignments/${id}`, { explanation, ...examples }, "PUT");
  const response = {
    responseStatus: "having doubt",
    submissionUrl: `https://class.test/${WORD}`,
    learningNotes: TEXT,
    studentSolution: CODE,
  };
  await send(site, "Zoya Khan", `/assignments/${id}/status`, response, "PUT");
  const raised = { assignmentId: id, doubtText: explanation };
  const { _id: doubt } = await send(site, "Zoya Khan", "/doubts", raised);
  const said = {
    subject: `${WORD} is closed`,
    body: TEXT,
    links: [`https://${"sub.".repeat(20)}test/`],
  };
  const letter = { ...said, isPublic: true, recipients: [] };
  const { _id: message } = await send(site, "Asha Rao", "/messages", letter);
  await send(site, "Asha Rao", "/messages/announcement", said);

  const page = await openPageAs(browser, site, "Zoya Khan");
  await page.setViewportSize({ width: PHONE_WIDTH, height: 780 });
  const screens = [
    "/assignments",
    `/assignments/${id}`,
    "/practice",
    "/doubts",
    `/doubts/${doubt}`,
    "/dashboard?panel=messages",
    `/messages/${message}`,
    "/Student-solutions",
    `/Student-solutions?item=${id}`,
    "/briefings/archive?tab=announcements",
  ];
  await page.goto("/contact");
  for (const path of screens) await onPhone(page, path);

  // The question's table scrolls within the text, also with keys. The doubt's stands above it.
  await page.goto(`/assignments/${id}`);
  const table = page.locator(".prose table").last();
  await expect(table).toHaveAttribute("tabindex", "0");
  await table.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(
    0,
  );
  await page.close();

  const guest = await open(browser, site, "visitor");
  await guest.setViewportSize({ width: PHONE_WIDTH, height: 780 });
  await guest.goto("/");
  for (const name of ["Announcements", "Homework & Classwork", "Mentor Messages"]) {
    await section(name)(guest);
    await expect(
      guest.getByRole("heading", { name: new RegExp(WORD) }).or(guest.getByRole("cell"))
        .first(),
    ).toBeVisible();
    const width = await guest.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, name).toBeLessThanOrEqual(PHONE_WIDTH);
  }

  // On the home page a message is cut to three lines, and "See More" shows all of it.
  const item = guest.getByRole("listitem").filter({ hasText: `${WORD} is closed` });
  const body = item.getByText(/^Donau.*ordinary words/s);
  const lines = () =>
    body.evaluate((element) =>
      Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight))
    );
  await expect.poll(lines).toBe(3);
  await item.getByRole("button", { name: /^See More/ }).click();
  await expect.poll(lines).toBeGreaterThan(3);
  await item.getByRole("button", { name: /^Show Less/ }).click();
  await expect.poll(lines).toBe(3);
});
