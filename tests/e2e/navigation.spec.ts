/**
 * Navigation with the keyboard alone: menus, themes, sections, archives, the projector. Long words
 * and wide tables on a phone, a thread and a program on paper: nothing is cut off.
 */
import { expect, type Locator, type Page } from "@playwright/test";
import { keysOf } from "./keyboard.ts";
import { button, expectNotice, goAnew, heading, open, section, send } from "./school.ts";
import { callApi, newDoubt, newQuestion, openPageAs, test } from "./site.ts";

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
    await send(site, "Asha Rao", "/messages/announcement", {
      ...letter,
      subject: "Leave the room",
    });
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
});

const PHONE_WIDTH = 360;
/** The width of an A4 page between its margins. */
const PAPER = 703;
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

  // The table scrolls within the text, also with keys.
  await page.goto(`/assignments/${id}`);
  const table = page.locator(".prose table").first();
  await expect(table).toHaveAttribute("tabindex", "0");
  await table.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
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
  expect(await lines()).toBe(3);
  await item.getByRole("button", { name: /^See More/ }).click();
  expect(await lines()).toBeGreaterThan(3);
  await item.getByRole("button", { name: /^Show Less/ }).click();
  expect(await lines()).toBe(3);
});

test("on a phone: a panel is under the header, a long name is shown in full, and a menu stays within the window", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.setViewportSize({ width: PHONE_WIDTH, height: 780 });
  await page.goto("/contact");

  await test.step("on a phone an opened panel is right under the header", async () => {
    await goAnew(page, "/mentor");
    await page.getByRole("button", { name: "New and more" }).click();
    await page.getByRole("button", { name: "Create Question" }).click();
    await expect(page.getByRole("heading", { name: "Create Question" })).toBeVisible();
    const top = () =>
      page.evaluate(() => {
        const edge = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
        return (document.querySelector("#panel")?.getBoundingClientRect().top ?? 0) - edge;
      });
    await expect.poll(top).toBeLessThan(32);
    expect(await top()).toBeGreaterThanOrEqual(0);
  });

  await test.step("on a phone a person's long name is shown in full", async () => {
    const name = `${WORD} ${"Venkata ".repeat(4)}`.trim();
    const { _id } = site.people["Zoya Khan"]?.user as { _id: string };
    await send(site, "Leela Nair", `/users/${_id}`, { name }, "PATCH");
    const id = await newQuestion(site, "Assigned to a long name");
    await send(
      site,
      "Asha Rao",
      `/assignments/${id}/assign-personal`,
      { assignedTo: [_id] },
      "PUT",
    );
    await goAnew(page, `/assignments/${id}`);
    const badge = page.getByRole("listitem").filter({ hasText: name }).last();
    await expect(badge).toBeVisible();
    await expect.poll(() => badge.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    await expect.poll(() => badge.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(
      PHONE_WIDTH,
    );
    await send(site, "Leela Nair", `/users/${_id}`, { name: "Zoya Khan" }, "PATCH");
  });

  await test.step("on a phone a menu stays within the window", async () => {
    const doubt = await newDoubt(site, "Ravi Kumar", "Rows or columns first?");
    await goAnew(page, `/doubts/${doubt}`);
    await page.getByRole("button", { name: "Saved replies" }).click();
    const manage = page.getByRole("button", { name: "Manage saved replies" });
    await expect(manage).toBeInViewport({ ratio: 1 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(
      PHONE_WIDTH,
    );
  });
});

test("what is printed is there in full; a missing item and the counters lead on", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Ravi Kumar");
  await page.goto("/contact");

  await test.step("a printed announcement and a printed message are there in full", async () => {
    const end = "And the last word of all is on paper, too.";
    const said = { subject: "The lab on paper", body: `${TEXT}${end}`, links: [] };
    await send(site, "Asha Rao", "/messages/announcement", said);
    const letter = { ...said, subject: "A letter on paper", isPublic: true, recipients: [] };
    await send(site, "Asha Rao", "/messages", letter);
    await goAnew(page, "/");
    const row = page.getByRole("row").filter({ hasText: said.subject });
    const item = page.getByRole("listitem").filter({ hasText: letter.subject });
    // The text of an announcement that the screen does not show is in a style that only paper has.
    const rest = row.locator("[data-rest]");
    const added = () => rest.evaluate((element) => getComputedStyle(element, "::after").content);
    const body = item.getByText(end);
    const hidden = () => body.evaluate((element) => element.scrollHeight - element.clientHeight);
    await expect(row.getByText("...")).toBeVisible();
    await expect.poll(added).toBe("none");
    await expect.poll(hidden).toBeGreaterThan(0);
    await page.emulateMedia({ media: "print" });
    await expect.poll(added).toContain(end);
    await expect(row.getByText("...")).toBeHidden();
    await expect.poll(hidden).toBe(0);
    for (const part of [row, item]) {
      await expect(part.getByRole("button", { name: /^See More/ })).toHaveCount(0);
    }
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("a printed question has its own program in full, and no empty pages", async () => {
    const id = await newQuestion(site, "Print the squares");
    await goAnew(page, `/assignments/${id}`);
    const program = page.getByRole("textbox", { name: "Your program" });
    await expect(program).toHaveAttribute("contenteditable", "true");
    const lines = Array.from({ length: 40 }, (_, at) => `int square${at} = ${at} * ${at};`);
    await program.fill([...lines, `// ${"A long line is wrapped. ".repeat(20)}`].join("\n"));
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: PAPER, height: 1000 });
    // The workspace of the wide window stays, and is as long as the program.
    await expect(page.getByRole("tab", { name: "Question" })).toHaveCount(0);
    await expect(program).toContainText("int square39 = 39 * 39;");
    await expect(program).toContainText("int square0 = 0 * 0;");
    const last = page.getByText("int square39 =");
    await expect(last).toBeVisible();
    const workspace = page.getByRole("region", { name: "Workspace" });
    const bottom = async (of: Locator) => {
      const box = await of.boundingBox();
      return box === null ? 0 : box.y + box.height;
    };
    expect(await bottom(last)).toBeLessThan(await bottom(workspace));
    expect((await program.boundingBox())?.width).toBeLessThan(PAPER);
    // Nothing of a window's height is left below the content.
    const height = await page.evaluate(() => document.body.scrollHeight);
    expect(height - await page.evaluate(() => scrollY) - await bottom(workspace)).toBeLessThan(100);
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("the address of a missing item offers a way back", async () => {
    const nobody = "01900000-0000-7000-8000-000000000000";
    await goAnew(page, `/assignments/${nobody}`);
    await page.getByRole("link", { name: "All Assignments" }).click();
    await expect(page.getByRole("heading", { name: "All Assignments" })).toBeVisible();
    await goAnew(page, `/doubts/${nobody}`);
    await page.locator("main").getByRole("link", { name: "Doubts" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Doubts" })).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("the dashboard's counters link to the items that they count", async () => {
    await goAnew(page, "/dashboard");
    await page.getByRole("link", { name: "Pending HW" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Practice" })).toBeVisible();
    await expect(page.getByLabel("Tag", { exact: true })).toHaveValue("HW");
    await page.goBack();
    await page.getByRole("link", { name: "Pending Personal" }).click();
    await expect(page.getByRole("heading", { name: "Personal Assignments" })).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});
