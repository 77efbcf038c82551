/** A mentor's reply appears on a student's open page, and the lists are updated. */
import { expect, type Page } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { expectKept } from "./school.ts";
import { callApi, newDoubt, openPageAs, test } from "./site.ts";

test("a reply arrives in the student's open thread and in everybody's list, without a reload", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "My loop prints one element too many.");
  const [student, mentor, classmate] = [
    await openPageAs(browser, site, "Ravi Kumar"),
    await openPageAs(browser, site, "Asha Rao"),
    await openPageAs(browser, site, "Zoya Khan"),
  ];
  await student.goto(`/doubts/${id}`);
  await mentor.goto(`/doubts/${id}`);
  await classmate.goto("/doubts");
  const card = classmate.locator("main a", { hasText: "one element too many" }).first();
  await expect(card).toBeVisible();
  await expect(student.getByText("Live", { exact: true })).toBeVisible();
  await expect(student.getByText(/Asha Rao/)).toBeVisible();
  await expect(student.getByText(/^\d+(st|nd|rd|th) in line · \d mentors? here/)).toBeVisible();
  await expect(student.getByRole("button", { name: "Mark as Resolved" })).toHaveCount(0);
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

  await expect(student.getByText(/in line/)).toHaveCount(0);
  // It can be undone, and it is sent when the page is left.
  const resolve = student.getByRole("button", { name: "Mark as Resolved" });
  await resolve.click();
  await student.getByRole("button", { name: "Undo" }).click();
  await expect(resolve).toBeVisible();
  await resolve.click();
  await expect(student.getByRole("button", { name: "Undo" })).toBeFocused();
  await expect(student.getByLabel("What is still unclear?")).toHaveCount(0);
  await student.getByRole("link", { name: "Doubts" }).first().click();
  await expect(mentor.getByText("This doubt has been resolved")).toBeVisible();
  await expect(mentor.getByLabel("Your reply")).toHaveCount(0);
  expect(reloads).toBe(0);
  for (const page of [student, mentor, classmate]) await page.context().close();
});

/** Types letters into the page's first text area in the moment in which it appears. Runs in the page. */
function typeAtOnce(letters: string): void {
  new MutationObserver((_, observer) => {
    const field = document.querySelector("main textarea");
    if (!(field instanceof HTMLTextAreaElement)) return;
    observer.disconnect();
    field.focus();
    for (const letter of letters) document.execCommand("insertText", false, letter);
  }).observe(document, { childList: true, subtree: true });
}

test("a typed reply survives a reload until it is sent", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Which header has std::reverse?");
  const mentor = await openPageAs(browser, site, "Asha Rao");
  await mentor.goto(`/doubts/${id}`);
  await mentor.getByLabel("Your reply").fill("It is in <algorithm>.");
  await expectKept(mentor, "It is in <algorithm>.");
  await mentor.reload();
  await expect(mentor.getByLabel("Your reply")).toHaveValue("It is in <algorithm>.");
  await mentor.getByRole("button", { name: "Send Reply" }).click();
  const log = mentor.getByRole("log");
  await expect(log.getByText("It is in <algorithm>.")).toBeVisible();

  // One key takes back what was sent: it is a draft again, and readers see it go.
  const student = await openPageAs(browser, site, "Ravi Kumar");
  await student.goto(`/doubts/${id}`);
  await mentor.getByLabel("Your reply").fill("An accident.");
  await mentor.getByRole("button", { name: "Send Reply" }).click();
  await expect(student.getByRole("log").getByText("An accident.")).toBeVisible();
  await expect(mentor.getByText("Reply sent.")).toBeVisible();
  await expect(mentor.getByLabel("Your reply")).toHaveValue("");
  await mentor.keyboard.press("u");
  await expect(mentor.getByLabel("Your reply")).toHaveValue("An accident.");
  await expect(log.getByText("An accident.")).toHaveCount(0);
  await expect(student.getByRole("log").getByText("An accident.")).toHaveCount(0);
  await mentor.getByLabel("Your reply").fill("");

  await log.getByRole("button", { name: "Edit" }).click();
  await expect(mentor.getByLabel("Your text")).toBeFocused();
  await mentor.getByLabel("Your text").fill("It is in `<algorithm>`.");
  await mentor.keyboard.press("Control+Enter");
  await expect(log.getByRole("button", { name: "Edit" })).toBeFocused();
  for (const page of [mentor, student]) {
    await expect(page.getByRole("log").locator("code")).toHaveText("<algorithm>");
    await expect(page.getByRole("log").getByText("edited", { exact: true })).toBeVisible();
  }
  await log.getByRole("button", { name: "Edit" }).click();
  await log.getByText("Earlier versions").click();
  await expect(log.getByRole("group").getByText("It is in <algorithm>.")).toBeVisible();
  await expectNoViolations(mentor);
  await expect(student.getByText("Earlier versions")).toHaveCount(0);
  await student.context().close();

  await mentor.addInitScript(typeAtOnce, "ab");
  await mentor.reload();
  await expect(mentor.getByLabel("Your reply"), "as typed when it appeared").toHaveValue("ab");
  await mentor.context().close();
});

test("a card is marked as new until the student has seen the reply", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "How long is an empty string?");
  const [student, classmate] = [
    await openPageAs(browser, site, "Ravi Kumar"),
    await openPageAs(browser, site, "Zoya Khan"),
  ];
  const card = (page: Page) => page.locator("main a", { hasText: "an empty string" });
  for (const page of [student, classmate]) {
    await page.goto("/doubts");
    await expect(card(page)).toBeVisible();
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
  }
  const body = JSON.stringify({ reply: "Its size is 0." });
  await callApi(site, "Asha Rao", `/doubts/${id}/reply`, { method: "PUT", body });
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
