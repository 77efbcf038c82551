/**
 * Each kind of dialog and menu: axe finds no fault, Escape closes it, and the focus returns to its
 * opener. Of dialogs with the same content, such as questions before a deletion, one is opened.
 * Those on one page are opened one after the other, as a person does. And the helper of the journeys
 * with the keyboard (keyboard.ts) reports each kind of fault.
 */
import { expect, type Locator, type Page } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { createOneOfEverything, go, goalOf, goAnew, onSunday, send } from "./school.ts";
import { openPageAs, type Site, test } from "./site.ts";

type Find = (page: Page) => Locator;
interface Opened {
  who: string;
  at: string;
  /** Steps before the dialog can be opened, if any. */
  before?: (page: Page) => Promise<unknown>;
  /** The control that opens it, and gets the focus back. */
  by: Find;
  /** Pressed next, for a dialog that is opened from a menu. */
  then?: Find;
  dialog?: string | RegExp;
  /** A text in the menu, for a menu instead of a dialog. */
  menu?: string;
}

const button = (name: string | RegExp): Find => (page) =>
  page.getByRole("button", { name, exact: true }).first();

function all(
  made: Awaited<ReturnType<typeof createOneOfEverything>> & { doubt: string },
): Opened[] {
  const question = `/assignments/${made.question}`;
  const doubts = `/doubts?view=triage&item=${made.doubt}`;
  const saved = { by: button("Saved replies"), menu: "Manage saved replies" };
  const manage = { ...saved, then: button("Manage saved replies"), dialog: "Saved replies" };
  const editor = `/solution/${made.question}`;
  const addBlock = async (page: Page) => {
    await page.getByRole("textbox", { name: "Text" }).fill("First a loop.");
    await page.getByRole("button", { name: "Add text block" }).click();
    await page.getByRole("textbox", { name: "Text" }).fill("Then another.");
  };
  return [
    { who: "Zoya Khan", at: "/", by: button(/^Zoya Khan.*account$/), menu: "Logout" },
    { who: "Zoya Khan", at: "/", by: button("More"), menu: "Q-Solved" },
    {
      who: "Zoya Khan",
      at: question,
      by: button("Raise a doubt"),
      dialog: "Raise a doubt",
    },
    { who: "Zoya Khan", at: question, by: button(/^(Submit|Edit) Code$/), dialog: "Submit Code" },
    {
      who: "Zoya Khan",
      at: question,
      by: button("View Solution"),
      dialog: "Do you really want to give up?",
    },
    {
      who: "Zoya Khan",
      at: "/dashboard?panel=message",
      before: (page) => page.getByLabel("personal").check(),
      by: button("Select Recipients"),
      dialog: "Select Recipients",
    },
    {
      who: "Asha Rao",
      at: "/",
      by: button("Edit: Power cut"),
      dialog: "Edit Announcement",
    },
    {
      who: "Asha Rao",
      at: "/",
      by: button("Delete: Power cut"),
      dialog: "Delete announcement",
    },
    {
      who: "Asha Rao",
      at: "/",
      by: button(/^Edit the briefing of/),
      dialog: /^Edit Briefing/,
    },
    {
      who: "Asha Rao",
      at: "/mentor",
      by: button("Create/Edit Weekly Goal"),
      dialog: /Weekly Goal$/,
    },
    { who: "Asha Rao", at: "/assignments", by: button(/^Change tag/), menu: "Practice" },
    {
      who: "Asha Rao",
      at: "/assignments",
      by: button(/^Change tag: Add two matrices/),
      then: button("CW"),
      dialog: "Confirm Tag Change",
    },
    {
      who: "Asha Rao",
      at: question,
      by: button("Assign Personally"),
      dialog: "Assign Personally",
    },
    {
      who: "Asha Rao",
      at: editor,
      before: addBlock,
      by: button("Delete text block 2"),
      dialog: "Delete this text block?",
    },
    { who: "Asha Rao", at: doubts, by: button("Keys"), dialog: "Keys" },
    { who: "Asha Rao", at: doubts, by: button("Take over"), dialog: "Take over?" },
    { who: "Asha Rao", at: doubts, ...saved },
    { who: "Asha Rao", at: doubts, ...manage },
    {
      who: "Asha Rao",
      at: "/progress",
      by: button("Add Daily Update"),
      dialog: "Add Daily Update",
    },
    {
      who: "Asha Rao",
      at: "/progress",
      before: onSunday,
      by: button("Weekly Summary"),
      dialog: "Weekly Summary",
    },
    {
      who: "Vikram Shah",
      at: "/progress",
      by: button("Edit Weekly Goal"),
      dialog: "Edit Weekly Goal",
    },
    { who: "Vikram Shah", at: "/progress", by: button("Edit"), dialog: "Edit Daily Update" },
    { who: "Vikram Shah", at: "/progress", by: button(/^Weekly Report/), dialog: "Weekly Report" },
    {
      who: "Leela Nair",
      at: "/users",
      by: button(/^Actions for/),
      then: button("Update…"),
      dialog: "Update account",
    },
    {
      who: "Leela Nair",
      at: "/users",
      by: button(/^Actions for/),
      then: button("Disable…"),
      dialog: "Disable account",
    },
    { who: "Leela Nair", at: "/users", by: button("Create Mentor"), dialog: "Create Mentor" },
  ];
}

/** Creates one of everything, with the doubt claimed by another mentor. */
async function prepared(site: Site) {
  const made = await createOneOfEverything(site);
  await send(site, "Vikram Shah", `/doubts/${made.doubt}/claim`, { takeOver: true });
  const texts = { classSummary: "Loops.", classQuestions: "None.", homeworkQuestions: "None." };
  // Today's briefing may exist already.
  await send(site, "Asha Rao", "/dailyBriefing", texts).catch(() => {});
  await goalOf(site, "Asha Rao");
  return made;
}

const focused = (of: Locator) => of.evaluate((element) => element.contains(document.activeElement));

/** The people whose dialogs one test opens: staff have half of them. */
const SHARES = [["Asha Rao"], ["Zoya Khan", "Vikram Shah", "Leela Nair"]];

for (const share of SHARES) {
  test(`the dialogs and menus of ${share.join(", ")}`, async ({ browser, site }) => {
    const made = await prepared(site);
    for (const who of share) await openAll(await openPageAs(browser, site, who), who, made);
  });
}

async function openAll(page: Page, who: string, made: Awaited<ReturnType<typeof prepared>>) {
  await page.goto("/contact");
  const own = all(made).filter((one) => one.who === who);
  for (const [nth, { at, before, by, then, dialog, menu }] of own.entries()) {
    await test.step(`${at}: ${dialog ?? menu}`, async () => {
      const last = own[nth - 1];
      if (last?.at !== at || last.before !== before) {
        await goAnew(page, at);
        await before?.(page);
      }
      const opener = by(page);
      await expect(opener).toBeVisible();
      await opener.focus();
      await page.keyboard.press("Enter");
      await then?.(page).press("Enter");
      const controls = await opener.getAttribute("aria-controls");
      const shown = dialog === undefined
        ? page.locator(`[id="${controls}"]`).filter({ hasText: menu })
        : page.getByRole("dialog", { name: dialog });
      await expect(shown).toBeVisible();
      if (dialog !== undefined) {
        await expect.poll(() => focused(shown), "the focus is in it").toBe(true);
        await page.keyboard.press("Shift+Tab");
        await page.keyboard.press("Shift+Tab");
        const isOut = await page.evaluate(() =>
          document.activeElement?.closest("dialog") === null &&
          document.activeElement !== document.body
        );
        expect(isOut, "and stays in it").toBe(false);
      }
      // The themes take turns: screens.spec.ts checks the colours of each screen in both.
      const within = dialog === undefined ? `[id="${controls}"]` : "dialog[open]";
      await expectNoViolations(page, within, nth % 2 === 0 ? "light" : "dark");
      await page.keyboard.press("Escape");
      await expect(shown).toBeHidden();
      await expect(opener).toBeFocused();
    });
  }
}

test("after a deletion the focus moves to a neighbouring row", async ({ browser, site }) => {
  const letter = { body: "Open late today.", links: [] };
  for (const subject of ["Lab closed", "Lab open", "Lab moved"]) {
    await send(site, "Asha Rao", "/messages/announcement", { ...letter, subject });
  }
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto("/");
  const remove = async (name: string, next: string | null) => {
    await button(`Delete: ${name}`)(page).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Delete announcement" });
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("row").filter({ hasText: name })).toHaveCount(0);
    if (next !== null) await expect(button(`Delete: ${next}`)(page)).toBeFocused();
  };
  await remove("Lab open", "Lab closed");
  await remove("Lab moved", "Lab closed");
  await remove("Lab closed", null);
  await expect(page.locator(":focus"), "not on the body").toHaveCount(1);

  // After the last line of a checklist is deleted, the focus moves to the line before it. Lines
  // with the same text are separate lines.
  const goal = await goalOf(site, "Vikram Shah");
  const line = (text: string) => ({ text, completed: false, justification: "" });
  const weeklyTarget = JSON.stringify([line("Read"), line("Rest"), line("Rest")]);
  await send(site, "Vikram Shah", `/goals/${goal._id}`, { weeklyTarget }, "PUT");
  const mentor = await openPageAs(browser, site, "Vikram Shah");
  await mentor.goto("/progress");
  const ticks = mentor.getByRole("checkbox", { name: "Rest" });
  await expect(ticks).toHaveCount(2);
  await ticks.last().check();
  await expect(ticks.last()).toBeChecked();
  await expect(ticks.first()).not.toBeChecked();
  await mentor.getByRole("button", { name: "Remove: Rest" }).last().press("Enter");
  await expect(ticks).toHaveCount(1);
  await expect(ticks).not.toBeChecked();
  await expect(mentor.getByRole("button", { name: "Remove: Rest" })).toBeFocused();
});

test("what was typed when the session ended is in its form after the sign-in", async ({ browser, site }) => {
  const made = await createOneOfEverything(site);
  const session = site.people["Asha Rao"];
  const page = await openPageAs(browser, site, "Asha Rao");
  const other = await page.context().newPage();
  await other.goto("/contact");
  await page.goto("/contact");
  const question = `/assignments/${made.question}`;
  const triage = `/doubts?view=triage&item=${made.doubt}`;
  const dialog = (name: string, field: string) => () =>
    page.getByRole("dialog", { name }).getByLabel(field, { exact: true });
  const forms: { at: string; by: Find[]; field: () => Locator }[] = [
    {
      at: "/?filter=1",
      by: [button("Edit: Power cut")],
      field: dialog("Edit Announcement", "Subject"),
    },
    {
      at: question,
      by: [button("Edit Question")],
      field: () => page.getByRole("textbox", { name: "Title", exact: true }),
    },
    {
      at: triage,
      by: [button("Saved replies"), button("Manage saved replies")],
      field: dialog("Saved replies", "New reply"),
    },
    { at: "/assignments#list", by: [], field: dialog("Ask the class", "Question") },
  ];
  for (const { at, by, field } of forms) {
    await test.step(at, async () => {
      const openForm = async () => {
        for (const find of by) await find(page).click();
        if (by.length > 0) return;
        await expect(page.getByRole("heading", { name: "All Assignments" })).toBeVisible();
        await page.keyboard.press("i");
      };
      await goAnew(page, at);
      await openForm();
      await field().fill("Half a sen");
      await other.evaluate(() => localStorage.removeItem("token"));
      // The home page is public: there, one chooses to sign in.
      if (at.startsWith("/?")) await go(page, `/login?returnUrl=${encodeURIComponent(at)}`);
      await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
      await other.evaluate(({ token, user }) => {
        localStorage.setItem("user", JSON.stringify(user));
        localStorage.setItem("token", token);
      }, session as { token: string; user: unknown });
      await expect(page, "where the session ended").toHaveURL(site.url + at);
      await openForm();
      await expect(field()).toHaveValue("Half a sen");
    });
  }
});
