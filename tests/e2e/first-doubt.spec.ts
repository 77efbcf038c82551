/** From registration to the first doubt, with the code from a real mail. */
import { expect } from "@playwright/test";
import { test } from "./site.ts";

test("a visitor registers, verifies the address, opens an assignment and raises a doubt", async ({ page, site }) => {
  const email = `new.${Date.now()}@class.test`;
  await page.goto(`${site.url}/register`);
  await page.getByLabel("Full Name").fill("Nila Menon");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("weak");
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page.getByText("Password is too weak.").first()).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("Strong@123");
  await page.getByLabel("Branch").fill("CSE");
  await page.getByRole("button", { name: "Register", exact: true }).click();

  await expect(page).toHaveURL(/\/verify-otp$/);
  await expect(page.getByLabel("Email")).toHaveValue(email);
  const code = page.getByLabel("Code from the mail");
  await expect(code).toBeFocused();
  await code.fill("000000");
  await expect(page.getByText("That code is wrong or has expired.").first()).toBeVisible();
  // As it is pasted from a mail: the sixth digit sends it.
  await code.fill((await site.codeFor(email)).replace(/^(...)/, "$1 "));
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto(`${site.url}/assignments`);
  await page.getByRole("link", { name: /View Details ?: Reverse an array/ }).click();
  await expect(page.getByRole("heading", { name: "Reverse an array" })).toBeVisible();
  await page.getByRole("button", { name: "Raise a doubt" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your doubt").fill("Why does `i <= n` read past the end?");
  await dialog.getByRole("button", { name: "Raise a doubt" }).click();
  await page.getByRole("region", { name: "Your doubts here" }).getByRole("link").click();
  await expect(page).toHaveURL(/\/doubts\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("log").getByText("read past the end?")).toBeVisible();
  await expect(page.getByRole("log").locator("code")).toHaveText("i <= n");
});
