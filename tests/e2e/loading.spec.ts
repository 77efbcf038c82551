/**
 * Loading after the first screen: the live channel, the code of the next screen, retries, and
 * signing in in several tabs.
 */
import { expect } from "@playwright/test";
import { expectNotice, holdRequests, open, send } from "./school.ts";
import { newDoubt, newQuestion, openPageAs, test } from "./site.ts";

const PASSWORD = "Secret@123";

test("a screen that fetches nothing goes live without waiting for a first fetch", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.addInitScript(() => {
    const { setTimeout: real } = globalThis;
    // The live channel waits at most this long for the first fetch; here the timer never fires.
    const patient = (run: () => void, time?: number) => time === 3000 ? 0 : real(run, time);
    Object.assign(globalThis, { setTimeout: patient });
  });
  await page.goto("/nowhere");
  await expect(page.locator("h1")).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
});

test("pointing at a link fetches the code of its screen; a search that is cleared at once stays cleared", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");

  await test.step("pointing at a link fetches the code of the screen that it leads to", async () => {
    for (const path of ["/doubts", "/solutions"]) {
      const html = await (await fetch(`${site.url}${path}?view=triage`)).text();
      const files = [...html.matchAll(/modulepreload" crossorigin href="([^"]+)"/g)].map((
        [, file],
      ) => file);
      const missing = () =>
        page.evaluate((files) => {
          const there = performance.getEntriesByType("resource").map(({ name }) =>
            new URL(name).pathname
          );
          return files.filter((file) => !there.includes(file ?? ""));
        }, files);
      await page.goto(path);
      const link = page.getByRole("link", { name: "Triage" });
      await expect(link).toBeVisible();
      expect(await missing(), path).not.toEqual([]);
      await link.hover();
      await expect.poll(missing, path).toEqual([]);
    }
  });

  await test.step("a search that is cleared at once stays cleared", async () => {
    await page.goto("/doubts?view=list&status=new");
    const search = page.getByLabel("Search");
    await search.fill("spiral");
    await page.getByRole("button", { name: "Clear" }).click();
    await expect(search).toBeFocused();
    // Longer than the debounce of the search field.
    await page.waitForTimeout(600);
    await expect(search).toHaveValue("");
    expect(new URL(page.url()).search).not.toContain("spiral");
  });
});

test("a screen that comes late: a menu stays open, nothing moves under a pressed pointer, and a reply that was cut off is requested again", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Ravi Kumar");

  await test.step("a menu opened while a screen is loading stays open when the screen appears", async () => {
    await page.goto("/about");
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    const code = await holdRequests(page, /practice-.*\.js/);
    const practice = page.getByRole("heading", { name: "Practice", level: 1 });
    const logout = page.getByRole("button", { name: "Logout" });
    const account = page.getByRole("button", { name: /account$/ });
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Practice" })
      .click();
    await account.click();
    await expect(logout).toBeVisible();
    await expect(practice).toHaveCount(0);
    code.release();
    await expect(practice).toBeVisible();
    await expect(account).toBeFocused();
    await logout.click();
    await expect(page).toHaveURL(/\/login/);
    await page.unrouteAll({ behavior: "wait" });
  });

  await test.step("the content of a panel moves nothing under a pressed pointer", async () => {
    await page.goto("/dashboard");
    const doubts = page.getByRole("region", { name: "My doubts", exact: true });
    await expect(doubts).toBeVisible();
    const code = await holdRequests(page, /assets\/.*\.js/);
    const button = page.getByRole("button", { name: "Send Message" });
    await button.click();
    await expect(doubts).toHaveCount(0);
    // Waits until the button stands still.
    await button.hover();
    await page.mouse.down();
    code.release();
    await expect(page.getByLabel("Subject")).toBeVisible();
    await page.mouse.up();
    await expect(doubts).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
  });

  await test.step("a reply cut off in the middle is requested again by itself", async () => {
    await newDoubt(site, "Ravi Kumar", "Where does it end?");
    await page.goto("/about");
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    site.breakReply("/api/doubts/filter-doubts");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Doubts" })
      .click();
    await expectNotice(page, "Failed to fetch filtered doubts.");
    await expect(page.getByRole("link", { name: /Where does it end/ })).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
  });
});

test("signing in again in another tab does not stop the screens of this one from loading", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Ravi Kumar");
  const other = await page.context().newPage();
  await other.goto("/login");
  const { email } = site.people["Ravi Kumar"]?.user as { email: string };
  await other.getByLabel("Email").fill(email);
  await other.getByLabel("Password", { exact: true }).fill(PASSWORD);
  const calls = await holdRequests(page, /\/api\//);
  await page.goto("/dashboard");
  const counters = page.getByRole("region", { name: "Counters" });
  await expect(counters).toContainText("Loading statistics...");
  await other.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(other).toHaveURL(/dashboard/);
  calls.release();
  await expect(counters).not.toContainText("Loading statistics...");
});

test("signing in in one tab leads another tab from its sign-in to its screen", async ({ browser, site }) => {
  const page = await open(browser, site, "visitor");
  await page.goto("/doubts?status=new");
  await expect(page).toHaveURL(/returnUrl/);
  const other = await page.context().newPage();
  await other.goto("/login");
  const { email } = site.people["Ravi Kumar"]?.user as { email: string };
  await other.getByLabel("Email").fill(email);
  await other.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await other.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(other).toHaveURL(/dashboard/);
  await expect(page).toHaveURL(/\/doubts\?status=new$/);
});

test("a screen begins at its heading, and going back restores the scroll position", async ({ browser, site }) => {
  for (let n = 1; n <= 6; n++) {
    const id = await newQuestion(site, `Begin ${n}`);
    const solved = { responseStatus: "solved", studentSolution: "int main() {}" };
    await send(site, "Zoya Khan", `/assignments/${id}/status`, solved, "PUT");
    await send(site, "Asha Rao", `/assignments/${id}/solution`, { solution: "Loops." }, "PUT");
  }
  const mentor = await openPageAs(browser, site, "Asha Rao");
  await mentor.goto("/assignments");
  await mentor.getByRole("link", { name: "View Details : Begin 3" }).click();
  await expect(mentor.getByRole("button", { name: "Quick edit" })).toBeVisible();
  await expect(mentor.getByRole("heading", { level: 1, name: "Begin 3" })).toBeFocused();
  await mentor.close();

  const page = await openPageAs(browser, site, "Zoya Khan");
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto("/Student-solutions");
  const card = page.getByRole("link", { name: /Begin 4/ });
  await card.scrollIntoViewIfNeeded();
  const place = () => page.evaluate(() => scrollY);
  const left = await place();
  await card.click();
  await expect(page.getByRole("heading", { name: "My Response" })).toBeVisible();
  await page.goBack();
  await expect(card).toBeVisible();
  await expect.poll(place).toBe(left);
  // Waits for anything that could still move the scroll position.
  await page.waitForTimeout(300);
  expect(await place()).toBe(left);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
