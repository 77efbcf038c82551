/** Older entries of a long thread are loaded above the text being read, which does not move. */
import { expect, type Page } from "@playwright/test";
import { callApi, openPageAs, type Site, test } from "./site.ts";

test.use({ isLong: true });

const followUp = (site: Site, followup: string) =>
  callApi(site, "Ravi Kumar", `/doubts/${site.thread}/followup`, {
    method: "PUT",
    body: JSON.stringify({ followup }),
  });

const log = (page: Page) => page.getByRole("log");

const partsOf = (page: Page) => ({
  entries: log(page).locator("li.panel"),
  items: log(page).getByRole("listitem"),
  earlier: page.getByRole("button", { name: /earlier entries/ }),
});

async function earlierStaysInPlace(page: Page, site: Site): Promise<void> {
  const { entries, items, earlier } = partsOf(page);
  await expect(entries).toHaveCount(101);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await earlier.scrollIntoViewIfNeeded();
  await expect(earlier).toHaveText("Show earlier entries (399)");
  // The first entry below the button.
  const read = (await items.nth(2).elementHandle())!;
  const topOf = async () => (await read.boundingBox())?.y ?? NaN;
  const before = await topOf();
  await earlier.focus();
  await page.keyboard.press("Enter");
  await expect(entries).toHaveCount(141);
  // The buttons that run a block of code have come meanwhile, too.
  await expect(log(page).getByRole("button", { name: /^Run program/ }).first()).toBeAttached();
  await expect.poll(async () => Math.abs(await topOf() - before)).toBeLessThan(4);
  await expect(earlier).toBeFocused();
  await expect(earlier).toHaveText("Show earlier entries (359)");
  await expect(page.getByText("New since you came")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /new message/ })).toHaveCount(0);

  await followUp(site, "Something new at the end");
  await expect(entries).toHaveCount(142);
  await expect(entries.last()).toContainText("Something new at the end");
}

test("on a doubt's screen, up to the first entry with the keyboard", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Zoya Khan");
  await page.goto(`/doubts/${site.thread}`);
  await earlierStaysInPlace(page, site);
  const { entries, items, earlier } = partsOf(page);
  for (let left = 359; left > 0; left -= 40) {
    await expect(earlier).toHaveText(`Show earlier entries (${left})`);
    await page.keyboard.press("Enter");
  }
  await expect(entries).toHaveCount(501);
  await expect(items.nth(1)).toBeFocused();
});

test("in the triage view", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto(`/doubts?view=triage&item=${site.thread}`);
  const { entries, earlier } = partsOf(page);
  await expect(entries.nth(20)).toBeVisible();
  await earlier.click();
  await expect(entries).toHaveCount(141);
});

test("a failed fetch of older entries says so, and can be tried again", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Zoya Khan");
  await page.goto(`/doubts/${site.thread}`);
  const { entries, earlier } = partsOf(page);
  await expect(entries).toHaveCount(101);
  await page.route("**/entries?*", (route) => route.abort());
  await earlier.click();
  await expect(page.getByText("Failed to load earlier entries.")).toBeVisible();
  await page.unroute("**/entries?*");
  await earlier.click();
  await expect(entries).toHaveCount(141);
});
