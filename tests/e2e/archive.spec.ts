/**
 * Paging: the recent briefings on the home page, eight at a time, and the archive month by month.
 */
import { expect } from "@playwright/test";
import { callApi, openPageAs, test } from "./site.ts";

test.use({ hasDemo: true });

const PAGE = 8;
const monthOf = (day: string) => day.slice(0, 7);

test("home shows eight briefings at a time", async ({ page, site }) => {
  const all = await callApi(site, "", "/dailyBriefing/recent?limit=100");
  expect(all.length, "there are two pages").toBeGreaterThan(PAGE);
  await page.goto(`${site.url}/`);
  await page.getByRole("button", { name: /^Show Section ?: Class Briefings$/ }).click();
  const section = page.getByRole("region", { name: "Recent Class Briefings" });
  const shown = section.getByRole("article");
  await expect(shown).toHaveCount(PAGE);
  const first = await shown.first().textContent();
  const [previous, next] = [
    section.getByRole("button", { name: "Previous" }),
    section.getByRole("button", { name: "Next" }),
  ];
  await expect(previous).toBeDisabled();
  await next.press("Enter");
  await expect(section.getByText(/^Page 2/)).toBeVisible();
  await expect(shown).toHaveCount(Math.min(PAGE, all.length - PAGE));
  await expect(shown.first()).not.toHaveText(first ?? "");
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  await previous.click();
  await expect(shown.first()).toHaveText(first ?? "");
});

test("the archive starts with this month, goes back month by month, and says when a month is empty", async ({ browser, site }) => {
  const all: { day: string }[] = await callApi(site, "", "/dailyBriefing/recent?limit=100");
  const page = await openPageAs(browser, site, "student");
  await page.goto("/briefings/archive");
  const month = page.getByLabel("Month", { exact: true });
  const present = await month.inputValue();
  const of = (wanted: string) => all.filter(({ day }) => monthOf(day) === wanted).length;
  const shown = page.getByRole("article");
  await expect(shown).toHaveCount(of(present));
  await expect(page.getByRole("button", { name: "Month after" })).toBeDisabled();
  await page.getByRole("button", { name: "Month before" }).click();
  await expect(month).not.toHaveValue(present);
  const before = await month.inputValue();
  expect(before < present).toBe(true);
  await expect(page).toHaveURL(new RegExp(`month=${before}`));
  await expect(page.locator(".skeleton")).toHaveCount(0);
  await expect(shown).toHaveCount(of(before));
  await month.fill("2020-02");
  await expect(page.getByText("No briefings available.")).toBeVisible();
  await page.reload();
  await expect(month).toHaveValue("2020-02");
  await page.getByRole("tab", { name: "Previous Announcements" }).click();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("tab", { name: "Previous Briefings" })).toBeFocused();
});
