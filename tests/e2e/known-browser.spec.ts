/** Signing in where somebody else has used up the tries: what the screen says, and the way out. */
import { expect, type Page } from "@playwright/test";
import { send } from "./school.ts";
import { type Site, test } from "./site.ts";

const PASSWORD = "Secret@123";
const WRONG = "Wrong@12345";

async function newcomer(site: Site, name: string): Promise<string> {
  const email = `${name.toLowerCase()}@home.test`;
  await send(site, "Leela Nair", "/users", { name, email, role: "volunteer" });
  const otp = await site.codeFor(email);
  await send(site, "", "/auth/reset-password", { email, otp, newPassword: PASSWORD });
  return email;
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** As a neighbour at the next machine, until there is no try left. */
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

test("whoever has signed in here before gets in, however many wrong passwords others have tried", async ({ browser, site }) => {
  const email = await newcomer(site, "Oona");
  const owner = await (await browser.newContext({ baseURL: site.url })).newPage();
  const other = await (await browser.newContext({ baseURL: site.url })).newPage();
  await owner.goto("/login");
  await signIn(owner, email, PASSWORD);
  await expect(owner).toHaveURL(/\/dashboard$/);
  await owner.getByRole("button", { name: /^Oona.*account$/ }).click();
  await owner.getByRole("button", { name: "Logout" }).click();
  await expect(owner).toHaveURL(/\/login/);

  await other.goto("/login");
  await useUp(other, email);
  // Elsewhere the form says what to do, and keeps what was typed.
  await signIn(other, email, PASSWORD);
  await expect(other.getByRole("alert").filter({ hasText: "Too many wrong passwords" }).first())
    .toContainText(/Wait \d+ seconds?, or choose "Forgot password"\./);
  await expect(other.getByLabel("Email")).toHaveValue(email);
  await expect(other.getByLabel("Password", { exact: true })).toHaveValue(PASSWORD);

  await signIn(owner, email, PASSWORD);
  await expect(owner).toHaveURL(/\/dashboard$/);

  // Without having been there before: by a new password.
  await other.getByRole("link", { name: "Forgot password?" }).click();
  await other.getByLabel("Email").fill(email);
  await other.getByRole("button", { name: "Send OTP" }).click();
  await expect(other).toHaveURL(/\/reset-password$/);
  await other.getByLabel("OTP").fill(await site.codeFor(email));
  await other.getByLabel("New Password", { exact: true }).fill("Newer@123");
  await other.getByLabel("Confirm Password", { exact: true }).fill("Newer@123");
  await other.getByRole("button", { name: "Reset Password" }).click();
  await expect(other).toHaveURL(/\/login/);
  await signIn(other, email, "Newer@123");
  await expect(other).toHaveURL(/\/dashboard$/);
  for (const page of [owner, other]) await page.context().close();
});
