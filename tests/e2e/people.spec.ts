/** The command palette, a learner's page with notes, one's own profile, and several accounts at once. */
import { expect, type Page } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { callApi, newDoubt, openPageAs, test } from "./site.ts";
import { keysOf } from "./keyboard.ts";
import { expectNotice, newcomer, PASSWORD, send } from "./school.ts";

const field = (page: Page) => page.getByRole("combobox", { name: /^Find a screen/ });
const option = (page: Page, name: string | RegExp) => page.getByRole("option", { name });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("Ctrl+K leads to a learner's page, where a note is live for staff", async ({ browser, site }) => {
  await newDoubt(site, "Ravi Kumar", "Where does the loop end?");
  const [page, colleague] = [
    await openPageAs(browser, site, "Asha Rao"),
    await openPageAs(browser, site, "Vikram Shah"),
  ];
  await page.goto("/mentor");
  await expect(heading(page, "Mentor Dashboard")).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await expect(option(page, "Create a question")).toBeVisible();
  await expectNoViolations(page, "dialog");
  await page.keyboard.type("ravi");
  await expect(option(page, /^Ravi Kumar/)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Ravi Kumar")).toBeFocused();
  await expect(page.getByRole("region", { name: "Progress by topic" })).toContainText("Arrays");
  await page.getByRole("tab", { name: "Doubts" }).click();
  await expect(page.getByRole("list", { name: "Doubts" })).toContainText(
    "Where does the loop end?",
  );

  await colleague.goto(new URL(page.url()).pathname);
  await expect(colleague.getByText("Nobody has written a note yet.")).toBeVisible();
  await expect(colleague.getByText("Live", { exact: true })).toBeVisible();
  const note = page.getByLabel("New note");
  await note.fill("Asks before class.");
  // The palette gives the field back as it was.
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(note).toBeFocused();
  await page.keyboard.type(" And helps others.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const kept = "Asks before class. And helps others.";
  await expect(colleague.getByRole("region", { name: "Notes" })).toContainText(kept);
  await expect(note).toHaveValue("");
  await page.getByRole("button", { name: /^Delete the note/ }).click();
  await expect(colleague.getByText("Nobody has written a note yet.")).toBeVisible();

  // A doubt is found by its words. A message to a colleague begins with the recipient.
  await page.keyboard.press("Control+k");
  await field(page).fill("loop end");
  await option(page, /^Where does the loop end\? new/).click();
  await expect(page.getByRole("log")).toContainText("Where does the loop end?");
  await page.keyboard.press("Control+k");
  await field(page).fill("vikram");
  await option(page, /^Vikram Shah/).click();
  await expect(page.getByRole("radio", { name: "personal" })).toBeChecked();
  await expect(page.getByRole("group", { name: "Recipients" })).toContainText("Vikram Shah");
});

test("a learner's palette has no students; what is typed while its code loads is searched for", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Ravi Kumar", {
    viewport: { width: 360, height: 740 },
  });
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/palette-[\w-]+\.js/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/contact");
  const message = page.getByLabel("Message");
  await message.focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("profi");
  await expect(page.getByRole("textbox", { name: "Find or do" })).toHaveValue("profi");
  held.resolve();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("le");
  await expect(field(page)).toHaveValue("profile");
  await expect(option(page, /^My profile/)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(message).toBeFocused();
  await page.keyboard.type("The projector is dark.");
  await expect(message).toHaveValue("The projector is dark.");

  await page.getByRole("button", { name: "Find or do" }).click();
  await field(page).fill("zoya");
  await expect(page.getByText("Nothing found. Try another word.")).toBeVisible();
  await field(page).fill("reverse");
  await option(page, /^Reverse an array/).click();
  await expect(heading(page, "Reverse an array")).toBeVisible();
});

test("Enter after more letters waits for what they find", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto("/mentor");
  await expect(heading(page, "Mentor Dashboard")).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("as");
  await expect(option(page, /^Asha Rao/)).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/search/, async (route) => {
    await held.promise;
    await route.fallback();
  });
  await field(page).fill("zoya");
  // No command has this word, so the result of "as" is the first one until the reply comes.
  await expect(option(page, /^Asha Rao/)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  held.resolve();
  await expect(heading(page, "Zoya Khan")).toBeFocused();
});

test("Enter before the palette has loaded or found anything opens the first result later", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Ravi Kumar");
  const [code, found] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  for (
    const [url, held] of [[/\/assets\/palette-[\w-]+\.js/, code], [/\/api\/search/, found]] as const
  ) {
    await page.route(url, async (route) => {
      await held.promise;
      await route.continue();
    });
  }
  await page.goto("/contact");
  await expect(page.getByRole("button", { name: "Find or do" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("profi");
  await page.keyboard.press("Enter");
  code.resolve();
  await expect(heading(page, "My profile")).toBeVisible();

  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("reverse");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Searching…")).toBeVisible();
  found.resolve();
  await expect(heading(page, "Reverse an array")).toBeVisible();
});

test("one's own profile: name, password, and the end of another session", async ({ browser, site }) => {
  const email = await newcomer(site, "Padma Rao", "mentor");
  const login = () => send(site, "", "/auth/login", { email, password: PASSWORD });
  site.people["Padma there"] = await login();
  const [page, other] = [
    await openPageAs(browser, site, "Padma Rao"),
    await openPageAs(browser, site, "Padma there"),
  ];
  await other.goto("/doubts");
  await expect(other.getByText("Live", { exact: true })).toBeVisible();
  await page.goto("/mentor");
  await page.getByRole("button", { name: /account$/ }).click();
  await page.getByRole("link", { name: "My profile" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Padma R.");
  await page.getByLabel("Year").fill("soon");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Year must be a number.")).toBeVisible();
  await page.getByLabel("Year").fill("2");
  await page.getByRole("button", { name: "Save" }).click();
  await expectNotice(page, "Your profile has been saved.");
  await expect(other.getByRole("button", { name: /Padma R\..*account$/ })).toBeVisible();

  const places = page.getByRole("region", { name: "Where you are signed in" });
  await expect(places.getByRole("listitem")).toHaveCount(2);
  await expect(places.getByText("This browser")).toHaveCount(1);
  await places.getByRole("button", { name: /^End the session/ }).click();
  await expect(other.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
  await expect(places.getByRole("listitem")).toHaveCount(1);

  const calendar = page.getByRole("region", { name: "Calendar" });
  const address = calendar.getByLabel("The address, shown only now");
  const press = (name: string) => calendar.getByRole("button", { name, exact: true }).click();
  await press("Make a calendar address");
  await expect(address).toHaveValue(/\.ics$/);
  const first = await address.inputValue();
  expect(await (await fetch(first)).text()).toContain("BEGIN:VCALENDAR");
  await press("Copy");
  await expect(page.getByText(/^The address (has been copied|is selected)/)).toBeVisible();
  await press("Make it anew");
  await expect(address).not.toHaveValue(first);
  const second = await address.inputValue();
  expect((await fetch(first)).status).toBe(404);
  expect((await fetch(second)).status).toBe(200);
  await press("Take it back");
  await expect(calendar.getByRole("button", { name: "Make a calendar address" })).toBeVisible();
  await keysOf(page).keepsPlace();
  expect((await fetch(second)).status).toBe(404);

  const change = page.getByRole("region", { name: "Password" });
  const fill = async (present: string, wanted: string) => {
    await change.getByLabel("Present password").fill(present);
    await change.getByLabel("New password", { exact: true }).fill(wanted);
    await change.getByLabel("New password again").fill(wanted);
    await change.getByRole("button", { name: "Change password" }).click();
  };
  await fill("Wrong@123", "Another@123");
  await expect(change.getByText("This is not your present password.").first()).toBeVisible();
  await expect(change.getByLabel("Present password")).toBeFocused();
  await fill(PASSWORD, "Another@123");
  await expectNotice(page, "Your password has been changed.");
  await expect(change.getByLabel("Present password")).toHaveValue("");
  await send(site, "", "/auth/login", { email, password: "Another@123" });
});

test("an admin disables several accounts at once; each refused one is named", async ({ browser, site }) => {
  for (const name of ["Nila One", "Nila Two"]) {
    const email = `${name.toLowerCase().replace(" ", ".")}@home.test`;
    await send(site, "Leela Nair", "/users", { name, email, role: "volunteer" });
  }
  const page = await openPageAs(browser, site, "Leela Nair");
  await page.goto("/mentor?panel=admin");
  const tab = (name: string) => page.getByRole("tab", { name, exact: true });
  await expect(page.getByRole("tabpanel", { name: "Accounts" })).toContainText("Leela Nair");
  const goals = page.getByRole("region", { name: "Mentors' weekly goals" });
  await expect(goals).toContainText("All weeks and daily reports");
  await tab("Answer times").click();
  await expect(page.getByRole("tabpanel", { name: "Answer times" })).toContainText("Doubts");
  await page.keyboard.press("ArrowLeft");
  await expect(tab("Here now")).toBeFocused();
  await expect(page.getByRole("tabpanel", { name: "Here now" })).toContainText(
    /Nobody was|is here|are here/,
  );
  // The command palette has a link to a tab.
  await page.keyboard.press("Control+k");
  await field(page).fill("edit the about");
  await option(page, /^Edit the About page/).click();
  await expect(tab("About page")).toHaveAttribute("aria-selected", "true");
  await page.getByRole("button", { name: "Edit Content" }).click();
  await expect(page.getByLabel("Our Story")).toBeVisible();

  await page.goto("/users");
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  for (const name of ["Nila One", "Nila Two", "Leela Nair"]) {
    await page.getByLabel(`Choose ${name}`).check();
  }
  await expect(page.getByText("3 accounts chosen")).toBeVisible();
  await page.getByRole("button", { name: "Disable…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Hours").fill("2");
  await dialog.getByRole("button", { name: "Disable", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Leela Nair was not changed." }))
    .toContainText("This is the last admin");
  await expect(row("Nila Two")).toContainText("Disabled until");
  await expect(page.getByText("1 account chosen")).toBeVisible();
  await page.getByRole("button", { name: "Choose none" }).click();
  await page.getByLabel("State").selectOption("disabled");
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.getByLabel("Choose all that are shown").check();
  await page.getByRole("button", { name: "Enable all" }).click();
  await expect(page.getByText("No users found.")).toBeVisible();
  const accounts = await callApi(site, "Leela Nair", "/users");
  expect(accounts.filter(({ disabledUntil }: { disabledUntil: string | null }) => disabledUntil))
    .toEqual([]);
});
