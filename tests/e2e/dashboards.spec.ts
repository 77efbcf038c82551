/**
 * The dashboard of each role, a student's day from the next step to a reply, and a mentor's goals of
 * the week, with the keyboard alone.
 */
import { expect, type Page } from "@playwright/test";
import { keysOf } from "./keyboard.ts";
import {
  button,
  clearDoubts,
  clearReviews,
  expectNotice,
  heading,
  newcomer,
  send,
  waitForEnoughDay,
  weekdayNow,
} from "./school.ts";
import { isLive, newDoubt, newQuestion, openPageAs, test } from "./site.ts";

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true }).first();

test("the focus moves to the next row when another mentor handles the focused one", async ({ browser, site }) => {
  await Promise.all([clearDoubts(site), clearReviews(site)]);
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto("/mentor");
  const doubts = part(page, "Waiting doubts");
  await expect(doubts.getByText("No doubt is waiting.")).toBeVisible();
  await page.locator("summary", { hasText: "This week" }).click();
  const week = page.getByRole("figure").filter({ hasText: "Doubts this week" });
  await expect(week).toContainText("in total");
  const days = week.getByRole("list").first();
  await expect(days.getByText("0", { exact: true }), "a day without doubts").toHaveCount(0);
  await isLive(page);
  const first = await newDoubt(site, "Ravi Kumar", "Which edge comes first?");
  const second = await newDoubt(site, "Zoya Khan", "How long is the scroll?");
  const row = (name: string) => doubts.getByRole("link", { name: new RegExp(`${name}:`) });
  const reply = (id: string) =>
    send(site, "Vikram Shah", `/doubts/${id}/reply`, { reply: "See the book." }, "PUT");
  await expect(row("Zoya Khan")).toBeVisible();
  await send(site, "Vikram Shah", `/doubts/${first}/claim`, {});
  await expect(row("Ravi Kumar")).toContainText("Vikram Shah");
  await row("Ravi Kumar").focus();
  await reply(first);
  await expect(row("Ravi Kumar")).toHaveCount(0);
  await expect(row("Zoya Khan")).toBeFocused();
  const said = page.getByRole("status").getByText(/“Ravi Kumar.*” has left the list/);
  await expect(said, "said once").toHaveCount(1);
  await reply(second);
  await expect(doubts.getByText("No doubt is waiting.")).toBeVisible();
  await expect(doubts.getByRole("link", { name: "Triage" })).toBeFocused();

  const reviews = part(page, "Waiting solutions");
  const solution = await newQuestion(site, "Roll a scroll");
  const solved = { responseStatus: "solved", studentSolution: "int main() {}" };
  await send(site, "Zoya Khan", `/assignments/${solution}/status`, solved, "PUT");
  const waits = reviews.getByRole("link", { name: /Zoya Khan.*Roll a scroll/ });
  await expect(waits).toHaveAttribute("href", new RegExp(solution));
  await waits.focus();
  await clearReviews(site);
  await expect(reviews.getByText("Nothing is waiting for review.")).toBeVisible();
  await expect(reviews.getByRole("link", { name: "Triage" })).toBeFocused();
});

/** A date and a time of tomorrow, as the field for the class's zone takes it. */
function tomorrowAt(clock: string): string {
  const inKolkata = new Date(Date.now() + (24 + 5.5) * 60 * 60_000).toISOString();
  return `${inKolkata.slice(0, 10)}T${clock}`;
}

test("a mentor sets a due date where work is given out, and it is the student's next step", async ({ browser, site }) => {
  const question = await newQuestion(site, "Weigh a feather");
  const [mentor, student] = await Promise.all([
    openPageAs(browser, site, "Asha Rao"),
    openPageAs(browser, site, "Zoya Khan"),
  ]);
  await student.goto("/dashboard");
  const now = student.getByRole("region", { name: "Now", exact: true });
  const work = student.getByRole("region", { name: "Your work", exact: true });
  await expect(student.getByRole("link", { name: /Weigh a feather/ })).toBeVisible();
  const sideways = () =>
    work.getByRole("group", { name: "By due date" })
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await expect.poll(sideways, "the list scrolls in one direction only").toBe(0);
  await isLive(student);

  await mentor.goto("/assignments");
  const menu = mentor.getByRole("button", { name: "Change tag: Weigh a feather" });
  await mentor.getByRole("button", { name: "Due date: Weigh a feather" }).click();
  const dialog = mentor.getByRole("dialog", { name: "Due date" });
  await dialog.getByLabel("Due (optional)").fill("2020-01-01T10:00");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("The due date must be in the future.")).toBeVisible();
  await dialog.getByLabel("Due (optional)").fill(tomorrowAt("17:00"));
  await dialog.getByLabel("After the due date").selectOption("closed");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  const card = mentor.getByRole("article").filter({ hasText: "Weigh a feather" });
  await expect(card).toContainText("Created and last edited by Asha Rao");
  await expect(card.getByText("Due tomorrow, 5:00 pm")).toBeVisible();

  await expect(student.getByText("Due tomorrow, 5:00 pm").first()).toBeVisible();

  await menu.click();
  await mentor.getByRole("button", { name: "CW", exact: true }).click();
  const confirm = mentor.getByRole("dialog", { name: "Confirm Tag Change" });
  await expect(confirm.getByLabel("Due (optional)")).toHaveValue(tomorrowAt("17:00"));
  await confirm.getByRole("button", { name: "Confirm" }).click();
  await expect(now.getByText("Today's classwork")).toBeVisible();
  await expect(now).toContainText("Weigh a feather");
  await expect(now).toContainText("You have not started it yet.");
  await expect(work.getByText("Weigh a feather"), "the same work is there once").toHaveCount(0);
  const partly = { responseStatus: "partially solved", learningNotes: "Which scale?" };
  await send(site, "Zoya Khan", `/assignments/${question}/status`, partly, "PUT");
  await expect(now).toContainText("You said: partially solved.");
  await now.getByRole("link", { name: /Continue ?: Weigh a feather/ }).click();
  await expect(student.getByRole("heading", { name: "Weigh a feather" })).toBeVisible();
  await expect(student.getByText("Due tomorrow, 5:00 pm").first()).toBeVisible();

  // The questions are one place with tabs.
  await student.goto("/homework");
  await expect(student.getByRole("article").filter({ hasText: "Weigh a feather" })).toBeVisible();
  await expect(student.getByLabel("Topic")).toContainText(/Arrays \(\d+ of \d+ solved\)/);
  await student.getByRole("tab", { name: "Practice" }).click();
  await expect(student).toHaveURL(/\/practice$/);
  await expect(student.getByRole("heading", { name: "Practice" })).toBeVisible();
  await Promise.all([mentor.close(), student.context().close()]);
});

test("a stuck student sees what others asked inside the page, and a reply finds them elsewhere @main", async ({ browser, site }) => {
  const assignmentId = await newQuestion(site, "Untie a knot");
  const ask = { assignmentId, doubtText: "Which end do I pull first?" };
  const { _id } = await send(site, "Ravi Kumar", "/doubts", ask);
  const page = await openPageAs(browser, site, "Zoya Khan", {
    viewport: { width: 360, height: 740 },
  });
  // A headless browser has been denied notifications; others have not been asked yet.
  await page.addInitScript(() =>
    Object.defineProperty(Notification, "permission", { get: () => "default" })
  );
  await page.goto(`/assignments/${assignmentId}`);
  await page.mouse.move(100, 100, { steps: 3 });
  const others = page.getByRole("region", { name: "Others asked this" });
  const share = others.getByRole("button", { name: /^I have this too/ });
  await share.click();
  await expect(share).toHaveAttribute("aria-pressed", "true");
  await expect(share).toContainText("1");
  await share.click();
  await expect(share).toHaveAttribute("aria-pressed", "false");
  await others.getByRole("button", { name: /Which end do I pull first/ }).click();
  await expect(others.getByRole("log")).toContainText("Which end do I pull first?");
  await send(site, "Vikram Shah", `/doubts/${_id}/reply`, { reply: "The loose one." }, "PUT");
  await expect(others.getByRole("log")).toContainText("The loose one.");

  await page.getByRole("tab", { name: "Program" }).click();
  await page.getByRole("textbox", { name: "Your program" }).fill("// pull(left);\n");
  await page.getByRole("tab", { name: "Question" }).click();

  // The button stays in view on a phone, wherever the page is scrolled to.
  await page.evaluate(() => scrollTo(0, 0));
  const stuck = page.getByRole("button", { name: "Raise a doubt" });
  await expect(stuck).toBeInViewport();
  await stuck.click();
  const dialog = page.getByRole("dialog", { name: "Raise a doubt" });
  await dialog.getByLabel("Your doubt").fill("Which end of the rope do I pull?");
  const suggested = dialog.getByRole("button", { name: /Which end do I pull first/ });
  await expect(suggested).toBeVisible();
  // Its owner makes it private: it is neither suggested nor listed any more.
  await send(site, "Ravi Kumar", `/doubts/${_id}`, { private: true }, "PATCH");
  await expect(suggested).toHaveCount(0);
  await expect(page.getByText("Which end do I pull first?")).toHaveCount(0);
  // Those who have not run anything need help most.
  await expect(dialog.getByText("What is in your editor. It has not run yet.")).toBeVisible();
  await dialog.getByRole("button", { name: "Raise a doubt" }).click();
  const own = page.getByRole("region", { name: "Your doubts here" });
  await expect(own.getByRole("log")).toContainText("Which end of the rope do I pull?");
  await expect(own.getByText("not run yet", { exact: true })).toBeVisible();
  await expect(own.getByRole("log")).toContainText("// pull(left);");
  await expect(own.getByRole("button", { name: "Ask Again" })).toBeVisible();
  await expect(own.getByText(/^\d+(st|nd|rd|th) in line · /)).toBeVisible();

  // The response does not ask again for what the open doubt says.
  const response = page.getByRole("complementary", { name: "Your Response" });
  await response.getByLabel("Status").selectOption("having doubt");
  await expect(response.getByLabel("Describe Your Problem")).toHaveCount(0);
  await response.getByRole("button", { name: "Edit Code" }).click();
  const code = page.getByRole("dialog", { name: "Submit Code" });
  await expect(code.getByLabel("Your code")).toHaveValue("// pull(left);\n");
  await code.getByRole("button", { name: "Cancel" }).click();
  await response.getByRole("button", { name: "Save Response" }).click();
  await expect(page.getByText("Response updated successfully!")).toBeVisible();
  await expect(own.getByRole("log").getByRole("listitem")).toHaveCount(1);

  // Browser notifications are offered at the first doubt, and not again.
  const offer = own.getByRole("group", { name: "Notifications" });
  await expect(offer).toContainText("Get notified when a mentor replies?");
  await offer.getByRole("button", { name: "Not now" }).click();
  await expect(offer).toHaveCount(0);
  await page.reload();
  await expect(own.getByText(/ in line · /)).toBeVisible();
  await expect(offer).toHaveCount(0);

  await page.goto("/practice");
  await isLive(page);
  const title = await page.title();
  const link = own.getByRole("link", { name: /Open on its own page/ });
  await expect(link).toHaveCount(0);
  const { _id: mine } = await send(site, "Zoya Khan", "/doubts", {
    assignmentId,
    doubtText: "And then?",
  });
  await send(site, "Vikram Shah", `/doubts/${mine}/reply`, { reply: "Both." }, "PUT");
  await expect(page).toHaveTitle(`(1) ${title}`);
  const notice = page.getByRole("region", { name: "Notifications" });
  await expect(notice).toContainText("Vikram Shah replied to your doubt: Untie a knot");
  await notice.getByRole("link", { name: "Open" }).click();
  await expect(page.getByRole("log")).toContainText("Both.");
  await expect(page).toHaveTitle(/^Untie a knot/);
});

test("a mentor sets goals, ticks them and writes the day's update; an admin reads them @main", async ({ browser, site }) => {
  await waitForEnoughDay();
  await newcomer(site, "Gita Sen", "mentor");
  const [page, admin] = [
    await openPageAs(browser, site, "Gita Sen"),
    await openPageAs(browser, site, "Leela Nair"),
  ];
  const [keys, its] = [keysOf(page), keysOf(admin)];
  const calls: string[] = [];
  admin.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await its.open("/mentor");
  await isLive(admin);
  await its.press(admin.getByText("This week", { exact: true }));
  await keys.open("/progress");
  const add = button(page, "Add Daily Update");
  await keys.press(add);
  await expect(page.getByText("Please set a weekly goal first.")).toBeVisible();
  await keys.open("/mentor");
  const opener = button(page, "Create/Edit Weekly Goal");
  await keys.press(opener);
  const dialog = page.getByRole("dialog", { name: /Weekly Goal$/ });
  await keys.write(dialog.getByLabel("Add a goal"), "Write three tests");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Add a goal"), "for the next one").toBeFocused();
  await page.keyboard.type("Read two books");
  await page.keyboard.press("Enter");
  const lines = dialog.getByRole("listitem");
  await expect(dialog.getByLabel("Add a goal")).toHaveValue("");
  const count = await lines.count();
  await keys.back(button(page, `Remove goal ${count}`));
  await page.keyboard.press("Enter");
  await expect(lines).toHaveCount(count - 1);
  await expect(button(page, `Remove goal ${count - 1}`)).toBeFocused();
  await keys.press(button(page, "Save"));
  await expectNotice(page, "Weekly goal created successfully!");
  await expect(opener).toBeFocused();

  await keys.open("/progress");
  const box = page.getByRole("checkbox", { name: "Write three tests" });
  await keys.press(page.locator("summary", { hasText: "Why was this not completed?" }).last());
  await keys.write(page.getByLabel(/^Why was this not completed\?/).last(), "It rained.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Not completed: It rained.")).toBeVisible();
  await keys.keepsPlace();
  await keys.back(box);
  await page.keyboard.press("Space");
  await expect(box).toBeChecked();
  const kept = admin.getByRole("region", { name: "Mentors' weekly goals" })
    .getByRole("listitem").filter({ hasText: "Gita Sen" });
  await expect(kept, "live").toContainText("1 of 1 kept");
  const paths = new Set(calls.filter((path) => path.startsWith("/api/goals")));
  expect([...paths], "one call for all, not one a mentor").toEqual(["/api/goals/week"]);
  await keys.write(page.getByLabel("Add a goal"), "Rest");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("checkbox", { name: "Rest" })).toBeVisible();
  await keys.back(button(page, "Remove: Rest"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("checkbox", { name: "Rest" })).toHaveCount(0);
  await keys.keepsPlace();

  await keys.press(add);
  const day = page.getByRole("dialog", { name: "Add Daily Update" });
  await expect(day.getByLabel("Daily update")).toBeFocused();
  await page.keyboard.type("Three tests, all green.");
  const ratings = day.getByRole("group");
  await keys.pick(day.getByRole("radio", { name: /^Less Satisfied/ }), ratings);
  await keys.tick(day.getByLabel("I completed what I planned for today"));
  await keys.press(button(page, "Save"));
  await expectNotice(page, "Daily update saved successfully!");
  await expect(add).toBeFocused();
  await keys.press(button(page, "Edit"));
  await page.keyboard.press("Escape");
  await expect(button(page, "Edit")).toBeFocused();
  await keys.pressBack(button(page, "Weekly Report"));
  await expect(page.getByRole("dialog", { name: "Weekly Report" })).toBeVisible();
  await page.keyboard.press("Escape");
  await keys.press(add);
  await expect(page.getByText("Today's update already exists. Please edit your existing update."))
    .toBeVisible();
  if (weekdayNow() !== 6) {
    await keys.press(button(page, "Weekly Summary"));
    await expect(page.getByText("Weekly summary can only be added on Sunday.")).toBeVisible();
  }

  await its.press(kept.getByRole("link", { name: "Gita Sen" }));
  await expect(heading(admin, "Progress of Gita Sen")).toBeFocused();
  await expect(admin.getByText("Three tests, all green.")).toBeVisible();
  await its.press(button(admin, "Weekly Report"));
  await admin.keyboard.press("Escape");
  await expect(button(admin, "Weekly Report")).toBeFocused();
  await its.pressBack(admin.getByRole("link", { name: "All mentors" }));
  await expect(heading(admin, "Progress")).toBeFocused();
});
