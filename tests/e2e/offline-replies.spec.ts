/** The network fails while a mentor writes replies. */
import { expect } from "@playwright/test";
import { callApi, newDoubt, openPageAs, test } from "./site.ts";

const REPLIES = ["First: draw the boxes.", "Second: draw the arrows.", "Third: follow them."];

test("three replies written offline arrive once each and in order when the network is back", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Where does my pointer point?");
  const [mentor, student] = [
    await openPageAs(browser, site, "Asha Rao"),
    await openPageAs(browser, site, "Ravi Kumar"),
  ];
  await mentor.goto(`/doubts/${id}`);
  await student.goto(`/doubts/${id}`);
  await expect(mentor.getByText("Live", { exact: true })).toBeVisible();
  await expect(student.getByText("Live", { exact: true })).toBeVisible();

  const told = mentor.getByRole("banner").getByRole("status").filter({ hasText: "unsent" });
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
    // Every screen shows the number of unsent replies; a phone shows it, too.
    await expect(told).toHaveText("3 unsent");
    await mentor.setViewportSize({ width: 360, height: 740 });
    await expect(told).toBeVisible();
    await expect.poll(() => mentor.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
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
  const { conversation } = await callApi(site, "Ravi Kumar", `/doubts/${id}`);
  expect(conversation.slice(1).map((entry: { message: string }) => entry.message)).toEqual(REPLIES);
});

test("a reply is not announced as sent while a later one in the same thread waits", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Where does my array begin?");
  const mentor = await openPageAs(browser, site, "Asha Rao");
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await mentor.route("**/api/doubts/*/reply", async (route) => {
    await gates[REPLIES.indexOf(route.request().postDataJSON().reply)]?.promise;
    await route.continue();
  });
  await mentor.goto(`/doubts/${id}`);
  await expect(mentor.getByText("Live", { exact: true })).toBeVisible();
  for (const text of REPLIES.slice(0, 2)) {
    await mentor.getByLabel("Your reply").fill(text);
    await mentor.getByRole("button", { name: "Send Reply" }).click();
  }
  await expect(mentor.getByText("Waiting to be sent")).toHaveCount(1);
  gates[0]?.resolve();
  // The first one has arrived, and would be announced by now.
  const second = mentor.getByRole("log").getByRole("listitem").filter({
    hasText: REPLIES[1] ?? "",
  });
  await expect(second).toContainText("Sending…");
  expect(await mentor.getByText("Reply sent.").count()).toBe(0);
  gates[1]?.resolve();
  await expect(mentor.getByText("Reply sent.")).toBeVisible();
  await expect(mentor.getByText("Sending…")).toHaveCount(0);
});

test("a doubt that is resolved offline is resolved when the network is back", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Where does my iterator end?");
  const student = await openPageAs(browser, site, "Ravi Kumar");
  await student.goto(`/doubts/${id}`);
  await expect(student.getByText("Live", { exact: true })).toBeVisible();
  const found = student.getByRole("button", { name: "I found it myself" });
  await expect(found).toBeVisible();
  site.cut();
  try {
    await found.click();
    await expect(student.getByText("Marked as resolved.")).toBeVisible();
    await expect(student.getByText("It is sent when the connection is back.")).toBeVisible();
    await expect(student.getByRole("button", { name: "Undo" })).toBeVisible();
  } finally {
    site.mend();
  }
  await expect(student.getByText("This doubt has been resolved")).toBeVisible();
  const { resolved } = await callApi(site, "Ravi Kumar", `/doubts/${id}`);
  expect(resolved).toBe(true);
});

test("a reply is sent although the browser's storage has no room for it", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Where does my reference refer to?");
  const mentor = await openPageAs(browser, site, "Asha Rao");
  await mentor.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith("outgoing:")) throw new DOMException("full", "QuotaExceededError");
      setItem.call(this, key, value);
    };
  });
  await mentor.goto(`/doubts/${id}`);
  await expect(mentor.getByText("Live", { exact: true })).toBeVisible();
  await mentor.getByLabel("Your reply").fill("To the object itself.");
  await mentor.getByRole("button", { name: "Send Reply" }).click();
  await expect.poll(async () =>
    (await callApi(site, "Ravi Kumar", `/doubts/${id}`)).conversation.length
  )
    .toBe(2);
  await expect(mentor.getByText("Waiting to be sent")).toHaveCount(0);
  await expect(mentor.getByRole("log").getByText("To the object itself.")).toHaveCount(1);
});
