/**
 * The mentor's desk with the keyboard: from the dashboard to three decided doubts and three decided
 * reviews, with the keys counted; saved replies, the context of an item, and the longest wait.
 */
import { expect, type Page } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { clearDoubts, clearReviews, clearSavedReplies, send } from "./school.ts";
import { newDoubt, newQuestion, openPageAs, type Site, test } from "./site.ts";

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
  const { doubts } = await threeOfEach(site);
  const page = await openPageAs(browser, site, "Asha Rao", WIDE);
  // An earlier version has kept a reply in this browser: it moves to the server.
  const { _id } = site.people["Asha Rao"]?.user as { _id: string };
  await page.addInitScript((key) => {
    if (sessionStorage.getItem("moved") === null) {
      localStorage.setItem(key, JSON.stringify(["Count from zero."]));
    }
    sessionStorage.setItem("moved", "yes");
  }, `saved-replies:${_id}`);
  await page.goto("/mentor");
  await expect(bar(page).getByRole("link", { name: "Doubts 3 waiting" })).toBeVisible();
  await expect(bar(page).getByRole("link", { name: "Solutions 3 waiting" })).toBeVisible();

  const first = keyboard(page);
  await first.press("d");
  await expect.poll(() => openItem(page)).toBe(doubts[0]);
  expect(first.pressed()).toBeLessThanOrEqual(3);
  for (const [place] of doubts.entries()) {
    await expect(page.getByLabel("Your reply")).toBeVisible();
    await expect(page.getByRole("button", { name: "Longest wait: Ravi Kumar" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Saved replies" })).toHaveAttribute(
      "aria-keyshortcuts",
      /1/,
    );
    await first.press("1");
    await expect(page.getByLabel("Your reply")).toHaveValue("Count from zero.");
    await first.press("Control+Enter");
    const next = doubts[place + 1];
    if (next !== undefined) await expect.poll(() => openItem(page)).toBe(next);
  }
  await expect(page.getByText("Nobody waits.")).toBeVisible();
  await expect(bar(page).getByRole("link", { name: "Doubts 3 waiting" })).toHaveCount(0);
  expect(first.pressed()).toBeLessThanOrEqual(9);
  expect(await page.evaluate((key) => localStorage.getItem(key), `saved-replies:${_id}`))
    .toBeNull();

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
  await expect(page.getByText("Nobody waits.")).toBeVisible();
  expect(second.pressed()).toBeLessThanOrEqual(9);
});

test("rows say how many have it, too, and lead to the student", async ({ browser, site }) => {
  await Promise.all([clearDoubts(site), clearReviews(site)]);
  const question = await newQuestion(site, "Count the planets");
  const asked = { assignmentId: question, doubtText: "Is Pluto one of them?" };
  const { _id } = await send(site, "Ravi Kumar", "/doubts", asked);
  await send(site, "Zoya Khan", `/doubts/${_id}/share`, {});
  const page = await openPageAs(browser, site, "Asha Rao", WIDE);

  await page.goto("/doubts");
  const doubts = page.getByRole("list", { name: "Doubts", exact: true });
  await expect(doubts).toContainText("1other has this too");
  await doubts.getByRole("link", { name: "Ravi Kumar", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Ravi Kumar" })).toBeFocused();
  await page.goBack();
  await doubts.getByRole("link", { name: /Is Pluto one of them/ }).click();
  await expect(page).toHaveURL(new RegExp(`/doubts/${_id}$`));

  await page.goto("/doubts?view=triage");
  const queue = page.getByRole("list", { name: "Doubts that wait" });
  await expect(queue).toContainText("1other has this too");
  await expectNoViolations(page, "main");
  await page.getByRole("article").getByRole("link", { name: "Ravi Kumar" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Ravi Kumar" })).toBeVisible();
  await page.goBack();
  const way = page.getByRole("link", { name: "Open the student's page" });
  await expect(way).toHaveAttribute("aria-keyshortcuts", "w");
  await page.keyboard.press("w");
  await expect(page.getByRole("heading", { level: 1, name: "Ravi Kumar" })).toBeVisible();
  await page.goto("/mentor");
  const part = page.getByRole("region", { name: "Doubts that wait" });
  await expect(part.getByRole("link", { name: /Ravi Kumar.*Is Pluto/ })).toBeVisible();
  await part.getByRole("link", { name: "Ravi Kumar", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ravi Kumar" })).toBeFocused();
});

test("the context stands beside the item, one key for each part, and in a drawer on a laptop", async ({ browser, site }) => {
  await Promise.all([clearDoubts(site), clearReviews(site)]);
  const question = await newQuestion(site, "Spell a number");
  const asked = { assignmentId: question, doubtText: "How do I spell the number eleven?" };
  const { _id: other } = await send(site, "Zoya Khan", "/doubts", asked);
  await send(site, "Asha Rao", `/doubts/${other}/reply`, { reply: "With a table." }, "PUT");
  const stuck = {
    responseStatus: "having doubt",
    learningNotes: "How do I spell the number twelve?",
    studentSolution: "int twelve = 12;",
  };
  await send(site, "Ravi Kumar", `/assignments/${question}/status`, stuck, "PUT");
  const body = { assignmentId: question, doubtText: stuck.learningNotes };
  const { _id } = await send(site, "Ravi Kumar", "/doubts", body);
  const page = await openPageAs(browser, site, "Asha Rao", WIDE);
  const calls = site.requestsFor("/api/desk/context");
  await page.goto(`/doubts?view=triage&item=${_id}`);
  const aside = page.getByRole("complementary", { name: "Context" });
  await expect(aside.getByRole("region", { name: "Context: Question" })).toBeVisible();
  await page.keyboard.press("p");
  await expect(aside.getByText("int twelve = 12;")).toBeVisible();
  await expect(aside.getByText("having doubt").first()).toBeVisible();
  await page.keyboard.press("m");
  await expect(aside.getByRole("link", { name: /number eleven/ })).toBeVisible();
  await page.keyboard.press("b");
  await expect(aside.getByRole("region", { name: "Context: Asked before" })).toBeVisible();
  expect(site.requestsFor("/api/desk/context") - calls, "the parts share one call").toBe(1);

  // One thing, not two: the response does not wait for a review as well.
  await page.goto("/solutions?view=triage");
  await expect(page.getByText("Nothing is waiting for review.")).toBeVisible();

  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto(`/doubts?view=triage&item=${_id}`);
  await expect(page.getByRole("button", { name: "Context" })).toBeVisible();
  await expect(page.getByLabel("Your reply")).toBeVisible();
  await page.keyboard.press("p");
  const drawer = page.getByRole("dialog", { name: "Context" });
  await expect(drawer.getByText("int twelve = 12;")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
});

test("limits of a long wait and saved replies are the mentor's own, live in another tab", async ({ browser, site }) => {
  await Promise.all([clearDoubts(site), clearSavedReplies(site)]);
  await newDoubt(site, "Ravi Kumar", "How long is a while?");
  const page = await openPageAs(browser, site, "Vikram Shah", WIDE);
  await page.goto("/doubts?view=triage");
  const tab = await page.context().newPage();
  await tab.setViewportSize(WIDE.viewport);
  await tab.goto("/doubts?view=triage");
  const row = tab.getByRole("list", { name: "Doubts that wait" }).getByRole("button");
  await expect(row).toContainText("fine");
  await expect(tab.getByText("Live", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Limits" }).click();
  const dialog = page.getByRole("dialog", { name: "When a wait is long" });
  await dialog.getByLabel("Long after (minutes)", { exact: true }).fill("30");
  await dialog.getByLabel("Too long after (minutes)").fill("20");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Too long must be more than long.")).toBeVisible();
  await dialog.getByLabel("Too long after (minutes)").fill("45");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await tab.getByRole("button", { name: "Limits" }).click();
  await expect(tab.getByLabel("Too long after (minutes)")).toHaveValue("45");
  await tab.keyboard.press("Escape");

  await page.getByRole("button", { name: "Saved replies" }).click();
  await page.getByRole("button", { name: "Manage saved replies" }).click();
  const replies = page.getByRole("dialog", { name: "Saved replies" });
  await replies.getByLabel("New reply").fill("As long as the condition holds.");
  await replies.getByRole("button", { name: "Add" }).click();
  await replies.getByRole("button", { name: "Edit As long as" }).click();
  await replies.getByLabel("Name").fill("A while");
  await replies.getByLabel("Key").selectOption("7");
  await replies.getByLabel("Share with all staff").check();
  await replies.getByRole("button", { name: "Save", exact: true }).click();
  await expect(replies.getByLabel("Name")).toHaveCount(0);
  await expect(replies.getByText("As long as the condition holds.")).toBeVisible();
  // The other tab has it once its key is told there.
  await expect(tab.getByRole("button", { name: "Saved replies" })).toHaveAttribute(
    "aria-keyshortcuts",
    /7/,
  );
  await row.first().focus();
  await tab.keyboard.press("7");
  await expect(tab.getByLabel("Your reply")).toHaveValue("As long as the condition holds.");
});
