/**
 * The people of the class: the command palette, a learner's page with notes, several accounts at
 * once, sections with class sessions of their own, and the end of a term.
 */
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, type Page } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { chooseForSession, endSession, go, send, settled, startSession } from "./school.ts";
import { callApi, isLive, newDoubt, newQuestion, openPageAs, test } from "./site.ts";

const field = (page: Page) => page.getByRole("combobox", { name: /^Find a screen/ });
const option = (page: Page, name: string | RegExp) => page.getByRole("option", { name });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("Ctrl+K leads to a learner's page, where a note is live for staff @main", async ({ browser, site }) => {
  await newDoubt(site, "Ravi Kumar", "Where does the loop end?");
  const [page, colleague] = [
    await openPageAs(browser, site, "Asha Rao"),
    await openPageAs(browser, site, "Vikram Shah"),
  ];
  await page.goto("/mentor");
  await expect(heading(page, "Mentor Dashboard")).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await expect(option(page, "Create a question")).toBeVisible();
  await expectNoViolations(page, "dialog");
  await page.keyboard.type("ravi");
  await expect(option(page, /^Ravi Kumar/)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Ravi Kumar")).toBeFocused();
  await expect(page.getByRole("region", { name: "Progress by topic" })).toContainText("Arrays");
  await page.getByRole("tab", { name: "Doubts" }).click();
  await expect(page.getByRole("list", { name: "Doubts" })).toContainText(
    "Where does the loop end?",
  );

  await colleague.goto(new URL(page.url()).pathname);
  await expect(colleague.getByText("No notes yet.")).toBeVisible();
  await isLive(colleague);
  const note = page.getByLabel("New note");
  await note.fill("Asks before class.");
  // The palette gives the field back as it was.
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(note).toBeFocused();
  await page.keyboard.type(" And helps others.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const kept = "Asks before class. And helps others.";
  await expect(colleague.getByRole("region", { name: "Notes" })).toContainText(kept);
  await expect(note).toHaveValue("");
  await page.getByRole("button", { name: /^Delete the note/ }).click();
  await expect(colleague.getByText("No notes yet.")).toBeVisible();

  // A doubt is found by its words. A message to a colleague begins with the recipient.
  await page.keyboard.press("Control+k");
  await field(page).fill("loop end");
  await option(page, /^Where does the loop end\? new/).click();
  await expect(page.getByRole("log")).toContainText("Where does the loop end?");
  await page.keyboard.press("Control+k");
  await field(page).fill("vikram");
  await option(page, /^Vikram Shah/).click();
  await expect(page.getByRole("radio", { name: "personal" })).toBeChecked();
  await expect(page.getByRole("group", { name: "Recipients" })).toContainText("Vikram Shah");
});

test("a webhook is made, its secret verifies a test message, and it is turned off and deleted", async ({ browser, site }) => {
  type Got = { body: string; id: string; sent: string; signature: string };
  const received = Promise.withResolvers<Got>();
  await using receiver = createServer(async (request, reply) => {
    const head = (name: string) => String(request.headers[`webhook-${name}`]);
    const [id, sent, signature] = [head("id"), head("timestamp"), head("signature")];
    received.resolve({ body: await text(request), id, sent, signature });
    reply.end("Thanks.");
  });
  await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening));
  const url = `http://localhost:${(receiver.address() as AddressInfo).port}/hook`;
  const page = await openPageAs(browser, site, "Leela Nair");
  await page.goto("/mentor?panel=admin&tab=webhooks");
  const panel = page.getByRole("region", { name: "Webhooks" });
  await panel.getByLabel("Address").fill("https://elsewhere.test/");
  await panel.getByRole("button", { name: "Create webhook" }).click();
  await expect(panel.getByLabel("Address")).toHaveAccessibleDescription(/WEBHOOK_HOSTS/);
  await panel.getByLabel("Address").fill(url);
  await panel.getByRole("button", { name: "Create webhook" }).click();
  const item = panel.getByRole("list", { name: "Webhooks" }).getByRole("listitem").first();
  await expect(item).toContainText(url);
  const secret = await panel.getByRole("status").getByRole("textbox").inputValue();

  await item.getByRole("button", { name: /^Send a test/ }).click();
  const { body, id, sent, signature } = await received.promise;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const digest = createHmac("sha256", key).update(`${id}.${sent}.${body}`).digest("base64");
  expect(signature).toBe(`v1,${digest}`);
  await expect(item.getByRole("list", { name: "Deliveries" })).toContainText("Delivered");
  await item.getByRole("button", { name: /^Turn off/ }).click();
  await expect(item.getByRole("button", { name: /^Send a test/ })).toHaveCount(0);
  await item.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(panel.getByText("No webhooks yet.")).toBeVisible();
});

test("an admin disables several accounts at once; each refused one is named", async ({ browser, site }) => {
  for (const name of ["Nila One", "Nila Two"]) {
    const email = `${name.toLowerCase().replace(" ", ".")}@home.test`;
    await send(site, "Leela Nair", "/users", { name, email, role: "volunteer" });
  }
  const page = await openPageAs(browser, site, "Leela Nair");
  await page.goto("/mentor?panel=admin");
  const tab = (name: string) => page.getByRole("tab", { name, exact: true });
  await expect(page.getByRole("tabpanel", { name: "Accounts" })).toContainText("Leela Nair");
  const goals = page.getByRole("region", { name: "Mentors' weekly goals" });
  await expect(goals).toContainText("All weeks and daily reports");
  await tab("Class").click();
  await tab("Answer times").click();
  await expect(page.getByRole("tabpanel", { name: "Answer times" })).toContainText("Doubts");
  await page.keyboard.press("ArrowLeft");
  await expect(tab("Terms")).toBeFocused();
  await expect(page.getByRole("tabpanel", { name: "Terms" })).toContainText(
    "Close the current term",
  );
  await expect(page.getByRole("tab")).toHaveText([
    ...["People", "Class", "Content", "Integrations", "Audit log"],
    ...["Sections", "Terms", "Answer times"],
  ]);
  // The command palette has a link to a tab.
  await page.keyboard.press("Control+k");
  await field(page).fill("edit the about");
  await option(page, /^Edit the About page/).click();
  await expect(tab("Content")).toHaveAttribute("aria-selected", "true");
  await page.getByRole("button", { name: "Edit Content" }).click();
  await expect(page.getByLabel("Our Story")).toBeVisible();

  await page.goto("/users");
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  const topOf = () => row("Nila Two").evaluate((one) => one.getBoundingClientRect().top + scrollY);
  const top = await settled(topOf);
  await page.getByLabel("Choose Nila One").check();
  await expect(page.getByText("1 account chosen")).toBeVisible();
  await expect.poll(topOf, "the next row stays under the pointer").toBe(top);
  for (const name of ["Nila Two", "Leela Nair"]) await page.getByLabel(`Choose ${name}`).check();
  await expect(page.getByText("3 accounts chosen")).toBeVisible();
  await page.getByRole("button", { name: "Disable…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Hours").fill("2");
  await dialog.getByRole("button", { name: "Disable", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Leela Nair was not changed." }))
    .toContainText("This is the last admin");
  await expect(row("Nila Two")).toContainText("Disabled until");
  await expect(page.getByText("1 account chosen")).toBeVisible();
  await page.getByRole("button", { name: "Choose none" }).click();
  await page.getByLabel("State").selectOption("disabled");
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.getByLabel("Choose all that are shown").check();
  await page.getByRole("button", { name: "Enable all" }).click();
  await expect(page.getByText("No users found.")).toBeVisible();
  const accounts = await callApi(site, "Leela Nair", "/users");
  expect(accounts.filter(({ disabledUntil }: { disabledUntil: string | null }) => disabledUntil))
    .toEqual([]);
});

const TITLE = "Sections: add two numbers";

test("on a phone, an account's last sign-in and actions are folded", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Leela Nair", {
    viewport: { width: 390, height: 844 },
  });
  await page.goto("/users?name=Zoya");
  const row = page.getByRole("row").filter({ hasText: "Zoya Khan" });
  const actions = row.getByRole("button", { name: "Actions for Zoya Khan" });
  await expect(row).toContainText("Active");
  await expect(actions).toBeHidden();
  await row.getByRole("button", { name: "More about Zoya Khan" }).press("Enter");
  await actions.press("Enter");
  await expect(row.getByRole("button", { name: "Update…" })).toBeVisible();
});

test("an admin makes a section, and a mentor holds a class session for it", async ({ browser, site }) => {
  await endSession(site);
  const question = await newQuestion(site, TITLE);
  const admin = await openPageAs(browser, site, "Leela Nair");
  await admin.goto("/mentor?panel=admin&tab=sections");
  await expect(admin.getByText("No sections yet.")).toBeVisible();
  const named = admin.getByRole("textbox", { name: "Name of a new section" });
  await named.fill("Room 7");
  // Without a network the text stays, and the sentence names the cause.
  await admin.context().setOffline(true);
  await admin.getByRole("button", { name: "Create section" }).click();
  await expect(
    admin.getByText("The server cannot be reached. Please check your connection."),
  ).toBeVisible();
  await expect(named).toHaveValue("Room 7");
  await admin.context().setOffline(false);
  await admin.getByRole("button", { name: "Create section" }).click();
  await admin.getByRole("button", { name: "People Room 7" }).click();
  const dialog = admin.getByRole("dialog", { name: "People of Room 7" });
  await dialog.getByRole("checkbox", { name: /^Ravi Kumar/ }).check();
  await expectNoViolations(admin);
  await dialog.getByRole("button", { name: "Put 1 in" }).click();
  await admin.keyboard.press("Escape");
  await expect(admin.getByText("1 student", { exact: true })).toBeVisible();

  const [own, other] = [
    await openPageAs(browser, site, "Ravi Kumar"),
    await openPageAs(browser, site, "Zoya Khan"),
  ];
  for (const page of [own, other]) await page.goto("/homework");
  const mentor = await openPageAs(browser, site, "Asha Rao");
  await chooseForSession(mentor, [TITLE]);
  await mentor.getByRole("checkbox", { name: "The whole class" }).uncheck();
  await mentor.getByRole("checkbox", { name: "Room 7" }).check();
  await startSession(mentor);
  await expect(mentor.getByText("For Room 7")).toBeVisible();
  await expect(mentor.getByText("Zoya Khan")).toBeHidden();
  await expectNoViolations(mentor);
  const session = (page: typeof own) => page.getByRole("region", { name: "Class session" });
  await expect(session(own)).toBeVisible();
  await expect(session(other)).toHaveCount(0);

  // Put out of the section, he is called no more, and its question is not on his screen any more.
  const [section] = await callApi(site, "Asha Rao", "/sections");
  const { _id: ravi } = await callApi(site, "Ravi Kumar", "/auth/me");
  await send(site, "Asha Rao", `/assignments/${question}`, { audience: [section._id] }, "PUT");
  await own.goto(`/assignments/${question}`);
  await expect(heading(own, TITLE)).toBeVisible();
  await send(site, "Leela Nair", `/sections/${section._id}/members`, { out: [ravi] }, "PUT");
  await expect(session(own)).toHaveCount(0);
  await expect(own.getByRole("link", { name: "All Assignments" })).toBeVisible();
  await expect(heading(own, TITLE)).toHaveCount(0);
  await endSession(site);

  // A list that is filtered by a section says so, also when the section is deleted.
  await mentor.goto(`/solutions?section=${section._id}`);
  const filter = mentor.getByRole("combobox", { name: "Section" });
  await expect(filter.getByRole("option", { selected: true })).toHaveText("Room 7");
  await callApi(site, "Leela Nair", `/sections/${section._id}`, { method: "DELETE" });
  await expect(filter.getByRole("option", { selected: true })).toHaveText("A deleted section");
});

test("an admin closes a term, its archive is found and read, and it is set back @main", async ({ browser, site }) => {
  const old = await newQuestion(site, "Terms: an old question");
  await newQuestion(site, "Terms: carried over");
  const doubt = await send(site, "Ravi Kumar", "/doubts", {
    assignmentId: old,
    doubtText: "Which wombat is the oldest?",
  });
  const { conversation } = await send(
    site,
    "Asha Rao",
    `/doubts/${doubt._id}/reply`,
    { reply: "The bare-nosed one." },
    "PUT",
  );
  const help = { entryId: conversation.at(-1)._id, helped: true };
  await send(site, "Ravi Kumar", `/doubts/${doubt._id}/helped`, help, "PUT");
  await endSession(site);
  const student = await openPageAs(browser, site, "Ravi Kumar");
  await student.goto(`/assignments/${old}`);
  await expect(student.getByRole("button", { name: "Raise a doubt" }).first()).toBeVisible();
  await isLive(student);

  const admin = await openPageAs(browser, site, "Leela Nair");
  await admin.goto("/mentor?panel=admin&tab=terms");
  await admin.getByRole("textbox", { name: "Name" }).fill("Spring 2026");
  await admin.getByRole("checkbox", { name: "Terms: carried over" }).check();
  await expectNoViolations(admin);
  await admin.getByRole("button", { name: "Close the term…" }).click();
  const asked = admin.getByRole("dialog", { name: "Close Spring 2026" });
  await expect(asked).toContainText("1 question is carried over.");
  await asked.getByRole("button", { name: "Close the term" }).click();
  const undo = admin.getByRole("button", { name: "Undo the end of Spring 2026" });
  await expect(undo).toBeVisible();
  await expect(admin.getByRole("textbox", { name: "Name" }), "of the next one").toHaveValue("");

  // The open page learns of it, and has nothing to write with.
  const ended = "This belongs to a term that has ended (Spring 2026). It can be read only.";
  await expect(student.getByText(ended)).toBeVisible();
  await expect(student.getByRole("button", { name: "Raise a doubt" })).toHaveCount(0);
  await expectNoViolations(student);
  await go(student, "/briefings/archive");
  await student.getByRole("tab", { name: "Ended Terms" }).click();
  const found = student.getByRole("list", { name: "Found in the term" });
  await expect(found.getByRole("link", { name: "Terms: an old question" })).toBeVisible();
  await expect(found.getByRole("link", { name: "Terms: carried over" })).toHaveCount(0);
  await student.getByRole("combobox", { name: "What" }).selectOption("Doubts");
  await student.getByRole("searchbox", { name: "Search" }).fill("wombat");
  await expect(found.getByRole("listitem")).toHaveCount(1);
  await found.getByRole("link", { name: "Terms: an old question" }).click();
  await expect(student).toHaveURL(`/doubts/${doubt._id}`);
  await expect(student.getByText("This belongs to a term that has ended (Spring 2026)."))
    .toBeVisible();
  await expect(student.getByText("This helped.")).toBeVisible();
  await expect(student.getByRole("group", { name: "Did this help?" })).toHaveCount(0);
  await expect(student.getByRole("button", { name: "Ask Again" })).toHaveCount(0);

  await undo.click();
  await admin.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  await expect(student.getByRole("button", { name: "Ask Again" })).toBeVisible();
  await expect(admin.getByText("Spring 2026", { exact: true })).toHaveCount(0);
});
