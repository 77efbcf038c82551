/**
 * Announcements, briefings and messages: with the keyboard alone, prepared for another day, live on
 * open screens, and without a connection.
 */
import { type Browser, expect, type Page } from "@playwright/test";
import { keysOf } from "./keyboard.ts";
import { button, expectNotice, go, heading, send } from "./school.ts";
import { callApi, isLive, newQuestion, openPageAs, type Site, test } from "./site.ts";

const panel = (page: Page) => page.locator("#panel");

test("a mentor creates, corrects and deletes an announcement, and a visitor's page updates live @main", async ({ browser, site }) => {
  const guest = await openPageAs(browser, site, null);
  const before = (await callApi(site, "", "/messages/announcement")).length;
  const count = (many: number) =>
    expect(guest.getByRole("heading", { name: /^Announcements/ }))
      .toHaveText(`Announcements${many}${many === 1 ? " announcement" : " announcements"}`);
  await guest.goto("/");
  await count(before);
  await button(guest, /^Show Section ?: Announcements$/).click();
  const section = guest.getByRole("region", { name: "Recent Announcements" });
  const place = async () => (await section.boundingBox())?.y;
  await expect.poll(place, "at the top, below the bar").toBeLessThan(100);
  let loads = 0;
  guest.on("load", () => loads++);
  const seen = guest.getByRole("row").filter({ hasText: "Quiz on" });

  const page = await openPageAs(browser, site, "Asha Rao");
  const keys = keysOf(page);
  await keys.open("/mentor");
  await keys.press(button(page, "Create Announcement"));
  await keys.write(panel(page).getByLabel("Subject"), "Quiz on Tuesday");
  await keys.press(panel(page).getByRole("button", { name: "Create Announcement" }));
  const text = panel(page).getByLabel("Message");
  await expect(text, "what is wrong has the focus").toBeFocused();
  const long = `It is on pointers. ${"Bring a pencil and some paper. ".repeat(4)}It begins at ten.`;
  await page.keyboard.type(long);
  await keys.write(panel(page).getByLabel("Links (optional)"), " https://class.test/quiz , ,");
  await page.keyboard.press("Enter");
  await expectNotice(page, "Announcement created successfully!");
  const made = page.getByRole("region", { name: "Notifications" }).getByRole("link");
  await expect(made, "the way to it").toHaveAttribute("href", "/");
  await keys.keepsPlace();
  await expect(seen).toContainText("Quiz on Tuesday");
  await count(before + 1);
  await expect(guest.getByRole("columnheader")).toHaveText(["Subject", "Message", "Date", "Link"]);
  await expect(seen.getByRole("link")).toHaveAttribute("href", /^https:\/\/class\.test\/quiz/);
  await expect(seen).toContainText(`${long.slice(0, 100)}...`);
  await expect(seen).not.toContainText("It begins at ten.");

  await keys.open("/");
  const row = page.getByRole("row").filter({ hasText: "Quiz on" });
  await keys.press(row.getByRole("button", { name: /^See More/ }));
  await expect(row.getByRole("button", { name: /^Show Less/ })).toBeFocused();
  await expect(row).toContainText("It begins at ten.");
  await keys.to(row.getByRole("link"));
  const edit = row.getByRole("button", { name: /^Edit/ });
  await keys.press(edit);
  const dialog = page.getByRole("dialog", { name: "Edit Announcement" });
  await expect(dialog.getByLabel("Subject")).toBeFocused();
  await keys.write(dialog.getByLabel("Subject"), "Quiz on Friday");
  await keys.press(button(page, "Discard my changes"));
  await expect(dialog.getByLabel("Subject")).toBeFocused();
  await keys.write(dialog.getByLabel("Subject"), "Quiz on Monday");
  await keys.press(button(page, "Save"));
  await expectNotice(page, "Announcement edited successfully!");
  await expect(row).toContainText("Quiz on Monday");
  await expect(edit).toBeFocused();
  await expect(seen).toContainText("Quiz on Monday");

  await keys.press(row.getByRole("button", { name: /^Delete/ }));
  const confirm = page.getByRole("dialog", { name: "Delete announcement" });
  await keys.press(confirm.getByRole("button", { name: "Delete" }));
  await expect(row).toHaveCount(0);
  await keys.keepsPlace();
  await expect(seen).toHaveCount(0);
  await count(before);
  expect(loads, "the visitor's page was never loaded again").toBe(0);
});

async function noBriefing(site: Site): Promise<void> {
  for (const { _id } of await callApi(site, "", "/dailyBriefing/recent")) {
    await callApi(site, "Asha Rao", `/dailyBriefing/${_id}`, { method: "DELETE" });
  }
}

test("a volunteer writes the briefing, a mentor corrects it, in two places, and deletes it @main", async ({ browser, site }) => {
  await noBriefing(site);
  const guest = await openPageAs(browser, site, null);
  await guest.goto("/");
  await button(guest, /^Show Section ?: Class Briefings$/).click();
  await expect(guest.getByText("No briefings available.")).toBeVisible();
  const volunteer = await openPageAs(browser, site, "Meena Das");
  const hers = keysOf(volunteer);
  await hers.open("/dashboard");
  await hers.press(button(volunteer, "Create/Update Briefing"));
  await hers.write(panel(volunteer).getByLabel("Summary"), "We met maps.");
  await hers.write(panel(volunteer).getByLabel("Class Questions"), "1. What is a key?");
  await hers.write(panel(volunteer).getByLabel("Homework Questions"), "Count words.");
  await hers.press(button(volunteer, "Create Briefing"));
  await expectNotice(volunteer, "Briefing created successfully!");
  await hers.keepsPlace();
  const card = guest.getByRole("article");
  await expect(card).toContainText("We met maps.");
  await expect(panel(volunteer).getByRole("button", { name: "Delete" })).toHaveCount(0);

  const page = await openPageAs(browser, site, "Asha Rao");
  const keys = keysOf(page);
  await keys.open("/mentor");
  await keys.press(button(page, "Create/Update Briefing"));
  await keys.write(panel(page).getByLabel("Summary"), "We met maps and sets.");
  await keys.press(button(page, "Update Briefing"));
  await expectNotice(page, "Daily briefing updated successfully!");
  const edit = button(page, "Edit");
  await expect(edit, "in the place of the form").toBeFocused();
  await page.keyboard.press("Enter");
  await expect(panel(page).getByLabel("Summary"), "in the place of the button").toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Twice.");
  // Meanwhile the volunteer saves her version.
  await hers.back(panel(volunteer).getByLabel("Summary"));
  await volunteer.keyboard.press("Control+End");
  await volunteer.keyboard.type(" Thrice.");
  await volunteer.keyboard.press("Control+Enter");
  await expectNotice(volunteer, "Briefing updated successfully!");
  await expect(panel(page).getByText("Somebody has saved this briefing in the meantime."))
    .toBeVisible();
  await keys.pressBack(button(page, "Use the newer version"));
  await expect(button(page, "Put my text back")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(panel(page).getByLabel("Summary")).toBeFocused();
  await expect(panel(page).getByLabel("Summary")).toHaveValue(/Twice/);
  await page.keyboard.press("Control+Enter");
  await expect(edit).toBeFocused();

  await keys.open("/");
  const again = button(page, /^Edit the briefing of/);
  await keys.press(again);
  const dialog = page.getByRole("dialog", { name: /^Edit Briefing/ });
  await keys.write(dialog.getByLabel("Homework Questions"), "Count letters.");
  await keys.press(dialog.getByRole("button", { name: "Save" }));
  await expectNotice(page, "Briefing updated successfully!");
  await expect(again).toBeFocused();
  const form = panel(volunteer);
  await form.getByLabel("Summary").fill("We met sets only.");
  await keys.open("/mentor");
  await keys.press(button(page, "Create/Update Briefing"));
  await keys.press(button(page, "Delete"));
  await keys.press(page.getByRole("dialog").getByRole("button", { name: "Delete" }));
  await expectNotice(page, "Daily briefing deleted successfully!");
  await expect(guest.getByText("No briefings available."), "live").toBeVisible();
  await expect(panel(page).getByRole("heading", { name: "Create Briefing" })).toBeVisible();
  await keys.keepsPlace();

  // A text for the deleted briefing stays, and is published only when that is asked for.
  await expect(form.getByText("Somebody has deleted this briefing.")).toBeVisible();
  await form.getByLabel("Summary").press("Control+Enter");
  await expect(form.getByRole("alert").filter({ hasText: "Your text is still here." }))
    .toBeVisible();
  await expect(guest.getByText("No briefings available.")).toBeVisible();
  await form.getByRole("button", { name: "Publish as new" }).click();
  await expect(card).toContainText("We met sets only.");
  await noBriefing(site);

  // A draft of the day before, as the form has kept it, is offered with its day.
  await volunteer.evaluate(({ me, draft }) => {
    const before = new Date(Date.now() - 48 * 3_600_000).toISOString().slice(0, 10);
    localStorage.setItem(`draft:${me}:briefing:${before}`, JSON.stringify(draft));
  }, {
    me: (site.people["Meena Das"]?.user as { _id: string })._id,
    draft: {
      classSummary: "Started at 23:50.",
      classQuestions: "",
      homeworkQuestions: "",
      base: 0,
    },
  });
  await volunteer.goto("/dashboard?panel=briefing");
  await expect(form.getByText(/^You began a briefing on /)).toBeVisible();
  await expect(form.getByLabel("Summary")).toHaveValue("");
  await form.getByRole("button", { name: "Use it for today" }).click();
  await expect(form.getByLabel("Summary")).toHaveValue("Started at 23:50.");
  await expect(form.getByText(/^You began a briefing on /)).toHaveCount(0);
});

test("a mentor's personal message reaches nobody but its recipient, who finds it and answers @main", async ({ browser, site }) => {
  const student = await openPageAs(browser, site, "Zoya Khan");
  const other = await openPageAs(browser, site, "Ravi Kumar");
  for (const one of [student, other]) {
    await one.goto("/dashboard?panel=messages");
    await isLive(one);
  }
  const page = await openPageAs(browser, site, "Vikram Shah");
  const keys = keysOf(page);
  await keys.open("/mentor");
  await keys.press(button(page, "Create Message"));
  await keys.write(panel(page).getByLabel("Subject"), "Your maps");
  await keys.write(panel(page).getByLabel("Message"), "See me on Thursday.");
  const form = panel(page).locator("form");
  await keys.pick(form.getByRole("radio", { name: "personal" }), form);
  await keys.press(panel(page).getByRole("button", { name: "Create Message" }));
  const choose = button(page, "Select Recipients");
  await expect(choose, "what is wrong has the focus").toBeFocused();
  await expectNotice(page, "Please select at least one recipient for a personal message.");
  await page.keyboard.press("Enter");
  const picker = page.getByRole("dialog", { name: "Select Recipients" });
  await expect(picker.getByRole("searchbox")).toBeFocused();
  await expect(picker.getByText("Asha Rao")).toBeVisible();
  await page.keyboard.type("zoya");
  await keys.tick(picker.getByRole("checkbox", { name: /Zoya Khan/ }));
  await keys.press(picker.getByRole("button", { name: "Select", exact: true }));
  await expectNotice(page, "Recipients selected.");
  await expect(choose).toBeFocused();
  await keys.back(button(page, "Remove Zoya Khan"));
  await page.keyboard.press("Enter");
  await expect(button(page, "Remove Zoya Khan")).toHaveCount(0);
  await keys.keepsPlace();
  await keys.press(choose);
  await page.keyboard.type("zoya");
  await keys.tick(picker.getByRole("checkbox", { name: /Zoya Khan/ }));
  // Enter takes a person, and does not send the message to those who are chosen so far.
  await keys.press(picker.getByRole("button", { name: "Select", exact: true }));
  await keys.press(choose);
  await expect(picker.getByText("Asha Rao")).toBeVisible();
  await page.keyboard.type("asha");
  await page.keyboard.press("Enter");
  await expect(picker.getByText("2 selected")).toBeVisible();
  await expect(picker.getByRole("searchbox")).toHaveValue("");
  await page.keyboard.type("asha");
  await keys.tick(picker.getByRole("checkbox", { name: /Asha Rao/ }));
  await expect(picker.getByText("1 selected")).toBeVisible();
  await keys.press(picker.getByRole("button", { name: "Select", exact: true }));
  await keys.write(panel(page).getByLabel("Links (optional)"), "https://class.test/maps");
  await page.keyboard.press("Enter");
  await expectNotice(page, "Message sent successfully!");
  await keys.keepsPlace();

  await expect(student.getByRole("link", { name: /Your maps/ })).toBeVisible();
  // The other student gets a later message, and has still not got the personal one.
  const letter = { subject: "To all", body: "Bring your laptops.", links: [] };
  await send(site, "Vikram Shah", "/messages", { ...letter, isPublic: true, recipients: [] });
  await expect(other.getByRole("link", { name: /To all/ })).toBeVisible();
  await expect(other.getByRole("link", { name: /Your maps/ })).toHaveCount(0);

  const hers = keysOf(student);
  await hers.open("/messages");
  await hers.write(student.getByLabel("Sender name"), "vikram");
  await hers.back(student.getByRole("tab", { name: "All" }));
  await student.keyboard.press("ArrowRight");
  await expect(student.getByRole("tab", { name: "Personal" })).toBeFocused();
  const personal = student.getByRole("tabpanel", { name: "Personal" });
  await hers.press(personal.getByRole("link", { name: /Your maps/ }));
  await expect(heading(student, "Your maps")).toBeFocused();
  const theirs = student.url();
  const message = student.getByRole("article");
  await expect(message.getByText("Personal", { exact: true })).toBeVisible();
  await expect(message).toContainText("See me on Thursday.");
  await expect(message.getByRole("definition").nth(0)).toContainText("Vikram Shah");
  await expect(message.getByRole("definition").nth(1)).toHaveText("You");
  await hers.to(student.getByRole("link", { name: /^class\.test/ }));
  await hers.pressBack(student.getByRole("link", { name: "Back to messages" }));
  await expect(heading(student, "Messages")).toBeFocused();
  // A message that was begun before is still there when the answer is written.
  await hers.press(student.getByRole("link", { name: "Send Message" }));
  await hers.write(panel(student).getByLabel("Message"), "I will be there.");
  await go(student, new URL(theirs).pathname);
  await hers.press(student.getByRole("link", { name: "Reply" }));
  await expect(panel(student).getByLabel("Subject")).toHaveValue("Re: Your maps");
  await expect(panel(student).getByLabel("Message")).toHaveValue("I will be there.");
  await expect(panel(student).getByLabel("personal")).toBeChecked();
  await expect(panel(student).getByRole("group", { name: "Recipients" }))
    .toContainText("Vikram Shah");
  await hers.write(panel(student).getByLabel("Subject"), "Thursday");
  await student.keyboard.press("Enter");
  await expectNotice(student, "Message sent successfully!");
  await hers.keepsPlace();
  await hers.pressBack(button(student, "View All Messages"));
  await hers.press(panel(student).getByRole("link", { name: /I will be there/ }));
  await expect(heading(student, "Thursday")).toBeFocused();
  await expect(student.getByRole("link", { name: "Reply" }), "to oneself").toHaveCount(0);
});

async function visitor(browser: Browser, site: Site): Promise<Page> {
  return await openPageAs(browser, site, null);
}

async function show(page: Page, section: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^Show Section ?: ${section}$`) }).click();
}

test("a mentor prepares an announcement, a question and a briefing; each appears at its time, or when published @main", async ({ browser, site }) => {
  const [guest, mentor] = [
    await visitor(browser, site),
    await openPageAs(browser, site, "Asha Rao"),
  ];
  const tomorrow = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T18:00`;
  await guest.goto("/home");
  await show(guest, "Announcements");
  const notice = (text: string) => guest.getByRole("row").filter({ hasText: text });

  await mentor.goto("/mentor?panel=announcement");
  const form = panel(mentor);
  await form.getByLabel("Subject").fill("Exam on Friday");
  await form.getByLabel("Message").fill("Bring a pencil.");
  await form.getByLabel("Appears (optional)").fill("2020-01-01T08:00");
  await form.getByRole("button", { name: "Schedule Announcement" }).click();
  await expect(form.getByText("The time to appear must be in the future.").first()).toBeVisible();
  await form.getByLabel("Appears (optional)").fill(tomorrow);
  await form.getByRole("button", { name: "Schedule Announcement" }).click();
  await expect(mentor.getByText(/^Scheduled for /)).toBeVisible();
  await form.getByRole("link", { name: "Scheduled" }).click();
  const row = (name: string) => form.getByRole("listitem").filter({ hasText: name });
  await expect(row("Exam on Friday")).toBeVisible();

  // A question that nobody has yet, for the same time.
  const _id = await newQuestion(site, "Sum of digits", { tag: null });
  await send(site, "Asha Rao", `/assignments/${_id}/distribution`, {
    distributionTag: "hw",
    appearsAt: tomorrow,
  }, "PUT");
  await expect(row("Sum of digits")).toBeVisible();
  await row("Sum of digits").getByRole("button", { name: /^Edit/ }).click();
  const dialog = mentor.getByRole("dialog");
  await dialog.getByLabel("Appears").fill(tomorrow.replace("18:00", "18:30"));
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row("Sum of digits").getByText(/6:30/)).toBeVisible();

  await form.getByRole("button", { name: "Schedule one for another day" }).click();
  for (const label of ["Summary", "Class Questions", "Homework Questions"]) {
    await dialog.getByLabel(label).fill("Recursion.");
  }
  await dialog.getByRole("button", { name: "Schedule Briefing" }).click();
  await expect(dialog.getByText("Choose the time at which it appears.").first()).toBeVisible();
  await dialog.getByLabel("Appears").fill(tomorrow);
  await dialog.getByRole("button", { name: "Schedule Briefing" }).click();
  await expect(row("Recursion.")).toBeVisible();
  await row("Recursion.").getByRole("button", { name: /^Delete/ }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(row("Recursion.")).toHaveCount(0);

  await row("Exam on Friday").getByRole("button", { name: /^Edit/ }).click();
  await dialog.getByLabel("Message").fill("Bring two pencils.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row("Bring two pencils.")).toBeVisible();
  await expect(notice("Exam on Friday")).toHaveCount(0);
  await row("Exam on Friday").getByRole("button", { name: /^Publish now/ }).click();
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await expect(notice("Bring two pencils.")).toBeVisible();
  await expect(row("Exam on Friday")).toHaveCount(0);

  // The time comes while the screens are open.
  const soon = new Date(Date.now() + 10_000).toISOString();
  await send(site, "Asha Rao", `/assignments/${_id}`, { appearsAt: soon }, "PUT");
  await show(guest, "Homework & Classwork");
  await expect(guest.getByRole("heading", { name: "Sum of digits" })).toBeVisible();
  await expect(row("Sum of digits")).toHaveCount(0);
});
