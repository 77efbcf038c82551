/** What comes by itself, and when: the live channel after the first screen, code before the next. */
import { expect } from "@playwright/test";
import { hold, open, said, send } from "./school.ts";
import { newDoubt, newQuestion, pageOf, test } from "./site.ts";

const PASSWORD = "Secret@123";

test("a screen that fetches nothing is live without waiting for what it fetches", async ({ browser, site }) => {
  for (const path of ["/login", "/nowhere"]) {
    const page = await pageOf(browser, site, "Asha Rao");
    await page.addInitScript(() => {
      const { setTimeout: real } = globalThis;
      // So long the first fetch is waited for: here, for ever.
      const patient = (run: () => void, time?: number) => time === 3000 ? 0 : real(run, time);
      Object.assign(globalThis, { setTimeout: patient });
    });
    await page.goto(path);
    await expect(page.locator("h1")).toBeVisible();
    await expect(page.getByText("Live", { exact: true }), path).toBeVisible();
    await page.context().close();
  }
});

test("a link that is pointed at brings the code of what it names, not of what is open", async ({ browser, site }) => {
  const page = await pageOf(browser, site, "Asha Rao");
  for (const path of ["/doubts", "/solutions"]) {
    const html = await (await fetch(`${site.url}${path}?view=triage`)).text();
    const files = [...html.matchAll(/modulepreload" crossorigin href="([^"]+)"/g)].map(([, file]) =>
      file
    );
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
  await page.context().close();
});

test("what is opened while a screen is on its way stays open when it comes", async ({ browser, site }) => {
  const page = await pageOf(browser, site, "Ravi Kumar");
  await page.goto("/about");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const code = await hold(page, /practice-.*\.js/);
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
  await page.context().close();
});

test("what comes into a panel moves nothing from under the pointer", async ({ browser, site }) => {
  const page = await pageOf(browser, site, "Ravi Kumar");
  await page.goto("/dashboard");
  const doubts = page.getByRole("region", { name: "My doubts", exact: true });
  await expect(doubts).toBeVisible();
  const code = await hold(page, /assets\/.*\.js/);
  const button = page.getByRole("button", { name: "Send Message" });
  await button.click();
  await expect(doubts).toHaveCount(0);
  const box = await button.boundingBox();
  if (box === null) throw new Error("the button is not there");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  code.release();
  await expect(page.getByLabel("Subject")).toBeVisible();
  await page.mouse.up();
  await expect(doubts).toBeVisible();
  await page.context().close();
});

test("a reply that broke off is asked for again, by itself", async ({ browser, site }) => {
  await newDoubt(site, "Ravi Kumar", "Where does it end?");
  const page = await pageOf(browser, site, "Ravi Kumar");
  await page.goto("/about");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  site.breakReply("/api/doubts/filter-doubts");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Doubts" })
    .click();
  await said(page, "Failed to fetch filtered doubts.");
  await expect(page.getByRole("link", { name: /Where does it end/ })).toBeVisible();
  await page.context().close();
});

test("whoever signs in again in another tab has the screens of this one all the same", async ({ browser, site }) => {
  const page = await pageOf(browser, site, "Ravi Kumar");
  const other = await page.context().newPage();
  await other.goto("/login");
  const { email } = site.people["Ravi Kumar"]?.user as { email: string };
  await other.getByLabel("Email").fill(email);
  await other.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.route("**/api/**", async (route) => {
    await new Promise((held) => setTimeout(held, 5000));
    await route.continue();
  });
  await page.goto("/dashboard");
  const counters = page.getByRole("region", { name: "Counters" });
  await expect(counters).toContainText("Loading statistics...");
  await other.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(other).toHaveURL(/dashboard/);
  await expect(counters).not.toContainText("Loading statistics...");
  await page.context().close();
});

test("who signs in in one tab is led on in another that asks to", async ({ browser, site }) => {
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
  await page.context().close();
});

test("a screen begins at its heading, and the one before is where it was left", async ({ browser, site }) => {
  for (let n = 1; n <= 6; n++) {
    const id = await newQuestion(site, `Begin ${n}`);
    const solved = { responseStatus: "solved", studentSolution: "int main() {}" };
    await send(site, "Zoya Khan", `/assignments/${id}/status`, solved, "PUT");
    await send(site, "Asha Rao", `/assignments/${id}/solution`, { solution: "Loops." }, "PUT");
  }
  const mentor = await pageOf(browser, site, "Asha Rao");
  await mentor.goto("/assignments");
  await mentor.getByRole("link", { name: "View Details : Begin 3" }).click();
  await expect(mentor.getByRole("button", { name: "Quick edit" })).toBeVisible();
  await expect(mentor.getByRole("heading", { level: 1, name: "Begin 3" })).toBeFocused();
  await mentor.context().close();

  const page = await pageOf(browser, site, "Zoya Khan");
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
  // Whatever is going to move it has done so by then.
  await page.waitForTimeout(300);
  expect(await place()).toBe(left);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.context().close();
});

test("a search that is cleared at once stays cleared", async ({ browser, site }) => {
  const page = await pageOf(browser, site, "Asha Rao");
  await page.goto("/doubts?view=list&status=new");
  const search = page.getByLabel("Search");
  await search.fill("spiral");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(search).toBeFocused();
  // Longer than what is typed waits.
  await page.waitForTimeout(600);
  await expect(search).toHaveValue("");
  expect(new URL(page.url()).search).not.toContain("spiral");
  await page.context().close();
});
