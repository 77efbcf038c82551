/**
 * Signing in and out: where it leads, the navigation of each role, and too many wrong passwords.
 * screens.spec.ts visits every screen.
 */
import { type Browser, expect, type Page } from "@playwright/test";
import { go, newcomer, PASSWORD } from "./school.ts";
import { openPageAs, type Site, test } from "./site.ts";

const learnerWays = {
  bar: ["Home", "Contact", "Dashboard", "Practice", "Doubts"],
  more: ["Q-Solved", "Previous Briefings"],
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

async function visitor(browser: Browser, site: Site): Promise<Page> {
  return await openPageAs(browser, site, null);
}

/** Collects the errors in the page's console. */
function complaints(page: Page): string[] {
  const said: string[] = [];
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("console", (message) => message.type() === "error" && said.push(message.text()));
  return said;
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const address = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

async function signIn(page: Page, site: Site, name: string): Promise<void> {
  const { email } = site.people[name]?.user as { email: string };
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

async function logout(page: Page): Promise<void> {
  await page.getByRole("button", { name: /account$/ }).click();
  await page.getByRole("button", { name: "Logout" }).click();
}

test("each role has its navigation, and cannot open the others' screens", async ({ browser, site }) => {
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

test("a visitor sees what is public, and is asked to sign in for the rest", async ({ browser, site }) => {
  const page = await visitor(browser, site);
  const said = complaints(page);
  await page.goto("/contact");
  for (const path of Object.values(SCREENS).flat()) {
    await go(page, path);
    await expect.poll(() => address(page)).toBe(`/login?returnUrl=${encodeURIComponent(path)}`);
  }
  for (const [path, asked] of [["/dashboard", "your dashboard"], ["/doubts", "doubts"]]) {
    await go(page, path ?? "");
    await expect(page.getByText(`Please log in to view ${asked}.`).first()).toBeVisible();
  }
  expect(said).toEqual([]);
});

test("signing in leads to the requested screen, and never to another site", async ({ browser, site }) => {
  const page = await visitor(browser, site);
  await page.goto("/doubts?scope=mine");
  await expect(heading(page, "Welcome Back")).toBeVisible();
  await signIn(page, site, "Ravi Kumar");
  await expect(page.getByText("Login successful!")).toBeVisible();
  await expect(heading(page, "Doubts")).toBeVisible();
  expect(address(page)).toBe("/doubts?scope=mine");

  // tests/sign_in_return_test.ts has the other addresses.
  await logout(page);
  await expect(heading(page, "Welcome Back")).toBeVisible();
  await page.goto(`/login?returnUrl=${encodeURIComponent("//evil.test")}`);
  await signIn(page, site, "Ravi Kumar");
  await expect.poll(() => page.url()).toBe(`${site.url}/dashboard`);
  await logout(page);
  await signIn(page, site, "Leela Nair");
  await expect(heading(page, "Admin Dashboard")).toBeVisible();
});

test("a session ends in every tab with Logout, and when the server refuses its token", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Ravi Kumar");
  const stored = () => page.evaluate(() => [localStorage.token, localStorage.user]);
  await page.goto("/assignments");
  const other = await page.context().newPage();
  await other.goto("/doubts");
  await expect(heading(other, "Doubts")).toBeVisible();
  await logout(page);
  await expect.poll(() => address(page)).toBe("/login");
  expect(await stored()).toEqual([undefined, undefined]);
  await expect(heading(other, "Welcome Back")).toBeVisible();
  await other.close();

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
  expect(await stored()).toEqual([undefined, undefined]);
});

const WRONG = "Wrong@12345";

async function signInWith(page: Page, email: string, password: string): Promise<void> {
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
  await signInWith(owner, email, PASSWORD);
  await expect(owner).toHaveURL(/\/dashboard$/);
  await owner.getByRole("button", { name: /^Oona.*account$/ }).click();
  await owner.getByRole("button", { name: "Logout" }).click();
  await expect(owner).toHaveURL(/\/login/);

  await other.goto("/login");
  await useUp(other, email);
  // In an unknown browser the form says what to do, and keeps the typed text.
  await signInWith(other, email, PASSWORD);
  await expect(other.getByRole("alert").filter({ hasText: "Too many wrong passwords" }).first())
    .toContainText(/Wait \d+ seconds?, or choose "Forgot password"\./);
  await expect(other.getByLabel("Email")).toHaveValue(email);
  await expect(other.getByLabel("Password", { exact: true })).toHaveValue(PASSWORD);

  await signInWith(owner, email, PASSWORD);
  await expect(owner).toHaveURL(/\/dashboard$/);
});
