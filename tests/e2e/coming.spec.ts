/** What comes by itself, and when: the live channel after the first screen, code before the next. */
import { expect } from "@playwright/test";
import { pageOf, test } from "./site.ts";

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
  let bring = () => {};
  const wanted = new Promise<void>((go) => bring = go);
  await page.goto("/about");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.route(/practice-.*\.js/, async (route) => {
    await wanted;
    await route.continue();
  });
  const practice = page.getByRole("heading", { name: "Practice", level: 1 });
  const logout = page.getByRole("button", { name: "Logout" });
  const account = page.getByRole("button", { name: /account$/ });
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Practice" })
    .click();
  await account.click();
  await expect(logout).toBeVisible();
  await expect(practice).toHaveCount(0);
  bring();
  await expect(practice).toBeVisible();
  await expect(account).toBeFocused();
  await logout.click();
  await expect(page).toHaveURL(/\/login/);
  await page.context().close();
});
