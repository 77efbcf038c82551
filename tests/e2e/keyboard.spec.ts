/** The first path of a mentor with the keyboard alone: sign in, find a doubt, answer it. */
import { expect, type Locator, type Page } from "@playwright/test";
import { call, newDoubt, pageOf, test } from "./site.ts";

const PASSWORD = "Demo@1234";
/** More steps than that, and nobody would find it. */
const STEPS_MOST = 60;

test.use({ hasDemo: true });

/** Goes on with Tab until this has the focus, which must be seen. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let steps = 0; steps < STEPS_MOST; steps++) {
    await page.keyboard.press("Tab");
    if (!await wanted.evaluate((element) => element === document.activeElement)) continue;
    const outline = await wanted.evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(outline, "the focus is seen").not.toBe("none");
    return;
  }
  throw new Error(`${wanted} was not reached`);
}

test("a mentor signs in, opens a doubt from the list and answers it", async ({ page, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Which keys open this?");
  await page.goto(`${site.url}/doubts`);
  await expect(page).toHaveURL(/\/login\?returnUrl=/);
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type("mentor@demo.test");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/doubts$/);
  await expect(page.getByRole("heading", { name: "Doubts", exact: true })).toBeFocused();
  await tabTo(page, page.getByRole("link", { name: /Which keys open this\?/ }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/doubts/${id}$`));
  await expect(page.getByRole("heading", { name: "Reverse an array" })).toBeFocused();
  await tabTo(page, page.getByLabel("Your reply"));
  await page.keyboard.type("Tab and Enter.");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Send Reply" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("log").getByText("Tab and Enter.")).toBeVisible();
  await expect.poll(async () => (await call(site, "Ravi Kumar", `/doubts/${id}`)).currentStatus)
    .toBe("replied");
});

test("a student asks again and resolves", async ({ browser, site }) => {
  const id = await newDoubt(site, "Zoya Khan", "What does Escape do?");
  const page = await pageOf(browser, site, "Zoya Khan");
  await page.goto(`/doubts/${id}`);
  await tabTo(page, page.getByRole("button", { name: "Ask Again" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByLabel("What is still unclear?"));
  await page.keyboard.type("And what does it not do?");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Follow-up sent.")).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "Mark as Resolved" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/This doubt has been resolved/)).toBeVisible();
  await page.context().close();
});

test("the dialog for a doubt opens, closes and gives the focus back", async ({ browser, site }) => {
  await newDoubt(site, "Ravi Kumar", "Is this resolved now?");
  const page = await pageOf(browser, site, "Ravi Kumar");
  await page.goto(`/assignments/${site.assignmentId}`);
  const raise = page.getByRole("button", { name: "Raise a doubt" });
  await tabTo(page, raise);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(raise).toBeFocused();
  await page.context().close();
});
