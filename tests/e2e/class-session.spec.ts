/**
 * A class session from its start to its results with the wall, and quick questions to the class.
 */
import { type Browser, expect, type Page } from "@playwright/test";
import { chooseForSession, endSession, send, startSession } from "./school.ts";
import { callApi, isLive, newDoubt, newQuestion, openPageAs, test } from "./site.ts";

/** Opens the wall on a computer that nobody has signed in to. */
async function openWall(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(address);
  return page;
}

test("a class session: the students' way in, the wall, and what came of it @main", async ({ browser, site }) => {
  await endSession(site);
  const [first, second] = [`Sum of a row ${Date.now()}`, `Longest word ${Date.now()}`];
  const ids = [await newQuestion(site, first), await newQuestion(site, second)];
  const [mentor, student] = [
    await openPageAs(browser, site, "Asha Rao"),
    await openPageAs(browser, site, "Ravi Kumar"),
  ];
  await student.goto("/doubts");
  await isLive(student);
  await chooseForSession(mentor, [second, first]);
  const up = mentor.getByRole("button", { name: `Move up: ${first}` });
  await up.press("Enter");
  await expect(up).toHaveAttribute("aria-disabled", "true");
  await expect(up).toBeFocused();
  await startSession(mentor);
  await expect(mentor.getByRole("region", { name: "The running class session" })).toBeFocused();
  const more = mentor.getByRole("button", { name: "+5 min", exact: true });
  await more.press("Enter");
  const remove = mentor.getByRole("button", { name: "Remove", exact: true });
  await expect(remove).toBeVisible();
  await expect(more).toBeFocused();
  await remove.press("Enter");
  await expect(mentor.getByRole("button", { name: "Questions", exact: true })).toBeFocused();

  const banner = student.getByRole("region", { name: "Class session" });
  const way = banner.getByRole("link");
  await expect(way).toHaveText("Class session: question 1 of 2");
  await banner.getByRole("button", { name: "Fold the class session away" }).click();
  await expect(way).toBeHidden();
  await banner.getByRole("button", { name: "Show the class session" }).click();
  await way.click();
  await expect(student.getByRole("heading", { level: 1 })).toContainText(first);
  const solved = { responseStatus: "solved", submissionUrl: "https://example.test/1" };
  await send(site, "Ravi Kumar", `/assignments/${ids[0]}/status`, solved, "PUT");
  await expect(way).toHaveText("Class session: question 2 of 2");
  await expect(way).toHaveAttribute("href", `/assignments/${ids[1]}`);

  await mentor.getByRole("button", { name: "Wall" }).click();
  await mentor.getByRole("combobox", { name: "Question on the wall" }).selectOption({
    label: `1. ${first}`,
  });
  await mentor.getByRole("button", { name: "Make a link" }).click();
  const field = mentor.getByRole("textbox", { name: "The address, shown only now" });
  await expect(field).toHaveValue(/#wall=/);
  const wall = await openWall(browser, await field.inputValue());
  // Where staff are signed in, the projected home shows the session without a link.
  const projected = await mentor.context().newPage();
  await projected.goto("/home?display=projector");
  await expect(projected.getByRole("heading", { name: first })).toBeVisible();
  // On a phone, the session is the first thing on a student's screen.
  const phone = await openPageAs(browser, site, "Zoya Khan", {
    viewport: { width: 360, height: 780 },
  });
  await phone.goto("/dashboard");
  const now = phone.getByRole("region", { name: "Now" });
  await expect(now).toContainText("Your class works on question 1 of 2 now.");
  await expect(now.getByRole("link", { name: /^Join the class/ })).toBeInViewport();
  await mentor.getByRole("button", { name: "Close" }).click();
  await expect(wall.getByRole("heading", { name: first })).toBeVisible();
  expect(wall.url()).not.toContain("wall=");
  // Its questions follow the session: no key pauses them.
  await wall.keyboard.press("Space");
  await expect(wall.getByText("F full screen")).toHaveText("F full screen");
  await expect(wall.getByText("Paused")).toHaveCount(0);

  const { classSession } = await callApi(site, "Asha Rao", "/class-sessions/running");
  const at = `/class-sessions/${classSession._id}`;
  const countdownAt = new Date(Date.now() + 25 * 60_000).toISOString();
  await send(site, "Asha Rao", at, { countdownAt }, "PUT");
  await expect(wall.getByRole("timer")).toContainText(/2[45]:\d\d/);
  for (
    const figure of [wall.getByRole("timer").locator("span").last(), wall.locator("dd").first()]
  ) {
    await expect(figure, "its zero has no stroke").toHaveCSS("font-family", /^"Plain zero"/);
  }
  await send(site, "Zoya Khan", `${at}/signs`, { assignmentId: ids[0], sign: "opened" });
  await expect(wall.getByText(/students? (has|have) begun/)).toBeVisible();
  await newDoubt(site, "Zoya Khan", "Where does a row end?");
  await send(site, "Asha Rao", at, { shownId: null }, "PUT");
  await expect(wall.getByText("Longest wait")).toBeVisible();
  // A quick question fills the wall, but does not hide the countdown.
  const program = Array.from({ length: 40 }, (_, at) => `int a${at} = ${at};`).join("\n");
  const option =
    "It adds all the elements that are greater than the mean of the row they are in, and then ends as";
  const options = ["A", "B", "C"].map((last) => `${option} ${last}.`);
  const asked = { text: "Which program ends?", options, rightOption: 1, program };
  const quickQuestion = await send(site, "Asha Rao", "/quick-questions", asked);
  for (const one of [wall, projected]) {
    await expect(one.getByRole("heading", { name: "Which program ends?" })).toBeVisible();
  }
  await expect(wall.getByRole("timer", { name: "Countdown" })).toBeInViewport({ ratio: 1 });
  const long = wall.getByLabel("The program");
  await expect(long).toBeInViewport({ ratio: 1 });
  const hides = (
    one: HTMLElement,
  ) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight];
  expect(await long.evaluate(hides), "all of its lines are in it").toEqual([0, 0]);
  for (const one of await wall.getByRole("listitem").all()) {
    await expect(one, "no choice is cut").toBeInViewport({ ratio: 1 });
    expect(await one.locator("span").evaluate(hides)).toEqual([0, 0]);
  }
  await send(site, "Asha Rao", `/quick-questions/${quickQuestion._id}/close`, {}, "PUT");
  for (const name of ["Zoya", "Ravi", "Meena", "Asha"]) {
    await expect(wall.getByText(name)).toHaveCount(0);
  }

  await mentor.getByRole("button", { name: "End the session" }).click();
  await mentor.getByRole("dialog").getByRole("button", { name: "End the session" }).click();
  const ended = mentor.getByRole("region", { name: "The class session is over" });
  await expect(ended.getByRole("row", { name: new RegExp(first) })).toBeVisible();
  await expect(mentor.getByRole("heading", { name: "The class session is over" })).toBeFocused();
  await expect(mentor.getByRole("button", { name: "Start class" })).toHaveCount(0);
  const past = mentor.getByRole("region", { name: "Past sessions" });
  await expect(past.getByRole("row", { name: new RegExp(first) }), "it stands above").toHaveCount(
    0,
  );
  await expect(panel(mentor), "nor does its closed question stay").toBeHidden();
  await expect(projected.getByRole("heading", { name: first })).toHaveCount(0);
  await ended.getByRole("button", { name: "Start another session" }).click();
  await expect(mentor.getByRole("button", { name: "Start class" })).toBeVisible();
  await expect(past.getByRole("row", { name: new RegExp(first) }).first()).toBeVisible();
  await expect(banner).toBeHidden();
  await expect(wall.getByText("This link to the class session has ended.")).toBeVisible();

  // A quick question without a session is on the projector of staff, and on no other one.
  const alone = { text: "Who is ready?", options: ["Yes", "No"] };
  const { _id } = await send(site, "Asha Rao", "/quick-questions", alone);
  const title = (page: Page) => page.getByRole("heading", { name: alone.text });
  await expect(title(projected)).toBeVisible();
  await send(site, "Zoya Khan", `/quick-questions/${_id}/answer`, { option: 0 }, "PUT");
  await expect(projected.getByText("1 answer")).toBeVisible();
  await expect(title(wall)).toHaveCount(0);
  await send(site, "Asha Rao", `/quick-questions/${_id}/close`, {}, "PUT");
  await expect(title(projected)).toHaveCount(0);
});

const panel = (page: Page) => page.getByRole("region", { name: /quick question/i });
const button = (page: Page, name: RegExp) => page.getByRole("button", { name });
const field = (page: Page) => page.getByRole("textbox", { name: "Your answer" });

/** Opens the dialog with its key, as soon as the screen has the key. */
async function ask(mentor: Page, text: string, choices: readonly string[] = []): Promise<void> {
  const dialog = mentor.getByRole("dialog", { name: "Ask the class" });
  await expect(async () => {
    if (!await dialog.isVisible()) await mentor.keyboard.press("q");
    await expect(dialog).toBeVisible({ timeout: 5000 });
  }).toPass();
  const question = dialog.getByRole("textbox", { name: "Question" });
  await expect(question).toBeFocused();
  await question.fill(text);
  if (choices.length > 0) await dialog.getByLabel(/^Choices/).fill(choices.join("\n"));
  // Enter alone sends nothing: the class would see half a question.
  await question.press("Enter");
  await expect(dialog.getByLabel(/^Choices/)).toBeFocused();
  await mentor.keyboard.press("Control+Enter");
  await expect(dialog).toBeHidden();
}

test("a mentor asks the class, and students answer without losing what they type @main", async ({ browser, site }) => {
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
    await isLive(page);
  }
  const search = student.getByRole("searchbox", { name: "Search" });
  await search.pressSequentially("poi");

  await ask(mentor, "What is 7 / 2 in C++?", ["*3", "3.5", "4"]);
  await expect(panel(mentor)).toContainText("0 answers");
  // Who types only sees a button, and keeps the focus.
  await expect(button(student, /^Quick question$/)).toBeVisible();
  await expect(panel(student)).toBeHidden();
  await student.keyboard.type("nters");
  await expect(search).toHaveValue("pointers");
  await button(student, /^Quick question$/).click();
  await expect(panel(student)).toBeVisible();
  await search.click();
  await expect(panel(student), "who types again needs the room").toBeHidden();
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
  await field(phone).fill("dangling");
  await phone.reload();
  await expect(field(phone)).toHaveValue("dangling");
  await field(phone).fill("dangling.");
  await field(phone).press("Enter");
  await expect(panel(mentor).getByRole("listitem").first()).toContainText("2");
  await panel(mentor).getByRole("button", { name: "Close it" }).click();
  await expect(button(student, /quick question/i)).toHaveCount(0);
  await panel(mentor).getByRole("button", { name: "Show the class the result" }).click();
  await expect(panel(phone)).toContainText("2 answers");
});
