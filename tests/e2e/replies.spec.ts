/** A reply: live on other screens, without a network, sent too fast, and after a slow claim. */
import { expect, type Page, type Route } from "@playwright/test";
import postgres from "postgres";
import { expectNoViolations } from "./axe.ts";
import { expectKept, send } from "./school.ts";
import { callApi, isLive, newDoubt, openPageAs, test } from "./site.ts";

test("a reply arrives in the student's open thread and in everybody's list, without a reload @main", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "My loop prints one element too many.");
  const [student, mentor, classmate] = [
    await openPageAs(browser, site, "Ravi Kumar"),
    await openPageAs(browser, site, "Asha Rao"),
    await openPageAs(browser, site, "Zoya Khan"),
  ];
  await student.goto(`/doubts/${id}`);
  await mentor.goto(`/doubts/${id}`);
  const field = mentor.getByLabel("Your reply");
  await classmate.goto("/doubts");
  const card = classmate.locator("main a", { hasText: "one element too many" }).first();
  await expect(card).toBeVisible();
  await isLive(student);
  await expect(student.getByText(/Asha Rao/).first()).toBeVisible();
  await expect(student.getByText(/^\d+(st|nd|rd|th) in line · \d mentors? here/)).toBeVisible();
  await expect(student.getByRole("button", { name: "Mark as Resolved" })).toHaveCount(0);
  let reloads = 0;
  student.on("load", () => reloads++);

  await field.pressSequentially("Compare with ");
  await expect(student.getByText(/Asha Rao is typing/)).toBeVisible();
  await mentor.getByLabel("Your reply").fill("Compare with `i < n`.");
  await mentor.getByLabel("Your reply").press("Control+Enter");

  await expect(student.getByRole("log").getByText("Compare with")).toBeVisible();
  await expect(student.getByRole("log").locator("code")).toHaveText("i < n");
  await expect(student.locator(".badge", { hasText: /^replied$/ })).toBeVisible();
  await expect(mentor.getByRole("log").getByText("Compare with")).toHaveCount(1);
  await expect(classmate.locator("main .badge", { hasText: /^replied$/ }).first()).toBeVisible();

  await expect(student.getByText(/in line/)).toHaveCount(0);
  // It can be undone, and it is sent when the page is left.
  const resolve = student.getByRole("button", { name: "Mark as Resolved" });
  await resolve.click();
  await student.getByRole("button", { name: "Undo" }).click();
  await expect(resolve).toBeVisible();
  await resolve.click();
  await expect(student.getByRole("button", { name: "Undo" })).toBeFocused();
  await expect(student.getByLabel("What is still unclear?")).toHaveCount(0);
  await student.getByRole("link", { name: "Doubts" }).first().click();
  await expect(mentor.getByText("This doubt has been resolved")).toBeVisible();
  await expect(mentor.getByLabel("Your reply")).toHaveCount(0);
  expect(reloads).toBe(0);

  // In the lists, a reply is marked as new for its student alone, until it was seen.
  const next = await newDoubt(site, "Ravi Kumar", "How long is an empty string?");
  const cardOf = (page: Page) => page.locator("main a", { hasText: "an empty string" });
  for (const page of [student, classmate]) await expect(cardOf(page)).toBeVisible();
  await send(site, "Asha Rao", `/doubts/${next}/reply`, { reply: "Its size is 0." }, "PUT");
  await expect(cardOf(student)).toContainText("(new)");
  await expect(cardOf(classmate)).toContainText("replied");
  await expect(cardOf(classmate), "nobody told her about it").not.toContainText("(new)");
  await cardOf(student).click();
  await expect(student.getByRole("log").getByText("Its size is 0.")).toBeVisible();
  await student.goBack();
  await expect(cardOf(student)).toBeVisible();
  await expect(cardOf(student)).not.toContainText("(new)");

  // What is typed survives a reload.
  await mentor.goto(`/doubts/${next}`);
  await field.fill("A draft.");
  await expectKept(mentor, "A draft.");
  await mentor.reload();
  await expect(field).toHaveValue("A draft.");
  // One key takes back what was sent: it is a draft again, and readers see it go.
  const log = mentor.getByRole("log");
  await student.goto(`/doubts/${next}`);
  await field.fill("An accident.");
  await mentor.getByRole("button", { name: "Send Reply" }).click();
  await expect(student.getByRole("log").getByText("An accident.")).toBeVisible();
  await expect(mentor.getByText("Reply sent.")).toBeVisible();
  await expect(field).toHaveValue("");
  await mentor.keyboard.press("u");
  await expect(field).toHaveValue("An accident.");
  for (const page of [mentor, student]) {
    await expect(page.getByRole("log").getByText("An accident.")).toHaveCount(0);
  }
  await field.fill("");
  await expect.poll(() => mentor.evaluate(() => JSON.stringify({ ...localStorage })))
    .not.toContain("An accident.");
  // A follow-up, too: the focus goes with its text, from the entry that is gone into the field.
  await student.getByRole("button", { name: "Ask Again" }).click();
  const again = student.getByLabel("What is still unclear?");
  await again.fill("Is it 0?");
  await student.getByRole("button", { name: "Send Follow-up" }).press("Enter");
  await expect(student.getByText("Follow-up sent.")).toBeVisible();
  await student.keyboard.press("u");
  await expect(again).toHaveValue("Is it 0?");
  await expect(again).toBeFocused();
  await again.fill("");
  // The author edits the newest text, and staff see how it was before.
  await log.getByRole("button", { name: "Edit" }).click();
  await expect(mentor.getByLabel("Your text")).toBeFocused();
  await mentor.getByLabel("Your text").fill("Its size is `0`.");
  await mentor.keyboard.press("Control+Enter");
  await expect(log.getByRole("button", { name: "Edit" })).toBeFocused();
  for (const page of [mentor, student]) {
    await expect(page.getByRole("log").locator("code")).toHaveText("0");
    await expect(page.getByRole("log").getByText("edited", { exact: true })).toBeVisible();
  }
  await log.getByRole("button", { name: "Edit" }).click();
  await log.getByText("Earlier versions").click();
  await expect(log.getByRole("group").getByText("Its size is 0.")).toBeVisible();
  await expectNoViolations(mentor);
  await expect(student.getByText("Earlier versions")).toHaveCount(0);
  await log.getByRole("button", { name: "Cancel" }).click();
  // Also a reply of another tab, which was pushed without the text as written.
  const other = { reply: "From **another** tab." };
  await send(site, "Asha Rao", `/doubts/${next}/reply`, other, "PUT");
  await expect(log.getByText("From another tab.")).toBeVisible();
  await log.getByRole("button", { name: "Edit" }).last().click();
  const edited = mentor.getByLabel("Your text");
  await expect(edited).toHaveValue(other.reply);
  // The time for editing ends while the form is open: it stays, and says so when it is sent.
  const sql = postgres(site.databaseUrl, { max: 1 });
  const old = sql`now() - interval '16 minutes'`;
  await sql`update doubt_entries set created_at = ${old} where doubt_id = ${next}`;
  await sql.end();
  await mentor.reload();
  await log.getByRole("button", { name: "Edit" }).click();
  await edited.fill("Too late.");
  await send(site, "Ravi Kumar", `/doubts/${next}/followup`, { followup: "And of a null?" }, "PUT");
  await expect(log.getByText("And of a null?")).toBeVisible();
  await edited.press("Control+Enter");
  await expect(log.getByText("This reply is older than 15 minutes")).toBeVisible();
  await expect(edited).toHaveValue("Too late.");
  await log.getByRole("button", { name: "Cancel" }).click();
  await expect(edited).toHaveCount(0);
});

const REPLIES = ["First: draw the boxes.", "Second: draw the arrows.", "Third: follow them."];

test("three replies written offline arrive once each and in order when the network is back @main", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Where does my pointer point?");
  const [mentor, student] = [
    await openPageAs(browser, site, "Asha Rao"),
    await openPageAs(browser, site, "Ravi Kumar"),
  ];
  await mentor.goto(`/doubts/${id}`);
  await student.goto(`/doubts/${id}`);
  await isLive(mentor);
  await isLive(student);

  const told = mentor.getByRole("banner").getByRole("status").filter({ hasText: "unsent" });
  await expect(told).toHaveCount(0);
  site.cut();
  try {
    await expect(mentor.getByText(/Reconnecting…|as of/)).toBeVisible();
    for (const text of REPLIES) {
      await mentor.getByLabel("Your reply").fill(text);
      await mentor.getByRole("button", { name: "Send Reply" }).click();
      await expect(mentor.getByRole("log").getByText(text)).toBeVisible();
    }
    await expect(mentor.getByText("Waiting to be sent")).toHaveCount(3);
    await expect(mentor.getByText(/^as of/)).toBeVisible();
    // Every screen shows the number of unsent replies; a phone shows it, too.
    await expect(told).toHaveText("3 unsent");
    await mentor.setViewportSize({ width: 360, height: 740 });
    await expect(told).toBeVisible();
    await expect.poll(() => mentor.evaluate(() => document.documentElement.scrollWidth))
      .toBe(360);
    await mentor.setViewportSize({ width: 1280, height: 800 });
    await expect(student.getByRole("log").getByText(REPLIES[0] ?? "")).toHaveCount(0);
  } finally {
    site.mend();
  }
  await isLive(mentor);
  await expect(mentor.getByText("Waiting to be sent")).toHaveCount(0);
  await expect(told).toHaveCount(0);
  for (const text of REPLIES) {
    await expect(mentor.getByRole("log").getByText(text)).toHaveCount(1);
    await expect(student.getByRole("log").getByText(text)).toHaveCount(1);
  }
  const { conversation } = await callApi(site, "Ravi Kumar", `/doubts/${id}`);
  expect(conversation.slice(1).map((entry: { message: string }) => entry.message)).toEqual(REPLIES);
});

const SENTENCE =
  "You are writing faster than the class can read. Please wait 10 seconds; your text is kept here.";
const refusal = {
  status: 429,
  headers: { "retry-after": "10", "content-type": "application/json" },
  body: JSON.stringify({ msg: SENTENCE, code: "too-many" }),
};

test("replies sent too fast wait, and arrive once each and in order", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Why is it empty?");
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto(`/doubts/${id}`);
  await isLive(page);
  const tries: number[] = [];
  const written = Promise.withResolvers<void>();
  await page.route("**/reply", async (route: Route) => {
    const isFirst = tries.length === 0;
    tries.push(Date.now());
    if (!isFirst) return await route.continue();
    await written.promise;
    tries[0] = Date.now();
    await route.fulfill(refusal);
  });
  const replies = ["It was never filled.", "See line 3.", "Does it work now?"];
  for (const text of replies) {
    await page.getByLabel("Your reply").fill(text);
    await page.getByRole("button", { name: "Send Reply" }).click();
  }
  await expect(page.getByText("Waiting to be sent")).toHaveCount(2);
  written.resolve();
  await expect(page.getByText(SENTENCE)).toHaveCount(3);
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  await expect(page.getByText("Sending…")).toHaveCount(0);
  await expect(page.getByText(SENTENCE)).toHaveCount(0);
  const { conversation } = await callApi(site, "Ravi Kumar", `/doubts/${id}`);
  expect(conversation.slice(1).map(({ message }: { message: string }) => message)).toEqual(replies);
  // One try was refused, and after that each reply was sent once.
  expect(tries).toHaveLength(4);
  expect((tries[1] ?? 0) - (tries[0] ?? 0)).toBeGreaterThanOrEqual(9900);
});
