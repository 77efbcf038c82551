/** Saved replies: created, changed, used and deleted; each mentor has their own. */
import { expect } from "@playwright/test";
import { clearSavedReplies } from "./school.ts";
import { newDoubt, openPageAs, test } from "./site.ts";

test("saved replies are made, changed, used and deleted", async ({ browser, site }) => {
  await clearSavedReplies(site);
  const id = await newDoubt(site, "Ravi Kumar", "Where do I begin?");
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto(`/doubts/${id}`);
  const field = page.getByLabel("Your reply");
  const menu = page.getByRole("button", { name: "Saved replies" });
  const dialog = page.getByRole("dialog", { name: "Saved replies" });
  const manage = async () => {
    await menu.click();
    await page.getByRole("button", { name: "Manage saved replies" }).click();
    await expect(dialog).toBeVisible();
  };
  const add = async (text: string) => {
    await dialog.getByLabel("New reply").fill(text);
    await dialog.getByRole("button", { name: "Add" }).click();
  };
  await manage();
  await expect(dialog.getByLabel("New reply")).toBeFocused();
  await add("   ");
  await expect(dialog.getByRole("listitem")).toHaveCount(0);
  await add("Draw it first.");
  await add("Print every step.");
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Edit Draw it first." }).click();
  await dialog.getByLabel("Text").fill("Draw it first, on paper.");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByText("Draw it first, on paper.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(menu).toBeFocused();

  await menu.click();
  await page.getByRole("button", { name: /Draw it first, on paper/ }).click();
  await expect(field).toHaveValue("Draw it first, on paper.");
  await expect(field).toBeFocused();
  await page.keyboard.type(" Then");
  await menu.click();
  await page.keyboard.press("2");
  await expect(field).toHaveValue("Draw it first, on paper. Then\nPrint every step.");

  // The replies are shared with other tabs, and survive a reload.
  const other = await page.context().newPage();
  await other.goto(`/doubts/${id}`);
  await other.getByRole("button", { name: "Saved replies" }).click();
  await expect(other.getByRole("button", { name: /Draw it first, on paper/ })).toBeVisible();
  await manage();
  await dialog.getByRole("button", { name: "Delete saved reply 2" }).press("Enter");
  await expect(dialog.getByRole("listitem")).toHaveCount(1);
  await expect(dialog.getByRole("button", { name: "Delete saved reply 1" })).toBeFocused();
  await expect(other.getByRole("button", { name: /^Print every step/ })).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("listitem")).toHaveCount(0);
  await expect(dialog.getByLabel("New reply")).toBeFocused();
  await page.keyboard.press("Escape");
  await menu.click();
  await expect(page.getByText("None yet.")).toBeVisible();
  await page.context().close();
});
