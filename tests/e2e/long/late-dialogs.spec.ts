/**
 * Each dialog whose code arrives late opens at once, can be closed, and then focuses its first field.
 * slow-network.spec.ts shows it for two of them.
 */
import { expect, type Locator, type Page } from "@playwright/test";
import { openPageAs, test } from "../site.ts";
import { createOneOfEverything, holdRequests } from "../school.ts";

/** All scripts that are requested from now on. */
const CODE = /assets\/.*\.js/;

const hasFocus = (dialog: Locator) =>
  expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true);

interface Late {
  who: string;
  at: string;
  by: string | RegExp;
  /** The item to press, if the button opens a menu. */
  then?: string;
  title: string;
  /** The field that has the focus after the code has arrived. */
  field: string;
  /**
   * The dialog's code, where the page fetches it as soon as its user is active: it is held from the
   * start, because Chromium may send a pointer move by itself.
   */
  code?: RegExp;
}

const late = (question: string, doubt: string): Late[] => [
  {
    who: "Asha Rao",
    at: `/doubts/${doubt}`,
    by: "Saved replies",
    then: "Manage saved replies",
    title: "Saved replies",
    field: "New reply",
    code: /assets\/manage-replies-.*\.js/,
  },
  {
    who: "Asha Rao",
    at: `/assignments/${question}`,
    by: "Assign Personally",
    title: "Assign Personally",
    field: "Search students",
    code: /assets\/assign-.*\.js/,
  },
  {
    who: "Zoya Khan",
    at: `/assignments/${question}`,
    by: "Edit Code",
    title: "Submit Code",
    field: "Your code",
    code: /assets\/code-form-.*\.js/,
  },
  {
    who: "Vikram Shah",
    at: "/progress",
    by: "Edit Weekly Goal",
    title: "Edit Weekly Goal",
    field: "Goal 1 is completed",
  },
  {
    who: "Vikram Shah",
    at: "/progress",
    by: "Edit",
    title: "Edit Daily Update",
    field: "Daily update",
  },
  {
    who: "Leela Nair",
    at: "/users",
    by: "Create Mentor",
    title: "Create Mentor",
    field: "Name",
  },
  { who: "Leela Nair", at: "/users", by: /^Update/, title: "Update account", field: "Name" },
  { who: "Leela Nair", at: "/users", by: /^Disable/, title: "Disable account", field: "Hours" },
];

test("a dialog opens before its code arrives, and then focuses its first field", async ({ browser, site }) => {
  const { question, doubt } = await createOneOfEverything(site);
  const pages = new Map<string, Page>();
  for (const { who, at, by, then, title, field, code } of late(question, doubt)) {
    await test.step(`${at}: ${title}`, async () => {
      const page = pages.get(who) ?? await openPageAs(browser, site, who);
      pages.set(who, page);
      const early = code && await holdRequests(page, code);
      await page.goto(at);
      const opener = page.getByRole("button", { name: by, exact: true }).first();
      await expect(opener).toBeVisible();
      const { release: bring } = early ?? await holdRequests(page, CODE);
      const dialog = page.getByRole("dialog", { name: title, exact: true });
      const first = dialog.getByLabel(field, { exact: true });
      const press = async () => {
        await opener.focus();
        await page.keyboard.press("Enter");
        if (then) await page.getByRole("button", { name: then }).press("Enter");
        await expect(dialog).toBeVisible();
      };
      await press();
      await hasFocus(dialog);
      await expect(first).toHaveCount(0);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();
      await press();
      bring();
      await expect(first).toBeFocused();
      await dialog.getByRole("button", { name: "Close" }).click();
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();
      await page.unrouteAll({ behavior: "wait" });
    });
  }
});
