/** A doubt with the keyboard alone: raised, found, answered, followed up and resolved. */
import { expect } from "@playwright/test";
import { keysOf } from "./keyboard.ts";
import { button, clearDoubts, clearSavedReplies, expectNotice, PASSWORD, send } from "./school.ts";
import { callApi, newDoubt, newQuestion, openPageAs, test } from "./site.ts";

test("a mentor signs in, opens a doubt from the list and answers it", async ({ page, site }) => {
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
  await keys.press(button(page, "I have this"));
  await expect(page.getByText(/You have this until/)).toBeVisible();
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

test("a student raises a doubt, makes it private, follows up and resolves it", async ({ browser, site }) => {
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
  await keys.write(dialog.getByLabel("Your doubt"), "What does Escape do?");
  await keys.tick(dialog.getByRole("switch", { name: "Private doubt" }));
  await keys.press(dialog.getByRole("button", { name: "Raise a doubt" }));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("region", { name: "Your doubts here" })).toBeFocused();
  await keys.press(page.getByRole("link", { name: "What does Escape do?" }));
  await expect(page.getByRole("heading", { name: "Reach every key" })).toBeFocused();

  const hidden = page.getByRole("switch", { name: "Private doubt" });
  await keys.tick(hidden);
  await expect(hidden).not.toBeChecked();
  await expect(hidden).toBeFocused();
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

test("a text that can no longer be sent is copied and discarded", async ({ browser, site }) => {
  const assignmentId = await newQuestion(site, "Close every door");
  const ask = { assignmentId, doubtText: "Which door is the last?" };
  const { _id } = await send(site, "Ravi Kumar", "/doubts", ask);
  const page = await openPageAs(browser, site, "Ravi Kumar");
  const keys = keysOf(page);
  await keys.open(`/doubts/${_id}`);
  await keys.press(button(page, "Ask Again"));
  await keys.write(page.getByLabel("What is still unclear?"), "And the first?");
  await send(site, "Ravi Kumar", `/doubts/${_id}/resolve`, {}, "PUT");
  await expect(page.getByText(/This doubt has been resolved/)).toBeFocused();
  await keys.to(button(page, "Copy"));
  await keys.press(button(page, "Discard"));
  await expect(page.getByRole("region", { name: "Not sent" })).toHaveCount(0);
  await expect(page.getByText(/This doubt has been resolved/)).toBeFocused();

  // The same in the triage view.
  const again = { assignmentId: await newQuestion(site, "Open it"), doubtText: "With a key?" };
  const other = await send(site, "Ravi Kumar", "/doubts", again);
  const mentor = await openPageAs(browser, site, "Asha Rao");
  const hers = keysOf(mentor);
  await hers.open(`/doubts?view=triage&item=${other._id}`);
  await hers.write(mentor.getByLabel("Your reply"), "With the small one.");
  await send(site, "Ravi Kumar", `/doubts/${other._id}/resolve`, {}, "PUT");
  await expect(mentor.getByText(/has marked this as resolved/)).toBeVisible();
  await mentor.reload();
  await hers.press(button(mentor, "Discard"));
  await expect(mentor.getByText(/has marked this as resolved/)).toBeFocused();
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

test("the triage view can be used with Tab", async ({ browser, site }) => {
  await clearDoubts(site);
  const first = await newQuestion(site, "Come early");
  await send(site, "Zoya Khan", "/doubts", { assignmentId: first, doubtText: "Am I too early?" });
  await newDoubt(site, "Ravi Kumar", "Can Tab get here?");
  const page = await openPageAs(browser, site, "Asha Rao");
  const keys = keysOf(page);
  await keys.open("/doubts");
  await keys.press(page.getByRole("link", { name: "Triage" }));
  const rows = page.getByRole("list", { name: "Doubts that wait" }).getByRole("button");
  await keys.press(rows.nth(1));
  await expect(rows.nth(1)).toHaveAttribute("aria-current", "true");
  await keys.to(page.getByRole("region", { name: "Thread" }));
  await keys.write(page.getByLabel("Your reply"), "With Tab.");
  await keys.to(button(page, "Send Reply"));
  const assignmentId = await newQuestion(site, "Come late");
  await send(site, "Zoya Khan", "/doubts", { assignmentId, doubtText: "Am I too late?" });
  await keys.pressBack(button(page, /^1 new: refresh the queue$/));
  await expect(page.getByRole("button", { name: /refresh the queue$/ })).toHaveCount(0);
  await expect(rows.and(page.locator(":focus"))).toHaveCount(1);
  const sheet = button(page, "Keys");
  await keys.pressBack(sheet);
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeFocused();
  await keys.pressBack(page.getByRole("link", { name: "List" }));
  await expect(page.getByRole("list", { name: "Doubts", exact: true })).toBeVisible();
  await keys.keepsPlace();
});

test("a refused reply is opened again from another thread", async ({ browser, site }) => {
  await clearDoubts(site);
  for (const doubtText of ["Which comes first?", "Which comes second?"]) {
    const assignmentId = await newQuestion(site, doubtText);
    await send(site, "Ravi Kumar", "/doubts", { assignmentId, doubtText });
  }
  const page = await openPageAs(browser, site, "Asha Rao");
  const keys = keysOf(page);
  await page.route("**/api/doubts/*/reply", async (route) => {
    await route.fulfill({ status: 400, json: { msg: "Too short.", code: "input" } });
  });
  await keys.open("/doubts?view=triage");
  const heading = page.getByRole("article").getByRole("heading", { level: 2 });
  const first = await heading.textContent();
  await keys.write(page.getByLabel("Your reply"), "No.");
  await page.keyboard.press("Control+Enter");
  await expect(heading).not.toHaveText(first ?? "");
  await keys.pressBack(button(page, "Open draft"));
  await expect(heading).toHaveText(first ?? "");
  await expect(heading).toBeFocused();
  await expect(page.getByLabel("Your reply")).toHaveValue("No.");
});
