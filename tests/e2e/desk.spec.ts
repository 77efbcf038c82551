/**
 * The mentor's desk with the keyboard: from the dashboard to decided doubts and reviews, with the keys
 * counted; saved replies, the context of an item, answers from before, and rubrics.
 */
import { expect, type Page } from "@playwright/test";
import { clearDoubts, clearReviews, clearSavedReplies, places, send } from "./school.ts";
import { fromPalette, newQuestion, openPageAs, type Site, test } from "./site.ts";

const openItem = (page: Page) => new URL(page.url()).searchParams.get("item");
const bar = (page: Page) => page.getByRole("navigation", { name: "Main" });
const WIDE = { viewport: { width: 1600, height: 900 } };

/** Presses keys and counts them. */
function keyboard(page: Page) {
  let pressed = 0;
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) {
        pressed++;
        await page.keyboard.press(key);
      }
    },
    pressed: () => pressed,
  };
}

async function threeOfEach(site: Site) {
  await Promise.all([clearDoubts(site), clearReviews(site)]);
  const [doubts, questions]: [string[], string[]] = [[], []];
  for (const title of ["Rows of stars", "Rows of moons", "Rows of suns"]) {
    const question = await newQuestion(site, title);
    questions.push(question);
    const solved = { responseStatus: "solved", studentSolution: "int main() {}" };
    await send(site, "Zoya Khan", `/assignments/${question}/status`, solved, "PUT");
    const body = { assignmentId: question, doubtText: `Why is one row missing in ${title}?` };
    doubts.push((await send(site, "Ravi Kumar", "/doubts", body))._id);
  }
  return { doubts, questions };
}

test("three keys reach the first item, nine decide three doubts, and nine three reviews", async ({ browser, site }) => {
  await clearSavedReplies(site);
  const saved = { name: "Count from zero.", text: "Count from zero.", key: "1" };
  await send(site, "Asha Rao", "/desk/replies", saved);
  const { doubts } = await threeOfEach(site);
  const page = await openPageAs(browser, site, "Asha Rao", WIDE);
  await page.goto("/mentor");
  await expect(bar(page).getByRole("link", { name: "Doubts 3 waiting" })).toBeVisible();
  await expect(bar(page).getByRole("link", { name: "Solutions 3 waiting" })).toBeVisible();
  const more = bar(page).getByRole("button", { name: "More" });
  const before = await places(more);

  const first = keyboard(page);
  await first.press("d");
  await expect.poll(() => openItem(page)).toBe(doubts[0]);
  expect(first.pressed()).toBeLessThanOrEqual(3);
  const answers = keyboard(page);
  for (const [place] of doubts.entries()) {
    await expect(page.getByLabel("Your reply")).toBeVisible();
    await expect(page.getByRole("button", { name: "Longest wait: Ravi Kumar" })).toBeVisible();
    await answers.press("s");
    await expect(page.getByRole("button", { name: /^Count from zero/ })).toBeFocused();
    await answers.press("1");
    await expect(page.getByLabel("Your reply")).toHaveValue("Count from zero.");
    await answers.press("Control+Enter");
    const next = doubts[place + 1];
    if (next !== undefined) await expect.poll(() => openItem(page)).toBe(next);
  }
  await expect(page.getByText("No one is waiting.")).toBeVisible();
  await expect(bar(page).getByRole("link", { name: "Doubts 3 waiting" })).toHaveCount(0);
  expect(await places(more), "counts move no link").toEqual(before);
  expect(answers.pressed()).toBeLessThanOrEqual(9);

  await page.goto("/mentor");
  await expect(bar(page).getByRole("link", { name: "Solutions 3 waiting" })).toBeVisible();
  const second = keyboard(page);
  await second.press("s");
  for (let decided = 0; decided < 3; decided++) {
    await expect(page.getByRole("article", { name: /Zoya Khan/ })).toBeVisible();
    // The address names the item a moment after it is shown.
    await expect.poll(() => openItem(page)).not.toBeNull();
    const at = openItem(page);
    await second.press("a", "Control+Enter");
    await expect.poll(() => openItem(page)).not.toBe(at);
  }
  await expect(page.getByText("No one is waiting.")).toBeVisible();
  expect(second.pressed()).toBeLessThanOrEqual(9);
});

test("one key puts a link into the reply, the student says that it helped, and the next class reads it first @main", async ({ browser, site }) => {
  await clearDoubts(site);
  const question = await newQuestion(site, "Rows of answers");
  const raise = async (who: string, doubtText: string) =>
    (await send(site, who, "/doubts", { assignmentId: question, doubtText }))._id;
  const before = await raise("Zoya Khan", "Why is the last star missing in each row?");
  await send(site, "Vikram Shah", `/doubts/${before}/reply`, { reply: "Begin at zero." }, "PUT");

  // While the student writes, the answered thread is offered.
  const student = await openPageAs(browser, site, "Ravi Kumar");
  await student.goto(`/assignments/${question}`);
  await student.getByRole("button", { name: "Raise a doubt" }).first().click();
  const dialog = student.getByRole("dialog", { name: "Raise a doubt" });
  await dialog.getByLabel("Your doubt").fill("The last star is missing in my rows");
  await expect(dialog.getByText("Why is the last star missing")).toBeVisible();
  await dialog.getByRole("button", { name: "Raise a doubt" }).click();
  const own = student.getByRole("region", { name: "Your doubts here" });
  await expect(own.getByText("The last star is missing in my rows").first()).toBeVisible();

  const mentor = await openPageAs(browser, site, "Asha Rao");
  await mentor.goto("/doubts?view=triage");
  const offers = mentor.getByRole("region", { name: "Answered before" });
  await expect(offers.getByRole("link", { name: /^Why is the last star missing/ })).toBeVisible();
  // It is not answered yet, so it cannot be kept for later classes.
  await fromPalette(mentor, "Keep it for later classes");
  await expect(mentor.getByText("It can be kept for later classes once it is answered."))
    .toBeVisible();
  // The key fills the reply, and nothing is sent until the mentor says so.
  await mentor.keyboard.press("h");
  await expect(mentor.getByLabel("Your reply")).toHaveValue("This was answered before.");
  await expect(mentor.getByRole("list", { name: "Also sent" })).toContainText("last star");
  await mentor.reload();
  await expect(student.getByText("This was answered before.")).toHaveCount(0);
  await expect(mentor.getByLabel("Your reply")).toHaveValue("This was answered before.");
  await mentor.keyboard.press("Control+Enter");
  await expect(mentor.getByText("Reply sent.")).toBeVisible();
  await mentor.goto(`/doubts/${before}`);

  const link = student.getByRole("region", { name: "Answered here" });
  await expect(link.getByText("Begin at zero.")).toBeVisible();
  const helped = student.getByRole("group", { name: "Did this help?" });
  await helped.getByRole("button", { name: "No" }).click();
  await helped.getByRole("button", { name: "Yes" }).click();
  await expect(helped.getByRole("button", { name: "Yes" })).toHaveAttribute("aria-pressed", "true");

  await mentor.getByRole("button", { name: "Keep for later classes" }).click();
  await expect(mentor.getByRole("button", { name: "Keep for later classes" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  const later = await openPageAs(browser, site, "Meena Das");
  await later.goto(`/assignments/${question}`);
  // What others asked is loaded once the person is active.
  await later.getByRole("heading", { name: "Rows of answers" }).waitFor();
  await later.mouse.move(200, 200);
  await later.mouse.move(300, 300, { steps: 5 });
  await later.getByRole("link", { name: "All answered doubts on this question" }).click();
  await expect(later.getByRole("heading", { name: "Answered before" })).toBeVisible();
  await expect(later.getByText("Begin at zero.")).toBeVisible();
  // Its owner makes it private: it is gone at once.
  await send(site, "Zoya Khan", `/doubts/${before}`, { private: true }, "PATCH");
  await expect(later.getByText("Begin at zero.")).toHaveCount(0);
  await expect(link).toHaveCount(0);
});

test("a mentor sets points, gives them with a key each, and the student sees them at once", async ({ browser, site }) => {
  await clearReviews(site);
  const question = await newQuestion(site, "Rows of points");
  const mentor = await openPageAs(browser, site, "Asha Rao");
  await mentor.goto(`/assignments/${question}`);
  await mentor.getByRole("button", { name: "Edit Question" }).click();
  const rubric = mentor.getByRole("region", { name: "Rubric" });
  const add = rubric.getByRole("button", { name: "Add a point" });
  await add.click();
  await rubric.getByLabel("Name of point 1").fill("Reads the input");
  await rubric.getByLabel(/^Points.*of point 1$/).fill("2");
  await rubric.getByLabel(/^Hint .*of point 1$/).fill("std::cin reads numbers.");
  await add.click();
  await rubric.getByLabel("Name of point 2").fill("reads the INPUT");
  await rubric.getByLabel(/^Points.*of point 2$/).fill("3");
  await rubric.getByRole("button", { name: "Save Rubric" }).click();
  await expect(rubric.getByText("Two points have this name.")).toBeVisible();
  await rubric.getByLabel("Name of point 2").fill("Right sum");
  await expect(rubric.getByText("5 points in all")).toBeVisible();
  // What was saved, but whose reply was lost, is no change by somebody else.
  const lost = Promise.withResolvers<void>();
  await mentor.route("**/rubric", async (route) => {
    await route.fetch();
    await route.abort();
    lost.resolve();
  }, { times: 1 });
  await rubric.getByRole("button", { name: "Save Rubric" }).click();
  await lost.promise;
  await expect(rubric.getByText("Failed to save the rubric.")).toBeVisible();
  await expect(async () => {
    await rubric.getByRole("button", { name: "Save Rubric" }).click();
    await expect(mentor.getByText("Rubric saved.")).toBeVisible({ timeout: 5000 });
  }).toPass();

  const solved = { responseStatus: "solved", studentSolution: "int main() {}" };
  await send(site, "Zoya Khan", `/assignments/${question}/status`, solved, "PUT");
  const student = await openPageAs(browser, site, "Zoya Khan");
  await student.goto(`/assignments/${question}`);
  await mentor.goto("/solutions?view=triage");
  const points = mentor.getByRole("group", { name: "Points" });
  await expect(points.getByText("0 of 5 points")).toBeVisible();
  // Nothing lies on the points: a click would hit something else.
  await points.getByText("0 of 5 points").click({ trial: true });
  // Four keys decide: two points would be one more.
  await mentor.keyboard.press("2");
  await expect(points.getByRole("button", { name: /^Right sum/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(points.getByText("3 of 5 points")).toBeVisible();
  await mentor.getByRole("button", { name: "Hints of points not given" }).click();
  await expect(mentor.getByLabel("Mentor Comment")).toHaveValue("std::cin reads numbers.");
  await mentor.keyboard.press("n");
  await mentor.keyboard.press("Control+Enter");
  await expect(mentor.getByText("Review updated successfully!")).toBeVisible();
  const given = student.getByRole("region", { name: "Points" });
  await expect(given.getByText("3 of 5 points")).toBeVisible();
  await expect(given.getByText("Right sum")).toBeVisible();
  await expect(student.getByText("std::cin reads numbers.")).toBeVisible();
});
