/** The school's account, at a real provider: signing in, linking, and what is left when it is down. */
import { type Browser, expect, type Page } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { PASSWORD } from "./school.ts";
import { openPageAs, OWN, type Site, test } from "./site.ts";

test.use({ hasSchool: true });

const button = (page: Page) => page.getByRole("button", { name: "Sign in with North School" });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

/** Opens the sign-in screen in a browser of its own, and signs in at the provider by its forms. */
async function signInAtSchool(browser: Browser, site: Site, login: string): Promise<Page> {
  const page = await openPageAs(browser, site, null, OWN);
  await page.goto("/login?returnUrl=%2Fpractice");
  await button(page).click();
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  return page;
}

async function signInWithPassword(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

test("the school's account signs in, is linked to an account by its password, and replaces passwords until it is down", async ({ browser, site }) => {
  const emailOf = (name: string) => (site.people[name]?.user as { email: string }).email;
  // A new account; the person goes on where they wanted to.
  const nila = await signInAtSchool(browser, site, "Nila Raman");
  await expect(nila).toHaveURL("/practice");
  await nila.goto("/dashboard");
  await expect(heading(nila, "Hello, Nila")).toBeVisible();

  const ravi = await signInAtSchool(browser, site, "Ravi Kumar");
  await expect(heading(ravi, "Is this your account?")).toBeVisible();
  await expect(ravi.getByLabel("Email")).toHaveValue(emailOf("Ravi Kumar"));
  await expectNoViolations(ravi);
  await ravi.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await ravi.getByRole("button", { name: "Sign In" }).click();
  await expect(ravi).toHaveURL("/practice");
  await expect(await signInAtSchool(browser, site, "Ravi Kumar")).toHaveURL("/practice");

  // Students lose their passwords, and are told the way.
  const admin = await openPageAs(browser, site, "Leela Nair");
  await admin.goto("/mentor?panel=admin&tab=registration");
  await admin.getByLabel("Admins").check();
  await admin.getByRole("button", { name: "Save Changes" }).click();
  await expect(admin.getByRole("alert")).toContainText("The last admin keeps the password.");
  await admin.getByLabel("Admins").uncheck();
  await admin.getByLabel("Students").check();
  await admin.getByRole("button", { name: "Save Changes" }).click();
  await expect(admin.getByText("The rules have been saved.")).toBeVisible();
  await expectNoViolations(admin, "#panel");
  const sentence = "Students sign in with North School, not with a password.";
  const guest = await openPageAs(browser, site, null, OWN);
  await guest.goto("/register");
  await expect(guest.getByText(sentence)).toBeVisible();
  await expect(guest.getByLabel("Email")).toHaveCount(0);
  await signInWithPassword(guest, emailOf("Ravi Kumar"));
  await expect(guest.getByRole("main").getByRole("alert")).toHaveText(sentence);

  // The provider is down: it is said, and whoever has a password signs in with it.
  await site.endProvider();
  await button(guest).click();
  await expect(guest.getByText(/^North School does not answer\. Sign in with your password/))
    .toBeVisible();
  await expectNoViolations(guest);
  await signInWithPassword(guest, emailOf("Asha Rao"));
  await expect(heading(guest, "Mentor Dashboard")).toBeVisible();
});
