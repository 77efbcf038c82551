/**
 * Programs in a mentor's hands, in one browser that has the compiler: a question with hidden cases,
 * limits and a starter; its solution checked against the cases; "Run" on blocks of code; a
 * student's program run in review.
 */
import { type BrowserContext, expect, type Locator, type Page, type Route } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import {
  endSession,
  expectNotice,
  expectRoomForCode,
  go,
  goAnew,
  holdRequests,
  RUN,
  send,
} from "./school.ts";
import { answer, callApi, fromPalette, openPageAs, type Site, test } from "./site.ts";

// The tests share a mentor's page, a student's and one question, and navigate within the app, so
// that each page loads the compiler once.
test.describe.configure({ mode: "serial" });

const summing = (type: string) =>
  `#include <cstdio>\n\nint main() {\n  ${type} a, b;\n  scanf("%lld %lld", &a, &b);\n` +
  `  printf("%lld\\n", a + b);\n}\n`;
const RIGHT = summing("long long");
/** It passes only the visible case. */
const ALWAYS_FIVE = '#include <cstdio>\nint main() {\n  printf("5\\n");\n}\n';
const ALWAYS_SIX = ALWAYS_FIVE.replace("5", "6");

let context: BrowserContext;
let page: Page;
let student: Page;
let id: string;

test.beforeAll(async ({ browser, site }) => {
  page = await openPageAs(browser, site, "Asha Rao");
  context = page.context();
  student = await openPageAs(browser, site, "Zoya Khan");
});
test.afterAll(async () => {
  await context.close();
  await student.context().close();
});

const steps = () => page.getByRole("dialog", { name: "Step through" });

/** Replaces the text of an editor. */
async function write(within: Locator, text: string): Promise<void> {
  const editor = within.locator(".cm-content");
  await editor.focus();
  await expect(editor).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

async function addCase(form: Locator, { input, output }: { input: string; output: string }) {
  const cases = form.getByRole("group", { name: "Test Cases" });
  await cases.getByLabel("Input", { exact: true }).fill(input);
  await cases.getByLabel("Output").fill(output);
}

test("a question has a hidden case, limits and a starter; a student sees only that a case is hidden @main", async ({ site }) => {
  await page.goto("/mentor?panel=question");
  const form = page.locator("#panel");
  await form.getByLabel("Title", { exact: true }).fill("Add two large numbers");
  await form.getByRole("textbox", { name: "Explanation", exact: true }).fill("Add two numbers.");
  const cases = form.getByRole("group", { name: "Test Cases" }).getByRole("listitem");
  await addCase(form, { input: "2 3", output: "5" });
  await form.getByRole("button", { name: "Add Test Case" }).click();
  // The fields are empty again when the case is there.
  await expect(cases).toHaveCount(1);
  await addCase(form, { input: "3000000000 4", output: "3000000004" });
  await form.getByLabel("Hide this test case from students").check();
  await form.getByRole("button", { name: "Add Test Case" }).click();
  await expect(cases).toHaveCount(2);
  await form.getByText("Classification").click();
  await form.getByLabel("Difficulty").selectOption("easy");
  await form.getByLabel("Category").selectOption("question");
  await form.getByLabel("Question Type").selectOption("coding");
  await form.getByLabel("Major Topic").selectOption("Arrays");
  await form.getByLabel("Tags").fill("sums");
  await form.getByText("Running programs").click();
  await form.getByLabel("Starter").fill("// Mind how large they are.\n");
  await form.getByLabel("C++ standard").selectOption("c++17");
  await form.getByLabel("Time limit per case (s)").fill("5");
  await form.getByLabel("Memory (MB)").fill("4");
  await form.getByRole("button", { name: "Create Question" }).click();
  const memory = form.getByLabel("Memory (MB)");
  await expect(memory).toHaveAttribute("aria-invalid", "true");
  await expect(form.getByText("must be from 16 to 512")).toBeVisible();
  await memory.fill("64");
  await form.getByRole("button", { name: "Create Question" }).click();
  await expectNotice(page, "Item created successfully!");

  const all = await callApi(site, "Asha Rao", "/assignments/allResource");
  id = all.find(({ title }: { title: string }) => title === "Add two large numbers")._id;
  await send(site, "Asha Rao", `/assignments/${id}/distribution`, { distributionTag: "hw" }, "PUT");
  const whole = await callApi(site, "Asha Rao", `/assignments/${id}`);
  expect(whole).toMatchObject({
    starter: "// Mind how large they are.\n",
    judge: { standard: "c++17", timeMs: 5000, memoryMb: 64 },
    testCases: [{ output: "5" }, { output: "3000000004", hidden: true }],
  });
  const texts: string[] = [];
  student.on("response", (reply) => void reply.text().then((text) => texts.push(text), () => {}));
  await student.goto(`/assignments/${id}`);
  const workspace = student.getByRole("region", { name: "Workspace" });
  await workspace.getByRole("button", { name: "Language and limits" }).click();
  for (const limit of ["C++17", "5 s for each case", "64 MB of memory"]) {
    await expect(workspace.getByText(limit, { exact: true })).toBeVisible();
  }
  // Chromium says of the first move after a navigation that it moved by nothing.
  await student.mouse.move(900, 300, { steps: 3 });
  await expect(workspace.locator(".cm-content")).toHaveText("// Mind how large they are.");
  await expect(workspace.getByText("Case 1")).toBeVisible();
  await expect(workspace.getByText("Case 2")).toHaveCount(0);
  expect(texts.some((text) => text.includes("Mind how large"))).toBe(true);
  expect(texts.filter((text) => text.includes("3000000004"))).toEqual([]);
});

test("a mentor runs a student's program in review, and a change of it is kept", async ({ site }) => {
  await ran(site, ALWAYS_FIVE);
  const handedIn = { responseStatus: "solved", studentSolution: ALWAYS_FIVE };
  await send(site, "Zoya Khan", `/assignments/${id}/status`, handedIn, "PUT");
  const { _id: who } = site.people["Zoya Khan"]?.user as { _id: string };
  const run = page.getByRole("button", { name: "Run this program" });
  const response = page.getByRole("region", { name: "Response" });
  const says = response.getByRole("status").filter({ hasText: /case|compil|run/i });
  await go(page, `/solutions?view=triage&item=${id}.${who}`);
  await page.setViewportSize({ width: 1366, height: 768 });
  const failing = page.getByRole("region", { name: "Case 1 fails" });
  await expect(failing.getByRole("region", { name: "Got" })).toBeInViewport({ ratio: 1 });
  await run.click();
  await response.getByRole("button", { name: "Run the cases" }).click();
  await expect(says).toHaveText("1 of 2 cases passes.", RUN);
  await expect(response.getByText("Case 2 (hidden)")).toBeVisible();
  await expectRoomForCode(response, "after a run");
  await write(response, RIGHT);
  await response.getByRole("button", { name: "Run the cases" }).click();
  await expect(says).toHaveText("All 2 cases pass.", RUN);

  await page.getByRole("button", { name: "Close the run" }).click();
  await fromPalette(page, "Step through the");
  await expect(steps().getByRole("slider", { name: "Step" })).toBeFocused(RUN);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Close the run" }).click();
  await page.reload();
  await run.click();
  await expect(response.locator(".cm-content"), "the change is kept").toContainText("long long");
  await response.getByRole("button", { name: "The student's program" }).click();
  await expect(response.locator(".cm-content")).not.toContainText("long long");
  await write(response, RIGHT);
  await response.getByRole("button", { name: "Make it the correction" }).click();
  await expect(response.getByText("This is your corrected solution.")).toBeVisible();
  await page.getByRole("button", { name: "Close the run" }).click();
  await expect(response.getByLabel("Corrected solution")).toHaveValue(RIGHT);
  const { responses } = await callApi(site, "Zoya Khan", `/assignments/${id}`);
  expect(responses[0].studentSolutionSource).toBe(ALWAYS_FIVE);
});

/** Keeps a run of a student, as their browser reports it. */
const ran = (site: Site, source: string) =>
  send(site, "Zoya Khan", `/assignments/${id}/runs`, {
    source,
    kit: "outside",
    cases: [{ case: 1, verdict: "wrong", output: "6\n", milliseconds: 1, kilobytes: 64 }],
    diagnostics: [],
  });

test("a doubt carries its program, the class sees it if its owner wants, and a mentor runs it with one key @main", async ({ browser, site }) => {
  await ran(site, ALWAYS_SIX);
  await goAnew(student, `/assignments/${id}`);
  await student.getByRole("button", { name: "Raise a doubt" }).click();
  const form = student.getByRole("dialog", { name: "Raise a doubt" });
  await form.getByLabel("Your doubt").fill("Why six?");
  await expect(form.getByLabel("Attach my program")).toBeChecked();
  await expect(form.getByLabel("Who may read it")).toHaveValue("without program");
  await expectNoViolations(student, "dialog[open]");
  await form.getByRole("button", { name: "Raise a doubt" }).click();
  const own = student.getByRole("region", { name: "Your doubts here" });
  await expect(own.getByRole("region", { name: "The program" })).toContainText('printf("6');
  const failing = own.getByRole("region", { name: "Case 1 fails" });
  await expect(failing.getByRole("region", { name: "Expected" })).toHaveText("5");
  await expect(failing.getByRole("region", { name: "Got" })).toHaveText("6");

  const open = "/doubts/filter-doubts?scope=mine&resolved=false&text=six";
  const { doubts: [doubt] } = await callApi(site, "Zoya Khan", open);
  const classmate = await openPageAs(browser, site, "Ravi Kumar");
  await classmate.goto(`/doubts/${doubt._id}`);
  const program = classmate.getByRole("region", { name: "The program" });
  const withheld = classmate.getByText("The program is shown to mentors only.");
  await expect(withheld).toBeVisible();
  const hers = await openPageAs(browser, site, "Zoya Khan");
  await hers.goto(`/doubts/${doubt._id}`);
  await hers.getByLabel("Who may read it").selectOption("class");
  await expect(program).toContainText('printf("6');
  // On a phone, too, the bench is where the program was: in sight as soon as it is opened.
  await classmate.setViewportSize({ width: 360, height: 780 });
  const runIt = classmate.getByRole("button", { name: "Run this program" });
  await runIt.click();
  await expect(classmate.getByRole("button", { name: "Run the cases" })).toBeInViewport();
  await expect(program).toHaveCount(0);
  await classmate.getByRole("button", { name: "Close the run" }).click();
  await expect(runIt).toBeFocused();
  await expect(program).toContainText('printf("6');
  await hers.getByLabel("Who may read it").selectOption("without program");
  await expect(withheld).toBeVisible();
  await expect(program).toHaveCount(0);
  await Promise.all([classmate.close(), hers.close()]);

  await own.getByRole("button", { name: "Step through" }).click();
  await expect(student.getByRole("dialog", { name: "Step through" })).toBeVisible();
  await student.keyboard.press("Escape");
  await expect(own.getByRole("button", { name: "Step through" })).toBeFocused();

  await go(page, "/doubts?view=triage&for=six");
  const thread = page.getByRole("article", { name: /Zoya Khan/ });
  await expect(thread.getByRole("region", { name: "The program" })).toContainText('printf("6');
  await fromPalette(page, "Step through the");
  await expect(steps().getByRole("slider", { name: "Step" })).toBeFocused(RUN);
  await page.keyboard.press("w");
  await expect(steps().getByRole("status")).toContainText("prints 6");
  await page.keyboard.press("Escape");
  // The run is fetched again when the bench opens, and was verified. The case that is run stays.
  const [call, held] = [/\/api\/runs\/[\w-]+$/, Promise.withResolvers<void>()];
  const verify = async (route: Route) => {
    await held.promise;
    const run = await (await route.fetch()).json();
    const cases = run.cases.map((one: object) => ({ ...one, verdict: "passed" }));
    await answer(route, { ...run, cases });
  };
  await page.route(call, verify, { times: 1 });
  const fetched = page.waitForResponse(call);
  await page.keyboard.press("e");
  const bench = page.getByRole("region", { name: "Run the program" });
  await expect(bench.getByText("0 of 1 cases pass.")).toBeVisible(RUN);
  held.resolve();
  await (await fetched).finished();
  await expect(thread.getByRole("region", { name: /^Case 1 fails/ })).toHaveCount(0);
  await expect(bench.getByText("0 of 1 cases pass.")).toBeVisible();
  await expect(bench.getByRole("region", { name: "Your output" })).toHaveText("6");
  await expectRoomForCode(bench, "after a run");
  await expectNoViolations(page);
  await write(bench, ALWAYS_SIX.replace("6", "5"));
  await expect(bench.getByText("Only you see this.")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(bench.getByText("The case passes.")).toBeVisible(RUN);
  await expect(thread.getByRole("region", { name: "The program" })).toContainText('printf("6');
  await bench.getByRole("button", { name: "Close the run" }).click();
  await expect(bench).toHaveCount(0);

  // The student asks again: the newer run is attached, and the older one is folded.
  await ran(site, `// again\n${ALWAYS_SIX}`);
  await own.getByRole("button", { name: "Ask Again" }).click();
  await expect(own.getByLabel("Attach my program")).toBeChecked();
  await own.getByLabel("What is still unclear?").fill("Still six.");
  await own.getByRole("button", { name: "Send Follow-up" }).click();
  await expect(own.getByRole("region", { name: "The program" })).toContainText("// again");
  await expect(own.getByRole("button", { name: "Show the program" })).toHaveCount(1);
});

test("a student asks about a step, a mentor opens it and answers with another, until the case changes", async ({ site }) => {
  const editor = student.locator(".cm-content");
  await editor.focus();
  await student.keyboard.press("ControlOrMeta+a");
  await student.keyboard.insertText(`// asked\n${ALWAYS_SIX}`);
  await student.keyboard.press("ControlOrMeta+,");
  const own = student.getByRole("dialog", { name: "Step through" });
  await expect(own.getByRole("slider", { name: "Step" })).toBeFocused(RUN);
  await student.keyboard.press("w");
  await student.keyboard.press("p");
  const form = student.getByRole("dialog", { name: "Raise a doubt" });
  const field = form.getByLabel("Your doubt");
  await expect(field).toHaveValue(/^\[Step \d+, line 4: `prints 6`\]\(\/runs\/\S+\)\n$/);
  await expect(form.getByLabel("Attach my program")).toBeChecked();
  await field.press("ControlOrMeta+End");
  await student.keyboard.type("Why not 5?");
  await form.getByRole("button", { name: "Raise a doubt" }).click();
  const link = student.getByRole("link", { name: /^Step \d+, line 4: prints 6$/ });
  await expect(link).toBeVisible();

  const open = "/doubts/filter-doubts?scope=mine&resolved=false&text=not";
  const { doubts: [doubt] } = await callApi(site, "Zoya Khan", open);
  await go(page, `/doubts/${doubt._id}`);
  await expect(page.getByRole("region", { name: "The program" })).toContainText("// asked");
  await page.getByRole("link", { name: /^Step \d+, line 4/ }).focus();
  await page.keyboard.press("Enter");
  await expect(steps().getByRole("status")).toContainText("line 4: prints 6.", RUN);
  await page.keyboard.press("Escape");
  await expect(steps()).toHaveCount(0);
  // The run is fetched again when its steps open. They stay when it comes.
  const call = /\/api\/runs\/[\w-]+$/;
  const held = await holdRequests(page, call);
  const fetched = page.waitForResponse(call);
  await fromPalette(page, "Step through the");
  await expect(steps().getByRole("slider", { name: "Step" })).toBeFocused(RUN);
  held.release();
  await (await fetched).finished();
  await page.keyboard.press("p");
  const reply = page.getByLabel("Your reply");
  await expect(reply).toHaveValue(/^\[Step 1, before line \d\]/);
  await expect(reply).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Enter");
  const answer = student.getByRole("link", { name: /^Step 1, before line/ });
  await answer.click();
  await expect(own.getByRole("status")).toContainText("Step 1 of", RUN);
  await expectNoViolations(student, "dialog[open]");
  await student.keyboard.press("Escape");
  await expect(answer).toBeFocused();

  const question = await callApi(site, "Asha Rao", `/assignments/${id}`);
  const [first, ...rest] = question.testCases;
  const testCases = [{ ...first, output: "6" }, ...rest];
  const changed = { testCases, version: question.version };
  await send(site, "Asha Rao", `/assignments/${id}`, changed, "PUT");
  await goAnew(student, `/assignments/${id}`);
  await answer.click();
  await expect(own.getByRole("alert")).toContainText("case 1 is another one since this link");
  await student.keyboard.press("Escape");
  await expect(own).toHaveCount(0);
});

test("a mentor steps through a student's program on the wall without their name, until she ends it", async ({ site }) => {
  await endSession(site);
  const classSession = await send(site, "Asha Rao", "/class-sessions", { questions: [id] });
  const { code } = await send(site, "Asha Rao", `/class-sessions/${classSession._id}/wall`, {});
  const { _id: runId } = await ran(site, ALWAYS_SIX);
  await go(page, `/runs/${runId}`);
  await page.getByRole("button", { name: "Step through" }).click();
  await expect(steps().getByRole("slider", { name: "Step" })).toBeFocused(RUN);
  const wall = await context.newPage();
  await wall.goto(`/?display=projector#wall=${code}`);
  await expect(wall.getByText("Class session")).toBeVisible();
  await steps().getByRole("button", { name: "On the wall" }).press("Enter");
  await expect(wall.getByText(/^Step 1 of/)).toBeVisible(RUN);
  await page.keyboard.press("ArrowRight");
  await expect(wall.getByText(/^Step 2 of/)).toBeVisible();
  await expect(wall.getByText("Zoya")).toHaveCount(0);
  await expectNoViolations(wall);
  await steps().getByRole("button", { name: "On the wall" }).press("Enter");
  await expect(wall.getByText("Class session")).toBeVisible();
  await wall.close();
  await endSession(site);
});
