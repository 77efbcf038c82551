/** A mentor's reply appears in a student's open page, and the lists move. */
import { expect, type Page } from "@playwright/test";
import { call, newDoubt, pageOf, test } from "./site.ts";

test("a reply arrives in the student's open thread and in everybody's list, without a reload", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "My loop prints one element too many.");
  const [student, mentor, classmate] = [
    await pageOf(browser, site, "Ravi Kumar"),
    await pageOf(browser, site, "Asha Rao"),
    await pageOf(browser, site, "Zoya Khan"),
  ];
  await student.goto(`/doubts/${id}`);
  await mentor.goto(`/doubts/${id}`);
  await classmate.goto("/doubts");
  const card = classmate.locator("main a", { hasText: "one element too many" }).first();
  await expect(card).toBeVisible();
  await expect(student.getByText("Live", { exact: true })).toBeVisible();
  await expect(student.getByText(/Asha Rao/)).toBeVisible();
  let reloads = 0;
  student.on("load", () => reloads++);

  await mentor.getByLabel("Your reply").pressSequentially("Compare with ");
  await expect(student.getByText(/Asha Rao is typing/)).toBeVisible();
  await mentor.getByLabel("Your reply").fill("Compare with `i < n`.");
  await mentor.getByLabel("Your reply").press("Control+Enter");

  await expect(student.getByRole("log").getByText("Compare with")).toBeVisible();
  await expect(student.getByRole("log").locator("code")).toHaveText("i < n");
  await expect(student.locator(".badge", { hasText: /^replied$/ })).toBeVisible();
  await expect(mentor.getByRole("log").getByText("Compare with")).toHaveCount(1);
  await expect(classmate.locator("main .badge", { hasText: /^replied$/ }).first()).toBeVisible();

  await student.getByRole("button", { name: "Mark as Resolved" }).click();
  await expect(mentor.getByText("This doubt has been resolved")).toBeVisible();
  await expect(mentor.getByLabel("Your reply")).toHaveCount(0);
  expect(reloads).toBe(0);
  for (const page of [student, mentor, classmate]) await page.context().close();
});

test("what is typed survives a reload until it is sent", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Which header has std::reverse?");
  const mentor = await pageOf(browser, site, "Asha Rao");
  await mentor.goto(`/doubts/${id}`);
  await mentor.getByLabel("Your reply").fill("It is in <algorithm>.");
  await mentor.waitForTimeout(400);
  await mentor.reload();
  await expect(mentor.getByLabel("Your reply")).toHaveValue("It is in <algorithm>.");
  await mentor.getByRole("button", { name: "Send Reply" }).click();
  await expect(mentor.getByRole("log").getByText("It is in <algorithm>.")).toBeVisible();
  await mentor.reload();
  await expect(mentor.getByLabel("Your reply")).toHaveValue("");
  await mentor.context().close();
});

test("a card says that something new was said, until its reader has seen it", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "How long is an empty string?");
  const [student, classmate] = [
    await pageOf(browser, site, "Ravi Kumar"),
    await pageOf(browser, site, "Zoya Khan"),
  ];
  const card = (page: Page) => page.locator("main a", { hasText: "an empty string" });
  for (const page of [student, classmate]) {
    await page.goto("/doubts");
    await expect(card(page)).toBeVisible();
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
  }
  const body = JSON.stringify({ reply: "Its size is 0." });
  await call(site, "Asha Rao", `/doubts/${id}/reply`, { method: "PUT", body });
  await expect(card(student)).toContainText("(new)");
  await expect(card(classmate)).toContainText("replied");
  await expect(card(classmate), "nobody told her about it").not.toContainText("(new)");
  await card(student).click();
  await expect(student.getByRole("log").getByText("Its size is 0.")).toBeVisible();
  await student.goBack();
  await expect(card(student)).toBeVisible();
  await expect(card(student)).not.toContainText("(new)");
  for (const page of [student, classmate]) await page.context().close();
});
