/** An admin's changes of accounts, while the account's owner is signed in. */
import { expect, type Locator, type Page } from "@playwright/test";
import { openPageAs, test } from "./site.ts";
import { newcomer, PASSWORD, send } from "./school.ts";

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const act = (page: Page, what: string, name: string) =>
  row(page, name).getByRole("button", { name: new RegExp(`^${what}`) });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const press = (within: Locator, name: string) =>
  within.getByRole("button", { name, exact: true }).click();
const info = (page: Page, text: string) =>
  expect(page.getByRole("region", { name: "Notifications" }).getByText(text)).toBeVisible();

test("a person whose account is disabled, or gets another role, is told so on the open screen; the role is shown on all screens at once", async ({ browser, site }) => {
  const email = await newcomer(site, "Mira Paul");
  const [admin, person, guest] = [
    await openPageAs(browser, site, "Leela Nair"),
    await openPageAs(browser, site, "Mira Paul"),
    await openPageAs(browser, site, null),
  ];
  await guest.goto("/About");
  const team = guest.getByRole("region", { name: "Our Team" });
  await expect(team).toContainText("Asha Rao");
  await expect(team).not.toContainText("Mira Paul");
  await person.goto("/doubts");
  await expect(person.getByText("Live", { exact: true })).toBeVisible();
  await admin.goto("/users");
  await expect(row(admin, "Mira Paul")).toContainText("volunteer");
  const { _id } = site.people["Mira Paul"]?.user as { _id: string };
  await send(site, "Leela Nair", `/users/${_id}/disable`, { hours: 2 });
  await expect(row(admin, "Mira Paul")).toContainText(/Disabled until/);
  await expect(person.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  await expect(person.getByText("An admin has disabled your account.")).toBeVisible();
  await expect(person.getByText("Your session has expired.")).toHaveCount(0);
  await act(admin, "Enable", "Mira Paul").click();
  await info(admin, "The account of Mira Paul has been enabled.");
  await person.getByLabel("Email").fill(email);
  await person.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await person.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(person, "where the session ended").toHaveURL(/\/doubts$/);
  await expect(person.getByText("Live", { exact: true })).toBeVisible();

  await act(admin, "Update", "Mira Paul").click();
  const update = dialog(admin, "Update account");
  await update.getByLabel("Role").selectOption("mentor");
  await expect(update.getByText("A new role signs them out everywhere.")).toBeVisible();
  await update.getByLabel("LinkedIn").fill("not a link");
  await press(update, "Update");
  await expect(update.getByLabel("LinkedIn")).toBeFocused();
  await expect(update.locator("[aria-invalid=true]")).toHaveCount(1);
  await update.getByLabel("LinkedIn").fill("https://linkedin.example/mira");
  await press(update, "Update");
  await expect(row(admin, "Mira Paul")).toContainText("mentor");
  await expect(person.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  await expect(person.getByText("Your session has expired. Please log in again.")).toBeVisible();
  await expect(team, "without a reload").toContainText("Mira Paul");

  // A refusal is shown in the dialog.
  const refusal = "This is the last admin: make somebody else an admin first.";
  await act(admin, "Disable", "Leela Nair").click();
  await press(dialog(admin, "Disable account"), "Disable");
  await expect(dialog(admin, "Disable account").getByText(refusal)).toBeVisible();
});
