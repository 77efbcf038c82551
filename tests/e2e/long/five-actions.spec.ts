/**
 * From a student's failing case to a running program: the student on a phone, the mentor with the
 * keyboard alone, each on another of two servers. The last line counts the actions of both, and how
 * often one of them had to leave a page.
 *
 * An action is one press on a button, or one text: the mentor's change of the program is a text, too.
 */
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { newQuestion, openPageAs, type Site, test } from "../site.ts";

test.use({ isPair: true });

/** A first run loads and prepares the compiler. */
const FIRST = { timeout: 120_000 };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const PROGRAM = '#include <cstdio>\nint main() {\n  int a, b;\n  scanf("%d %d", &a, &b);\n' +
  '  printf("%d", a - b);\n}\n';

const counts = { student: 0, mentor: 0, windows: 0 };

/** Counts how often a page is left: for another address, or for another window. */
function countWindows(page: Page): void {
  const { pathname } = new URL(page.url());
  page.context().on("page", () => counts.windows += 1);
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame() && new URL(frame.url()).pathname !== pathname) {
      counts.windows += 1;
    }
  });
}

/** The student's actions: a tap, or a text in the field that has the focus. */
async function tap(button: Locator): Promise<void> {
  counts.student += 1;
  await button.tap();
}

async function write(page: Page, text: string): Promise<void> {
  counts.student += 1;
  await page.keyboard.type(text);
}

/** The mentor's actions: a key, or a text where the cursor is. */
async function press(page: Page, key: string): Promise<void> {
  counts.mentor += 1;
  await page.keyboard.press(key);
}

/** Writes; the keys that move the cursor belong to the text. */
async function type(page: Page, keys: readonly string[], text: string): Promise<void> {
  counts.mentor += 1;
  for (const key of keys) await page.keyboard.press(key);
  await page.keyboard.type(text);
}

async function openBoth(browser: Browser, site: Site) {
  const other = { ...site, url: site.second ?? "" };
  return {
    student: await openPageAs(browser, site, "Zoya Khan", PHONE),
    mentor: await openPageAs(browser, other, "Asha Rao"),
  };
}

test("five actions on either side lead from a failing case to a running program", async ({ browser, site }) => {
  test.setTimeout(480_000);
  const id = await newQuestion(site, "Add two numbers of the day", {
    tag: "cw",
    starter: PROGRAM,
    testCases: [{ input: "2 0", output: "2" }, { input: "2 3", output: "5" }],
  });
  const { student, mentor } = await openBoth(browser, site);
  await student.goto(`/assignments/${id}`);
  await student.getByRole("tab", { name: "Program" }).tap();
  const workspace = student.getByRole("region", { name: "Workspace" });
  await workspace.getByRole("button", { name: "Run the cases" }).tap();
  await expect(workspace.getByText("1 of 2 cases passes.")).toBeVisible(FIRST);
  await mentor.goto("/doubts?view=triage");
  await expect(mentor.getByText("No doubt is waiting.")).toBeVisible();
  for (const page of [student, mentor]) countWindows(page);

  await tap(student.getByRole("button", { name: "Raise a doubt" }));
  const dialog = student.getByRole("dialog", { name: "Raise a doubt" });
  await expect(dialog.getByLabel("Your doubt")).toBeFocused();
  await expect(dialog.getByText(/1 of 2/)).toBeVisible();
  await write(student, "Why is the second case negative?");
  await tap(dialog.getByRole("button", { name: "Raise a doubt" }));
  const thread = student.getByRole("region", { name: "Your doubts here" });
  await expect(thread).toContainText("Why is the second case negative?");

  const reply = mentor.getByRole("region", { name: "Reply" });
  await expect(reply.getByLabel("Your reply")).toBeVisible();
  await press(mentor, "e");
  const bench = mentor.getByRole("region", { name: "Run the program" });
  await expect(bench.getByRole("status").first()).toContainText("0 of 1 cases pass", FIRST);
  await expect(bench.locator(".cm-content")).toBeFocused();
  const toMinus = [...Array(4).fill("ArrowDown"), "End", ...Array(4).fill("ArrowLeft")];
  await type(mentor, [...toMinus, "Backspace"], "+");
  await press(mentor, "Control+Shift+Enter");
  await expect(reply.getByLabel("Your reply")).toBeFocused();
  await type(mentor, [], "Which sign adds?");
  const goes = mentor.getByRole("list", { name: "Also sent" });
  await expect(goes).toContainText("passes 2 of 2", FIRST);
  await press(mentor, "Control+Enter");

  const change = thread.getByRole("region", { name: "A change proposed by Asha Rao" });
  await expect(change.getByText("passes 2 of 2, run in the mentor's browser")).toBeVisible();
  await tap(change.getByRole("button", { name: "Try this" }));
  await expect(workspace.getByText("All cases pass.")).toBeVisible(FIRST);
  await tap(workspace.getByRole("button", { name: "Mark as Resolved" }));
  await expect(mentor.getByText("No doubt is waiting.")).toBeVisible();

  const { windows, ...actions } = counts;
  console.log(
    `student ${actions.student} actions, mentor ${actions.mentor} actions, ${windows} windows left`,
  );
  expect(Math.max(actions.student, actions.mentor)).toBeLessThanOrEqual(5);
  expect(windows).toBe(0);
  for (const page of [student, mentor]) await page.context().close();
});
