/**
 * One's own account: signing in and out, where it leads, the navigation of each role, and too many
 * wrong passwords; the school's account, at a real provider; the profile, the copy of what is kept
 * about a person, and the deletion. screens.spec.ts visits every screen.
 */
import { Buffer } from "node:buffer";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { expectNoViolations } from "./axe.ts";
import { keysOf } from "./keyboard.ts";
import { expectNotice, go, newcomer, PASSWORD, send, signInAgain } from "./school.ts";
import { isLive, newDoubt, openPageAs, OWN, test } from "./site.ts";

const learnerWays = {
  bar: ["Home", "Contact", "Dashboard", "Practice", "Doubts"],
  more: ["Q-Solved", /^Messages/, "Previous Briefings"],
};
const mentorWays = {
  bar: ["Dashboard", "Resource", "Practice", /^Doubts/, /^Solutions/],
  more: ["Doubts", "Solutions", "Class", "Gradebook", "Progress", "Messages", "Briefings"],
};
const ways = {
  "Ravi Kumar": learnerWays,
  "Meena Das": learnerWays,
  "Asha Rao": mentorWays,
  "Leela Nair": { ...mentorWays, more: [...mentorWays.more, "User Management"] },
};

/** A screen or two of each access that needs a sign-in; tests/pages_test.ts compares all of them. */
const SCREENS = {
  learners: ["/dashboard", "/Student-solutions"],
  staff: ["/mentor", "/solutions"],
  admins: ["/users"],
  everyone: ["/doubts"],
};

const people: Record<keyof typeof ways, { role: string; start: string; may: string[] }> = {
  "Ravi Kumar": { role: "student", start: "Hello, Ravi", may: ["learners"] },
  "Meena Das": { role: "volunteer", start: "Hello, Meena", may: ["learners"] },
  "Asha Rao": { role: "mentor", start: "Mentor Dashboard", may: ["staff"] },
  "Leela Nair": { role: "admin", start: "Admin Dashboard", may: ["staff", "admins"] },
};

/** Collects the errors in the page's console. */
function complaints(page: Page): string[] {
  const said: string[] = [];
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("console", (message) => message.type() === "error" && said.push(message.text()));
  return said;
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const address = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

async function logout(page: Page): Promise<void> {
  await page.getByRole("button", { name: /account$/ }).click();
  await page.getByRole("button", { name: "Logout" }).click();
}

test("each role has its navigation, and cannot open the others' screens @main", async ({ browser, site }) => {
  for (const [name, { role, start, may }] of Object.entries(people)) {
    const page = await openPageAs(browser, site, name);
    const said = complaints(page);
    const { bar, more } = ways[name as keyof typeof ways];
    await page.goto("/contact");
    const main = page.getByRole("navigation", { name: "Main" });
    await expect(main.getByRole("link")).toHaveText(bar);
    await main.getByRole("button", { name: /^More/ }).click();
    await expect(main.getByRole("listitem").getByRole("link")).toHaveText(more);
    await page.getByRole("button", { name: /account$/ }).click();
    await expect(page.locator("header .menu-title")).toContainText(`${name}${role}`);

    const own = may.includes("staff") ? "/mentor" : "/dashboard";
    for (const [access, paths] of Object.entries(SCREENS)) {
      if (access === "everyone" || may.includes(access)) continue;
      for (const path of paths) {
        await go(page, path);
        await expect.poll(() => address(page), `${name} at ${path}`).toBe(own);
      }
    }
    await expect(heading(page, start), name).toBeVisible();
    expect(said, name).toEqual([]);
    await page.close();
  }
});

test("a session ends in every tab with Logout, and when the server refuses its token", async ({ browser, site }) => {
  const first = await openPageAs(browser, site, "Ravi Kumar");
  const stored = (page: Page) => page.evaluate(() => [localStorage.token, localStorage.user]);
  await first.goto("/assignments");
  const other = await first.context().newPage();
  await other.goto("/doubts");
  await expect(heading(other, "Doubts")).toBeVisible();
  await logout(first);
  await expect.poll(() => address(first)).toBe("/login");
  await expect.poll(() => stored(first)).toEqual([undefined, undefined]);
  await expect(heading(other, "Welcome Back")).toBeVisible();
  await signInAgain(site, "Ravi Kumar");

  const page = await openPageAs(browser, site, "Ravi Kumar");
  await page.goto("/assignments");
  await expect(heading(page, "All Assignments")).toBeVisible();
  const third = await page.context().newPage();
  await third.goto("/contact");
  await third.evaluate(() => localStorage.clear());
  await expect(heading(page, "Welcome Back")).toBeVisible();
  await third.close();

  // A token with a wrong signature.
  await page.goto("/contact");
  await page.addInitScript(() => {
    const [head, payload] = (localStorage.getItem("token") ?? "").split(".");
    localStorage.setItem("token", `${head}.${payload}.${"A".repeat(43)}`);
  });
  await page.goto("/assignments");
  await expect(page.getByText("Your session has expired. Please log in again.")).toBeVisible();
  expect(address(page)).toBe("/login?expired=true");
  await expect.poll(() => stored(page)).toEqual([undefined, undefined]);
});

async function signInWith(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

test.describe("the school's account", () => {
  test.use({ hasSchool: true });

  const button = (page: Page) => page.getByRole("button", { name: "Sign in with North School" });
  const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

  /** Makes the page that of a browser in which nobody has signed in, here or at the provider. */
  async function forget(page: Page): Promise<void> {
    await page.context().clearCookies();
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
  }

  /** Signs in at the provider by its forms. */
  async function signInAtSchool(page: Page, login: string): Promise<void> {
    await page.goto("/login?returnUrl=%2Fpractice");
    await button(page).click();
    await page.getByPlaceholder("Enter any login").fill(login);
    await page.getByPlaceholder("and password").fill("any");
    await page.getByRole("button", { name: "Sign-in" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
  }

  async function signInWithPassword(page: Page, email: string): Promise<void> {
    await page.goto("/login");
    await signInWith(page, email, PASSWORD);
  }

  test("the school's account signs in, is linked to an account by its password, and replaces passwords until it is down @main", async ({ browser, site }) => {
    const emailOf = (name: string) => (site.people[name]?.user as { email: string }).email;
    // A new account; the person goes on where they wanted to.
    const guest = await openPageAs(browser, site, null, OWN);
    await signInAtSchool(guest, "Nila Raman");
    await expect(guest).toHaveURL("/practice");
    await guest.goto("/dashboard");
    await expect(heading(guest, "Hello, Nila")).toBeVisible();

    await forget(guest);
    await signInAtSchool(guest, "Ravi Kumar");
    await expect(heading(guest, "Is this your account?")).toBeVisible();
    await expect(guest.getByLabel("Email")).toHaveValue(emailOf("Ravi Kumar"));
    await expectNoViolations(guest);
    await guest.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await guest.getByRole("button", { name: "Sign In" }).click();
    await expect(guest).toHaveURL("/practice");
    await forget(guest);
    await signInAtSchool(guest, "Ravi Kumar");
    await expect(guest).toHaveURL("/practice");

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
    await forget(guest);
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
});

test("a copy of one's data is downloaded, and its pages can be read without the app", async ({ browser, site }) => {
  await newcomer(site, "Tara Iyer");
  await newDoubt(site, "Tara Iyer", "Why is `i < n` enough?");
  const page = await openPageAs(browser, site, "Tara Iyer");
  await page.goto("/profile");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download a copy" }).press("Enter"),
  ]);
  await expect(page.getByText("Your copy has been downloaded.")).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/^doubtless-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(new Uint8Array(await readFile(await download.path())));
  const [profile] = JSON.parse(Buffer.from(files["data/profile.json"] ?? []).toString());
  expect(profile.email).toBe("tara.iyer@home.test");
  const folder = await mkdtemp(join(tmpdir(), "copy-"));
  const threads = join(folder, "threads.html");
  await writeFile(threads, files["pages/threads.html"] ?? "");
  await page.goto(`file://${threads}`);
  await expect(page.getByRole("article")).toContainText("Why is i < n enough?");
});

test("one deletes one's own account and takes it back with the mailed link; an admin takes one back, too", async ({ browser, site }) => {
  const email = await newcomer(site, "Uma Pillai");
  const [page, admin] = [
    await openPageAs(browser, site, "Uma Pillai"),
    await openPageAs(browser, site, "Leela Nair"),
  ];
  await page.goto("/profile");
  await page.getByRole("button", { name: "Delete my account…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await expectNoViolations(page, "dialog");
  await dialog.getByLabel("Your password").fill("Wrong@123");
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(dialog.getByText("This is not your current password.").first()).toBeVisible();
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText("Your account has been deleted.")).toBeVisible();
  await expect(page.getByText("An email tells you how to restore it.")).toBeVisible();
  await expect(page.getByText("Your session has expired.")).toHaveCount(0);

  const link = await expect.poll(() =>
    site.mailsFor(email).map((text) => text.match(/\S+\/take-back\?\S+/)?.[0]).find(Boolean)
  ).toBeTruthy().then(() =>
    site.mailsFor(email).map((text) => text.match(/\/take-back\?\S+/)?.[0]).find(Boolean)
  );
  const guest = await openPageAs(browser, site, null);
  // A mail scanner has opened it before.
  for (const _ of ["scanner", "person"]) await guest.goto(link ?? "");
  const takeBack = guest.getByRole("button", { name: "Restore it" });
  await guest.context().setOffline(true);
  await takeBack.click();
  await expect(guest.getByText("The server cannot be reached.")).toBeVisible();
  await guest.context().setOffline(false);
  await takeBack.click();
  await expect(guest.getByText("Your account is back. Please log in.")).toBeVisible();

  const { user } = await send(site, "", "/auth/login", { email, password: PASSWORD });
  await admin.goto("/mentor?panel=admin&tab=deleted");
  const deleted = admin.getByRole("region", { name: "Deleted accounts" });
  await expect(deleted.getByText(email)).toHaveCount(0);
  await send(site, "Leela Nair", "/users/many", { act: "delete", ids: [user._id] });
  await expect(deleted.getByText(email)).toBeVisible();
  await expectNoViolations(admin);
  await deleted.getByRole("button", { name: "Restore the account of Uma Pillai" }).click();
  await expect(deleted.getByText(email)).toHaveCount(0);
});

test("one's own profile: name, password, and the end of another session @main", async ({ browser, site }) => {
  const email = await newcomer(site, "Padma Rao", "mentor");
  const login = () => send(site, "", "/auth/login", { email, password: PASSWORD });
  site.people["Padma there"] = await login();
  const [page, other] = [
    await openPageAs(browser, site, "Padma Rao"),
    await openPageAs(browser, site, "Padma there"),
  ];
  await other.goto("/doubts");
  await isLive(other);
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
  await press("Create a calendar address");
  await expect(address).toHaveValue(/\.ics$/);
  const first = await address.inputValue();
  expect(await (await fetch(first)).text()).toContain("BEGIN:VCALENDAR");
  await press("Copy");
  await expect(page.getByText(/^The address (has been copied|is selected)/)).toBeVisible();
  await press("Replace it");
  await expect(address).not.toHaveValue(first);
  await expect(address).toHaveValue(/\.ics$/);
  const second = await address.inputValue();
  expect((await fetch(first)).status).toBe(404);
  expect((await fetch(second)).status).toBe(200);
  await press("Revoke it");
  await expect(calendar.getByRole("button", { name: "Create a calendar address" })).toBeVisible();
  await keysOf(page).keepsPlace();
  expect((await fetch(second)).status).toBe(404);

  const change = page.getByRole("region", { name: "Password" });
  const fill = async (present: string, wanted: string) => {
    await change.getByLabel("Current password").fill(present);
    await change.getByLabel("New password", { exact: true }).fill(wanted);
    await change.getByLabel("New password again").fill(wanted);
    await change.getByRole("button", { name: "Change password" }).click();
  };
  await fill("Wrong@123", "Another@123");
  await expect(change.getByText("This is not your current password.").first()).toBeVisible();
  await expect(change.getByLabel("Current password")).toBeFocused();
  await fill(PASSWORD, "Another@123");
  await expectNotice(page, "Your password has been changed.");
  await expect(change.getByLabel("Current password")).toHaveValue("");
  await send(site, "", "/auth/login", { email, password: "Another@123" });
});
