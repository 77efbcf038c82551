/**
 * Programs in the student's browser: those of tests/cpp end as they do in Deno, what never ends by
 * itself is ended, and the compiler is downloaded once; a question is solved in Python; a mentor
 * and a student look at a program together, with a cut of the network.
 */
import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { parse } from "yaml";
import { compareOutput } from "../../server/languages/compare.ts";
import { USUAL_SETTINGS } from "../../server/languages/types.ts";
import { readPrograms, violations } from "../kit/cpp_programs.ts";
import { casesOf, readGiven, settingsOf } from "../kit/given.ts";
import { expectNoViolations } from "./axe.ts";
import { DOUBLE, expectToWork, openSandbox, runIn, stateOf, test } from "./sandbox.ts";
import { RUN, send } from "./school.ts";
import { callApi, isLive, newDoubt, newQuestion, openPageAs, OWN } from "./site.ts";
import { CASES } from "./sum-program.ts";

/**
 * One for each way in which the browser has a part: exceptions, the stack, files, time, output and
 * memory. tests/processes/cpp_programs_test.ts runs more of them in Deno, and tests/e2e/long all of
 * them here.
 */
const SAMPLE = [
  "exceptions",
  "endless-recursion",
  "includes-the-password-file",
  "endless-loop",
  "floods-output",
  "takes-all-memory",
];

type PythonProgram = { name: string; program: string; input?: string; output: string };
/** Programs of Python that need more of the engine's stack than others. */
const THROUGH_C = /^(?:recursions|what is linked)/;

test("programs end as in Deno, and after each kind of end the next one runs", async ({ warm }) => {
  const programs = (await readPrograms()).filter(({ name }) => SAMPLE.includes(name));
  expect(programs.map(({ name }) => name).sort()).toEqual(SAMPLE.toSorted());
  const found: Record<string, string[]> = {};
  for (const program of programs) {
    const result = await runIn(warm, program);
    const wrong = violations(program, result, compareOutput);
    if (wrong.length > 0) found[program.name] = wrong;
  }
  const ofPython: PythonProgram[] = parse(await readFile("tests/python/correct.yaml", "utf8"));
  for (const { name, program: source, input = "", output } of ofPython) {
    if (!THROUGH_C.test(name)) continue;
    const cases = [{ input, output }];
    const result = await runIn(warm, { source, cases, settings: { languages: ["python"] } });
    if (result.cases[0]?.verdict !== "passed") found[name] = [JSON.stringify(result)];
  }
  for (const one of (await readGiven()).filter(({ calls }) => calls.length > 0)) {
    for (const source of [one.right, one.wrong]) {
      const result = await runIn(warm, { source, cases: casesOf(one), settings: settingsOf(one) });
      const wanted = one.calls.map(({ fails }) =>
        source === one.wrong && fails || { verdict: "passed" }
      );
      expect(result.cases, one.name).toMatchObject(wanted.map(({ verdict }) => ({ verdict })));
    }
  }
  expect(found).toEqual({});
  // What waits for a line has ended in its worker, and is stopped all the same.
  const asking = {
    source: "input()",
    input: "",
    settings: { ...USUAL_SETTINGS, languages: ["python" as const] },
  };
  const ended = warm.evaluate(async (run) => {
    const running = globalThis.window.sandbox.runInteractive(run, { onAsks: () => running.stop() });
    return await running.done.then(() => "ended", (error) => error.message);
  }, asking);
  expect(await ended).toBe("The run was stopped.");
  await expectToWork(warm);
});

test("a download that breaks off says so, and goes on where it was, also after a reload", async ({ browser, site }) => {
  const page = await browser.newPage();
  await openSandbox(page, site.url);
  expect(await stateOf(page)).toMatchObject({ state: "absent", bytes: expect.any(Number) });
  const before = site.rangesFor("/cpp/llvm").length;
  const ranges = () => site.rangesFor("/cpp/llvm").slice(before);
  site.breakReply("/cpp/llvm", 9_000_000);
  await page.evaluate(() => void globalThis.window.sandbox.engineOf({}).prepare().catch(() => {}));
  const notes = async () =>
    (await page.evaluate(() => globalThis.window.states))
      .flatMap((one) => "note" in one ? [one.note] : []);
  await expect.poll(async () => (await notes())[0])
    .toBe("The download was interrupted. It will be tried again.");
  await expect.poll(() => partsIn(page)).toBeGreaterThan(0);
  await openSandbox(page, site.url);
  await expectToWork(page);
  const [whole, ...rest] = ranges();
  expect(whole).toBe("");
  // Half of it was sent. What the browser had not decompressed or kept at the break comes again.
  const { lengths } = await page.evaluate(async () =>
    (await (await fetch("/cpp/kit.json")).json()).llvm.parts
  );
  expect(rest.length).toBeGreaterThan(0);
  expect(new Set(rest).size).toBeLessThan(lengths.length);
  for (const range of rest) expect(range).toMatch(/^bytes=\d+-\d+$/);
  expect((await notes())[0]).toBe("The download was interrupted. It continues where it stopped.");
  const states = await page.evaluate(() => globalThis.window.states);
  const loaded = states.flatMap((one) => one.state === "loading" ? [one.loaded / one.total] : []);
  expect(Math.max(...loaded)).toBe(1);
  expect(states.at(-1)).toEqual({ state: "ready" });
  await expect.poll(() => partsIn(page)).toBe(0);

  // Without a network, and after its memory was given back, it runs from the browser's cache.
  await page.context().setOffline(true);
  await expectToWork(page);
  // It is stepped through for the first time.
  const run = { source: DOUBLE.source, settings: USUAL_SETTINGS, input: "21" };
  const count = page.evaluate(
    async (run) => (await globalThis.window.sandbox.traceProgram(run).done).trace?.count,
    run,
  );
  expect(await count).toBe(4);
  await page.evaluate(() => globalThis.window.sandbox.engineOf({}).release());
  await expect.poll(() => page.workers().length).toBe(0);
  await expect.poll(() => stateOf(page)).toEqual({ state: "absent", bytes: 0 });
  await expectToWork(page);
});

/** How many parts of a download that has not ended the browser keeps. */
const partsIn = (page: Page) =>
  page.evaluate(async () => {
    const requests = await (await caches.open("cpp-kit")).keys();
    return requests.filter(({ url }) => url.includes(".part-")).length;
  });

const RIGHT = "a, b = map(int, input().split())\nprint(a + b)\n";

test("a question is solved in Python, and both programs are kept @main", async ({ browser, site }) => {
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
  await expect(workspace.getByText("The name 'c' is not defined").first()).toBeVisible(RUN);
  // screens.spec.ts checks the rest of the page.
  await expectNoViolations(page, "[aria-label=Workspace]");
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
  await mendCopied(page, workspace);
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
  // The page's scroll bar leaves no strip beside it.
  await expect.poll(async () => (await dialog.boundingBox())?.width)
    .toBe(page.viewportSize()?.width);
  await page.keyboard.press("w");
  await expect(dialog.getByRole("status")).toContainText(
    "line 2: exception is NameError: name 'c' is not defined",
  );
  await expect(dialog.getByRole("list", { name: /^Calls/ })).toContainText("outside of functions");
  await expectNoViolations(page, "dialog[open]");
  await page.keyboard.press("Escape");
  await stepThroughCall(page, workspace, () => {
    const testCases = [{ call: "total([1, 2])", output: "3" }];
    const python = { languages: ["python"] };
    return send(site, "Asha Rao", `/assignments/${id}`, { testCases, judge: python }, "PUT");
  });
});

/**
 * A call fails: it shows the call, and its steps begin in the student's function; own calls run.
 */
async function stepThroughCall(
  page: Page,
  workspace: Locator,
  change: () => Promise<unknown>,
): Promise<void> {
  await change();
  await page.reload();
  await write(page, "def total(values):\n    return values[0]\nprint(total([5]))\n");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(workspace.getByText("wrong output")).toBeVisible(RUN);
  await expect(workspace.getByRole("region", { name: "Call" })).toHaveText("total([1, 2])");
  await page.keyboard.press("ControlOrMeta+,");
  const dialog = page.getByRole("dialog", { name: "Step through" });
  await expect(dialog.getByRole("slider", { name: "Step" })).toBeFocused(RUN);
  await expect(dialog.getByRole("status")).toContainText("Line 2 is next");
  await expect(dialog.getByRole("list", { name: /^Calls/ })).toContainText("total");
  await expect(dialog.getByRole("region", { name: "Call" })).toHaveText("total([1, 2])");
  await expectNoViolations(page, "dialog[open]");
  await page.keyboard.press("Escape");

  // Their own input is a call, too.
  await workspace.getByRole("tab", { name: "My input" }).click();
  await workspace.getByRole("textbox", { name: "Call" }).fill("total([9, 4");
  await workspace.getByRole("button", { name: "Run with my input" }).click();
  await expect(workspace.getByText("The call has a bracket that is not closed: [")).toBeVisible();
  await workspace.getByRole("textbox", { name: "Call" }).fill("total([9, 4])");
  await workspace.getByRole("button", { name: "Run with my input" }).click();
  await expect(workspace.getByRole("region", { name: "Output" })).toHaveText("9", RUN);
}

/** Pastes a program from a document: what nobody sees in it is taken out or shown. */
async function mendCopied(page: Page, workspace: Locator): Promise<void> {
  await write(page, "");
  const copied = "if True:\n\u00a0\u00a0print(“Ana’s”)\n\u200b";
  await editor(page).evaluate((content, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    content.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, copied);
  const unseen = editor(page).locator(".cm-specialChar");
  await expect(unseen).toHaveCount(1);
  await expect(unseen).toHaveAttribute("title", "a zero-width space (U+200B)");
  await page.keyboard.press("ControlOrMeta+Enter");
  const messages = workspace.getByRole("region", { name: "Errors and warnings" });
  await expect(messages).toContainText("Here stands the character “ (U+201C)", RUN);
  await messages.getByRole("button", { name: "Replace by straight quotes" }).click();
  await expect(unseen).toHaveCount(0);
  await expect.poll(() => editor(page).innerText()).toContain(
    'if True:\n  print("Ana’s")',
  );
}

test("a device that is too slow to compile is no fault of the program", async ({ browser, site }) => {
  const id = await newQuestion(site, "Add two numbers slowly", { testCases: CASES });
  const page = await openPageAs(browser, site, "Ravi Kumar", OWN);
  // The compiler answers everything but the question to compile.
  const body = "onmessage = ({ data: { id, call } }) => " +
    '!call.startsWith("compile") && postMessage({ type: "answer", id, answer: null })';
  const script = { contentType: "text/javascript", body };
  await page.context().route(/\/compiler-worker-/, (route) => route.fulfill(script));
  await page.clock.install();
  await page.goto(`/assignments/${id}`);
  await page.mouse.move(900, 300, { steps: 3 });
  const workspace = page.getByRole("region", { name: "Workspace" });
  await write(page, DOUBLE.source);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(status(workspace)).toHaveText("Compiling…", RUN);
  await page.clock.fastForward(61_000);
  await expect(status(workspace)).toHaveText(
    "This device was too slow to compile. Try again, or let the server run it.",
  );
  await expect(page.locator(".cm-lint-marker")).toHaveCount(0);
  expect(await callApi(site, "Ravi Kumar", `/assignments/${id}/runs`)).toEqual([]);
  const asked = page.waitForRequest((request) =>
    request.method() === "POST" && request.url().endsWith(`/assignments/${id}/runs`)
  );
  await workspace.getByRole("button", { name: "Run the cases on the server" }).click();
  expect((await asked).postDataJSON()).toEqual({ source: DOUBLE.source, language: "cpp" });

  await workspace.getByRole("button", { name: "Step through" }).click();
  const steps = page.getByRole("dialog", { name: "Step through" });
  await expect(status(steps)).toHaveText("Compiling…", RUN);
  await page.clock.fastForward(301_000);
  await expect(status(steps)).toHaveText("This device was too slow to compile. Try again.");
  await steps.getByRole("button", { name: "Try again" }).click();
  await expect(status(steps)).toHaveText("Compiling…");
  await page.context().close();
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

const shared = (of: Page) => of.getByRole("textbox", { name: /^Program of Ravi Kumar, together/ });

/** Returns the lines of the program, without the other's cursor. */
const textOf = (page: Page) =>
  shared(page).locator(".cm-line").evaluateAll((lines) =>
    lines.map((line) => {
      const copy = line.cloneNode(true) as Element;
      for (const caret of copy.querySelectorAll(".cm-ySelectionCaret")) caret.remove();
      return copy.textContent;
    })
  );

/** Writes at the end of the program, with the keyboard. */
async function append(page: Page, text: string): Promise<void> {
  await shared(page).focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(text);
}

test("both type in the student's program, through a lost connection, until the student ends it @main", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Where do I read n?");
  const [student, mentor] = [
    await openPageAs(browser, site, "Ravi Kumar", { viewport: { width: 390, height: 800 } }),
    await openPageAs(browser, site, "Asha Rao"),
  ];
  await student.goto("/");
  await isLive(student);
  await mentor.goto(`/doubts/${id}`);
  await mentor.getByRole("button", { name: "Look at it together" }).click();
  await expect(mentor.getByText("You asked Ravi Kumar to look at it together.")).toBeVisible();
  // The student is elsewhere: a notice leads to the thread.
  const notice = student.getByRole("region", { name: "Notifications" });
  await expect(notice).toContainText("Asha Rao asks you to look at a program together");
  await notice.getByRole("link", { name: "Open" }).click();
  await student.getByRole("button", { name: "Agree" }).press("Enter");
  await expect(student.getByRole("heading", { name: "Together with Asha Rao" })).toBeFocused();
  for (const page of [student, mentor]) {
    await expect(shared(page)).toContainText("#include");
    await expect(page.getByText(/is here\. You both type/)).toBeVisible();
  }
  await append(mentor, "// by the mentor");
  await expect(shared(student)).toContainText("// by the mentor");
  await expect(student.locator(".cm-ySelectionInfo")).toHaveText("Asha Rao");

  await student.context().setOffline(true);
  await append(student, " and offline");
  await shared(mentor).focus();
  await mentor.keyboard.press("ControlOrMeta+Home");
  await mentor.keyboard.type("// at the top\n");
  await student.context().setOffline(false);
  for (const page of [student, mentor]) {
    await expect(shared(page)).toContainText("// at the top");
    await expect(shared(page)).toContainText("// by the mentor and offline");
  }
  await expect.poll(() => textOf(student)).toEqual(await textOf(mentor));

  // Both stand on the same step; the student takes the lead.
  await shared(mentor).focus();
  await mentor.keyboard.press("ControlOrMeta+a");
  // Without a header, it is compiled at once.
  const program = "int main() {\n  int i = 1;\n  return i - 1;\n}\n// by the mentor and offline";
  await mentor.keyboard.insertText(program);
  await expect(shared(student)).toContainText("return i - 1;");
  const says = (page: Page) =>
    page.getByRole("dialog", { name: "Step through" }).getByRole("status").last();
  await mentor.getByRole("button", { name: "Step through" }).click();
  await expect(says(mentor)).toContainText("Step 1 of", RUN);
  await student.getByRole("button", { name: "Step along" }).click();
  await expect(says(student)).toContainText("Step 1 of", RUN);
  await mentor.keyboard.press("ArrowRight");
  await expect(says(student)).toContainText("Step 2 of");
  await student.keyboard.press("Home");
  await expect(says(student)).toHaveText("Asha Rao leads. Take the lead to go to another step.");
  await student.keyboard.press("l");
  await expect(mentor.getByText("Ravi Kumar leads.")).toBeVisible();
  await student.keyboard.press("Home");
  await expect(says(mentor)).toContainText("Step 1 of");
  for (const page of [student, mentor]) await page.keyboard.press("Escape");

  await student.getByRole("button", { name: "End it" }).press("Enter");
  await expect(shared(mentor)).toHaveCount(0);
  // Not a button: whoever was typing must not ask again by it.
  await expect(student.locator("div:focus")).toContainText("You do not look at it together");
  await student.getByRole("link", { name: "The program is in your workspace." }).click();
  await student.getByRole("tab", { name: "Program" }).click();
  await expect(student.getByRole("textbox", { name: "Your program" }))
    .toContainText("// by the mentor and offline");
});
