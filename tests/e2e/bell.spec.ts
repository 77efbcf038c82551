/**
 * The bell over two tabs, the way to the exact place, and the app without a network; and the
 * settings, by keyboard.
 */
import { expect, type Page } from "@playwright/test";
import postgres from "postgres";
import { callApi, newDoubt, openPageAs, test } from "./site.ts";

const kept = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("private-")));

test("a reply is counted in two tabs, leads to its entry, is read in both, and can be read offline", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Where does my queue begin?");
  const first = await openPageAs(browser, site, "Ravi Kumar", { serviceWorkers: "allow" });
  const second = await first.context().newPage();
  for (const page of [first, second]) {
    await page.goto("/practice");
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
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

  const body = JSON.stringify({ reply: "At its front." });
  const { conversation } = await callApi(site, "Asha Rao", `/doubts/${id}/reply`, {
    method: "PUT",
    body,
  });
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
    await expect(first.getByText("Live", { exact: true })).toHaveCount(0);
  } finally {
    site.mend();
  }
  await expect(first.getByText("Live", { exact: true })).toBeVisible();
  await first.getByRole("button", { name: /account$/ }).click();
  await first.getByRole("button", { name: "Logout" }).click();
  await expect(first).toHaveURL(/\/login/);
  await expect.poll(() => kept(first), "nothing is left for the next person").toEqual([]);
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
  await tab("Tell me when somebody waits");
  await page.keyboard.press("Space");
  await expect(other.getByRole("checkbox", { name: /^Tell me when somebody waits/ })).toBeChecked();
});

test("the link in a mail ends mails of its kind with one press, and the settings bring them back", async ({ browser, site }) => {
  const { email, _id: me } = site.people["Zoya Khan"]?.user as { email: string; _id: string };
  const id = await newDoubt(site, "Zoya Khan", "Is a stack a queue?");
  const body = JSON.stringify({ reply: "It is not." });
  await callApi(site, "Asha Rao", `/doubts/${id}/reply`, { method: "PUT", body });
  // A person who was here a moment ago gets no mail yet: she was not here.
  const sql = postgres(site.databaseUrl, { max: 1 });
  await expect.poll(async () => {
    await sql`delete from visits where person_id = ${me}`;
    await sql`update notification_mails set due_at = now() where person_id = ${me}`;
    return site.mailsFor(email).at(-1) ?? "";
  }, { timeout: 30_000 }).toContain("To get no more mails of this kind");
  await sql.end();
  const [, link = ""] = /of this kind: (\S+)/.exec(site.mailsFor(email).at(-1) ?? "") ?? [];
  const visitor = await openPageAs(browser, site, null);
  await visitor.goto(link);
  const press = visitor.getByRole("button", { name: "Send me no more mails of this kind" });
  await press.press("Enter");
  await expect(visitor.getByText("Done: you get no more mails of this kind.")).toBeVisible();
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
