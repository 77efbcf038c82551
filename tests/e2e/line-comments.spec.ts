/**
 * From a failing case to a resolved doubt: a mentor comments on a line and proposes a change, by
 * keyboard; the student reads both on a phone, tries the change, and marks the doubt as resolved.
 */
import { type Browser, expect, type Page } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { go, RUN, send } from "./school.ts";
import { isLive, newQuestion, openPageAs, type Site, test } from "./site.ts";

async function openPhone(browser: Browser, site: Site): Promise<Page> {
  const page = await openPageAs(browser, site, "Zoya Khan");
  await page.setViewportSize({ width: 360, height: 740 });
  return page;
}

/** Its header is small: it compiles in a fraction of the time that <iostream> takes. */
const adding = (sign: string) =>
  `#include <cstdio>\n\nint main() {\n  int a, b;\n  scanf("%d %d", &a, &b);\n` +
  `  printf("%d", a ${sign} b);\n}\n`;

/** Creates a question with two cases. */
const newWork = (site: Site, tag: "cw" | "practice" = "practice") =>
  newQuestion(site, "Add two small numbers", {
    tag,
    testCases: [{ input: "2 0", output: "2" }, { input: "2 3", output: "5" }],
  });

/** Keeps a run of the student that fails the second case. */
async function failing(site: Site, assignmentId: string, source: string): Promise<string> {
  const result = { milliseconds: 1, kilobytes: 100 };
  const run = await send(site, "Zoya Khan", `/assignments/${assignmentId}/runs`, {
    source,
    kit: "k",
    cases: [
      { case: 1, verdict: "passed", output: "2", ...result },
      { case: 2, verdict: "wrong", output: "-1", ...result },
    ],
    diagnostics: [],
  });
  return run._id;
}

/** Raises a doubt with a program that fails a case. */
async function ask(site: Site) {
  const assignmentId = await newWork(site);
  const runId = await failing(site, assignmentId, adding("-"));
  const doubt = { assignmentId, doubtText: "Why is it negative?", runId };
  const { _id: id } = await send(site, "Zoya Khan", "/doubts", doubt);
  return { id: id as string, assignmentId, runId };
}

/** Presses Tab until the focus is where it should be. */
async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole("button", { name, exact: true });
  for (let presses = 0; presses < 40; presses++) {
    if (await wanted.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${name}`);
}

test("a comment reaches over several lines, with Shift and with the menu", async ({ browser, site }) => {
  const { id } = await ask(site);
  const [mentor, student] = [
    await openPageAs(browser, site, "Asha Rao"),
    await openPhone(browser, site),
  ];
  await student.goto(`/doubts/${id}`);
  await mentor.goto(`/doubts?view=triage&item=${id}`);
  const program = mentor.getByRole("region", { name: /^The program/ });
  await expect(program.getByRole("button", { name: "Line 6" })).toBeVisible();
  const fields = program.getByLabel(/your comment$/);

  // The comment reaches from the line that was pressed first, in both directions.
  await mentor.keyboard.press("l");
  for (let line = 1; line < 4; line++) await mentor.keyboard.press("ArrowDown");
  await mentor.keyboard.press("Enter");
  await mentor.keyboard.type("Both are **read** here.");
  await mentor.keyboard.press("Escape");
  await mentor.keyboard.press("ArrowDown");
  await mentor.keyboard.press("Shift+Enter");
  await expect(program.getByLabel("Lines 4 to 5: your comment")).toBeFocused();
  await mentor.keyboard.press("Escape");
  for (let line = 5; line > 3; line--) await mentor.keyboard.press("ArrowUp");
  await mentor.keyboard.press("Shift+Enter");
  await expect(program.getByLabel("Lines 3 to 4: your comment")).toBeFocused();
  await expect(fields).toHaveCount(1);
  await mentor.keyboard.press("Shift+Tab");
  const menu = program.getByLabel("to line");
  await expect(menu).toBeFocused();
  await menu.selectOption("6");
  const field = program.getByLabel("Lines 3 to 6: your comment");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("Both are **read** here.");
  await expect(program.getByRole("button", { name: /^Line /, pressed: true })).toHaveCount(4);

  // A second comment may cover the same lines.
  await program.getByRole("button", { name: "Line 1", exact: true }).click();
  await mentor.keyboard.type("And the rest.");
  // Only the reply's own field sends the whole.
  await mentor.keyboard.press("Control+Enter");
  await expect(program.getByText("kept: it goes with what you send below")).toBeVisible();
  await expect(program.getByLabel("Line 1: your comment")).toBeFocused();
  const line4 = program.getByRole("button", { name: "Line 4", exact: true });
  await line4.click({ modifiers: ["Shift"] });
  await expect(program.getByLabel("Lines 1 to 4: your comment")).toHaveValue("And the rest.");
  await expect(fields).toHaveCount(2);
  await mentor.getByLabel("Your reply").fill("See the lines.");
  await mentor.keyboard.press("Control+Enter");
  for (const lines of ["Lines 3 to 6", "Lines 1 to 4"]) {
    const box = student.getByRole("article", { name: `${lines}, comment by Asha Rao` });
    await expect(box).toBeVisible();
  }
});

test("a mentor comments and proposes a change by keyboard; the student tries it on a phone and resolves @main", async ({ browser, site }) => {
  const { id, assignmentId } = await ask(site);
  const [mentor, student] = [
    await openPageAs(browser, site, "Asha Rao"),
    await openPhone(browser, site),
  ];
  await student.goto(`/doubts/${id}`);
  await mentor.goto(`/doubts?view=triage&item=${id}`);
  const program = mentor.getByRole("region", { name: /^The program/ });
  await expect(program.getByRole("button", { name: "Line 6" })).toBeVisible();

  // A comment on line 6. It is a draft, and a reload keeps it.
  await mentor.keyboard.press("l");
  for (let line = 1; line < 6; line++) await mentor.keyboard.press("ArrowDown");
  await mentor.keyboard.press("Enter");
  const comment = mentor.getByLabel("Line 6: your comment");
  await expect(comment).toBeFocused();
  await mentor.keyboard.type("Which **sign**?");
  await mentor.keyboard.press("Escape");
  await expect(program.getByRole("button", { name: "Line 6", exact: true })).toBeFocused();
  await mentor.reload();
  await expect(comment).toHaveValue("Which **sign**?");

  // The comment has a preview of its Markdown, as the reply has. It does not load the editor.
  await mentor.getByRole("button", { name: "Preview" }).first().press("Enter");
  const preview = mentor.getByRole("region", { name: "Preview" });
  await expect(preview.locator("strong")).toHaveText("sign");
  // It is below the field, and is scrolled to.
  await expect(preview).toBeInViewport({ ratio: 1 });
  expect(
    await mentor.evaluate(() =>
      performance.getEntriesByType("resource").filter(({ name }) => /markdown-editor/.test(name))
        .length
    ),
  ).toBe(0);
  await expectNoViolations(mentor);

  // The program runs beside the thread; the mentor changes it and proposes the change, which runs it
  // on all cases.
  await mentor.keyboard.press("e");
  const bench = mentor.getByRole("region", { name: "Run the program" });
  await expect(bench.getByRole("status").first()).toContainText("0 of 1 cases pass", RUN);
  await bench.locator(".cm-content").focus();
  await mentor.keyboard.press("ControlOrMeta+a");
  await mentor.keyboard.insertText(adding("+"));
  await mentor.keyboard.press("Escape");
  await mentor.keyboard.press("Tab");
  await tabTo(mentor, "Run the cases");
  await mentor.getByRole("button", { name: "Propose this change" }).press("Enter");
  const goes = mentor.getByRole("list", { name: "Also sent" });
  await expect(goes).toContainText("passes 2 of 2", RUN);
  await mentor.keyboard.press("r");
  await mentor.keyboard.press("Control+Enter");

  // The student sees the comment at its line and in the list, and the change with its claim.
  const box = student.getByRole("article", { name: "Line 6, comment by Asha Rao" });
  await expect(box.getByText("sign")).toBeVisible();
  const listed = student.getByRole("list", { name: "Comments on lines" });
  await listed.getByRole("link", { name: /^Line 6/ }).click();
  await expect(box).toBeFocused();
  await box.getByRole("button", { name: "Answer" }).click();
  await box.getByLabel("Your answer").fill("Oh, **plus**.");
  await box.getByRole("button", { name: "Send the answer" }).click();
  // Its field keeps the text until the call is answered.
  await expect(box.locator("strong", { hasText: "plus" })).toBeVisible();
  await box.getByRole("button", { name: "Done" }).click();
  const theirs = mentor.getByRole("article", { name: "Line 6, comment by Asha Rao" });
  await go(mentor, `/doubts/${id}`);
  await expect(theirs.getByText("Done", { exact: true })).toBeVisible();
  const change = student.getByRole("region", { name: "A change proposed by Asha Rao" });
  await expect(change.getByText("passes 2 of 2, run in the mentor's browser")).toBeVisible();
  await expect(change.getByText('printf("%d", a + b);')).toBeVisible();
  await expectNoViolations(student);
  await expect.poll(() => student.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThan(361);

  // "Try this" runs it; it can be taken back, and kept with "Mark as Resolved".
  await change.getByRole("button", { name: "Try this" }).click();
  const workspace = student.getByRole("region", { name: "Workspace" });
  await expect(workspace.getByText("All cases pass.")).toBeVisible(RUN);
  await expect(workspace.locator(".cm-content")).toContainText("a + b");
  await workspace.getByRole("button", { name: "Undo it" }).click();
  await expect(workspace.locator(".cm-content")).not.toContainText("a + b");
  // Within the app, the compiler stays.
  await go(student, `/doubts/${id}`);
  await change.getByRole("button", { name: "Try this" }).click();
  await workspace.getByRole("button", { name: "Mark as Resolved" }).click();
  await go(student, `/assignments/${assignmentId}`);
  await expect(mentor.getByText("This doubt has been resolved")).toBeVisible(RUN);
});

test("a mentor comments on a run alone; the student is told, and finds it at the line and among the runs", async ({ browser, site }) => {
  const assignmentId = await newWork(site, "cw");
  const runId = await failing(site, assignmentId, adding("-"));
  const { _id: studentId } = site.people["Zoya Khan"]?.user as { _id: string };
  const [mentor, student] = [
    await openPageAs(browser, site, "Asha Rao"),
    await openPageAs(browser, site, "Zoya Khan"),
  ];
  await student.goto(`/assignments/${assignmentId}`);
  await isLive(student);
  // From the student's page to the run's page, with a comment by keyboard.
  await mentor.goto(`/students/${studentId}`);
  const row = mentor.locator(`main li:has(a[href="/assignments/${assignmentId}"])`);
  await row.getByRole("button", { name: "Runs" }).click();
  await row.getByRole("button", { name: /1 of 2 pass/ }).click();
  await expect(row.getByRole("button", { name: "Line 6" })).toBeVisible();
  await mentor.goto(`/runs/${runId}`);
  await expect(mentor.getByRole("button", { name: "Line 6" })).toBeVisible();
  // It begins at the line under the pointer.
  await mentor.getByRole("button", { name: "Line 6" }).hover();
  await mentor.keyboard.press("l");
  await mentor.keyboard.press("Enter");
  await mentor.keyboard.type("Which sign?");
  await mentor.getByRole("button", { name: "Send the comment" }).press("Enter");
  const name = "Line 6, comment by Asha Rao";
  await expect(mentor.getByRole("article", { name })).toContainText("Which sign?");
  await expect(mentor.getByRole("button", { name: "Send the comment" })).toHaveCount(0);

  const notice = student.getByRole("region", { name: "Notifications" });
  await expect(notice).toContainText("Asha Rao commented on your program");
  await student.getByRole("tab", { name: "Earlier runs" }).click();
  await student.getByRole("button", { name: /1 of 2 pass/ }).click();
  await expect(student.getByRole("article", { name })).toContainText("Which sign?");
  await notice.getByRole("link", { name: "Open" }).click();
  await expect(student).toHaveURL(new RegExp(`/runs/${runId}$`));
  await student.getByRole("article", { name }).getByRole("button", { name: "Done" }).click();
  await expect(mentor.getByRole("article", { name }).getByText("Done", { exact: true }))
    .toBeVisible();
});
