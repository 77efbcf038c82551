/** Signing in after others have used up the tries: the message, and the ways to get in. */
import { expect, type Page } from "@playwright/test";
import { newcomer, PASSWORD } from "./school.ts";
import { openPageAs, test } from "./site.ts";

const WRONG = "Wrong@12345";

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** Tries wrong passwords, as another person would on another machine, until no try is left. */
async function useUp(page: Page, email: string): Promise<void> {
  const statuses = await page.evaluate(async ([email, password]) => {
    const statuses: number[] = [];
    for (let at = 0; at < 12; at++) {
      const { status } = await fetch("/api/auth/login", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, password }),
      });
      statuses.push(status);
    }
    return statuses;
  }, [email, WRONG]);
  expect(statuses).toContain(429);
}

test("a user of a known browser signs in while others' wrong passwords are limited", async ({ browser, site }) => {
  const email = await newcomer(site, "Oona");
  const owner = await openPageAs(browser, site, null);
  const other = await openPageAs(browser, site, null);
  await owner.goto("/login");
  await signIn(owner, email, PASSWORD);
  await expect(owner).toHaveURL(/\/dashboard$/);
  await owner.getByRole("button", { name: /^Oona.*account$/ }).click();
  await owner.getByRole("button", { name: "Logout" }).click();
  await expect(owner).toHaveURL(/\/login/);

  await other.goto("/login");
  await useUp(other, email);
  // In an unknown browser the form says what to do, and keeps the typed text.
  await signIn(other, email, PASSWORD);
  await expect(other.getByRole("alert").filter({ hasText: "Too many wrong passwords" }).first())
    .toContainText(/Wait \d+ seconds?, or choose "Forgot password"\./);
  await expect(other.getByLabel("Email")).toHaveValue(email);
  await expect(other.getByLabel("Password", { exact: true })).toHaveValue(PASSWORD);

  await signIn(owner, email, PASSWORD);
  await expect(owner).toHaveURL(/\/dashboard$/);

  // From an unknown browser the way in is a new password.
  const verified = await site.codeFor(email);
  await other.getByRole("link", { name: "Forgot password?" }).click();
  await other.getByLabel("Email").fill(email);
  await other.getByRole("button", { name: "Send OTP" }).click();
  await expect(other).toHaveURL(/\/reset-password$/);
  await expect.poll(() => site.codeFor(email), "the new mail has come").not.toBe(verified);
  await other.getByLabel("OTP").fill(await site.codeFor(email));
  await other.getByLabel("New Password", { exact: true }).fill("Newer@123");
  await other.getByLabel("Confirm Password", { exact: true }).fill("Newer@123");
  await other.getByRole("button", { name: "Reset Password" }).click();
  await expect(other).toHaveURL(/\/login/);
  await signIn(other, email, "Newer@123");
  await expect(other).toHaveURL(/\/dashboard$/);
});
