/** Accounts: registering, a new password, what an admin changes, a roster, and an invitation. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Buffer } from "node:buffer";
import { expect, type Locator, type Page } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { keysOf } from "./keyboard.ts";
import { button, expectNotice, heading, PASSWORD } from "./school.ts";
import { answer, isLive, openPageAs, test } from "./site.ts";

const PICTURE = resolve("tests/pictures/phone.png");

test("a visitor registers, verifies, signs out, sets a new password and signs in @main", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, null);
  const keys = keysOf(page);
  const email = "hands@home.test";
  await keys.open("/");
  await keys.press(page.getByRole("link", { name: "Join the class" }));
  await expect(page.getByLabel("Full Name")).toBeFocused();
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
  await expect(page.getByText("! @ # $ % ^ & *")).toBeVisible();
  await keys.write(password, PASSWORD);
  await page.keyboard.press("Enter");

  await expect(page.getByLabel("Code from the mail")).toBeFocused();
  const first = await site.codeFor(email);
  await keys.press(button(page, "Send a new code"));
  await expect.poll(() => site.codeFor(email)).not.toBe(first);
  await keys.keepsPlace();
  await keys.back(page.getByLabel("Code from the mail"));
  // A sentence that is pasted is taken, and its sixth digit sends it.
  await page.keyboard.insertText(`Your code is ${await site.codeFor(email)}.`);
  await expect(heading(page, "Hello, Hari")).toBeFocused();

  await keys.pressBack(button(page, /account$/));
  await page.keyboard.press("ArrowUp");
  await expect(button(page, "Logout")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Email")).toBeFocused();
  const verified = await site.codeFor(email);
  await keys.press(page.getByRole("link", { name: "Forgot password?" }));
  await expect(heading(page, "Forgot your password?")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
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

  await expect(page.getByLabel("Email")).toBeFocused();
  await keys.write(page.getByLabel("Email"), email);
  await keys.write(page.getByLabel("Password", { exact: true }), `${PASSWORD}4`);
  await keys.tick(page.getByLabel("Remember me"));
  await keys.press(button(page, "Sign In"));
  await expect(heading(page, "Hello, Hari")).toBeFocused();
});

test("an admin invites a person, and changes, disables, enables and deletes the account @main", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Leela Nair");
  const keys = keysOf(page);
  const row = page.getByRole("row").filter({ hasText: "Uma Devi" });
  const actions = row.getByRole("button", { name: "Actions for Uma Devi" });
  const act = async (what: string) => {
    await keys.press(actions);
    await keys.press(row.getByRole("button", { name: what }));
  };
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
  await act("Update…");
  const update = dialog("Update account");
  await keys.choose(update.getByLabel("Role"), "mentor");
  await keys.press(button(page, "Update"));
  await expectNotice(page, "The account of Uma Devi has been updated.");
  await expect(row).toContainText("mentor");
  await expect(actions).toBeFocused();

  await act("Disable…");
  await expect(dialog("Disable account").getByLabel("Hours")).toBeFocused();
  await keys.write(dialog("Disable account").getByLabel("Hours"), "2");
  await page.keyboard.press("Enter");
  await expect(row).toContainText(/Disabled until/);
  await expect(actions).toBeFocused();
  await act("Disable…");
  await keys.press(button(page, "Enable now"));
  await expect(row).not.toContainText("Disabled");
  await expect(actions).toBeFocused();

  await act("Delete…");
  await expect(button(page, "Cancel")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(actions).toBeFocused();
  await act("Delete…");
  await keys.press(dialog("Delete account").getByRole("button", { name: "Delete" }));
  await expect(page.getByText("No users found.")).toBeVisible();
  await keys.keepsPlace();
  await keys.pressBack(button(page, "Clear"));
  await expect(page.getByRole("row").nth(2)).toBeVisible();
  await keys.keepsPlace();
  await keys.choose(page.getByLabel("Role"), "admin");
  await expect(page.getByRole("row").filter({ hasText: "Zoya Khan" })).toHaveCount(0);

  await keys.open("/mentor?panel=admin&tab=trail");
  const trail = page.getByRole("list", { name: "Audit log" }).getByRole("listitem");
  await expect(trail.first()).toContainText("Leela Nair deleted the account of Uma Devi");
  await keys.press(trail.first().getByRole("button", { name: "Uma Devi" }));
  await expect(trail).toContainText([
    "deleted the account of Uma Devi",
    "enabled Uma Devi",
    "disabled Uma Devi (for 2 h)",
    "changed the role of Uma Devi (volunteer → mentor)",
    "invited Uma Devi (as volunteer)",
  ]);
  await keys.keepsPlace();
  await keys.choose(page.getByLabel("What", { exact: true }), "Disabled");
  await expect(trail).toHaveCount(1);
  await keys.pressBack(button(page, "Clear"));
  const person = page.getByLabel("Person");
  await expect(person).toHaveValue("");
  await expect(trail.nth(4)).toBeVisible();
  await keys.write(person, "leela");
  const offered = page.locator("datalist option").first();
  await expect(offered).toHaveAttribute("value", /^Leela Nair \(/);
  await keys.write(person, await offered.getAttribute("value") ?? "");
  await expect(page).toHaveURL(/[?&]person=/);
  await expect(trail.first()).toContainText("Leela Nair");
});

test("a visitor's contact message and an admin's change of the About page appear on the other's screen @main", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Leela Nair");
  const keys = keysOf(page);
  await keys.open("/mentor");
  await keys.press(button(page, /^More panels/));
  await keys.press(button(page, "Contact Messages"));
  await isLive(page);
  const guest = await openPageAs(browser, site, null);
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
  await keys.write(last.getByLabel("Title"), "A second hall");
  await keys.press(button(page, "Save Changes"));
  await expect(last.getByLabel("Year"), "each mistake is shown at its field").toBeFocused();
  await expect(last.locator("[aria-invalid=true]"), "the year and the text").toHaveCount(2);
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

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const press = (within: Locator, name: string) =>
  within.getByRole("button", { name, exact: true }).click();
const info = (page: Page, text: string) =>
  expect(page.getByRole("region", { name: "Notifications" }).getByText(text)).toBeVisible();

const asFile = (text: string) => ({
  name: "class.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(text),
});

test("a roster is dropped, its wrong row mended, and undone; one who is not on it comes with an invitation @main", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Leela Nair");
  const file = page.getByLabel("File with the roster");
  const rows = page.getByRole("list", { name: "Rows of the file" });
  const text = "Role;E-mail;Name\n;nila@roster.test;Nila Raman\n;omar.roster.test;Omar Ali\n";
  await page.goto("/mentor?panel=admin&tab=roster");
  await file.setInputFiles(asFile("PK\x03\x04"));
  await expect(page.getByRole("alert")).toContainText("The workbook cannot be read.");

  // A file without addresses, of which one row is asked about and one is no student.
  const blackboard = "tests/rosters/blackboard.xls";
  const branch = page.getByLabel("Read Student ID as");
  await file.setInputFiles(blackboard);
  await expect(page.getByText("4 people have no address")).toContainText("tadeyemi");
  await page.getByLabel("Domain").fill("@Uni.Example");
  await page.getByRole("button", { name: "Use this domain" }).click();
  await expect(page.getByRole("button", { name: "Import 3 people" })).toBeVisible();
  await branch.selectOption("Branch");
  await rows.getByRole("button", { name: "Import it line 4" }).click();
  await expect(page.getByRole("button", { name: "Import 4 people" })).toBeVisible();
  await expect(rows.getByRole("button", { name: "Leave it out line 4" })).toBeFocused();
  await expect(rows).toContainText("tpham@uni.example, M10933997");
  await page.getByRole("button", { name: "Cancel" }).click();
  await file.setInputFiles(blackboard);
  await expect(branch, "what was chosen is kept").toHaveValue("branch");
  await expect(page.getByLabel("Domain")).toHaveValue("uni.example");
  await expect(page.getByRole("button", { name: "Wrong 4" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await isLive(page);
  const drop = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "class.csv", { type: "text/csv" }));
    return data;
  }, text);
  await page.route("**/api/users/roster/preview", (route) => route.abort());
  await file.locator("..").dispatchEvent("drop", { dataTransfer: drop });
  await expect(page.getByRole("alert")).toContainText("The server cannot be reached.");
  await page.unroute("**/api/users/roster/preview");
  await expect(rows.getByRole("listitem")).toHaveText([/^Line 3.*email: There is no address/]);
  await page.getByRole("button", { name: "All 2" }).click();
  await expect(rows.getByRole("listitem").first()).toContainText("new");
  await expectNoViolations(page, "#panel");

  // The answer to the first import is lost. The second one counts once.
  await page.route("**/api/users/roster", async (route) => {
    await route.fetch();
    await route.abort();
  }, { times: 1 });
  await page.getByLabel("Tell 1 person without a password by mail how to set one").check();
  await page.getByRole("button", { name: "Import 1 person" }).click();
  await expect(page.getByRole("alert")).toContainText("No answer came");
  await page.getByRole("button", { name: "Import 1 person" }).click();
  await info(page, "Imported: 1 person new, 0 people changed, 1 person mailed.");
  await expect(page.getByRole("heading", { name: "Roster", exact: true })).toBeFocused();
  const left = page.getByRole("region", { name: "Rows that were left out" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    left.getByRole("button", { name: "Download these rows" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("left-out.csv");
  const wrong = await readFile(await download.path(), "utf8");
  await expect.poll(() => site.mailsFor("nila@roster.test").join()).toContain(
    "/forgot-password",
  );
  await file.setInputFiles(asFile(wrong.replace("omar.roster", "omar@roster")));
  await page.getByRole("button", { name: "Import 1 person" }).click();
  await expect(left).toHaveCount(0);
  await page.getByRole("tab", { name: "Accounts", exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill("@roster.test");
  await expect(row(page, "Nila Raman")).toContainText("student");
  await expect(row(page, "Omar Ali")).toContainText("student");
  await page.getByRole("tab", { name: "Roster" }).click();
  const imports = page.getByRole("region", { name: "Imports of the last day" });
  await imports.getByRole("button", { name: /^Undo/ }).first().click();
  await press(dialog(page, "Undo the import"), "Undo");
  await info(page, "Undone: 1 person removed, 0 people changed back, 0 people kept.");
  await expect(imports.getByRole("listitem").first()).toContainText("Undone");
  await page.getByRole("tab", { name: "Accounts", exact: true }).click();
  await expect(row(page, "Nila Raman")).toBeVisible();
  await expect(row(page, "Omar Ali")).toHaveCount(0);

  await page.getByRole("tab", { name: "Registration" }).click();
  await page.getByLabel("Whom to invite").selectOption("person");
  await page.getByLabel("Name", { exact: true }).fill("Omar Ali");
  await page.getByLabel("Email").fill("omar@roster.test");
  await page.getByRole("button", { name: "Invite by mail" }).click();
  const link = page.getByLabel("The address, shown only now");
  await expect(link).toHaveValue(/\/register#invitation=[\w-]{43}$/);
  await expectNoViolations(page, "#panel");
  const invitation = page.getByRole("list", { name: "Invitations" }).getByRole("listitem").first();
  await expect(invitation).toContainText("Not used yet");
  await expect.poll(() => site.mailsFor("omar@roster.test").join()).toContain(
    "#invitation=",
  );
  const [, hash = ""] = site.mailsFor("omar@roster.test").join().match(/(#invitation=[\w-]+)/) ??
    [];
  expect(await link.inputValue()).toContain(hash);

  const guest = await openPageAs(browser, site, null);
  await guest.route(
    "**/api/admission",
    (route) =>
      answer(route, { rule: "invited", domains: [], schoolOnly: [], school: null, version: 1 }),
  );
  await guest.goto("/register");
  await expect(guest.getByText("Only invited people can register.")).toBeVisible();
  await expect(guest.getByLabel("Email")).toHaveCount(0);
  await guest.evaluate((hash) => location.hash = hash, hash);
  await expect(guest.getByLabel("Full Name")).toHaveValue("Omar Ali");
  await expect(guest.getByLabel("Email")).toHaveValue("omar@roster.test");
  await expect(guest.getByLabel("Email")).not.toBeEditable();
  await expectNoViolations(guest);
  await guest.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await guest.getByRole("button", { name: "Register" }).click();
  await guest.getByLabel("Code from the mail").fill(await site.codeFor("omar@roster.test"));
  await expect(heading(guest, "Hello, Omar")).toBeVisible();
  await expect(invitation, "live").toContainText("Used up");

  const late = await openPageAs(browser, site, null);
  await late.goto(`/register${hash}`);
  await expect(late.getByRole("alert")).toContainText("This invitation is used up");
  await late.getByRole("main").getByRole("link", { name: "Sign In" }).click();
  await expect(late.getByLabel("Email")).toBeFocused();

  // A link that is taken back is not offered any more.
  await page.getByLabel("Name of the class").fill("Morning");
  await page.getByRole("button", { name: "Create the link" }).click();
  await expect(page.getByText("The link for Morning:")).toBeVisible();
  await page.getByRole("button", { name: /^Revoke.*Morning/ }).click();
  await press(dialog(page, "Revoke the invitation"), "Revoke");
  await expect(link).toHaveCount(0);
});
