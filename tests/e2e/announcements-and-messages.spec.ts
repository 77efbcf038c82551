/** Announcements, briefings, messages and goals appear live on the screens that are open. */
import { type Browser, expect, type Page } from "@playwright/test";
import { send } from "./school.ts";
import { callApi, newQuestion, openPageAs, type Site, test } from "./site.ts";

async function visitor(browser: Browser, site: Site): Promise<Page> {
  return await (await browser.newContext({ baseURL: site.url })).newPage();
}

const panel = (page: Page) => page.locator("#panel");
const close = (...pages: Page[]) => Promise.all(pages.map((page) => page.context().close()));

async function show(page: Page, section: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^Show Section ?: ${section}$`) }).click();
}

/** Counts the page's loads from now on; there should be none. */
function loads(page: Page): () => number {
  let count = 0;
  page.on("load", () => count++);
  return () => count;
}

test("a volunteer who edits a briefing is offered the version that a mentor saves meanwhile, and nothing is lost", async ({ browser, site }) => {
  const [guest, volunteer, mentor] = [
    await visitor(browser, site),
    await openPageAs(browser, site, "Meena Das"),
    await openPageAs(browser, site, "Asha Rao"),
  ];
  for (const { _id } of await callApi(site, "", "/dailyBriefing/recent")) {
    await callApi(site, "Asha Rao", `/dailyBriefing/${_id}`, { method: "DELETE" });
  }
  await guest.goto("/home");
  await show(guest, "Class Briefings");
  await expect(guest.getByText("No briefings available.")).toBeVisible();
  const reloads = loads(guest);

  await volunteer.goto("/dashboard?panel=briefing");
  const form = panel(volunteer);
  await form.getByRole("button", { name: "Create Briefing" }).click();
  await expect(form.locator("[aria-invalid=true]")).toHaveCount(3);
  await form.getByLabel("Summary").fill("We met **pointers**.");
  await form.getByLabel("Class Questions").fill("1. What is a reference?");
  await form.getByLabel("Homework Questions").fill("Draw three boxes.");
  await form.getByRole("button", { name: "Create Briefing" }).click();
  await expect(volunteer.getByText("Briefing created successfully!")).toBeVisible();
  await expect(form.getByRole("heading", { name: "Update Briefing" })).toBeVisible();
  await expect(form.getByRole("button", { name: "Delete" })).toHaveCount(0);
  const card = guest.getByRole("article");
  await expect(card.locator("strong", { hasText: "pointers" })).toBeVisible();

  await form.getByLabel("Summary").fill("We met pointers and references.");
  await mentor.goto("/mentor?panel=briefing");
  const theirs = panel(mentor);
  await expect(theirs.getByLabel("Summary")).toHaveValue("We met **pointers**.");
  await theirs.getByLabel("Summary").fill("We met pointers and arrays.");
  await theirs.getByRole("button", { name: "Update Briefing" }).click();
  await expect(mentor.getByText("Daily briefing updated successfully!")).toBeVisible();
  await expect(theirs.getByRole("heading", { name: "Today's Briefing" })).toBeVisible();
  await expect(card.getByText("We met pointers and arrays.")).toBeVisible();

  await expect(form.getByText("Somebody has saved this briefing in the meantime.")).toBeVisible();
  await expect(form.getByLabel("Summary")).toHaveValue("We met pointers and references.");
  await form.getByText("Show the newer version").click();
  await expect(form.getByText("We met pointers and arrays.")).toBeVisible();
  await form.getByRole("button", { name: "Use the newer version" }).click();
  await expect(form.getByLabel("Summary")).toHaveValue("We met pointers and arrays.");
  await form.getByRole("button", { name: "Put my text back" }).click();
  await expect(form.getByLabel("Summary")).toHaveValue("We met pointers and references.");
  await form.getByRole("button", { name: "Update Briefing" }).click();
  await expect(volunteer.getByText("Briefing updated successfully!")).toBeVisible();
  await expect(theirs.getByText("We met pointers and references.")).toBeVisible();
  await expect(card.getByText("We met pointers and references.")).toBeVisible();

  const remove = async () => {
    await theirs.getByRole("button", { name: "Delete" }).click();
    await mentor.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(guest.getByText("No briefings available.")).toBeVisible();
  };
  await form.getByLabel("Summary").fill("We met references only.");
  await remove();
  await expect(mentor.getByText("Daily briefing deleted successfully!")).toBeVisible();
  await expect(form.getByRole("heading", { name: "Create Briefing" })).toBeVisible();
  // The text stays, and is published only when that is asked for.
  await expect(form.getByText("Somebody has deleted this briefing.")).toBeVisible();
  await form.getByLabel("Summary").press("Control+Enter");
  await expect(form.getByRole("alert")).toContainText("Your text is still here.");
  await expect(guest.getByText("No briefings available.")).toBeVisible();
  await form.getByRole("button", { name: "Publish as new" }).click();
  await expect(card.getByText("We met references only.")).toBeVisible();
  await remove();
  expect(reloads()).toBe(0);

  // A draft of the day before, as the form has kept it, is offered with its day.
  await volunteer.evaluate(({ me, draft }) => {
    const before = new Date(Date.now() - 48 * 3_600_000).toISOString().slice(0, 10);
    localStorage.setItem(`draft:${me}:briefing:${before}`, JSON.stringify(draft));
  }, {
    me: (site.people["Meena Das"]?.user as { _id: string })._id,
    draft: { classSummary: "Begun at 23:50.", classQuestions: "", homeworkQuestions: "", base: 0 },
  });
  await volunteer.reload();
  await expect(form.getByText(/^You began a briefing on /)).toBeVisible();
  await expect(form.getByLabel("Summary")).toHaveValue("");
  await form.getByRole("button", { name: "Use it for today" }).click();
  await expect(form.getByLabel("Summary")).toHaveValue("Begun at 23:50.");
  await expect(form.getByText(/^You began a briefing on /)).toHaveCount(0);
  await close(guest, volunteer, mentor);
});

test("a student answers a mentor's message, and text that was already typed is kept", async ({ browser, site }) => {
  const { _id } = site.people["Zoya Khan"]?.user as { _id: string };
  const letter = { subject: "Your pointers", body: "Shall we draw them?", links: [] };
  const body = JSON.stringify({ ...letter, isPublic: false, recipients: [_id] });
  const message = await callApi(site, "Asha Rao", "/messages", { method: "POST", body });
  const zoya = await openPageAs(browser, site, "Zoya Khan");
  await zoya.goto("/dashboard?panel=message");
  const form = panel(zoya);
  await form.getByLabel("Message").fill("Yes, please.");
  await zoya.goto(`/messages/${message._id}`);
  await zoya.getByRole("link", { name: "Reply" }).click();
  await expect(form.getByLabel("Subject")).toHaveValue("Re: Your pointers");
  await expect(form.getByLabel("Message")).toHaveValue("Yes, please.");
  await expect(form.getByLabel("personal")).toBeChecked();
  await expect(form.getByRole("group", { name: "Recipients" })).toContainText("Asha Rao");
  await form.getByRole("button", { name: "Send Message" }).click();
  await expect(zoya.getByText("Message sent successfully!")).toBeVisible();
  const [newest] = await callApi(site, "Asha Rao", "/messages/personal");
  expect(newest).toMatchObject({ subject: "Re: Your pointers", body: "Yes, please." });
  await zoya.goto(`/messages/${newest._id}`);
  await expect(zoya.getByRole("article")).toContainText("Yes, please.");
  await expect(zoya.getByRole("link", { name: "Reply" })).toHaveCount(0);
  await close(zoya);
});

test("homework that is given out, and a mentor's message, appear on the open home page", async ({ browser, site }) => {
  const guest = await visitor(browser, site);
  await guest.goto("/");
  await show(guest, "Homework & Classwork");
  await expect(guest.getByRole("heading", { name: "Reverse an array" })).toBeVisible();
  const reloads = loads(guest);
  await newQuestion(site, "Rotate an array");
  await expect(guest.getByRole("heading", { name: "Rotate an array" })).toBeVisible();

  await show(guest, "Mentor Messages");
  await expect(guest.getByRole("heading", { name: "Rotate an array" })).toHaveCount(0);
  const body = JSON.stringify({
    subject: "Well done",
    body: "All of you.",
    isPublic: true,
    recipients: [],
    links: [],
  });
  await callApi(site, "Asha Rao", "/messages", { method: "POST", body });
  await expect(guest.getByRole("heading", { name: "Well done" })).toBeVisible();
  await guest.getByRole("button", { name: /^Hide Section/ }).click();
  await expect(guest.getByRole("heading", { name: "Well done" })).toHaveCount(0);
  expect(reloads()).toBe(0);
  await close(guest);
});

test("a mentor sets a goal and writes the day's update, and an admin sees both", async ({ browser, site }) => {
  const [mentor, admin] = [
    await openPageAs(browser, site, "Vikram Shah"),
    await openPageAs(browser, site, "Leela Nair"),
  ];
  await admin.goto("/progress");
  await admin.getByRole("link", { name: /Vikram Shah/ }).first().click();
  await expect(admin.getByText("No goal has been set for this week yet.")).toBeVisible();
  await mentor.goto("/progress");
  const add = mentor.getByRole("button", { name: "Add Daily Update" });
  await add.click();
  await expect(mentor.getByText("Please set a weekly goal first.")).toBeVisible();

  await mentor.getByRole("button", { name: "Set Weekly Goal" }).click();
  const goal = mentor.getByRole("dialog", { name: "Create Weekly Goal" });
  await goal.getByLabel("Add a goal").fill("   ");
  await goal.getByRole("button", { name: "Add" }).click();
  await expect(goal.getByRole("listitem")).toHaveCount(0);
  await goal.getByLabel("Add a goal").fill("Answer every doubt");
  await goal.getByRole("button", { name: "Add" }).click();
  await goal.getByLabel("Add a goal").fill("Review the arrays");
  await goal.getByRole("button", { name: "Save" }).click();
  await expect(mentor.getByText("Weekly goal created successfully!")).toBeVisible();
  await expect(admin.getByText("Review the arrays")).toBeVisible();
  await mentor.getByRole("checkbox", { name: "Answer every doubt" }).check();
  await expect(admin.getByRole("region", { name: "This week's goal" }))
    .toContainText("1 of 2 goals kept");

  await add.click();
  const day = mentor.getByRole("dialog", { name: "Add Daily Update" });
  await day.getByRole("button", { name: "Save" }).click();
  await expect(day.locator("[aria-invalid=true]")).toHaveCount(1);
  await day.getByLabel("Daily update").fill("Twelve doubts, all answered.");
  await day.getByRole("radio", { name: /^Overly Satisfied/ }).check();
  await day.getByRole("button", { name: "Save" }).click();
  await expect(mentor.getByText("Daily update saved successfully!")).toBeVisible();
  await expect(admin.getByText("Twelve doubts, all answered.")).toBeVisible();
  await add.click();
  await expect(
    mentor.getByText("Today's update already exists. Please edit your existing update."),
  ).toBeVisible();

  const isSunday = new Intl.DateTimeFormat("en", { weekday: "short", timeZone: "Asia/Kolkata" })
    .format() === "Sun";
  await mentor.getByRole("button", { name: "Weekly Summary" }).click();
  if (isSunday) await expect(mentor.getByRole("dialog")).toBeVisible();
  else await expect(mentor.getByText("Weekly summary can only be added on Sunday.")).toBeVisible();
  await close(mentor, admin);
});

test("a mentor prepares an announcement, a question and a briefing; each appears at its time, or when published", async ({ browser, site }) => {
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
  await form.getByRole("button", { name: "Prepare Announcement" }).click();
  await expect(form.getByText("The time to appear must be in the future.").first()).toBeVisible();
  await form.getByLabel("Appears (optional)").fill(tomorrow);
  await form.getByRole("button", { name: "Prepare Announcement" }).click();
  await expect(mentor.getByText(/^It is prepared, and appears /)).toBeVisible();
  await form.getByRole("link", { name: "Prepared" }).click();
  const row = (name: string) => form.getByRole("listitem").filter({ hasText: name });
  await expect(row("Exam on Friday")).toBeVisible();

  // A question that nobody has yet, for the same time.
  const _id = await newQuestion(site, "Sum of digits", { isGivenOut: false });
  await callApi(site, "Asha Rao", `/assignments/${_id}/distribution`, {
    method: "PUT",
    body: JSON.stringify({ distributionTag: "hw", appearsAt: tomorrow }),
  });
  await expect(row("Sum of digits")).toBeVisible();
  await row("Sum of digits").getByRole("button", { name: /^Edit/ }).click();
  const dialog = mentor.getByRole("dialog");
  await dialog.getByLabel("Appears").fill(tomorrow.replace("18:00", "18:30"));
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row("Sum of digits").getByText(/6:30/)).toBeVisible();

  await form.getByRole("button", { name: "Prepare one for another day" }).click();
  for (const label of ["Summary", "Class Questions", "Homework Questions"]) {
    await dialog.getByLabel(label).fill("Recursion.");
  }
  await dialog.getByRole("button", { name: "Prepare Briefing" }).click();
  await expect(dialog.getByText("Choose the time at which it appears.").first()).toBeVisible();
  await dialog.getByLabel("Appears").fill(tomorrow);
  await dialog.getByRole("button", { name: "Prepare Briefing" }).click();
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
  const soon = new Date(Date.now() + 2000).toISOString();
  await callApi(site, "Asha Rao", `/assignments/${_id}`, {
    method: "PUT",
    body: JSON.stringify({ appearsAt: soon }),
  });
  await show(guest, "Homework & Classwork");
  await expect(guest.getByRole("heading", { name: "Sum of digits" })).toBeVisible();
  await expect(row("Sum of digits")).toHaveCount(0);
  await close(guest, mentor);
});

test("a visitor's letter that the server could not take is sent when the server is back", async ({ browser, site }) => {
  const guest = await visitor(browser, site);
  await guest.goto("/contact");
  const isDown = /\/api\/contact$/;
  // The device itself stays online.
  await guest.route(isDown, (route) => route.fulfill({ status: 503, body: "" }));
  await guest.getByLabel("Name").fill("Uma Pillai");
  await guest.getByLabel("Email").fill("uma@home.test");
  await guest.getByLabel("Message").fill("Is the lab open on Sundays?");
  await guest.clock.install();
  await guest.getByRole("button", { name: "Send Message" }).click();
  const unsent = guest.getByRole("region", { name: "Not sent yet" });
  await expect(unsent.getByText("Is the lab open on Sundays?")).toBeVisible();
  await guest.clock.fastForward(25_000);
  await expect(unsent.getByRole("alert")).toBeVisible();
  await guest.unroute(isDown);
  await guest.clock.fastForward(25_000);
  await expect(unsent).toHaveCount(0);
  const [newest] = await callApi(site, "Leela Nair", "/contact");
  expect(newest).toMatchObject({ message: "Is the lab open on Sundays?" });
  await close(guest);
});

test("a mentor who edits a prepared announcement is told when it appears meanwhile, and keeps the text", async ({ browser, site }) => {
  const appearsAt = new Date(Date.now() + 86_400_000).toISOString();
  const { _id } = await send(site, "Vikram Shah", "/messages/announcement", {
    ...{ subject: "Quiz in Lab 2", body: "Ten questions.", links: [], appearsAt },
  });
  const mentor = await openPageAs(browser, site, "Asha Rao");
  await mentor.goto("/mentor?panel=prepared");
  await mentor.getByRole("button", { name: "Edit: Quiz in Lab 2" }).click();
  const dialog = mentor.getByRole("dialog");
  await dialog.getByLabel("Message").fill("Twelve questions.");
  await send(site, "Vikram Shah", `/messages/announcement/${_id}/publish`, {});
  await expect(dialog.getByText("It is not prepared any more: it has appeared, or")).toBeVisible();
  await expect(dialog.getByLabel("Message")).toHaveValue("Twelve questions.");
  // Where it is now, the text goes on.
  await mentor.goto("/home");
  await mentor.getByRole("button", { name: "Edit: Quiz in Lab 2" }).click();
  await expect(dialog.getByLabel("Message")).toHaveValue("Twelve questions.");
  await close(mentor);
});

test("an announcement stays in the dialog that edits it, even when newer ones push it off the board", async ({ browser, site }) => {
  const announce = (subject: string) =>
    send(site, "Vikram Shah", "/messages/announcement", { subject, body: "Open late.", links: [] });
  for (let lab = 1; lab <= 6; lab++) await announce(`Lab ${lab}`);
  const mentor = await openPageAs(browser, site, "Asha Rao");
  await mentor.goto("/home");
  await mentor.getByRole("button", { name: "Edit: Lab 1", exact: true }).click();
  const dialog = mentor.getByRole("dialog", { name: "Edit Announcement" });
  const message = dialog.getByLabel("Message");
  await expect(message).toHaveValue("Open late.");
  await announce("Lab 7");
  await expect(mentor.locator("tr", { hasText: "Lab 7" })).toBeAttached();
  await expect(mentor.locator("tr", { hasText: "Lab 1" })).toHaveCount(0);
  await expect(message).toHaveValue("Open late.");
  await message.fill("Open early.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(mentor.getByText("Announcement edited successfully!")).toBeVisible();
  await close(mentor);
});

test("without a connection, a visitor's second letter does not replace the first, and both arrive", async ({ browser, site }) => {
  const [guest, admin] = [
    await visitor(browser, site),
    await openPageAs(browser, site, "Leela Nair"),
  ];
  await admin.goto("/mentor?panel=contact");
  await expect(admin.getByText("Live", { exact: true })).toBeVisible();
  await guest.goto("/contact");
  const message = guest.getByLabel("Message");
  const send = guest.getByRole("button", { name: "Send Message" });
  const unsent = guest.getByRole("region", { name: "Not sent yet" });
  await guest.getByLabel("Name").fill("Uma Pillai");
  await guest.getByLabel("Email").fill("uma@home.test");
  await message.fill("Is the lab open in June?");
  await guest.context().setOffline(true);
  await send.click();
  await expect(unsent.getByText("Is the lab open in June?")).toBeVisible();
  await expect(message).toHaveValue("");
  await expect(guest.getByLabel("Name")).toHaveValue("Uma Pillai");
  await message.fill("And in July?");
  await send.click();
  await expect(unsent.getByRole("listitem")).toHaveText([/in June\?/, /And in July\?/]);
  await message.fill("A third one, begun.");
  await guest.context().setOffline(false);
  await expect(unsent).toHaveCount(0);
  await expect(message).toHaveValue("A third one, begun.");
  await expect(panel(admin).getByText("Is the lab open in June?")).toBeVisible();
  await expect(panel(admin).getByText("And in July?")).toBeVisible();
  await close(guest, admin);
});
