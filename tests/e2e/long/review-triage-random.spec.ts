/**
 * Two mentors review at once with random keys, while students hand in again: the layout does not
 * move while they type, no key and no text is lost, and no attempt is decided twice.
 */
import process from "node:process";
import { type Browser, expect, type Page } from "@playwright/test";
import fc from "fast-check";
import { callApi, newQuestion, openPageAs, type Site, test } from "../site.ts";
import { clearReviews, clearSavedReplies } from "../school.ts";
import { still } from "../review-form.ts";

const QUESTIONS = 8;
const STUDENTS = ["Ravi Kumar", "Zoya Khan", "Meena Das"];
/** The number of each mentor's steps. */
const STEPS = 60;
const SAVED = "Draw it on paper first.";

const field = (page: Page) => page.getByLabel("Mentor Comment");
const idOf = (site: Site, name: string) => (site.people[name]?.user as { _id: string })._id;

async function handIn(site: Site, student: string, assignmentId: string, version: number) {
  const studentSolution = `int main() { return ${version}; }\n`.repeat(12);
  const body = JSON.stringify({ responseStatus: "solved", studentSolution });
  await callApi(site, student, `/assignments/${assignmentId}/status`, { method: "PUT", body });
}

async function waiting(site: Site): Promise<string[]> {
  const questions: string[] = [];
  for (let place = 1; place <= QUESTIONS; place++) {
    questions.push(await newQuestion(site, `Exercise ${place}`));
  }
  for (const question of questions) {
    await Promise.all(STUDENTS.map((student) => handIn(site, student, question, 0)));
  }
  return questions;
}

async function atDesk(browser: Browser, site: Site, name: string): Promise<Page> {
  const page = await openPageAs(browser, site, name);
  await page.setViewportSize({ width: 1280, height: 720 });
  const saved = JSON.stringify({ name: SAVED, text: SAVED, key: "1" });
  await callApi(site, name, "/desk/replies", { method: "POST", body: saved });
  await page.goto("/solutions?view=triage");
  await expect(field(page)).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  return page;
}

async function untouched(page: Page): Promise<void> {
  const before = await still(page);
  await page.waitForTimeout(250);
  expect(await still(page)).toEqual(before);
}

const step = fc.record({
  what: fc.constantFrom(
    "read",
    "next",
    "back",
    "claim",
    "keys",
    "approve",
    "not",
    "not",
    "approve",
  ),
  isSaved: fc.boolean(),
  words: fc.stringMatching(/^[jkcnatse?\/ ]{8,24}$/),
});
type Step = { what: string; isSaved: boolean; words: string };

/** Makes one step. @returns the mark of a review that was sent, or null */
async function take(page: Page, { what, isSaved, words }: Step, mark: string) {
  const keys: Record<string, string> = { read: "Space", next: "j", back: "k", claim: "c" };
  const key = keys[what];
  if (key !== undefined) {
    await page.keyboard.press(key);
    await expect(page.locator(".skeleton, [aria-busy=true]")).toHaveCount(0);
    await page.waitForTimeout(150);
    await untouched(page);
    return null;
  }
  if (what === "keys") {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
    await page.keyboard.press("j");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    return null;
  }
  const { item, value: before = "" } = await still(page);
  await page.keyboard.press(what === "not" ? "n" : "a");
  const wanted = what === "not" ? "not approved" : "approved";
  await expect(page.getByRole("radio", { name: wanted, exact: true })).toBeChecked();
  if (isSaved) {
    await page.keyboard.press("s");
    await expect(page.getByRole("button", { name: SAVED })).toBeFocused();
    await page.keyboard.press("Enter");
  } else await page.keyboard.press("r");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Control+End");
  const text = ` ${mark} ${words}`;
  const begun = await field(page).inputValue();
  expect(begun.startsWith(before)).toBe(true);
  await page.keyboard.type(text);
  await expect(field(page)).toHaveValue(begun + text);
  await untouched(page);
  await page.keyboard.press("Control+Enter");
  // The review was sent; or it was refused because of newer entries, and the text is kept.
  const refused = page.getByText("Something newer came in. Look at it first. Your review is kept.");
  await expect.poll(async () => (await still(page)).item !== item || await refused.isVisible())
    .toBe(true);
  if ((await still(page)).item !== item) return mark;
  await expect(field(page)).toHaveValue(begun + text);
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  return null;
}

test(
  "two mentors press random keys while students hand in again",
  async ({ browser, site }) => {
    test.setTimeout(600_000);
    await Promise.all([clearReviews(site), clearSavedReplies(site)]);
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
    console.log(`SEED=${seed} repeats this run.`);
    const questions = await waiting(site);
    const complaints: string[] = [];
    const sent: string[] = [];
    let isOver = false;
    const desks = await Promise.all(
      ["Asha Rao", "Vikram Shah"].map((name) => atDesk(browser, site, name)),
    );
    const students = (async () => {
      for (let version = 1; !isOver; version++) {
        const [student, question] = [STUDENTS[version % 3], questions[version % QUESTIONS]];
        await handIn(site, student ?? "", question ?? "", version);
        await new Promise((pause) => setTimeout(pause, 400));
      }
    })();
    await Promise.all(desks.map(async (page, desk) => {
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (said) => said.type() === "error" && complaints.push(said.text()));
      const steps = fc.sample(step, { seed: seed + desk, numRuns: STEPS });
      for (const [place, one] of steps.entries()) {
        await expect(field(page), `seed ${seed}`).toBeVisible();
        const mark = await take(page, one, `#${desk}-${place}`);
        if (mark !== null) sent.push(mark);
        if (await field(page).evaluate((area) => area === document.activeElement)) {
          await page.keyboard.press("Escape");
        }
      }
    })).finally(() => isOver = true);
    await students;
    expect(sent.length, `seed ${seed}`).toBeGreaterThan(0);
    // A review overtaken by a newer attempt is refused with 409, and becomes a draft again.
    const unsent = complaints.filter((text) => !text.includes("409"));
    expect(unsent, `seed ${seed}`).toEqual([]);
    const told = await decisions(site, questions);
    for (const { attempt, count } of told.attempts) {
      expect(count, `seed ${seed}: ${attempt} is decided once`).toBe(1);
    }
    const drafts = (await Promise.all(
      desks.map((page) => page.evaluate(() => JSON.stringify({ ...localStorage }))),
    )).join("");
    for (const mark of sent) {
      const arrived = told.comments.filter((comment) => comment.includes(`${mark} `)).length;
      const kept = drafts.includes(`${mark} `);
      expect(arrived === 1 || (arrived === 0 && kept), `seed ${seed}: ${mark}`).toBe(true);
    }
    for (const page of desks) await page.close();
  },
);

/** Returns how often each attempt was decided, and all comments. */
async function decisions(site: Site, questions: readonly string[]) {
  const comments: string[] = [];
  const counts = new Map<string, number>();
  for (const question of questions) {
    for (const student of STUDENTS) {
      const path = `/assignments/${question}/responses/${idOf(site, student)}/history`;
      for (const entry of await callApi(site, "Asha Rao", path)) {
        if (entry.type !== "review") continue;
        comments.push(entry.comment ?? "");
        counts.set(entry.attemptId, (counts.get(entry.attemptId) ?? 0) + 1);
      }
    }
  }
  return { comments, attempts: [...counts].map(([attempt, count]) => ({ attempt, count })) };
}
