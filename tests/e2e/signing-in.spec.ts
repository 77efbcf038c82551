/**
 * Signing in and out: where it leads, the navigation of each role, and too many wrong passwords.
 * screens.spec.ts visits every screen.
 */
import { type Browser, expect, type Page } from "@playwright/test";
import { go, newcomer, PASSWORD } from "./school.ts";
import { callApi, newDoubt, openPageAs, type Site, test } from "./site.ts";

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

/** Returns an address of every screen that needs a sign-in, with its heading. */
async function screens(site: Site): Promise<[path: string, heading: string, who: string][]> {
  const doubt = await newDoubt(site, "Ravi Kumar", "What does void mean?");
  const body = JSON.stringify({
    subject: "Room 12",
    body: "We meet there.",
    isPublic: true,
    recipients: [],
    links: [],
  });
  const message = await callApi(site, "Asha Rao", "/messages", { method: "POST", body });
  const assignment = site.assignmentId;
  return [
    ["/dashboard", "Hello, Ravi", "student"],
    ["/dashboard", "Hello, Meena", "volunteer"],
    ["/mentor", "Mentor Dashboard", "mentor"],
    ["/mentor", "Admin Dashboard", "admin"],
    ["/practice", "Practice", "everyone"],
    ["/assignments", "All Assignments", "everyone"],
    [`/assignments/${assignment}`, "Reverse an array", "everyone"],
    ["/resourse", "Resources", "everyone"],
    ["/doubts", "Doubts", "everyone"],
    [`/doubts/${doubt}`, "Reverse an array", "everyone"],
    [`/messages/${message._id}`, "Room 12", "everyone"],
    ["/messages", "Messages", "everyone"],
    ["/briefings/archive", "Archives", "everyone"],
    ["/progress", "Progress", "staff"],
    ["/solutions", "Solutions", "staff"],
    [`/solution/${assignment}`, "Solution: Reverse an array", "staff"],
    ["/Student-solutions", "My submitted solutions", "learners"],
    ["/users", "User Management", "admin"],
  ];
}

const people = {
  "Ravi Kumar": ["student", "learners", "everyone"],
  "Meena Das": ["volunteer", "learners", "everyone"],
  "Asha Rao": ["mentor", "staff", "everyone"],
  "Leela Nair": ["admin", "staff", "everyone"],
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
  const all = await screens(site);
  for (const [name, groups] of Object.entries(people)) {
    const page = await openPageAs(browser, site, name);
    const said = complaints(page);
    const { bar, more } = ways[name as keyof typeof ways];
    await page.goto("/contact");
    const main = page.getByRole("navigation", { name: "Main" });
    await expect(main.getByRole("link")).toHaveText(bar);
    await main.getByRole("button", { name: /^More/ }).click();
    await expect(main.getByRole("listitem").getByRole("link")).toHaveText(more);
    await page.getByRole("button", { name: /account$/ }).click();
    await expect(page.locator("header .menu-title")).toContainText(`${name}${groups[0]}`);

    const own = groups.includes("staff") ? "/mentor" : "/dashboard";
    const start = all.find(([path, , who]) => path === own && groups.includes(who));
    await go(page, own);
    await expect(heading(page, start?.[1] ?? ""), name).toBeVisible();
    await expect(page.locator(".skeleton")).toHaveCount(0);
    const may = new Set(all.flatMap(([path, , who]) => groups.includes(who) ? [path] : []));
    const mayNot = new Set(all.map(([path]) => path).filter((path) => !may.has(path)));
    for (const path of mayNot) {
      await go(page, path);
      await expect.poll(() => address(page), `${name} at ${path}`).toBe(own);
    }
    expect(said, name).toEqual([]);
    await page.close();
  }
});

test("a visitor sees what is public, and is asked to sign in for the rest", async ({ browser, site }) => {
  const page = await visitor(browser, site);
  const said = complaints(page);
  await page.goto("/contact");
  const all = await screens(site);
  for (const path of new Set(all.map(([path]) => path))) {
    await go(page, path);
    await expect.poll(() => address(page)).toBe(`/login?returnUrl=${encodeURIComponent(path)}`);
  }
  await page.goto("/dashboard");
  await expect(page.getByText("Please log in to view your dashboard.").first()).toBeVisible();
  await page.goto("/doubts");
  await expect(page.getByText("Please log in to view doubts.").first()).toBeVisible();
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
  await signInWith(other, email, "Newer@123");
  await expect(other).toHaveURL(/\/dashboard$/);
});
