/** A slow claim is not made again after the reply that ended it. */
import { expect, type Page } from "@playwright/test";
import { callApi, newDoubt, openPageAs, type Site, test } from "./site.ts";
import { clearDoubts, expectNotice, holdRequests } from "./school.ts";

/** Waits long enough for requests that are not held to arrive. */
const meanwhile = (page: Page) => page.waitForTimeout(700);

const statusOf = async (site: Site, id: string) =>
  (await callApi(site, "Ravi Kumar", `/doubts/${id}`)).currentStatus;

test("a reply sent before its claim is answered ends that claim", async ({ browser, site }) => {
  await clearDoubts(site);
  const id = await newDoubt(site, "Ravi Kumar", "What is a header for?");
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto(`/doubts?view=triage&item=${id}`);
  const reply = page.getByLabel("Your reply");
  await expect(reply).toBeVisible();
  const claim = await holdRequests(page, /\/claim$/, "POST");
  await page.keyboard.press("r");
  await page.keyboard.type("For names.");
  await page.keyboard.press("Control+Enter");
  await expect.poll(claim.times).toBe(1);
  await meanwhile(page);
  const claimed = page.waitForResponse(/\/claim$/);
  claim.release();
  await claimed;
  await expectNotice(page, "Reply sent.");
  expect(await statusOf(site, id)).toBe("replied");
});

test("typing while a reply is being sent claims nothing", async ({ browser, site }) => {
  await clearDoubts(site);
  const id = await newDoubt(site, "Ravi Kumar", "What is a linker for?");
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto(`/doubts/${id}`);
  await page.getByRole("button", { name: "I have this" }).click();
  await expect(page.getByText(/You have this until/)).toBeVisible();
  const reply = page.getByLabel("Your reply");
  await reply.fill("For joining.");
  await expect(page.getByText(/You have this until/)).toBeVisible();
  const [sent, claim] = [
    await holdRequests(page, /\/reply$/, "PUT"),
    await holdRequests(page, /\/claim$/, "POST"),
  ];
  await page.getByRole("button", { name: "Send Reply" }).click();
  await expect.poll(sent.times).toBe(1);
  await reply.pressSequentially("And");
  await meanwhile(page);
  sent.release();
  await expectNotice(page, "Reply sent.");
  claim.release();
  await meanwhile(page);
  expect(claim.times()).toBe(0);
  expect(await statusOf(site, id)).toBe("replied");
});
