/** Announcements, briefings, messages and goals appear live on the screens that are open. */
import { type Browser, expect, type Page } from "@playwright/test";
import { send } from "./school.ts";
import { callApi, newQuestion, openPageAs, OWN, type Site, test } from "./site.ts";

async function visitor(browser: Browser, site: Site): Promise<Page> {
  return await openPageAs(browser, site, null);
}

const panel = (page: Page) => page.locator("#panel");

async function show(page: Page, section: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^Show Section ?: ${section}$`) }).click();
}

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
});

test("a visitor's letter that the server could not take is sent when the server is back", async ({ browser, site }) => {
  const guest = await openPageAs(browser, site, null, OWN);
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
});
