/** An admin's changes of accounts, while the account's owner is signed in. */
import { expect, type Locator, type Page } from "@playwright/test";
import { callApi, newQuestion, openPageAs, type Site, test } from "./site.ts";
import { send } from "./school.ts";

const PASSWORD = "Secret@123";

/** Creates an account that no other test uses, and signs it in. */
async function newcomer(site: Site, name: string): Promise<void> {
  const email = `${name.split(" ")[0]?.toLowerCase()}@home.test`;
  await send(site, "Leela Nair", "/users", { name, email, role: "volunteer" });
  const otp = await site.codeFor(email);
  await send(site, "", "/auth/reset-password", { email, otp, newPassword: PASSWORD });
  site.people[name] = await send(site, "", "/auth/login", { email, password: PASSWORD });
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const act = (page: Page, what: string, name: string) =>
  row(page, name).getByRole("button", { name: new RegExp(`^${what}`) });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const press = (within: Locator, name: string) =>
  within.getByRole("button", { name, exact: true }).click();
const info = (page: Page, text: string) =>
  expect(page.getByRole("region", { name: "Notifications" }).getByText(text)).toBeVisible();

test("a new role ends the person's session, and is shown on all screens at once", async ({ browser, site }) => {
  await newcomer(site, "Mira Paul");
  const [admin, person] = [
    await openPageAs(browser, site, "Leela Nair"),
    await openPageAs(browser, site, "Mira Paul"),
  ];
  const guest = await (await browser.newContext({ baseURL: site.url })).newPage();
  await guest.goto("/About");
  const team = guest.getByRole("region", { name: "Our Team" });
  await expect(team).toContainText("Asha Rao");
  await expect(team).not.toContainText("Mira Paul");
  await person.goto("/dashboard");
  await expect(person.getByText("Live", { exact: true })).toBeVisible();
  await admin.goto("/users");
  await act(admin, "Update", "Mira Paul").click();
  const update = dialog(admin, "Update account");
  await expect(update.getByLabel("Name", { exact: true })).toBeFocused();
  await update.getByLabel("Role").selectOption("mentor");
  await expect(update.getByText("A new role signs them out everywhere.")).toBeVisible();
  await update.getByLabel("LinkedIn").fill("not a link");
  await press(update, "Update");
  await expect(update.getByLabel("LinkedIn")).toBeFocused();
  await expect(update.locator("[aria-invalid=true]")).toHaveCount(1);
  await update.getByLabel("LinkedIn").fill("https://linkedin.example/mira");
  await press(update, "Update");
  await info(admin, "The account of Mira Paul has been updated.");
  await expect(row(admin, "Mira Paul")).toContainText("mentor");
  await expect(act(admin, "Update", "Mira Paul")).toBeFocused();
  await expect(person.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  await expect(person.getByText("Your session has expired. Please log in again.")).toBeVisible();
  await expect(team, "without a reload").toContainText("Mira Paul");
  for (const page of [admin, person, guest]) await page.context().close();
});

test("an account is disabled for hours, enabled again, and deleted", async ({ browser, site }) => {
  await newcomer(site, "Tara Sen");
  const [admin, person] = [
    await openPageAs(browser, site, "Leela Nair"),
    await openPageAs(browser, site, "Tara Sen"),
  ];
  const question = `/assignments/${await newQuestion(site, "Open it again")}`;
  await person.goto(question);
  await expect(person.getByText("Live", { exact: true })).toBeVisible();
  await person.getByRole("button", { name: "Raise a doubt" }).click();
  const raising = dialog(person, "Raise a doubt");
  await raising.getByLabel("Your doubt").fill("Half a sen");
  await admin.goto("/users");
  await admin.getByLabel("Name", { exact: true }).fill("tara");
  await expect(admin.getByRole("row")).toHaveCount(2);
  await act(admin, "Disable", "Tara Sen").click();
  const disable = dialog(admin, "Disable account");
  await disable.getByLabel("Hours").fill("-2");
  await press(disable, "Disable");
  await expect(disable.getByText(/Hours must be a positive number/)).toBeVisible();
  await disable.getByLabel("Hours").fill("2");
  await press(disable, "Disable");
  await info(admin, "The account of Tara Sen has been disabled for 2 hours.");
  await expect(row(admin, "Tara Sen")).toContainText(/Disabled until/);
  await expect(person.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  await expect(person.getByText("An admin has disabled your account.")).toBeVisible();
  await expect(person.getByText("Your session has expired.")).toHaveCount(0);
  const { email } = site.people["Tara Sen"]?.user as { email: string };
  await person.getByLabel("Email").fill(email);
  await person.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await person.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(person.getByRole("alert").filter({ hasText: /disabled/i }).first()).toBeVisible();

  await act(admin, "Enable", "Tara Sen").click();
  await info(admin, "The account of Tara Sen has been enabled.");
  await expect(row(admin, "Tara Sen")).toContainText("Active");
  await person.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(person, "where the session ended").toHaveURL(new RegExp(`${question}$`));
  await expect(raising.getByLabel("Your doubt"), "in the dialog that was open")
    .toHaveValue("Half a sen");

  await act(admin, "Delete", "Tara Sen").click();
  const confirm = dialog(admin, "Delete account");
  await expect(confirm).toContainText(email);
  await press(confirm, "Cancel");
  await expect(act(admin, "Delete", "Tara Sen")).toBeFocused();
  await act(admin, "Delete", "Tara Sen").click();
  await press(confirm, "Delete");
  await info(admin, "The account of Tara Sen has been deleted.");
  await expect(admin.getByText("No users found.")).toBeVisible();
  await expect(person.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  for (const page of [admin, person]) await page.context().close();
});

test("the last admin cannot get another role, be disabled or be deleted", async ({ browser, site }) => {
  const admin = await openPageAs(browser, site, "Leela Nair");
  await admin.goto("/users");
  const refusal = "This is the last admin: make somebody else an admin first.";
  await act(admin, "Update", "Leela Nair").click();
  const update = dialog(admin, "Update account");
  await update.getByLabel("Role").selectOption("student");
  await press(update, "Update");
  await expect(update.getByText(refusal)).toBeVisible();
  await press(update, "Discard my changes");
  await admin.keyboard.press("Escape");
  await act(admin, "Disable", "Leela Nair").click();
  await press(dialog(admin, "Disable account"), "Disable");
  await expect(dialog(admin, "Disable account").getByText(refusal)).toBeVisible();
  await admin.keyboard.press("Escape");
  await act(admin, "Delete", "Leela Nair").click();
  await press(dialog(admin, "Delete account"), "Delete");
  await info(admin, refusal);
  const { role } = await callApi(site, "Leela Nair", "/auth/me");
  expect(role).toBe("admin");

  // An invited mentor is in the list at once, and gets a code.
  await admin.getByRole("button", { name: "Create Mentor" }).click();
  const invite = dialog(admin, "Create Mentor");
  await invite.getByLabel("Name").fill("Nisha Bose");
  await invite.getByLabel("Email").fill("nisha@home.test");
  await press(invite, "Create Mentor");
  await info(admin, "Nisha Bose has been sent a code to set a password.");
  await expect(row(admin, "Nisha Bose")).toContainText("mentor");
  expect(await site.codeFor("nisha@home.test")).toMatch(/^\d{6}$/);
  await admin.context().close();
});
