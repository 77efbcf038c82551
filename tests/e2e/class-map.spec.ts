/**
 * A class of twelve students with different fates, followed by one mentor on the map: one of the
 * students has a real browser. The mentor finds who needs somebody, opens their run by keys,
 * follows it live, answers a doubt and writes to a student without leaving the screen. In another
 * class nine fail in the same way, and the mentor answers all of them at once.
 */
import { expect, type Page } from "@playwright/test";
import { casesOf } from "../../server/runs/policy.ts";
import { caseResult, claim, SUM, SUMS } from "../kit/runs.ts";
import { expectNoViolations } from "./axe.ts";
import { chooseForSession, endSession, RUN, send, startSession } from "./school.ts";
import { callApi, newQuestion, openPageAs, type Site, test } from "./site.ts";

test.use({ isClass: true });

const MENTOR = "Asha Rao";
const student = (at: number): string => `Student ${at}`;

/** A run that passes the first case and prints this in the second one. */
async function run(site: Site, at: number, question: string, output: string): Promise<void> {
  const last = caseResult({ verdict: output === "10" ? "passed" : "wrong", output });
  const result = claim([{ output: "3" }, last]);
  const source = `${SUM}// ${student(at)} prints ${output}\n`;
  const body = { source, kit: result.kit, cases: casesOf(result), diagnostics: [] };
  await send(site, student(at), `/assignments/${question}/runs`, body);
}

const cell = (page: Page, name: string | RegExp) => page.getByRole("gridcell", { name });
const rowNames = (page: Page) => page.getByRole("rowheader").allInnerTexts();

test("a mentor sees who is stuck, opens a run by keys, and answers without leaving the map @main", async ({ browser, site }) => {
  await endSession(site);
  const question = await newQuestion(site, "Add two numbers", { testCases: SUMS });
  const talk = await newQuestion(site, "Say what a loop is");
  const mentor = await openPageAs(browser, site, MENTOR);
  await chooseForSession(mentor, ["Add two numbers", "Say what a loop is"]);
  await startSession(mentor);
  const { classSession } = await callApi(site, MENTOR, "/class-sessions/running");

  // A student opens the question in a browser; the screen sends the sign.
  await (await openPageAs(browser, site, student(1))).goto(`/assignments/${question}`);
  await expect(cell(mentor, "Student 1, Add two numbers: opened")).toBeVisible();

  // The others: solved, failing in one way or another, or only here.
  for (const at of [4, 5]) await run(site, at, question, "10");
  for (const at of [6, 7, 8]) await run(site, at, question, "4");
  for (let nth = 0; nth < 3; nth++) await run(site, 9, question, "11");
  const signs = `/class-sessions/${classSession._id}/signs`;
  for (const at of [2, 3]) {
    await send(site, student(at), signs, { assignmentId: question, sign: "opened" });
  }
  await send(site, student(10), signs, { assignmentId: talk, sign: "writing" });
  // Without a sign, somebody who only raises a doubt is here as soon as the server notes the visit.
  await send(site, student(11), signs, { assignmentId: talk, sign: "opened" });
  await send(site, student(11), "/doubts", { assignmentId: talk, doubtText: "Is a loop a cycle?" });
  await expect(cell(mentor, "Student 10, Say what a loop is: writing")).toBeVisible();
  await expect(cell(mentor, "Student 6, Add two numbers: fails, passes 1 of 2")).toBeVisible();
  await expect(cell(mentor, "Student 4, Add two numbers: solved")).toBeVisible();
  await expect(cell(mentor, /Student 9, .*fails, passes 1 of 2, the same way 3 times/))
    .toBeVisible();

  // The order stays as it was until the mentor asks for the new one.
  const held = await rowNames(mentor);
  await expect(mentor.getByRole("button", { name: /the order has changed/ })).toBeVisible();
  await expect.poll(() => rowNames(mentor)).toEqual(held);
  await mentor.keyboard.press("o");
  // The longest wait with a doubt, then who fails the same way again and again.
  await expect.poll(async () => (await rowNames(mentor)).slice(0, 2))
    .toEqual(["Student 11", "Student 9"]);

  await expectNoViolations(mentor);

  // One key opens the run; it is followed live.
  await mentor.keyboard.press("m");
  await expect(mentor.getByRole("grid")).toBeFocused();
  await mentor.keyboard.press("ArrowDown");
  await mentor.keyboard.press("ArrowLeft");
  await mentor.keyboard.press("Enter");
  const beside = mentor.getByRole("region", { name: "Student 9, Add two numbers" });
  await expect(beside.getByText("// Student 9 prints 11")).toBeVisible();
  await run(site, 9, question, "12");
  await expect(beside.getByText("// Student 9 prints 12")).toBeVisible();
  await expectNoViolations(mentor);
  await beside.getByLabel("Write to Student 9").fill("Look at the second number.");
  await beside.getByRole("button", { name: "Send" }).click();
  await expect(mentor.getByText("Sent to Student 9.")).toBeVisible();
  const { doubts } = await callApi(site, student(9), "/doubts/filter-doubts?scope=mine");
  // Other journeys may have left doubts on other questions.
  type Own = { private: boolean; assignment: { _id: string } };
  const here = doubts.filter(({ assignment }: Own) => assignment._id === question);
  expect(here.map((one: Own) => one.private)).toEqual([true]);

  // The run of a browser's student follows, too, and the mentor moves on by keys.
  await run(site, 1, question, "10");
  await expect(cell(mentor, "Student 1, Add two numbers: solved")).toBeVisible();
  await mentor.keyboard.press("Escape");
  await expect(mentor.getByRole("grid")).toBeFocused();
  expect(mentor.url()).toContain("/mentor/class");
  await endSession(site);
});

const ANSWER = "Start the sum at 0, not at 1.";
const SOURCE = `#include <iostream>

int main() {
  int sum = 1, x;
  while (std::cin >> x) sum += x;
  std::cout << sum << "\\n";
${"  std::cout << std::flush;\n".repeat(8)}}
`;

/** Posts a run of which these are the outputs; null: it does not compile. */
async function ran(site: Site, who: string, question: string, outputs: string[] | null) {
  const expected = ["0", "3"];
  const cases = (outputs ?? []).map((output, at) => ({
    case: at + 1,
    verdict: output === expected[at] ? "passed" : "wrong",
    output,
    milliseconds: 1,
    kilobytes: 100,
  }));
  const error = { severity: "error", message: "expected ';'", line: 4, column: 18 };
  await send(site, who, `/assignments/${question}/runs`, {
    source: SOURCE,
    kit: "k",
    cases,
    diagnostics: outputs === null ? [error] : [],
  });
}

test("nine students fail in the same way: one answer by keyboard reaches all of them, seen by one at once", async ({ browser, site }) => {
  await endSession(site);
  const question = await newQuestion(site, "Add all numbers", {
    tag: "practice",
    testCases: [{ input: "0", output: "0" }, { input: "1 2", output: "3" }],
  });
  const countdownAt = new Date(Date.now() + 3_600_000).toISOString();
  await send(site, MENTOR, "/class-sessions", { questions: [question], countdownAt });
  const first = await openPageAs(browser, site, student(1));
  await first.goto("/doubts");
  await expect(first.getByRole("heading", { level: 1 })).toBeVisible();
  const mentor = await openPageAs(browser, site, MENTOR);
  await mentor.goto("/mentor/class");
  const groups = mentor.getByRole("region", { name: "Failing in the same way" });
  await expect(groups.getByText("No two programs fail in the same way")).toBeVisible();

  await ran(site, student(10), question, ["0", "3"]);
  await ran(site, student(11), question, ["0", "7"]);
  await ran(site, student(12), question, null);
  for (let at = 1; at <= 8; at++) await ran(site, student(at), question, ["1", "4"]);
  await expect(groups.getByRole("button", { name: /^8 fail/ })).toBeVisible();
  const path = mentor.url();
  await ran(site, student(9), question, ["1", "4"]);

  await expect(groups.getByRole("button", { name: /^9 fail case 1 with 1 instead of 0/ }))
    .toBeVisible();
  await mentor.keyboard.press("g");
  const field = groups.getByRole("textbox", { name: "Your answer to the group" });
  await expect(field).toBeFocused();
  await expect(groups.getByRole("region", { name: /^The program/ })).toContainText("int sum = 1");
  await mentor.keyboard.type(ANSWER);
  await mentor.keyboard.press("Control+Enter");
  await expect(groups.getByText("Sent to 9.")).toBeVisible();
  await expect(first.getByRole("link", { name: /Add all numbers/ }).first()).toBeVisible();
  expect(mentor.url()).toBe(path);
  await expect(field).toHaveValue("");
  await expect(groups.getByText(/answered/)).toBeVisible();

  await first.getByRole("link", { name: /Add all numbers/ }).first().click();
  const log = first.getByRole("log", { name: "Conversation" });
  await expect(log.getByText(ANSWER)).toBeVisible();
  await expect(log.getByText("wrote first")).toBeVisible();
  const facts = first.getByRole("complementary", { name: "About this doubt" });
  await expect(facts).toContainText(/Started by\s*Asha Rao\s*Written to/);
  await expect(log.getByText("Sent to several students")).toBeVisible();
  await expectNoViolations(first);

  // Who fails in the same way later is new; a draft survives a reload.
  await mentor.keyboard.type("The same for you");
  await ran(site, student(12), question, ["1", "4"]);
  await expect(groups.getByText("1 new since")).toBeVisible();
  await expect(field).toBeFocused();
  await mentor.reload();
  await expect(groups.getByText("1 new since")).toBeVisible();
  await mentor.keyboard.press("g");
  await expect(field).toHaveValue("The same for you");
  await expect(groups.getByRole("button", { name: "Send to 1", exact: true })).toBeVisible();

  await field.press("Escape");
  // One of its programs, step by step, from where it can go to the wall.
  await mentor.getByRole("button", { name: "Step through" }).first().press("Enter");
  const steps = mentor.getByRole("dialog", { name: "Step through" });
  await expect(steps.getByRole("button", { name: "On the wall" })).toBeVisible();
  // It stays compiled for the wall.
  await expect(steps.getByRole("slider", { name: "Step" })).toBeVisible(RUN);
  await mentor.keyboard.press("Escape");
  await expect(steps).toHaveCount(0);
  await expect(field).toBeVisible();

  // The group becomes a quick question: two votes, and then the wall.
  await mentor.keyboard.press("q");
  const form = mentor.getByRole("dialog", { name: "Ask the class" });
  await expect(form.getByLabel("Question")).toHaveValue("What does this print?");
  await expect(form.getByLabel(/^Choices/)).toHaveValue(/^0\n\* 1$/);
  await expect(form.getByLabel(/^Program/)).toHaveValue(/^#include[^]*Input:\n0$/);
  await form.getByLabel(/^Choices/).fill("0\n* 1\n2\n3");
  await expectNoViolations(mentor, "dialog[open]");
  await mentor.keyboard.press("Control+Enter");
  await expect(form).toHaveCount(0);
  const vote = async (name: string) =>
    await first.getByRole("group", { name: /^Your (second )?answer/ }).getByRole("button", { name })
      .click();
  await expect(first.getByLabel("The program", { exact: true })).toContainText("int sum = 1");
  await vote("0");
  const asked = mentor.getByRole("region", { name: "Quick question" });
  await expect(asked.getByText("1 answer")).toBeVisible();
  await asked.getByRole("button", { name: "Let them talk, and vote again" }).click();
  const wall = await mentor.context().newPage();
  await wall.goto("/home?display=projector");
  for (const one of [first, wall]) {
    await expect(one.getByText("Talk to a neighbour who chose another answer, then vote again."))
      .toBeVisible();
  }
  await expect(wall.getByLabel("The program"), "to its input").toBeInViewport({ ratio: 1 });
  await expectNoViolations(first);
  await vote("1");
  await expect(asked.getByText("1 answer in the second vote, 1 in the first")).toBeVisible();
  const show = asked.getByRole("button", { name: "Show the class the result" });
  await expect(show).toBeInViewport({ ratio: 1 });
  await show.click();
  const rows = (page: Page) => page.getByRole("listitem").filter({ hasText: "in the first vote" });
  for (const one of [first, wall]) {
    await expect(rows(one).nth(1)).toContainText(/0 →\s*in the first vote, then\s*1/);
  }
  await expect(rows(wall).last()).toBeInViewport({ ratio: 1 });
  await mentor.getByRole("button", { name: "Step through" }).last().click();
  await mentor.getByRole("button", { name: "On the wall" }).click();
  await expect(wall.getByText("Step by step")).toBeVisible();
  await expect(wall.getByText("What does this print?")).toHaveCount(0);
  await endSession(site);
});
