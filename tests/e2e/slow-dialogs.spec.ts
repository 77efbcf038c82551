/** Dialogs whose code arrives late: they open at once, and can be closed before it arrives. */
import { expect, type Locator, type Page } from "@playwright/test";
import { openPageAs, test } from "./site.ts";
import { createOneOfEverything, holdRequests, tryAgain } from "./school.ts";

/** All scripts that are requested from now on. */
const CODE = /assets\/.*\.js/;

const hasFocus = (dialog: Locator) =>
  expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true);

test("a dialog that is closed before its code arrives takes no typed text", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto("/mentor?panel=message");
  const subject = page.getByRole("textbox", { name: "Subject" });
  await expect(subject).toBeVisible();
  const opener = page.getByRole("button", { name: "Create/Edit Weekly Goal" });
  const { release: bring } = await holdRequests(page, CODE);
  const asked = page.waitForRequest(/edit-.*\.js/);
  await opener.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toHaveAccessibleName("Weekly Goal");
  await hasFocus(dialog);
  const code = (await asked).response();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await subject.click();
  await page.keyboard.type("The lab is ");
  bring();
  await (await code)?.finished();
  await page.keyboard.type("open late today", { delay: 20 });
  await expect(subject).toHaveValue("The lab is open late today");
  await expect(dialog).toHaveCount(0);
});

/** Opens a dialog of the accounts, by a key, whose code does not arrive before `bring` is called. */
async function openWithoutCode(page: Page, opener: Locator, name: string) {
  await page.goto("/users");
  await expect(opener).toBeVisible();
  const { release: bring } = await holdRequests(page, CODE);
  await opener.press("Enter");
  const dialog = page.getByRole("dialog", { name });
  await hasFocus(dialog);
  return { dialog, bring };
}

test("text typed before a dialog's code arrives goes into its first field, also into one of a number", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Leela Nair");
  const opener = page.getByRole("button", { name: "Create Mentor", exact: true });
  const { dialog, bring } = await openWithoutCode(page, opener, "Create Mentor");
  const field = dialog.getByLabel("Name", { exact: true });
  await expect(field).toHaveCount(0);
  // A space is a part of the name, and does not press "Close".
  await page.keyboard.type("Meera Ra");
  await page.keyboard.press("Backspace");
  await expect(dialog).toBeVisible();
  bring();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("Meera R");
  await page.keyboard.type("ao");
  await expect(field).toHaveValue("Meera Rao");
  // The form has the name, too: it is shown again after another field was changed.
  await dialog.getByLabel("Email", { exact: true }).fill("meera@school.test");
  await expect(field).toHaveValue("Meera Rao");

  await page.unrouteAll({ behavior: "wait" });
  const disable = page.getByRole("button", { name: /^Disable/ }).first();
  const number = await openWithoutCode(page, disable, "Disable account");
  const hours = number.dialog.getByLabel("Hours", { exact: true });
  await expect(hours).toHaveCount(0);
  // A number has no letters.
  await page.keyboard.type("4x8");
  number.bring();
  await expect(hours).toBeFocused();
  await expect(hours).toHaveValue("48");
  await page.keyboard.type("0");
  await expect(hours).toHaveValue("480");
});

test("a user who has pressed Tab in a dialog keeps the focus when its fields arrive", async ({ browser, site }) => {
  const { question } = await createOneOfEverything(site);
  const page = await openPageAs(browser, site, "Zoya Khan");
  const { release: bring } = await holdRequests(page, /assets\/code-form-.*\.js/);
  await page.goto(`/assignments/${question}`);
  const opener = page.getByRole("button", { name: "Edit Code", exact: true });
  await expect(opener).toBeVisible();
  await opener.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Submit Code" });
  await hasFocus(dialog);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  bring();
  const code = dialog.getByLabel("Your code", { exact: true });
  await expect(code).toBeVisible();
  await expect(code).not.toBeFocused();
  // In the code field, Escape would only leave the field.
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("a dialog whose code cannot be fetched says so, and can try again", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto("/mentor");
  await page.route(CODE, (route) => route.abort());
  await page.getByRole("button", { name: "Create/Edit Weekly Goal" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("The server cannot be reached.");
  await page.unrouteAll();
  await tryAgain(dialog);
  await expect(dialog.locator("form input").first()).toBeFocused();
  await expect(dialog).toHaveAccessibleName(/^(Create|Edit) Weekly Goal$/);
});

test("a tap beside a dialog closes it, and does not press the element behind it", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao", { hasTouch: true, isMobile: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/mentor");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "New", exact: true }).tap();
  await page.getByRole("button", { name: "Create/Edit Weekly Goal" }).tap();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox").first()).toBeVisible();
  const behind = await page.getByRole("link", { name: "Doubtless" }).first().boundingBox();
  await page.touchscreen.tap((behind?.x ?? 0) + 20, (behind?.y ?? 0) + 10);
  await expect(dialog).toHaveCount(0);
  // The time after which the browser may still turn a tap into a click.
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(/\/mentor$/);
});
