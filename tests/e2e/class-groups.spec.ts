/**
 * A class of twelve with different fates: nine of them fail in the same way. The mentor answers all
 * nine from the map, by keyboard, and three students see the answer arrive.
 */
import { type Browser, expect, type Page } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { endSession, send } from "./school.ts";
import { callApi, openPageAs, type Site, test } from "./site.ts";

test.use({ isClass: true });

const MENTOR = "Asha Rao";
const nth = (at: number) => `Student ${at}`;
const ANSWER = "Start the sum at 0, not at 1.";
const SOURCE = `#include <iostream>

int main() {
  int sum = 1, x;
  while (std::cin >> x) sum += x;
  std::cout << sum << "\\n";
}
`;

async function newWork(site: Site): Promise<string> {
  const body = new FormData();
  const cases = [{ input: "0", output: "0" }, { input: "1 2", output: "3" }];
  const fields = {
    title: "Add all numbers",
    explanation: "Print their sum.",
    difficulty: "easy",
    tags: "sums",
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Arrays",
    testCases: JSON.stringify(cases),
  };
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const { _id } = await callApi(site, MENTOR, "/assignments", { method: "POST", body });
  const tag = { distributionTag: "practice" };
  await send(site, MENTOR, `/assignments/${_id}/distribution`, tag, "PUT");
  return _id;
}

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

/** Counts the presses of keys, modifiers too, but not those that type the text. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = globalThis as unknown as { presses: number };
    counter.presses = 0;
    addEventListener("keydown", ({ key, ctrlKey, target, repeat }) => {
      const isText = target instanceof HTMLTextAreaElement && key.length === 1 && !ctrlKey;
      if (!repeat && !isText) counter.presses += 1;
    }, true);
  });
  return () => page.evaluate(() => (globalThis as unknown as { presses: number }).presses);
}

/** Looks at the wall of a lesson that has a countdown and a group: all of it fits. */
async function seeWall(browser: Browser, site: Site): Promise<void> {
  const { lesson } = await callApi(site, MENTOR, "/lessons/running");
  const { code } = await send(site, MENTOR, `/lessons/${lesson._id}/wall`, {});
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const wall = await context.newPage();
  await wall.goto(`${site.url}/?display=projector#wall=${code}`);
  const parts = [
    wall.getByRole("timer"),
    wall.getByRole("region", { name: "The failure that most share" }),
    wall.getByRole("paragraph").filter({ hasText: "Longest wait" }),
  ];
  for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 });
  await context.close();
}

test("nine students fail in the same way: one answer by keyboard reaches all of them, seen by three", async ({ browser, site }) => {
  await endSession(site);
  const question = await newWork(site);
  const countdownAt = new Date(Date.now() + 3_600_000).toISOString();
  await send(site, MENTOR, "/lessons", { questions: [question], countdownAt });
  const students = await Promise.all([1, 2, 3].map(async (at) => {
    const page = await openPageAs(browser, site, nth(at));
    await page.goto("/doubts");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    return page;
  }));
  const mentor = await openPageAs(browser, site, MENTOR);
  await mentor.goto("/mentor/class");
  const groups = mentor.getByRole("region", { name: "Failing in the same way" });
  await expect(groups.getByText("No two programs fail in the same way")).toBeVisible();

  await ran(site, nth(10), question, ["0", "3"]);
  await ran(site, nth(11), question, ["0", "7"]);
  await ran(site, nth(12), question, null);
  for (let at = 1; at <= 8; at++) await ran(site, nth(at), question, ["1", "4"]);
  await expect(groups.getByRole("button", { name: /^8 fail/ })).toBeVisible();
  await seeWall(browser, site);
  const presses = await countPresses(mentor);
  const path = mentor.url();
  const began = Date.now();
  await ran(site, nth(9), question, ["1", "4"]);

  await expect(groups.getByRole("button", { name: /^9 fail case 1 with 1 instead of 0/ }))
    .toBeVisible();
  await mentor.keyboard.press("g");
  const field = groups.getByRole("textbox", { name: "Your answer to the group" });
  await expect(field).toBeFocused();
  await expect(groups.getByRole("region", { name: /^The program/ })).toContainText("int sum = 1");
  await mentor.keyboard.type(ANSWER);
  await mentor.keyboard.press("Control+Enter");
  await expect(groups.getByText("Sent to 9.")).toBeVisible();
  for (const page of students) {
    await expect(page.getByRole("link", { name: /Add all numbers/ }).first()).toBeVisible();
  }
  const seconds = (Date.now() - began) / 1000;
  const used = await presses();
  expect(used).toBeLessThanOrEqual(8);
  expect(mentor.url()).toBe(path);
  console.log(
    `A group of nine: ${used} key presses besides the text, 0 screens left, ` +
      `${seconds.toFixed(1)} s until three browsers showed it.`,
  );
  await expect(field).toHaveValue("");
  await expect(groups.getByText(/answered/)).toBeVisible();

  const [student] = students as [Page];
  await student.getByRole("link", { name: /Add all numbers/ }).first().click();
  const log = student.getByRole("log", { name: "Conversation" });
  await expect(log.getByText(ANSWER)).toBeVisible();
  await expect(log.getByText("wrote first")).toBeVisible();
  const facts = student.getByRole("complementary", { name: "About this doubt" });
  await expect(facts).toContainText(/Begun by\s*Asha Rao\s*Written to/);
  await expect(log.getByText("Sent to several students")).toBeVisible();
  await expectNoViolations(student);

  // Who fails in the same way later is new; a draft survives a reload.
  await mentor.keyboard.type("The same for you");
  await ran(site, nth(12), question, ["1", "4"]);
  await expect(groups.getByText("1 new since")).toBeVisible();
  await expect(field).toBeFocused();
  await mentor.reload();
  await expect(groups.getByText("1 new since")).toBeVisible();
  await mentor.keyboard.press("g");
  await expect(field).toHaveValue("The same for you");
  await expect(groups.getByRole("button", { name: "Send to 1", exact: true })).toBeVisible();

  // Escape leaves one thing at a time: a menu or a dialog within the group, then the group.
  await mentor.keyboard.press("Escape");
  await mentor.keyboard.press("s");
  const manage = groups.getByRole("button", { name: "Manage saved replies" });
  await expect(manage).toBeVisible();
  await mentor.keyboard.press("Escape");
  await expect(manage).toHaveCount(0);
  await expect(field).toBeVisible();
  await mentor.keyboard.press("s");
  await manage.click();
  const dialog = mentor.getByRole("dialog", { name: "Saved replies" });
  await expect(dialog).toBeVisible();
  await mentor.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(field).toBeVisible();
  await mentor.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
  await endSession(site);
});
