/**
 * The workspace on a question's page, in one browser that has the compiler: a program is written,
 * run, stopped, typed to, kept, and handed in; offline, on a phone and with the keyboard alone.
 */
import {
  type BrowserContext,
  type CDPSession,
  expect,
  type Locator,
  type Page,
  type Route,
} from "@playwright/test";
import { expectNoViolations, expectNoViolationsInBoth } from "./axe.ts";
import { expectRoomForCode, holdRequests, places, RUN } from "./school.ts";
import { AHEAD, callApi, newQuestion, openPageAs, type Site, test } from "./site.ts";
import { CASES, program, RIGHT, WRONG } from "./sum-program.ts";

// The tests share one page, so that the compiler is loaded once.
test.describe.configure({ mode: "serial" });

const GREETS = program(
  '  char name[20];\n  printf("Who? ");\n  fflush(stdout);\n  scanf("%19s", name);\n' +
    '  printf("Hello %s\\n", name);',
);
/** It adds b by counting, which is wrong for a negative b. */
const ADDS_UP = program(
  '  int a, b;\n  scanf("%d %d", &a, &b);\n  int sum = a;\n  while (b > 0) {\n    sum++;\n' +
    '    b--;\n  }\n  printf("%d\\n", sum);',
);

let context: BrowserContext;
let page: Page;
let id: string;

test.beforeAll(async ({ browser, site }) => {
  const starter = "// Read two numbers and print their sum.\n";
  id = await newQuestion(site, "Add two numbers", { testCases: CASES, starter });
  page = await openPageAs(browser, site, "Ravi Kumar", AHEAD);
  context = page.context();
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`/assignments/${id}`);
});
test.afterAll(async () => await context.close());

/** screens.spec.ts checks the rest of the page. */
const WORKSPACE = "[aria-label=Workspace]";
const workspace = (of: Page = page): Locator => of.getByRole("region", { name: "Workspace" });
const status = (): Locator => workspace().getByRole("status").first();
const editor = (of: Page = page): Locator => of.locator(".cm-content");
const press = (name: string) => workspace().getByRole("button", { name }).click();

async function write(text: string): Promise<void> {
  await page.mouse.move(900, 300, { steps: 3 });
  await editor().focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

/** Returns the lines of the cases at a moment when the program is compiled. */
async function casesWhileCompiling(): Promise<string[]> {
  const seen = await page.waitForFunction(() => {
    const workspace = document.querySelector("[aria-label=Workspace]");
    const says = workspace?.querySelector("[role=status]")?.textContent ?? "";
    if (!/^(Loading|Starting) the compiler|^(Preparing|Compiling)/.test(says)) return null;
    return [...workspace?.querySelectorAll("summary") ?? []].map((line) => line.innerText);
  });
  return (await seen.jsonValue() ?? []).map((line) => line.replaceAll("\n", " "));
}

/** Loads the page again without the code of the editor. @returns a function that lets it come */
async function reloadWithoutEditor(): Promise<() => Promise<void>> {
  const code = /\/assets\/code-editor-/;
  const held = new Promise<Route>((hold) => void page.route(code, hold));
  await page.reload();
  return async () => {
    await (await held).continue();
    // While a route is set, the browser has no cache.
    await page.unroute(code);
  };
}

const runsOf = (site: Site, who: string) => callApi(site, who, `/assignments/${id}/runs`);

test("a wrong case is shown, becomes right, and is handed in as solved @main", async ({ site }) => {
  await page.mouse.move(900, 300, { steps: 3 });
  await expect(editor()).toHaveText("// Read two numbers and print their sum.");
  await expectRoomForCode(page, "at first");
  await write(WRONG);
  await page.keyboard.press("ControlOrMeta+Enter");
  expect(await casesWhileCompiling()).toEqual(["Case 1 not run yet", "Case 2 not run yet"]);
  await expect(status()).toHaveText("1 of 2 cases passes.", RUN);
  await expectRoomForCode(page, "after a run");
  await expect(workspace().getByText("First difference: line 1, column 1.")).toBeVisible();
  await expect(workspace().getByRole("region", { name: "Expected" })).toHaveText("6");
  await expect(workspace().getByRole("region", { name: "Your output" })).toHaveText("14");
  await expectNoViolations(page, WORKSPACE);
  // The same failure three times: one line says what is worth looking at, and can be put away.
  const line = workspace().getByRole("status").filter({ hasText: "Not getting further?" });
  await expect(line).toHaveCount(0);
  const kept = async () => (await runsOf(site, "Ravi Kumar")).length;
  for (const count of [1, 2]) {
    await expect.poll(kept, RUN).toBe(count);
    await page.keyboard.press("ControlOrMeta+Enter");
  }
  await expect.poll(kept, RUN).toBe(3);
  await expect(line, "without scrolling").toBeInViewport({ ratio: 1 });
  await line.getByRole("button", { name: "Raise a doubt with this program" }).click();
  const doubt = page.getByRole("dialog", { name: "Raise a doubt" });
  await expect(doubt.getByLabel("Attach my program")).toBeChecked();
  await page.keyboard.press("Escape");
  await line.getByRole("button", { name: "Put it away" }).click();
  await expect(line).toHaveCount(0);
  // The run has chosen a status; a program with cases is handed in from here only.
  const response = page.getByRole("complementary", { name: "Your Response" });
  await expect(response.getByLabel("Describe Your Problem")).toBeVisible();
  await expect(response.getByRole("button", { name: /^(Submit|Edit) Code$/ })).toHaveCount(0);

  await write(RIGHT);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(status()).toHaveText("All 2 cases pass.", RUN);
  await expect(workspace().getByText("1 hidden case is run on the server")).toBeVisible();
  await press("Hand in as solved");
  await expect(response.getByText("solved", { exact: true }).first()).toBeVisible();
  const { responses } = await callApi(site, "Ravi Kumar", `/assignments/${id}`);
  expect(responses[0].studentSolutionSource).toBe(RIGHT);
});

test("a failing case is stepped to its cause in five actions, with the keyboard alone @main", async () => {
  await write(ADDS_UP);
  const dialog = page.getByRole("dialog", { name: "Step through" });
  const says = dialog.getByRole("status");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(status()).toHaveText("1 of 2 cases passes.", RUN);
  await page.keyboard.press("ControlOrMeta+,");
  await expect(dialog.getByRole("slider", { name: "Step" })).toBeFocused(RUN);
  await expect(dialog.getByLabel("Input")).toHaveValue("1");
  await page.keyboard.press("w");
  await expect(says).toContainText("prints 10.");
  await expect(dialog.getByRole("region", { name: "Output so far" })).toHaveText("10\n");
  await expect(dialog.getByText("5 of 6 bytes are read")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  // The loop does not begin, because b is negative.
  const next = dialog.locator("[data-line]").filter({ hasText: "about to run:" });
  await expect(next).toContainText("while (b > 0)");
  await expect(dialog.getByRole("region", { name: "Variables" })).toContainText(/b\s*-4/);
  await expectNoViolationsInBoth(page, "dialog[open]");

  // A stop, a name's history, and the way back.
  await page.keyboard.press("Home");
  await next.getByRole("button", { name: /^Stop at line/ }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await page.keyboard.press("n");
  await expect(says).toHaveText("No stop comes after this step.");
  await page.keyboard.press("Home");
  await page.keyboard.press("n");
  await expect(next).toContainText("scanf");
  await page.keyboard.press("End");
  await dialog.getByRole("button", { name: "sum", exact: true }).focus();
  const history = dialog.getByRole("list", { name: "The last values of sum" });
  await expect(history).toContainText("10");
  await expectNoViolations(page, "dialog[open]");
  await page.keyboard.press("Escape");
  await expect(history).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(editor()).toBeFocused();
});

test("text typed while a program is handed in stays, and so does the time of the first attempt", async ({ site }) => {
  const notes = page.getByLabel("Learning notes");
  await write(`${RIGHT}// Handed in again.\n`);
  await press("Run the cases");
  await expect(status()).toHaveText("All 2 cases pass.", RUN);
  site.cut();
  await press("Hand in as solved");
  await expect(notes).toBeVisible();
  await expect(workspace().getByRole("button", { name: "Hand in as solved" })).toBeEnabled();
  site.mend();
  const held = await holdRequests(page, /\/status$/, "PUT");
  const sent = page.waitForRequest(/\/status$/);
  await press("Hand in as solved");
  expect(Date.parse((await sent).postDataJSON().sentAt)).toBeGreaterThan(0);
  await notes.fill("Mind the minus sign.");
  held.release();
  await expect(workspace().getByText("This program is handed in as solved.")).toBeVisible();
  await expect(notes).toHaveValue("Mind the minus sign.");
  await page.unroute(/\/status$/);
  await page.getByRole("button", { name: "Save Response" }).click();
  await expect(notes).toHaveValue("Mind the minus sign.");
  await write(RIGHT);
});

test("the workspace works before its editor has come: what is pressed and typed is not lost", async () => {
  const comes = await reloadWithoutEditor();
  await expect(workspace().getByRole("heading", { name: "Program" })).toBeVisible();
  await press("Run the cases");
  await expect(status()).toHaveText("All 2 cases pass.", RUN);
  await page.locator("textarea[aria-label='Your program']").focus();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("// one");
  await comes();
  await expect(editor()).toBeFocused();
  await page.keyboard.type(" two");
  await expect(page.locator(".cm-line").first()).toHaveText("// one two#include <cstdio>");
});

test("the compiler's message and a crash lead to their lines", async () => {
  await write(RIGHT.replace("a + b", "c + b"));
  await press("Run the cases");
  await expect(status()).toHaveText("It does not compile.", RUN);
  const messages = workspace().getByRole("region", { name: "Errors and warnings" });
  await expect(messages).toContainText("use of undeclared identifier 'c'");
  await messages.getByRole("button", { name: "Line 5" }).click();
  await expect(page.locator(".cm-activeLine")).toContainText("c + b");
  await expect(page.locator(".cm-lintRange-error")).toBeVisible();

  await write(RIGHT.replace("a + b", "a / (b - b)"));
  await press("Run the cases");
  await expect(status()).toHaveText("0 of 2 cases pass.", RUN);
  await expect(workspace().getByText("crashed").first()).toBeVisible();
  await workspace().getByRole("button", { name: "Line 5" }).click();
  await expect(page.locator(".cm-activeLine")).toContainText("a / (b - b)");

  // In the language of the student, which is kept.
  const inHindi = page.getByText("Program zero से division पर रुक गया").first();
  await press("हिन्दी");
  await expect(inHindi).toBeVisible();
  await page.reload();
  await press("Run the cases");
  await expect(inHindi).toBeVisible(RUN);
  await press("Step through");
  const steps = page.getByRole("dialog", { name: "Step through" });
  await expect(steps.getByRole("status")).toContainText("Step 1 of", RUN);
  await page.keyboard.press("End");
  await expect(steps.getByRole("status")).toContainText("zero से division पर");
  await steps.getByRole("button", { name: "English" }).click();
  await expect(steps.getByRole("status")).not.toContainText("zero से division पर");
  await page.keyboard.press("Escape");
});

test("a program is stopped, and another one is typed to while it waits", async () => {
  await write(program("  while (true) {}"));
  await page.keyboard.press("ControlOrMeta+'");
  await expect(status()).toHaveText("Running…", RUN);
  await press("Stop");
  await expect(status()).toHaveText("Stopped.", RUN);

  await write(GREETS);
  await workspace().getByLabel("Input", { exact: true }).fill("");
  await press("Run with my input");
  await expect(status()).toHaveText("It waits for your input.", RUN);
  await expect(workspace().getByRole("region", { name: "Output" })).toContainText("Who?");
  await workspace().getByLabel("Type a line of input").fill("Zoya");
  await page.keyboard.press("Enter");
  await expect(workspace().getByRole("region", { name: "Output" })).toContainText(
    "Hello Zoya",
    RUN,
  );
  await expect(status()).toHaveText("It ended.", RUN);
  // Its steps read what was typed.
  await press("Step through");
  const steps = page.getByRole("dialog", { name: "Step through" });
  await expect(steps.getByRole("slider", { name: "Step" })).toBeFocused(RUN);
  await page.keyboard.press("End");
  await expect(steps.getByRole("region", { name: "Output so far" })).toContainText("Hello Zoya");
  await page.keyboard.press("Escape");
  await expect(steps).toBeHidden();
  // A line that has no end in the field is sent whole.
  await workspace().getByLabel("Input", { exact: true }).fill("Mina");
  await press("Run with my input");
  await expect(workspace().getByRole("region", { name: "Output" })).toContainText(
    "Hello Mina",
    RUN,
  );
  await expect(status()).toHaveText("It ended.", RUN);
});

test("the text outlives a reload, is the same in a second tab, and an earlier run comes back", async () => {
  await page.reload();
  await page.mouse.move(910, 310, { steps: 3 });
  await expect(editor()).toContainText("Hello");
  const second = await context.newPage();
  await second.goto(`/assignments/${id}`);
  await second.mouse.move(900, 300, { steps: 3 });
  await expect(editor(second)).toContainText("Hello");
  await write("// changed in the first tab\n");
  await expect(editor(second)).toContainText("// changed in the first tab");
  await second.close();

  await press("Editor");
  await press("Reset");
  await page.getByRole("dialog").getByRole("button", { name: "Reset program" }).click();
  await expect(editor()).toHaveText("// Read two numbers and print their sum.");
  await workspace().getByRole("tab", { name: "Earlier runs" }).click();
  await workspace().getByRole("button", { name: /2 of 2 pass/ }).first().click();
  await press("Restore this program");
  await expect(editor()).toContainText("a + b");
});

test("without a connection programs run on; the run and a doubt about it arrive later, once, in order", async ({ site }) => {
  const before = (await runsOf(site, "Ravi Kumar")).length;
  site.cut();
  await write(WRONG);
  await press("Run the cases");
  await expect(status()).toHaveText("1 of 2 cases passes.", RUN);
  expect((await page.evaluate(() => navigator.onLine)) && before > 0).toBe(true);
  await page.getByRole("button", { name: "Raise a doubt" }).click();
  const form = page.getByRole("dialog", { name: "Raise a doubt" });
  await form.getByLabel("Your doubt").fill("It fails without a network, too.");
  await expect(form.getByLabel("Attach my program")).toBeChecked();
  await expect(form.getByText("Your newest run: 1 of 2 pass")).toBeVisible();
  await form.getByRole("button", { name: "Raise a doubt" }).click();
  await expect(form).toHaveCount(0);
  site.mend();
  await expect.poll(async () => (await runsOf(site, "Ravi Kumar")).length, RUN).toBe(
    before + 1,
  );
  const raised = async () => {
    const mine = "/doubts/filter-doubts?scope=mine&text=network";
    const { doubts: [doubt] } = await callApi(site, "Ravi Kumar", mine);
    return doubt && (await callApi(site, "Ravi Kumar", `/doubts/${doubt._id}`)).conversation[0].run;
  };
  await expect.poll(raised, RUN).toBeTruthy();
  expect(await raised()).toEqual({ _id: (await runsOf(site, "Ravi Kumar"))[0]._id });
});

test("everything works with the keyboard alone, and Tab can leave the editor", async () => {
  await editor().focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(workspace().getByRole("separator", { name: "Height of the editor" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(workspace().getByRole("button", { name: "Run the cases" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(status()).toHaveText("1 of 2 cases passes.", RUN);
  await page.keyboard.press("Tab");
  await expect(workspace().getByRole("button", { name: "Run with my input" })).toBeFocused();
  await editor().focus();
  const isLeftToBrowser = await editor().evaluate((editor) => {
    const init = { key: "s", ctrlKey: true, bubbles: true, cancelable: true };
    return editor.dispatchEvent(new KeyboardEvent("keydown", init));
  });
  expect(isLeftToBrowser, "Ctrl+S saves the page").toBe(false);
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("Tab");
  await expect.poll(() => editor().innerText()).toMatch(/^ {4}#include/);
  await page.keyboard.press("ControlOrMeta+z");
});

/** Touches the middle of an element with a finger, until the touch is a click. */
async function touch(what: Locator): Promise<void> {
  const cdp = held ?? await fingers();
  const clicked = await what.evaluateHandle((element) => {
    const click = { isSeen: false };
    element.addEventListener("click", () => click.isSeen = true, { once: true, capture: true });
    return click;
  });
  await expect(async () => {
    // It is in view, stands still, and nothing covers it.
    await what.click({ trial: true });
    const { x, y, width, height } = await what.boundingBox() ?? { x: 0, y: 0, width: 0, height: 0 };
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    // Sent together: after half a second, on a busy machine, the tap would be a long press.
    await Promise.all([
      cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints }),
      cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] }),
    ]);
    await expect.poll(() => clicked.evaluate(({ isSeen }) => isSeen)).toBe(true);
  }).toPass();
  if (cdp !== held) await cdp.detach();
}

/** While it is held, the page is used with fingers alone. */
let held: CDPSession | undefined;
async function fingers(): Promise<CDPSession> {
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  return cdp;
}

const TYPED = `#pragma once
#include <cstdio>

struct Account {
    int held;
    Account(int start) {
        held = start;
    }
    void deposit(int amount) {
        held = held + amount;
    }
    void print() {
        printf("%d\\n", held);
    }
};`;
/** What TYPED is written against. */
const MAIN = program(
  '  int first, more;\n  scanf("%d %d", &first, &more);\n  Account account(first);\n' +
    "  account.deposit(more);\n  account.print();",
).replace("<cstdio>", '"account.h"');
/** The signs of TYPED that stand above the keyboard. */
const SIGNS: Record<string, string> = {
  "#": "Hash",
  "<": "Less than",
  ">": "Greater than",
  "(": "Opening parenthesis",
  ")": "Closing parenthesis",
  "{": "Opening brace",
  ";": "Semicolon",
  "+": "Plus",
  "=": "Equals",
  '"': "Double quote",
};

/**
 * Types TYPED by taps alone. A key is one tap, also one of the row; so is a swipe that brings a
 * sign of the row into view, and each change of the keyboard's page, for digits and other signs.
 * @returns the number of taps
 */
async function tapProgram(): Promise<number> {
  let taps = 0;
  let isOnLetters = true;
  async function sign(name: string) {
    const key = page.getByRole("toolbar", { name: "Signs" }).getByRole("button", {
      name,
      exact: true,
    });
    const { x = 0, width = 0 } = await key.boundingBox() ?? {};
    // The keys at both ends of the row stay.
    taps += x < 36 || x + width > 360 - 36 ? 2 : 1;
    await touch(key);
  }
  async function key(letter: string) {
    const isLetter = /[a-z ,\n]/.test(letter);
    taps += isLetter === isOnLetters ? 1 : 2;
    isOnLetters = isLetter;
    await page.keyboard.type(letter);
  }
  const lines = TYPED.split("\n").map((line) => line.trim());
  for (const [at, line] of lines.entries()) {
    // The editor has indented the line, and closed the brace.
    if (line.startsWith("}")) await sign("Down");
    for (const letter of line.replace("}", "")) {
      await (SIGNS[letter] ? sign(SIGNS[letter]) : key(letter));
    }
    if (at < lines.length - 1 && !lines[at + 1]?.startsWith("}")) await key("\n");
  }
  return taps;
}

test("on a phone a class for a given program is typed with taps, and a run goes on behind the question", async ({ site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("tab", { name: "Question" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await expect(editor()).toBeHidden();
  await page.getByRole("tab", { name: "Program" }).click();
  await expect(editor()).toBeVisible();
  const [bench, bar] = await Promise.all([
    workspace().boundingBox(),
    page.getByRole("button", { name: "Raise a doubt" }).boundingBox(),
  ]);
  expect(bench!.y + bench!.height, "nothing covers it").toBeLessThan(bar!.y);
  await press("Run the cases");
  await page.getByRole("tab", { name: "Question" }).click();
  await page.getByRole("tab", { name: "Program" }).click();
  await expect(status()).toHaveText("1 of 2 cases passes.", RUN);
  await page.evaluate(() => scrollTo(0, 0));
  await press("Run the cases");
  await expect(workspace().getByRole("region", { name: "Your output" }), "results come into view")
    .toBeInViewport(RUN);
  await expect(status()).toBeInViewport();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(390);
  await expectNoViolations(page);

  const withFile = await newQuestion(site, "Write an account", {
    testCases: CASES,
    givenFiles: [{ name: "main.cpp", text: MAIN }],
    fileName: "account.h",
  });
  await page.goto(`/assignments/${withFile}`);
  await page.getByRole("tab", { name: "Program" }).click();
  // The keyboard covers the lower half.
  await page.setViewportSize({ width: 360, height: 400 });
  held = await fingers();
  await touch(editor());
  const row = page.getByRole("toolbar", { name: "Signs" });
  await expect(row).toBeInViewport({ ratio: 1 });
  await write("");
  const taps = await tapProgram();
  // CodeMirror indents as the line before while it has not parsed the text yet.
  const lines = async () =>
    (await page.locator(".cm-line").allTextContents()).map((line) => line.trim());
  await expect.poll(lines).toEqual(TYPED.split("\n").map((line) => line.trim()));
  expect(taps / TYPED.length, "taps for each character").toBeLessThanOrEqual(1.3);
  await expect.poll(async () => {
    const [cursor, signs] = await places(page.locator(".cm-cursor-primary"), row);
    return (signs?.y ?? 0) - (cursor?.y ?? 0) - (cursor?.height ?? 0);
  }, "the cursor is above the signs").toBeGreaterThanOrEqual(0);
  await expect.poll(() => page.evaluate(() => [scrollX, document.documentElement.scrollWidth]))
    .toEqual([0, 360]);
  await expect(editor()).toHaveCSS("font-size", "16px");
  await expectNoViolations(page);
  await touch(row.getByRole("button", { name: "Run" }));
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(row).toBeHidden();
  await expect(status()).toHaveText("All 2 cases pass.", RUN);
  await expect(workspace().getByText("Case 1")).toBeInViewport();
  await touch(workspace().getByRole("button", { name: "Program or results" }));
  await expect(page.locator(".cm-content:visible")).toBeInViewport();
  await touch(page.getByRole("tab", { name: "main.cpp" }));
  await expect(page.locator(".cm-content:visible")).toContainText("account.deposit(more);");

  // A dialog begins further down, and its editor has the signs at the end of the window, too.
  const doubtText = "Why?\n\n```cpp\nint main() {}\n```";
  const body = JSON.stringify({ assignmentId: withFile, doubtText });
  const { _id } = await callApi(site, "Ravi Kumar", "/doubts", { method: "POST", body });
  await page.goto(`/doubts/${_id}`);
  await page.keyboard.press("Shift");
  await touch(page.getByRole("button", { name: "Run", exact: true }));
  await page.getByRole("dialog").locator(".cm-content").focus();
  await expect(row).toBeInViewport({ ratio: 1 });
  await held.detach();
  held = undefined;

  await page.goto(`/assignments/${id}`);
  await page.getByRole("tab", { name: "Program" }).click();
  await write(WRONG);
  await press("Run the cases");
  await expect(status()).toHaveText("1 of 2 cases passes.", RUN);

  // A program that waits is typed to with a finger and the phone's keyboard.
  await write(GREETS);
  await workspace().getByRole("tab", { name: "My input" }).click();
  await workspace().getByRole("textbox", { name: "Input", exact: true }).fill("");
  await press("Run with my input");
  await expect(status()).toHaveText("It waits for your input.", RUN);
  const line = workspace().getByLabel("Type a line of input");
  await touch(line);
  await expect(line).toBeFocused();
  await expect(line).toBeInViewport();
  await page.keyboard.insertText("Meena");
  await touch(workspace().getByRole("button", { name: "Send line" }));
  const output = workspace().getByRole("region", { name: "Output" });
  await expect(output).toContainText("Hello Meena", RUN);
  await expect(output).toBeInViewport();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(390);
  await write(WRONG);

  held = await fingers();
  await expect(row).toBeVisible();
  await touch(page.locator(".cm-line").nth(2));
  await expect(editor()).toBeFocused();
  await expect(page.locator(".cm-activeLine")).toHaveText("  int a, b;");
  await touch(row.getByRole("button", { name: "Close the keyboard" }));
  await held.detach();
  held = undefined;
  await press("Put this program into my response");
  await expect(page.getByRole("complementary", { name: "Your Response" })).toBeVisible();
  await page.setViewportSize({ width: 1366, height: 768 });
});
