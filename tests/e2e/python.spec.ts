/** A question that takes Python, solved in a browser: the choice is kept, a mistake is explained. */
import { expect, type Locator, type Page } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { send } from "./school.ts";
import { callApi, newQuestion, openPageAs, test } from "./site.ts";
import { CASES } from "./sum-program.ts";

/** A first run downloads and loads the interpreter. */
const FIRST = { timeout: 120_000 };
const RUN = { timeout: 40_000 };
const RIGHT = "a, b = map(int, input().split())\nprint(a + b)\n";

test("a question is solved in Python, and both programs are kept", async ({ browser, site }) => {
  test.slow();
  const id = await newQuestion(site, "Add two numbers in Python");
  const judge = { languages: ["cpp", "python"] };
  await send(site, "Asha Rao", `/assignments/${id}`, { testCases: CASES, judge }, "PUT");
  const page = await openPageAs(browser, site, "Ravi Kumar");
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`/assignments/${id}`);
  const workspace = page.getByRole("region", { name: "Workspace" });
  const language = workspace.getByRole("combobox", { name: "Language" });
  await expect(language).toHaveValue("cpp");
  expect(await loaded(page)).toEqual([]);
  await page.mouse.move(900, 300, { steps: 3 });
  await language.selectOption("python");
  await write(page, "a, b = map(int, input().split())\nprint(a + c)\n");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(workspace.getByText("The name 'c' is not defined").first()).toBeVisible(FIRST);
  await expectNoViolations(page);
  await workspace.getByRole("button", { name: "Put this program into my response" }).click();
  await language.selectOption("cpp");
  const form = page.getByRole("complementary", { name: "Your Response" });
  await form.getByLabel("Status").selectOption("partially solved");
  await form.getByLabel("Describe Your Problem").fill("What is c?");
  await form.getByRole("button", { name: "Save Response" }).click();
  await expect(page.getByText("Response updated successfully!")).toBeVisible();
  const { responses } = await callApi(site, "Ravi Kumar", `/assignments/${id}`);
  expect(responses[0]).toMatchObject({ language: "python" });
  await language.selectOption("python");
  await write(page, "if True\n    print(1)\n");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(workspace.getByText("has to end with a colon").first()).toBeVisible(RUN);
  await write(page, 'name = input("Who? ")\nprint("Hello", name)\n');
  await workspace.getByRole("tab", { name: "My input" }).click();
  await workspace.getByLabel("Input", { exact: true }).fill("");
  await page.keyboard.press("ControlOrMeta+'");
  await expect(status(workspace)).toHaveText("It waits for your input.", RUN);
  await workspace.getByRole("textbox", { name: /Type|Line/ }).fill("Ravi");
  await page.keyboard.press("Enter");
  await expect(workspace.getByText("Hello Ravi")).toBeVisible(RUN);
  await write(page, "while True:\n    pass\n");
  await page.keyboard.press("ControlOrMeta+Enter");
  await workspace.getByRole("button", { name: "Stop" }).click();
  await expect(status(workspace)).toHaveText("Stopped.", RUN);
  await write(page, RIGHT);
  await page.keyboard.press("ControlOrMeta+Enter");
  await workspace.getByRole("button", { name: "Hand in as solved" }).click(RUN);
  await expect(workspace.getByText("This program is handed in as solved.")).toBeVisible(RUN);
  await language.selectOption("cpp");
  await expect(editor(page)).toContainText("int main()");
  await language.selectOption("python");
  // The next visit does not load the interpreter anew.
  await expect.poll(() => keptMemory(page)).toBe(1);
  await page.reload();
  await expect(language).toHaveValue("python");
  await expect(editor(page)).toContainText("print(a + b)");
  // The steps of a failing case lead to its cause.
  await write(page, "a, b = map(int, input().split())\nprint(a + c)\n");
  await page.keyboard.press("ControlOrMeta+,");
  const dialog = page.getByRole("dialog", { name: "Step through" });
  await expect(dialog.getByRole("slider", { name: "Step" })).toBeFocused(RUN);
  await page.keyboard.press("w");
  await expect(dialog.getByRole("status")).toContainText(
    "line 2: exception is NameError: name 'c' is not defined",
  );
  await expect(dialog.getByRole("list", { name: /^Calls/ })).toContainText("outside of functions");
  await expectNoViolations(page);
});

const status = (workspace: Locator): Locator => workspace.getByRole("status");
const editor = (page: Page): Locator => page.locator(".cm-content");

/** What the page has loaded of Python. */
const loaded = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => name)
      .filter((name) => /\/python\/|interpreter-worker|python-editor/.test(name))
  );

/** How many snapshots of the interpreter's memory the browser keeps. */
const keptMemory = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("python-memory-"));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().length;
  });

async function write(page: Page, text: string): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}
