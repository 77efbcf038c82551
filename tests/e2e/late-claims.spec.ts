/** A claim that comes late is not taken anew behind what has ended it. */
import { expect, type Page } from "@playwright/test";
import { call, newDoubt, pageOf, type Site, test } from "./site.ts";
import { clearDoubts, hold, said } from "./school.ts";

/** Long enough for what does not wait for it to arrive before it. */
const meanwhile = (page: Page) => page.waitForTimeout(700);

const statusOf = async (site: Site, id: string) =>
  (await call(site, "Ravi Kumar", `/doubts/${id}`)).currentStatus;

test("a reply that is sent with its first letters ends the claim that they took", async ({ browser, site }) => {
  await clearDoubts(site);
  const id = await newDoubt(site, "Ravi Kumar", "What is a header for?");
  const page = await pageOf(browser, site, "Asha Rao");
  await page.goto(`/doubts?view=triage&item=${id}`);
  const reply = page.getByLabel("Your reply");
  await expect(reply).toBeVisible();
  const claim = await hold(page, /\/claim$/, "POST");
  await page.keyboard.press("r");
  await page.keyboard.type("For names.");
  await page.keyboard.press("Control+Enter");
  await expect.poll(claim.times).toBe(1);
  await meanwhile(page);
  const claimed = page.waitForResponse(/\/claim$/);
  claim.release();
  await claimed;
  await said(page, "Reply sent.");
  expect(await statusOf(site, id)).toBe("replied");
  await page.context().close();
});

test("what is typed while a reply is on its way claims nothing", async ({ browser, site }) => {
  await clearDoubts(site);
  const id = await newDoubt(site, "Ravi Kumar", "What is a linker for?");
  const page = await pageOf(browser, site, "Asha Rao");
  await page.goto(`/doubts/${id}`);
  await page.getByRole("button", { name: "I have this" }).click();
  await expect(page.getByText(/You have this until/)).toBeVisible();
  const reply = page.getByLabel("Your reply");
  await reply.fill("For joining.");
  await expect(page.getByText(/You have this until/)).toBeVisible();
  const [sent, claim] = [await hold(page, /\/reply$/, "PUT"), await hold(page, /\/claim$/, "POST")];
  await page.getByRole("button", { name: "Send Reply" }).click();
  await expect.poll(sent.times).toBe(1);
  await reply.pressSequentially("And");
  await meanwhile(page);
  sent.release();
  await said(page, "Reply sent.");
  claim.release();
  await meanwhile(page);
  expect(claim.times()).toBe(0);
  expect(await statusOf(site, id)).toBe("replied");
  await page.context().close();
});
