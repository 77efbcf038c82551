/** Older entries of a long thread are loaded above the text being read, which does not move. */
import { expect, type Page } from "@playwright/test";
import { send } from "./school.ts";
import { newDoubt, openPageAs, type Site, test } from "./site.ts";

/** The entries of the thread: its newest 100 are there at once, and the first one; then 40 more. */
const ENTRIES = 181;

/** Creates a thread of a student and a mentor, with blocks of code. */
async function longThread(site: Site): Promise<string> {
  const id = await newDoubt(site, "Ravi Kumar", "Where do I begin?");
  for (let nth = 1; nth < ENTRIES; nth++) {
    const reply = `Step ${nth}.\n\n\`\`\`cpp\nint step = ${nth};\n\`\`\``;
    await send(site, "Asha Rao", `/doubts/${id}/reply`, { reply }, "PUT");
  }
  return id;
}

const log = (page: Page) => page.getByRole("log");

const partsOf = (page: Page) => ({
  entries: log(page).locator("li.panel"),
  items: log(page).getByRole("listitem"),
  earlier: page.getByRole("button", { name: /earlier entries/ }),
});

test("older entries come above the text being read, with the keyboard and up to the first; a failed fetch can be tried again", async ({ browser, site }) => {
  const id = await longThread(site);
  const page = await openPageAs(browser, site, "Zoya Khan");
  await page.goto(`/doubts/${id}`);
  const { entries, items, earlier } = partsOf(page);
  await expect(entries).toHaveCount(101);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.route("**/entries?*", (route) => route.abort());
  await earlier.click();
  await expect(page.getByText("Failed to load earlier entries.")).toBeVisible();
  await page.unroute("**/entries?*");

  await earlier.scrollIntoViewIfNeeded();
  await expect(earlier).toHaveText("Show earlier entries (80)");
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
  await expect(earlier).toHaveText("Show earlier entries (40)");
  await expect(page.getByText("New since you came")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /new message/ })).toHaveCount(0);
  await send(site, "Ravi Kumar", `/doubts/${id}/followup`, { followup: "The last." }, "PUT");
  await expect(entries).toHaveCount(142);
  await expect(entries.last()).toContainText("The last.");

  await page.keyboard.press("Enter");
  await expect(entries).toHaveCount(ENTRIES + 1);
  await expect(items.nth(1)).toBeFocused();

  const mentor = await openPageAs(browser, site, "Asha Rao");
  await mentor.goto(`/doubts?view=triage&item=${id}`);
  const inTriage = partsOf(mentor);
  await expect(inTriage.entries.nth(20)).toBeVisible();
  await inTriage.earlier.click();
  await expect(inTriage.entries).toHaveCount(141);
});
