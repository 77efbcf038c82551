/** A form shows each mistake at its field. */
import { expect } from "@playwright/test";
import { openPageAs, test } from "./site.ts";

test("a mistake in a milestone or an address is shown at its field", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Leela Nair");
  await page.goto("/About");
  await page.getByRole("button", { name: "Edit Content" }).click();
  const add = page.getByRole("button", { name: "Add milestone" });
  await add.click();
  await add.click();
  const milestones = page.getByRole("group", { name: /^Milestone \d+$/ });
  const last = milestones.last();
  await last.getByLabel("Title").fill("A hall of our own");
  await page.getByLabel("General email").fill("nowhere");
  await page.getByRole("button", { name: "Save Changes" }).click();
  const year = last.getByLabel("Year");
  await expect(year).toHaveAttribute("aria-invalid", "true");
  await expect(milestones.first().getByLabel("Year")).toBeFocused();
  await expect(last.getByLabel("Text")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("General email")).toHaveAttribute("aria-invalid", "true");
  await expect(last.getByLabel("Title")).not.toHaveAttribute("aria-invalid", "true");
  const count = await milestones.count();
  await last.getByRole("button", { name: /^Remove milestone/ }).press("Enter");
  await expect(milestones).toHaveCount(count - 1);
  await expect(page.getByRole("button", { name: `Remove milestone ${count - 1}` })).toBeFocused();
  await page.getByRole("button", { name: "Discard my changes" }).click();
});
