/** Accounts with the keyboard alone: registering, resetting a password, and an admin's screens. */
import { resolve } from "node:path";
import { expect, type Page } from "@playwright/test";
import { keysOf } from "./keyboard.ts";
import { answerPage, openPageAs, test } from "./site.ts";
import { expectNotice } from "./school.ts";

const PICTURE = resolve("tests/pictures/phone.png");
const PASSWORD = "Secret@123";

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name });

test("a visitor registers, verifies, signs out, sets a new password and signs in", async ({ browser, site }) => {
  const page = await (await browser.newContext({ baseURL: site.url })).newPage();
  const keys = keysOf(page);
  const email = "hands@home.test";
  await keys.open("/");
  await keys.press(page.getByRole("link", { name: "Join the class" }));
  await expect(heading(page, "Create an account")).toBeFocused();
  await keys.write(page.getByLabel("Full Name"), "Hari Menon");
  await keys.write(page.getByLabel("Email"), email);
  const password = page.getByLabel("Password", { exact: true });
  await keys.write(password, "weak");
  await keys.press(button(page, "Show password"));
  await expect(password).toHaveAttribute("type", "text");
  await keys.write(page.getByLabel("Branch"), "CSE");
  await keys.write(page.getByLabel("Year"), "2");
  await keys.attach(page.getByLabel("Profile Image"), PICTURE);
  await expect(page.getByAltText("Your profile image")).toBeVisible();
  await keys.press(button(page, "Register"));
  await expect(password, "what is wrong has the focus").toBeFocused();
  await expect(page.getByText(/^Password is too weak\./)).toBeVisible();
  await keys.write(password, PASSWORD);
  await page.keyboard.press("Enter");

  await expect(page.getByLabel("OTP")).toBeFocused();
  const first = await site.codeFor(email);
  await keys.press(button(page, "Send a new code"));
  await expect.poll(() => site.codeFor(email)).not.toBe(first);
  await keys.keepsPlace();
  await keys.back(page.getByLabel("OTP"));
  await page.keyboard.type(await site.codeFor(email));
  await expect(heading(page, "Hello, Hari")).toBeFocused();

  await keys.pressBack(button(page, /account$/));
  await page.keyboard.press("ArrowUp");
  await expect(button(page, "Logout")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Welcome Back")).toBeFocused();
  const verified = await site.codeFor(email);
  await keys.press(page.getByRole("link", { name: "Forgot password?" }));
  await expect(heading(page, "Forgot your password?")).toBeFocused();
  await keys.write(page.getByLabel("Email"), email);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("OTP")).toBeFocused();
  await expect.poll(() => site.codeFor(email)).not.toBe(verified);
  await page.keyboard.type(await site.codeFor(email));
  await keys.write(page.getByLabel("New Password"), `${PASSWORD}4`);
  await keys.write(page.getByLabel("Confirm Password"), PASSWORD);
  await keys.press(button(page, "Reset Password"));
  await expect(page.getByText("Passwords do not match.")).toBeVisible();
  await expect(page.getByLabel("Confirm Password")).toBeFocused();
  await keys.write(page.getByLabel("Confirm Password"), `${PASSWORD}4`);
  await page.keyboard.press("Enter");

  await expect(heading(page, "Welcome Back")).toBeFocused();
  await keys.write(page.getByLabel("Email"), email);
  await keys.write(page.getByLabel("Password", { exact: true }), `${PASSWORD}4`);
  await keys.tick(page.getByLabel("Remember me"));
  await keys.press(button(page, "Sign In"));
  await expect(heading(page, "Hello, Hari")).toBeFocused();
  await page.context().close();
});

test("an admin invites a person, and changes, disables, enables and deletes the account", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Leela Nair");
  const keys = keysOf(page);
  const row = page.getByRole("row").filter({ hasText: "Uma Devi" });
  const act = (what: string) => row.getByRole("button", { name: new RegExp(`^${what}`) });
  const dialog = (name: string) => page.getByRole("dialog", { name });
  await keys.open("/users");
  await keys.press(button(page, "Create Volunteer"));
  const invite = dialog("Create Volunteer");
  await expect(invite.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Uma Devi");
  await keys.write(invite.getByLabel("Email"), "uma@home.test");
  await page.keyboard.press("Enter");
  await expectNotice(page, "Uma Devi has been sent a code to set a password.");
  await expect(button(page, "Create Volunteer")).toBeFocused();

  await keys.write(page.getByLabel("Name", { exact: true }), "uma devi");
  await expect(page.getByRole("row")).toHaveCount(2);
  await keys.press(act("Update"));
  const update = dialog("Update account");
  await keys.choose(update.getByLabel("Role"), "mentor");
  await keys.press(button(page, "Update"));
  await expectNotice(page, "The account of Uma Devi has been updated.");
  await expect(row).toContainText("mentor");
  await expect(act("Update")).toBeFocused();

  await keys.press(act("Disable"));
  await expect(dialog("Disable account").getByLabel("Hours")).toBeFocused();
  await keys.write(dialog("Disable account").getByLabel("Hours"), "2");
  await page.keyboard.press("Enter");
  await expect(row).toContainText(/Disabled until/);
  await expect(act("Disable")).toBeFocused();
  await page.keyboard.press("Enter");
  await keys.press(button(page, "Enable now"));
  await expect(row).not.toContainText("Disabled");
  await expect(act("Disable")).toBeFocused();

  await keys.press(act("Delete"));
  await expect(button(page, "Cancel")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(act("Delete")).toBeFocused();
  await page.keyboard.press("Enter");
  await keys.press(dialog("Delete account").getByRole("button", { name: "Delete" }));
  await expect(page.getByText("No users found.")).toBeVisible();
  await keys.keepsPlace();
  await keys.pressBack(button(page, "Clear"));
  await expect(page.getByRole("row").nth(2)).toBeVisible();
  await keys.keepsPlace();
  await keys.choose(page.getByLabel("Role"), "admin");
  await expect(page.getByRole("row").filter({ hasText: "Zoya Khan" })).toHaveCount(0);
  await page.context().close();
});

test("the Admin Panel can be used with Tab", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Leela Nair");
  const keys = keysOf(page);
  await keys.open("/mentor");
  await keys.press(button(page, "Admin Panel"));
  const panel = page.locator("#panel");
  await keys.write(panel.getByLabel("Name", { exact: true }), "leela");
  const accounts = panel.getByRole("table", { name: "Accounts" });
  await expect(accounts.getByRole("row")).toHaveCount(2);
  await keys.press(panel.getByRole("button", { name: /^Update/ }));
  await expect(page.getByRole("dialog", { name: "Update account" })).toBeVisible();
  await keys.press(button(page, "Cancel"));
  await expect(panel.getByRole("button", { name: /^Update/ })).toBeFocused();
  await keys.pressBack(button(page, "Admin Panel"));
  await expect(panel).toHaveCount(0);
  await keys.press(button(page, "View All Students"));
  await keys.write(panel.getByLabel("Name", { exact: true }), "zoya");
  await expect(panel.getByRole("listitem")).toHaveCount(1);
  await keys.press(panel.getByRole("link", { name: "Zoya Khan" }));
  await expect(heading(page, "Zoya Khan")).toBeFocused();
  await page.context().close();
});

test("a visitor's contact message and an admin's change of the About page appear on the other's screen", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Leela Nair");
  const keys = keysOf(page);
  await keys.open("/mentor");
  await keys.press(button(page, "Contact Messages"));
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const guest = await (await browser.newContext({ baseURL: site.url })).newPage();
  const visitor = keysOf(guest);
  await visitor.open("/contact");
  await visitor.press(button(guest, "Send Message"));
  await expect(guest.getByLabel("Name")).toBeFocused();
  await expect(guest.getByText("All fields are required.")).toBeVisible();
  await visitor.write(guest.getByLabel("Name"), "Anu Thomas");
  await visitor.write(guest.getByLabel("Email"), "anu@home.test");
  await visitor.write(guest.getByLabel("Message"), "Is there a class for beginners?");
  await guest.keyboard.press("Control+Enter");
  await expect(guest.getByText(/thank/i)).toBeVisible();
  const again = button(guest, "Send another message");
  await visitor.press(again);
  await expect(guest.getByLabel("Name"), "where one begins").toBeFocused();
  await expect(page.locator("#panel").getByRole("heading", { name: "Anu Thomas" })).toBeVisible();
  await expect(page.locator("#panel")).toContainText("Is there a class for beginners?");
  await keys.to(page.getByRole("link", { name: "anu@home.test" }));

  // With many messages, the focus moves to the first older one.
  const received = Array.from({ length: 22 }, (_, place) => ({
    _id: `0000-${place}`,
    name: `Sender ${place}`,
    email: `sender${place}@home.test`,
    message: "Is there room?",
    createdAt: new Date(Date.UTC(2026, 0, 1) - place * 1000).toISOString(),
  }));
  await page.route("**/api/contact?*", (route) => answerPage(route, received));
  await keys.open("/mentor?panel=contact");
  await keys.press(button(page, "Show older messages"));
  await expect(page.getByRole("listitem").filter({ hasText: "Sender 20" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "sender20@home.test" })).toBeFocused();

  await visitor.open("/About");
  await expect(guest.getByRole("heading", { name: "Our Mission" })).toBeVisible();
  await expect(button(guest, "Edit Content")).toHaveCount(0);
  await expect(guest.getByRole("region", { name: "Our Team" })).toContainText("Asha Rao");
  let loads = 0;
  guest.on("load", () => loads++);
  await keys.open("/About");
  await keys.press(button(page, "Edit Content"));
  await expect(page.getByLabel("Our Story")).toBeFocused();
  await keys.write(page.getByLabel("Our Mission"), "Nobody waits **long**.");
  const milestones = page.getByRole("group", { name: /^Milestone \d+$/ });
  const before = await milestones.count();
  await keys.press(button(page, "Add milestone"));
  const last = milestones.nth(before);
  await expect(last.getByLabel("Year")).toBeFocused();
  await page.keyboard.type("2024");
  await keys.write(last.getByLabel("Title"), "A second hall");
  await keys.press(button(page, `Remove milestone ${before + 1}`));
  await expect(milestones).toHaveCount(before);
  await keys.keepsPlace();
  await keys.press(button(page, "Save Changes"));
  await expectNotice(page, "The About page has been saved.");
  for (const one of [page, guest]) {
    await expect(one.locator("strong", { hasText: "long" })).toBeVisible();
  }
  await expect(button(page, "Edit Content")).toBeFocused();
  expect(loads, "the visitor's page was never loaded again").toBe(0);
});
