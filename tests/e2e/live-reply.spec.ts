/** A mentor's reply appears on a student's open page, and the lists are updated. */
import { expect, type Page } from "@playwright/test";
import { expectKept, send } from "./school.ts";
import { newDoubt, openPageAs, test } from "./site.ts";

test("a reply arrives in the student's open thread and in everybody's list, without a reload", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "My loop prints one element too many.");
  const [student, mentor, classmate] = [
    await openPageAs(browser, site, "Ravi Kumar"),
    await openPageAs(browser, site, "Asha Rao"),
    await openPageAs(browser, site, "Zoya Khan"),
  ];
  await student.goto(`/doubts/${id}`);
  await mentor.goto(`/doubts/${id}`);
  const field = mentor.getByLabel("Your reply");
  await classmate.goto("/doubts");
  const card = classmate.locator("main a", { hasText: "one element too many" }).first();
  await expect(card).toBeVisible();
  await expect(student.getByText("Live", { exact: true })).toBeVisible();
  await expect(student.getByText(/Asha Rao/)).toBeVisible();
  await expect(student.getByText(/^\d+(st|nd|rd|th) in line · \d mentors? here/)).toBeVisible();
  await expect(student.getByRole("button", { name: "Mark as Resolved" })).toHaveCount(0);
  let reloads = 0;
  student.on("load", () => reloads++);

  await field.pressSequentially("Compare with ");
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

  // In the lists, a reply is marked as new for its student alone, until it was seen.
  const next = await newDoubt(site, "Ravi Kumar", "How long is an empty string?");
  const cardOf = (page: Page) => page.locator("main a", { hasText: "an empty string" });
  for (const page of [student, classmate]) await expect(cardOf(page)).toBeVisible();
  await send(site, "Asha Rao", `/doubts/${next}/reply`, { reply: "Its size is 0." }, "PUT");
  await expect(cardOf(student)).toContainText("(new)");
  await expect(cardOf(classmate)).toContainText("replied");
  await expect(cardOf(classmate), "nobody told her about it").not.toContainText("(new)");
  await cardOf(student).click();
  await expect(student.getByRole("log").getByText("Its size is 0.")).toBeVisible();
  await student.goBack();
  await expect(cardOf(student)).toBeVisible();
  await expect(cardOf(student)).not.toContainText("(new)");

  // What is typed survives a reload, also what is typed in the moment in which the field appears.
  await mentor.goto(`/doubts/${next}`);
  await field.fill("A draft.");
  await expectKept(mentor, "A draft.");
  await mentor.reload();
  await expect(field).toHaveValue("A draft.");
  await field.fill("");
  await expect.poll(() => mentor.evaluate(() => JSON.stringify({ ...localStorage })))
    .not.toContain("A draft.");
  await mentor.addInitScript(typeAtOnce, "Com");
  await mentor.reload();
  await expect(field, "as typed when it appeared").toHaveValue("Com");
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
