/** The Wi-Fi drops in the middle of an answer. */
import { expect } from "@playwright/test";
import { call, newDoubt, pageOf, test } from "./site.ts";

const REPLIES = ["First: draw the boxes.", "Second: draw the arrows.", "Third: follow them."];

test("three replies written offline arrive once each and in order when the network is back", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Where does my pointer point?");
  const [mentor, student] = [
    await pageOf(browser, site, "Asha Rao"),
    await pageOf(browser, site, "Ravi Kumar"),
  ];
  await mentor.goto(`/doubts/${id}`);
  await student.goto(`/doubts/${id}`);
  await expect(mentor.getByText("Live", { exact: true })).toBeVisible();
  await expect(student.getByText("Live", { exact: true })).toBeVisible();

  const told = mentor.getByRole("banner").getByRole("status").filter({ hasText: "to send" });
  await expect(told).toHaveCount(0);
  site.cut();
  try {
    await expect(mentor.getByText(/Reconnecting…|as of/)).toBeVisible();
    for (const text of REPLIES) {
      await mentor.getByLabel("Your reply").fill(text);
      await mentor.getByRole("button", { name: "Send Reply" }).click();
      await expect(mentor.getByRole("log").getByText(text)).toBeVisible();
    }
    await expect(mentor.getByText("Waiting to be sent")).toHaveCount(3);
    await expect(mentor.getByText(/^as of/)).toBeVisible();
    // Said on every screen, on a phone by its number.
    await expect(told).toHaveText("3 to send");
    await mentor.setViewportSize({ width: 360, height: 740 });
    await expect(told).toBeVisible();
    expect(await mentor.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await mentor.setViewportSize({ width: 1280, height: 800 });
    await expect(student.getByRole("log").getByText(REPLIES[0] ?? "")).toHaveCount(0);
  } finally {
    site.mend();
  }
  await expect(mentor.getByText("Live", { exact: true })).toBeVisible();
  await expect(mentor.getByText("Waiting to be sent")).toHaveCount(0);
  await expect(told).toHaveCount(0);
  for (const text of REPLIES) {
    await expect(mentor.getByRole("log").getByText(text)).toHaveCount(1);
    await expect(student.getByRole("log").getByText(text)).toHaveCount(1);
  }
  const { conversation } = await call(site, "Ravi Kumar", `/doubts/${id}`);
  expect(conversation.slice(1).map((entry: { message: string }) => entry.message)).toEqual(REPLIES);
  for (const page of [mentor, student]) await page.context().close();
});
