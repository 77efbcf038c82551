/**
 * A quick question: a mentor asks with the keyboard, students answer where they are, and the mentor
 * shows the class the result.
 */
import { expect, type Locator, type Page } from "@playwright/test";
import { send } from "./school.ts";
import { newQuestion, openPageAs, test } from "./site.ts";

const panel = (page: Page) => page.getByRole("region", { name: /quick question/i });
const button = (page: Page, name: RegExp) => page.getByRole("button", { name });
const field = (page: Page) => page.getByRole("textbox", { name: "Your answer" });

/** Opens the dialog with its key, as soon as the screen has the key. */
async function ask(mentor: Page, text: string, choices: readonly string[] = []): Promise<void> {
  const dialog = mentor.getByRole("dialog", { name: "Ask the class" });
  await expect(async () => {
    await mentor.keyboard.press("q");
    await expect(dialog).toBeVisible({ timeout: 1000 });
  }).toPass();
  const question = dialog.getByRole("textbox", { name: "Question" });
  await expect(question).toBeFocused();
  await mentor.keyboard.type(text);
  if (choices.length > 0) await dialog.getByLabel(/^Choices/).fill(choices.join("\n"));
  // Enter alone sends nothing: the class would see half a question.
  await question.press("Enter");
  await expect(dialog.getByLabel(/^Choices/)).toBeFocused();
  await mentor.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
}

/** Whether nothing lies over the middle of it. */
const isInSight = (link: Locator) =>
  link.evaluate((link) => {
    const { left, top, width, height } = link.getBoundingClientRect();
    return link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

/** Scrolls a control wholly behind the panel, and focuses it. */
const focusBehind = (page: Page) =>
  panel(page).evaluate((panel) => {
    const around = panel.getBoundingClientRect();
    for (const control of document.querySelectorAll<HTMLElement>("main a, main button")) {
      const before = control.getBoundingClientRect();
      if (before.width === 0) continue;
      scrollBy({ top: before.top - around.top - 10, behavior: "instant" });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const isBehind = left >= around.left && right <= around.right && top >= around.top &&
        bottom <= around.bottom;
      if (isBehind) return control.focus({ preventScroll: true });
    }
    throw new Error("No control can be behind the panel.");
  });

test("a mentor asks the class, and students answer without losing what they type", async ({ browser, site }) => {
  const mentor = await openPageAs(browser, site, "Asha Rao");
  const student = await openPageAs(browser, site, "Ravi Kumar");
  const phone = await openPageAs(browser, site, "Zoya Khan", {
    viewport: { width: 360, height: 740 },
  });
  await Promise.all([
    mentor.goto("/mentor/class"),
    student.goto("/doubts"),
    phone.goto("/dashboard"),
  ]);
  for (const page of [mentor, student, phone]) {
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
  }
  const search = student.getByRole("searchbox", { name: "Search" });
  await search.pressSequentially("poi");

  // The form is loaded before it is wanted, so a mentor may type right after the key.
  await mentor.mouse.move(300, 300);
  const hasForm = () =>
    performance.getEntriesByType("resource").some(({ name }) => /\/ask-.*\.js/.test(name));
  await expect.poll(() => mentor.evaluate(hasForm)).toBe(true);
  await mentor.keyboard.press("q");
  await mentor.keyboard.type("What is it?");
  const dialog = mentor.getByRole("dialog", { name: "Ask the class" });
  await expect(dialog.getByRole("textbox", { name: "Question" })).toHaveValue("What is it?");
  await mentor.keyboard.press("ControlOrMeta+A");
  await mentor.keyboard.press("Delete");
  await mentor.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await ask(mentor, "What is 7 / 2 in C++?", ["*3", "3.5", "4"]);
  await expect(panel(mentor)).toContainText("0 answers");
  // Who types only sees a button, and keeps the focus.
  await expect(button(student, /^Quick question$/)).toBeVisible();
  await expect(panel(student)).toBeHidden();
  await student.keyboard.type("nters");
  await expect(search).toHaveValue("pointers");
  await button(student, /^Quick question$/).click();
  await panel(student).getByRole("button", { name: "3.5" }).click();
  await expect(button(student, /: answered/)).toBeVisible();
  await expect(search).toBeFocused();
  await panel(phone).getByRole("button", { name: "3", exact: true }).click();
  await expect(panel(mentor)).toContainText("2 answers");
  // The answer is changed with the keyboard.
  await search.blur();
  await student.keyboard.press("q");
  await expect(panel(student).getByRole("button", { name: "3", exact: true })).toBeFocused();
  await student.keyboard.press("Enter");
  await expect(panel(mentor).getByRole("listitem").filter({ hasText: "(right)" }))
    .toContainText("2");
  await expect(panel(student)).toBeHidden();
  await panel(mentor).getByRole("button", { name: "Show the class the result" }).click();
  await expect(panel(phone)).toContainText("(your answer)");
  await expect(panel(phone)).toContainText("(right)");
  await expect(panel(student)).toContainText("2 answers");
  await panel(student).getByRole("button", { name: "Put it away" }).click();

  // In words: an answer that is not sent stays, and the notification leads to it.
  await ask(mentor, "What is unclear?");
  await field(student).fill("Dangling");
  await field(student).press("Escape");
  await expect(panel(student)).toBeHidden();
  await student.getByRole("button", { name: /^Notifications/ }).click();
  await student.getByRole("link", { name: /What is unclear\?/ }).click();
  await expect(field(student)).toBeFocused();
  await expect(field(student)).toHaveValue("Dangling");
  expect(new URL(student.url()).pathname).toBe("/doubts");
  await field(student).press("Enter");
  await expect(button(student, /: answered/)).toBeVisible();
  // The button stands over nothing at the end of the page.
  const last = student.getByRole("contentinfo").getByRole("link").last();
  await last.focus();
  await expect.poll(() => isInSight(last)).toBe(true);
  // The panel gives way when the focus comes to a control behind it.
  await field(phone).fill("dangling");
  await focusBehind(phone);
  await expect(panel(phone)).toBeHidden();
  await button(phone, /^Quick question$/).click();
  await expect(field(phone)).toHaveValue("dangling");
  await field(phone).fill("dangling.");
  await field(phone).press("Enter");
  await expect(panel(mentor).getByRole("listitem").first()).toContainText("2");
  await panel(mentor).getByRole("button", { name: "Close it" }).click();
  await expect(panel(student)).toBeHidden();
  await panel(mentor).getByRole("button", { name: "Show the class the result" }).click();
  await expect(panel(phone)).toContainText("2 answers");
});

test("a link to a quick question that is over says so once, also when another one is asked", async ({ browser, site }) => {
  const [mentor, student] = [
    await openPageAs(browser, site, "Asha Rao"),
    await openPageAs(browser, site, "Ravi Kumar"),
  ];
  await mentor.goto("/mentor/class");
  await student.goto("/doubts?poll=01a20aea-6b1e-7331-9a95-8af155378fb1");
  const over = student.getByText("This quick question is over.");
  await expect(over).toBeVisible();
  await expect(over).toHaveCount(0);
  await ask(mentor, "Which loop runs at least once?");
  await expect(panel(student)).toBeVisible();
  expect(await over.count(), "a notice that leaves later").toBe(0);
  expect(new URL(student.url()).search).toBe("");
  await panel(mentor).getByRole("button", { name: "Close it" }).click();
});

/** Returns the controls of the main part that are in the window, but behind the panel. */
const controlsBehind = (page: Page) =>
  page.evaluate(() => {
    const panel = [...document.querySelectorAll("section")]
      .find((one) => /quick question/i.test(one.getAttribute("aria-label") ?? ""));
    const top = panel?.parentElement?.getBoundingClientRect().top ?? 0;
    return [...document.querySelectorAll<HTMLElement>("main a, main button, main label, footer a")]
      .filter((one) => one.getBoundingClientRect().width > 1)
      .filter((one) => {
        one.scrollIntoView({ block: "nearest", behavior: "instant" });
        return one.getBoundingClientRect().bottom > top + 1;
      }).map((one) => one.innerText);
  });

test("the panel takes room of its own: no control of a workspace, a triage or a phone's page is behind it", async ({ browser, site }) => {
  const id = await newQuestion(site, "Add two numbers");
  const testCases = [{ input: "2 3", output: "5" }, { input: "0 0", output: "0" }];
  await send(site, "Asha Rao", `/assignments/${id}`, { testCases }, "PUT");
  const handedIn = { responseStatus: "solved", studentSolution: "int main() {}" };
  await send(site, "Zoya Khan", `/assignments/${id}/status`, handedIn, "PUT");
  const asked = { text: "What is 7 / 2?", options: ["3", "3.5", "4"] };
  const { _id: poll } = await send(site, "Asha Rao", "/polls", asked);
  const student = await openPageAs(browser, site, "Ravi Kumar");
  await student.goto(`/assignments/${id}`);
  await expect(panel(student)).toBeVisible();
  const workspace = student.getByRole("region", { name: "Workspace" });
  await expect(workspace.getByRole("button", { name: /^Run/ }).first()).toBeVisible();
  for (const [width, height] of [[1366, 768], [1024, 768], [1920, 1080], [360, 740]] as const) {
    await student.setViewportSize({ width, height });
    await expect.poll(() => controlsBehind(student), { message: `at ${width} px` }).toEqual([]);
  }
  await student.setViewportSize({ width: 1366, height: 768 });
  await student.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  const [own, other] = [await panel(student).boundingBox(), await workspace.boundingBox()];
  expect((other?.y ?? 0) + (other?.height ?? 0)).toBeLessThanOrEqual((own?.y ?? 0) + 1);

  const mentor = await openPageAs(browser, site, "Asha Rao");
  await mentor.setViewportSize({ width: 1366, height: 768 });
  await mentor.goto("/solutions?view=triage");
  await expect(mentor.getByLabel("Mentor Comment")).toBeVisible();
  await expect(panel(mentor)).toBeVisible();
  await expect.poll(() => controlsBehind(mentor)).toEqual([]);
  await mentor.getByText("not approved", { exact: true }).click();
  await expect(mentor.getByRole("radio", { name: "not approved", exact: true })).toBeChecked();
  await mentor.close();
  // Journeys after this one find no open question, which would take a part of a phone's page.
  await send(site, "Asha Rao", `/polls/${poll}/close`, {}, "PUT");
  await expect(panel(student)).toHaveCount(0);
});
