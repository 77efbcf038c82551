/**
 * A doubt with the keyboard alone: raised, found, answered, followed up and resolved. Its news: the
 * bell over two tabs, the way to the exact place, also without a network, and the settings.
 */
import { expect, type Page } from "@playwright/test";
import postgres from "postgres";
import { keysOf } from "./keyboard.ts";
import { button, clearSavedReplies, expectNotice, PASSWORD, send, signInAgain } from "./school.ts";
import { callApi, isLive, newDoubt, newQuestion, openPageAs, test } from "./site.ts";

test("a mentor signs in, opens a doubt from the list and answers it @main", async ({ page, site }) => {
  const keys = keysOf(page);
  await clearSavedReplies(site);
  const id = await newDoubt(site, "Ravi Kumar", "Which keys open this?");
  await keys.open(`${site.url}/doubts`);
  await expect(page).toHaveURL(/\/login\?returnUrl=/);
  await keys.to(page.getByLabel("Email"));
  await page.keyboard.type((site.people["Asha Rao"]?.user as { email: string }).email);
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/doubts$/);
  await expect(page.getByRole("heading", { name: "Doubts", exact: true })).toBeFocused();
  await keys.press(page.getByRole("link", { name: /Which keys open this\?/ }));
  await expect(page).toHaveURL(new RegExp(`/doubts/${id}$`));
  await expect(page.getByRole("heading", { name: "Reverse an array" })).toBeFocused();
  await keys.press(button(page, "Claim"));
  await expect(page.getByText(/Claimed by you until/)).toBeVisible();
  await keys.keepsPlace();
  await keys.to(page.getByLabel("Your reply"));
  await page.keyboard.type("Tab and Enter.");
  await page.keyboard.press("Tab");
  await expect(button(page, "Send Reply")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("log").getByText("Tab and Enter.")).toBeVisible();
  await keys.keepsPlace();
  await expect.poll(async () => (await callApi(site, "Ravi Kumar", `/doubts/${id}`)).currentStatus)
    .toBe("replied");
});

test("a student raises a doubt without a name, makes it private, follows up and resolves it @main", async ({ browser, site }) => {
  const assignment = await newQuestion(site, "Reach every key");
  const page = await openPageAs(browser, site, "Zoya Khan");
  const keys = keysOf(page);
  await keys.open(`/assignments/${assignment}`);
  const raise = button(page, "Raise a doubt");
  await keys.press(raise);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Your doubt")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(raise).toBeFocused();
  await page.keyboard.press("Enter");
  // A phone's window above its keyboard.
  const size = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 360, height: 410 });
  await keys.write(dialog.getByLabel("Your doubt"), "Zoya asks: what does Escape do?");
  await keys.tick(dialog.getByLabel("Ask without my name"));
  const warning = "a name in the text or the program is shown as written";
  await expect.poll(() =>
    dialog.getByText(warning).evaluate((one) => {
      const { right, bottom } = one.getBoundingClientRect();
      return one === document.elementFromPoint(right - 5, bottom - 5);
    }), "it is in sight, and the buttons do not lie over it").toBe(true);
  await page.setViewportSize(size);
  await keys.write(dialog.getByLabel("Your doubt"), "What does Escape do?");
  await expect(dialog.getByText(warning)).toHaveCount(0);
  await keys.press(dialog.getByRole("button", { name: "Raise a doubt" }));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("region", { name: "Your doubts here" })).toBeFocused();
  const link = page.getByRole("link", { name: "What does Escape do?" });
  await keys.press(link);
  await expect(page.getByRole("heading", { name: "Reach every key" })).toBeFocused();

  // A classmate, a mentor and the owner look at it.
  const { pathname } = new URL(page.url());
  const [classmate, mentor] = [
    await openPageAs(browser, site, "Ravi Kumar"),
    await openPageAs(browser, site, "Asha Rao"),
  ];
  for (const other of [classmate, mentor]) await other.goto(pathname);
  const asked = (who: Page) => who.getByRole("log").getByRole("listitem").first();
  await expect(asked(classmate)).toContainText("A classmate");
  await expect(classmate.getByText("Zoya")).toHaveCount(0);
  await expect(asked(mentor)).toContainText("Zoya Khan");
  await expect(mentor.getByText("Classmates see “A classmate”.")).toBeVisible();
  await expect(page.getByText("Without a name", { exact: true })).toBeVisible();
  const nameless = page.getByLabel("Without my name");
  await keys.tick(nameless);
  await expect(asked(classmate)).toContainText("Zoya Khan");
  await keys.tick(nameless);
  await expect(asked(classmate)).toContainText("A classmate");
  await expect(classmate.getByText("Zoya")).toHaveCount(0);

  const readers = page.getByLabel("Who may read it");
  await keys.choose(readers, "Only mentors and admins");
  await expect(classmate.getByText("Its owner has made this doubt private.")).toBeVisible();
  for (const other of [classmate, mentor]) await other.context().close();
  await expect(readers).toHaveValue("staff");
  await keys.choose(readers, "The class");
  await expect(page.getByText("Private", { exact: true })).toHaveCount(0);
  await expect(readers).toBeFocused();
  await keys.press(button(page, "Ask Again"));
  const unclear = page.getByLabel("What is still unclear?");
  await expect(unclear).toBeFocused();
  await keys.press(button(page, "Add code"));
  await expect(unclear).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(unclear, "an empty code sample is no text").toHaveAttribute("aria-invalid", "true");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("And what does it not do?");
  await page.keyboard.press("Control+Enter");
  await expectNotice(page, "Follow-up sent.");
  await expect(unclear, "makes room for the new entry").toHaveCount(0);
  await expect(page.getByRole("log").getByRole("listitem").last()).toBeFocused();
  await keys.press(button(page, "I found it myself"));
  await expect(page.getByText(/This doubt has been resolved/)).toBeFocused();
});

test("doubts are filtered and paged", async ({ browser, site }) => {
  const words = ["Where is the end?", "Where is the hinterland?", "Where is the start?"];
  for (const [place, doubtText] of words.entries()) {
    const assignmentId = await newQuestion(site, `Find place ${place}`);
    await send(site, "Ravi Kumar", "/doubts", { assignmentId, doubtText });
  }
  const page = await openPageAs(browser, site, "Ravi Kumar");
  const keys = keysOf(page);
  const cards = page.getByRole("list", { name: "Doubts", exact: true }).getByRole("link");
  await keys.open("/doubts?limit=2");
  await keys.press(button(page, "Waiting"));
  await expect(
    page.getByRole("group", { name: "Usual filters" }).getByRole("button", {
      pressed: true,
    }),
  ).toHaveText("Waiting");
  await keys.press(button(page, "More filters"));
  await keys.write(page.getByLabel("Assignment title"), "find place");
  await expect(page.getByText("3 doubts", { exact: true })).toBeVisible();
  await keys.choose(page.getByLabel("Status"), "new");
  await keys.choose(page.getByLabel("Resolved"), "Unresolved");
  await keys.choose(page.getByLabel("Whose"), "My doubts");
  await keys.write(page.getByLabel("Per page"), "3");
  await page.keyboard.press("Enter");
  await expect(cards).toHaveCount(3);
  // A row leads with the question that was asked.
  await expect(cards.first().getByRole("heading")).toHaveText(words.at(-1) ?? "");
  await keys.back(page.getByLabel("Per page"));
  await keys.write(page.getByLabel("Per page"), "2");
  await page.keyboard.press("Enter");
  await expect(cards).toHaveCount(2);
  const [next, previous] = [button(page, "Next"), button(page, "Previous")];
  await keys.pressBack(next);
  await expect(cards).toHaveCount(1);
  await expect(previous, "at the last page").toBeFocused();
  await page.keyboard.press("Enter");
  await expect(cards).toHaveCount(2);
  await expect(next, "at the first page").toBeFocused();
  await keys.write(page.getByLabel("Page", { exact: true }), "2");
  await page.keyboard.press("Enter");
  await expect(cards).toHaveCount(1);
  await keys.pressBack(button(page, "Clear"));
  await expect(page.getByLabel("Search")).toBeFocused();
  await expect(page.getByLabel("Assignment title")).toHaveValue("");
  await expect(cards).not.toHaveCount(1);
  await page.keyboard.type("hinterland");
  await expect(cards).toHaveCount(1);
  await keys.press(cards);
  await expect(page.getByRole("heading", { name: "Find place 1" })).toBeFocused();
});

const kept = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("private-")));

test("a reply is counted in two tabs, leads to its entry, is read in both, and can be read offline @main", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Where does my queue begin?");
  const first = await openPageAs(browser, site, "Ravi Kumar", { serviceWorkers: "allow" });
  const second = await first.context().newPage();
  for (const page of [first, second]) {
    await page.goto("/practice");
    await isLive(page);
    await expect(page.getByText("Live", { exact: true }), "nothing is wrong").toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Notifications/ })).toBeVisible();
  }
  const bell = (page: Page, name: RegExp) =>
    expect(page.getByRole("button", { name })).toBeVisible();
  await first.getByRole("button", { name: /^Notifications/ }).click();
  const list = first.getByRole("region", { name: "Notifications" }).last();
  const all = list.getByRole("button", { name: "Mark all as read" });
  if (await all.getAttribute("aria-disabled") === "false") await all.click();
  for (const page of [first, second]) await bell(page, /^Notifications$/);
  await first.keyboard.press("Escape");

  const reply = { reply: "At its front." };
  const { conversation } = await send(site, "Asha Rao", `/doubts/${id}/reply`, reply, "PUT");
  const entry = conversation.at(-1)._id;
  for (const page of [first, second]) await bell(page, /^Notifications: 1 unread$/);
  await first.getByRole("button", { name: "Notifications: 1 unread" }).press("Enter");
  await first.keyboard.press("ArrowDown");
  const item = list.getByRole("link", { name: /^Unread: ?Asha Rao replied to your doubt on/ });
  await item.press("Enter");
  await expect(first).toHaveURL(`/doubts/${id}#entry-${entry}`);
  await expect(first.locator(`[data-entry="${entry}"]`)).toBeFocused();
  for (const page of [first, second]) await bell(page, /^Notifications$/);

  // The next page is under the service worker's control, and keeps what is read.
  await first.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await first.reload();
  await expect(first.getByRole("log").getByText("At its front.")).toBeVisible();
  await bell(first, /^Notifications$/);
  await expect.poll(() => kept(first)).toHaveLength(1);
  await first.reload();
  await expect(first.getByRole("log").getByText("At its front.")).toBeVisible();
  site.cut();
  try {
    await first.reload();
    await expect(first.getByRole("log").getByText("At its front.")).toBeVisible();
    await isLive(first, { count: 0 });
  } finally {
    site.mend();
  }
  await expect(first.getByText("Live", { exact: true }), "it is back").toBeVisible();
  await first.getByRole("button", { name: /account$/ }).click();
  await first.getByRole("button", { name: "Logout" }).click();
  await expect(first).toHaveURL(/\/login/);
  await expect.poll(() => kept(first), "nothing is left for the next person").toEqual([]);
  await signInAgain(site, "Ravi Kumar");
});

test("settings are changed by keyboard and show in another tab, and a refused time stays in its field", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Vikram Shah");
  const other = await page.context().newPage();
  for (const one of [page, other]) {
    await one.goto("/profile#notifications");
    await expect(one.getByRole("heading", { name: "Notifications" })).toBeFocused();
  }
  const tab = async (name: string) => {
    const control = page.getByRole("checkbox", { name });
    for (let nth = 0; nth < 40; nth++) {
      if (await control.evaluate((one) => one === document.activeElement)) return control;
      await page.keyboard.press("Tab");
    }
    throw new Error(`the keyboard does not reach ${name}`);
  };
  const mail = await tab("Announcements: mail");
  await page.keyboard.press("Space");
  await expect(mail).toBeChecked();
  await expect(other.getByRole("checkbox", { name: "Announcements: mail" })).toBeChecked();
  await tab("Quiet hours");
  await page.keyboard.press("Space");
  const from = page.getByLabel("from", { exact: true });
  const to = page.getByLabel("to", { exact: true });
  await expect(to).toHaveValue("07:00");
  await to.fill("22:00");
  await to.press("Shift+Tab");
  await expect(page.getByText("Quiet hours end at another time than they begin.")).toBeVisible();
  await expect(to).toHaveValue("22:00");
  await from.fill("21:30");
  await from.press("Shift+Tab");
  await expect(other.getByLabel("from", { exact: true })).toHaveValue("21:30");
  await expect(other.getByLabel("to", { exact: true })).toHaveValue("22:00");
  await tab("Notify me when somebody");
  await page.keyboard.press("Space");
  await expect(other.getByRole("checkbox", { name: /^Notify me when somebody/ })).toBeChecked();
});

test("the link in a mail ends mails of its kind with one press, and the settings bring them back", async ({ browser, site }) => {
  const { email, _id: me } = site.people["Zoya Khan"]?.user as { email: string; _id: string };
  const id = await newDoubt(site, "Zoya Khan", "Is a stack a queue?");
  await send(site, "Asha Rao", `/doubts/${id}/reply`, { reply: "It is not." }, "PUT");
  // A person who was here a moment ago gets no mail yet: she was not here.
  const sql = postgres(site.databaseUrl, { max: 1 });
  const mail = () => site.mailsFor(email).find((text) => text.includes(`/doubts/${id}`)) ?? "";
  await expect.poll(async () => {
    await sql`delete from visits where person_id = ${me}`;
    await sql`update notification_mails set due_at = now() where person_id = ${me}`;
    return mail();
  }).toContain("To get no more mails of this kind");
  await sql.end();
  const [, link = ""] = /of this kind: (\S+)/.exec(mail()) ?? [];
  const visitor = await openPageAs(browser, site, null);
  await visitor.goto(link);
  const press = visitor.getByRole("button", { name: "Stop these emails" });
  await press.press("Enter");
  await expect(visitor.getByText("Done: you will not get these emails any more.")).toBeVisible();
  await visitor.goto("/unsubscribe?token=old");
  await press.press("Enter");
  await expect(visitor.getByRole("status").getByText("This link is not valid any more."))
    .toBeVisible();
  await visitor.close();

  const page = await openPageAs(browser, site, "Zoya Khan");
  await page.goto("/profile#notifications");
  const replies = page.getByRole("checkbox", { name: "Replies to my doubts: mail" });
  await expect(replies).not.toBeChecked();
  await replies.press("Space");
  // The box shows what the server has saved; a reload ends a call that is under way.
  await expect(replies).toBeChecked();
  await page.reload();
  await expect(replies).toBeChecked();
});
