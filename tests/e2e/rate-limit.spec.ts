/**
 * A user who writes faster than the rate limit allows gets a message, loses nothing, and need do
 * nothing.
 */
import { expect, type Route } from "@playwright/test";
import { callApi, newDoubt, openPageAs, test } from "./site.ts";

const SENTENCE =
  "You are writing faster than the class can read. Please wait 4 seconds; your text is kept here.";
const refusal = {
  status: 429,
  headers: { "retry-after": "4", "content-type": "application/json" },
  body: JSON.stringify({ msg: SENTENCE, code: "too-many" }),
};

test("replies sent too fast wait, and arrive once each and in order", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Why is it empty?");
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto(`/doubts/${id}`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const tries: number[] = [];
  await page.route("**/reply", (route: Route) => {
    tries.push(Date.now());
    return tries.length === 1 ? route.fulfill(refusal) : route.continue();
  });
  const replies = ["It was never filled.", "See line 3.", "Does it work now?"];
  for (const text of replies) {
    await page.getByLabel("Your reply").fill(text);
    await page.getByRole("button", { name: "Send Reply" }).click();
  }
  await expect(page.getByText("Waiting to be sent")).toHaveCount(3);
  await expect(page.getByText(SENTENCE)).toHaveCount(3);
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  await expect(page.getByText("Sending…")).toHaveCount(0);
  await expect(page.getByText(SENTENCE)).toHaveCount(0);
  const { conversation } = await callApi(site, "Ravi Kumar", `/doubts/${id}`);
  expect(conversation.slice(1).map(({ message }: { message: string }) => message)).toEqual(replies);
  // One try was refused, and after that each reply was sent once.
  expect(tries).toHaveLength(4);
  expect((tries[1] ?? 0) - (tries[0] ?? 0)).toBeGreaterThanOrEqual(3900);
});

test("a form that is sent too fast says so, and keeps the text", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Ravi Kumar");
  await page.goto("/dashboard?panel=message");
  await page.route("**/api/messages", (route: Route) => route.fulfill(refusal), { times: 1 });
  const panel = page.locator("#panel");
  await panel.getByLabel("Subject", { exact: true }).fill("Hello");
  await panel.getByLabel("Message", { exact: true }).fill("Is there a class?");
  await panel.getByRole("button", { name: "Send Message" }).click();
  await expect(panel.getByRole("alert")).toHaveText(SENTENCE);
  await expect(panel.getByLabel("Message", { exact: true })).toHaveValue("Is there a class?");
});
