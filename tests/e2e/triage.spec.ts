/** Two mentors work on the doubts side by side, with the keyboard alone. */
import { expect, type Locator, type Page } from "@playwright/test";
import { callApi, fromPalette, isLive, newQuestion, openPageAs, type Site, test } from "./site.ts";
import { clearDoubts, clearSavedReplies, places, send, settled } from "./school.ts";

async function ask(site: Site, student: string, assignmentId: string, doubtText: string) {
  return (await send(site, student, "/doubts", { assignmentId, doubtText }))._id as string;
}

const rows = (page: Page) => page.getByRole("list", { name: "Waiting doubts" }).getByRole("button");
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
const field = (page: Page) => page.getByLabel("Your reply");
const openItem = (page: Page) => new URL(page.url()).searchParams.get("item");

/**
 * Goes to the reply field with its key, once the field exists: before that, letters are commands.
 */
async function toReply(page: Page): Promise<void> {
  await expect(field(page)).toBeVisible();
  await page.keyboard.press("r");
  await expect(field(page)).toBeFocused();
}

/** Returns what each key on the list of keys does. */
async function keysIn(sheet: Locator): Promise<Map<string, string>> {
  const lines = await sheet.locator("dt").evaluateAll((all) =>
    all.map((one) => [one.textContent ?? "", one.nextElementSibling?.textContent ?? ""] as const)
  );
  return new Map(lines);
}

test("claims appear live, a sent reply opens the next doubt, and nothing moves while a mentor types @main", async ({ browser, site }) => {
  await clearDoubts(site);
  const [largest, vowels] = [
    await newQuestion(site, "Find the largest"),
    await newQuestion(site, "Count the vowels"),
  ];
  const first = await ask(site, "Ravi Kumar", largest, "Why does my maximum start at zero?");
  const second = await ask(site, "Zoya Khan", largest, "All my numbers are negative.");
  const third = await ask(site, "Ravi Kumar", vowels, "Is y a vowel here?");
  const [asha, vikram] = [
    await openPageAs(browser, site, "Asha Rao"),
    await openPageAs(browser, site, "Vikram Shah"),
  ];
  await asha.goto("/doubts?view=triage");
  await vikram.goto("/doubts?view=triage");
  await expect(rows(asha)).toHaveCount(3);
  await expect(rows(vikram)).toHaveCount(3);
  await isLive(vikram);
  const status = vikram.getByRole("status").filter({ hasText: /^\d+ waiting$/ });
  await status.evaluate((element) => {
    const times: number[] = [];
    const note = () => times.push(performance.now());
    new MutationObserver(note).observe(element, { characterData: true, subtree: true });
    Object.assign(globalThis, { times });
  });
  // Both open the view at the same moment: one of them is led to the next free doubt.
  await expect.poll(() => [openItem(asha), openItem(vikram)].toSorted()).toEqual(
    [first, second].toSorted(),
  );
  const [mentor, her] = openItem(asha) === first ? ["Asha Rao", asha] : ["Vikram Shah", vikram];
  const other = her === asha ? vikram : asha;
  await expect(row(other, "maximum start")).toContainText(mentor);
  await asha.keyboard.press("k");
  await expect.poll(() => openItem(asha)).toBe(first);
  await vikram.keyboard.press("k");
  await expect.poll(() => openItem(vikram)).toBe(first);
  await expect(asha.getByText("3 waiting").first()).toBeVisible();

  await asha.getByRole("button", { name: "Claim" }).click();
  await expect(asha.getByText(/Claimed by you until/)).toBeVisible();
  await expect(vikram.getByText(/Claimed by Asha Rao until/)).toBeVisible();
  await expect(row(vikram, "maximum start")).toContainText("Asha Rao");
  await expect(vikram.getByRole("button", { name: "Take over" })).toBeVisible();

  const frame = (page: Page) =>
    page.evaluate(() => [scrollY, document.documentElement.scrollHeight - innerHeight]);
  await expect(vikram.getByRole("button", { name: "Longest wait: Ravi Kumar" })).toContainText(
    "Ravi",
  );
  await vikram.keyboard.press("j");
  await expect.poll(() => openItem(vikram)).toBe(second);
  await expect.poll(() => frame(vikram), "the window has nothing to scroll").toEqual([
    0,
    0,
  ]);
  await expect(vikram.getByRole("article", { name: "Find the largest, Zoya Khan" })).toBeVisible();
  await toReply(vikram);
  await vikram.keyboard.type("just compare j and k, ");
  await expect(vikram.getByText(/Claimed by you until/)).toBeVisible();
  await expect(row(asha, "negative")).toContainText("Vikram Shah");
  expect(openItem(vikram)).toBe(second);
  const now = () => places(field(vikram), rows(vikram));
  const before = await settled(now);

  // Meanwhile the other mentor answers the first doubt, and one more comes in.
  await toReply(asha);
  await asha.keyboard.type("Start with the first number.");
  await asha.keyboard.press("Control+Enter");
  await expect.poll(() => openItem(asha), "not the one that Vikram has").toBe(third);
  await expect(asha.getByRole("article", { name: "Count the vowels, Ravi Kumar" })).toBeVisible();
  const fourth = await ask(site, "Zoya Khan", vowels, "Do capital letters count?");
  await expect(vikram.getByRole("button", { name: /1 new, 1 done/ })).toBeVisible();
  await expect(row(vikram, "maximum start")).toContainText("by Asha Rao");
  await vikram.keyboard.type("and start ");
  await expect.poll(now).toEqual(before);

  // She answers the doubt that he is writing about. It stays in view with his text.
  await asha.keyboard.press("k");
  await expect.poll(() => openItem(asha)).toBe(second);
  await toReply(asha);
  await asha.keyboard.type("Then zero is wrong.");
  await asha.keyboard.press("Control+Enter");
  await expect(vikram.getByText(/Asha Rao has answered this/)).toBeVisible();
  await expect(vikram.getByRole("log").getByText("Then zero is wrong.")).toBeAttached();
  await vikram.keyboard.type("with a[0].");
  await expect(field(vikram)).toHaveValue("just compare j and k, and start with a[0].");
  await expect.poll(now).toEqual(before);
  await vikram.keyboard.press("Control+Enter");
  await expect.poll(async () => {
    const { conversation } = await callApi(site, "Zoya Khan", `/doubts/${second}`);
    return conversation.map(({ message }: { message: string }) => message);
  }).toEqual([
    "All my numbers are negative.",
    "Then zero is wrong.",
    "just compare j and k, and start with a[0].",
  ]);
  await expect.poll(() => [third, fourth].includes(openItem(vikram) ?? "")).toBe(true);
  await expect(rows(vikram)).toHaveCount(2);
  // The count changes several times; it is read out once in ten seconds at most.
  const times = () => vikram.evaluate(() => (globalThis as { times?: number[] }).times ?? []);
  await expect(status).toHaveText("2 waiting");
  const gaps = (await times()).map((time, at, all) => time - (all[at - 1] ?? -Infinity));
  expect(gaps.filter((gap) => gap < 5000)).toEqual([]);
});

test("search, saved replies and the list of keys with the keyboard alone; the view is remembered", async ({ browser, site }) => {
  await Promise.all([clearDoubts(site), clearSavedReplies(site)]);
  const vowels = await newQuestion(site, "Count the words");
  await ask(site, "Ravi Kumar", site.assignmentId, "Why is my array printed twice?");
  const wanted = await ask(site, "Zoya Khan", vowels, "Two spaces make an empty word.");
  // Only what was answered can be kept.
  await send(site, "Vikram Shah", `/doubts/${wanted}/reply`, { reply: "Do they?" }, "PUT");
  await send(site, "Zoya Khan", `/doubts/${wanted}/followup`, { followup: "Yes." }, "PUT");
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto("/doubts");
  await page.getByRole("link", { name: "Triage" }).press("Enter");
  await expect(rows(page)).toHaveCount(2);
  await expect(field(page)).toBeVisible();

  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keys" });
  await expect(sheet).toBeVisible();
  const keys = await keysIn(sheet);
  await page.keyboard.press("j");
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  // No letter sends, and each letter means the same in the other desk.
  await page.keyboard.type("abcdfgimnopqtuvwxyz0123456789/");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto("/solutions?view=triage");
  await page.getByRole("button", { name: "Keys" }).click();
  const others = await keysIn(sheet);
  for (const all of [keys, others]) expect(all.size).toBeLessThanOrEqual(10);
  for (const [key, name] of keys) if (others.has(key)) expect(others.get(key)).toBe(name);
  await page.goto("/doubts?view=triage");
  await expect(rows(page)).toHaveCount(2);
  await expect(field(page)).toHaveValue("");

  await fromPalette(page, "Go to the filter");
  const search = page.getByRole("searchbox", { name: "Search" });
  await expect(search).toBeFocused();
  // The ring is around the frame, with the label in it, and covers neither.
  await expect(search).toHaveCSS("outline-style", "none");
  await expect(page.locator("div").filter({ has: search }).last())
    .toHaveCSS("outline-style", "solid");
  await page.keyboard.type("empty word");
  await expect(rows(page)).toHaveCount(1);
  // The only match takes the place of the doubt from before.
  await expect.poll(() => openItem(page)).toBe(wanted);
  await page.keyboard.press("Escape");
  await expect(field(page)).toBeVisible();
  for (const kept of [true, false]) {
    await fromPalette(page, "Keep it for later classes");
    const notice = kept ? "Kept for later classes." : "No longer kept.";
    await expect(page.getByText(notice, { exact: true })).toBeVisible();
    expect((await callApi(site, "Asha Rao", `/doubts/${wanted}`)).kept).toBe(kept);
  }
  await toReply(page);
  await page.keyboard.type("Read with >> and the spaces are skipped.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Saved replies" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: "Save what I have written" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Reply sent.")).toBeVisible();

  await page.goto("/doubts");
  await expect(row(page, "printed twice")).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByRole("button", { name: "Saved replies" })).toBeVisible();
  await page.keyboard.press("s");
  await expect(page.getByRole("button", { name: /^Read with >>/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveValue("Read with >> and the spaces are skipped.");
  await page.getByRole("link", { name: "List" }).press("Enter");
  await expect(page.getByRole("list", { name: "Doubts", exact: true })).toBeVisible();
  await page.goto("/doubts");
  await expect(page.getByRole("list", { name: "Doubts", exact: true })).toBeVisible();
});

test("a duplicate is merged by its key, taken back, and leads its student to the other doubt @main", async ({ browser, site }) => {
  await clearDoubts(site);
  const question = await newQuestion(site, "Count the words");
  for (let nth = 1; nth <= 8; nth++) {
    const solved = await ask(site, "Zoya Khan", question, `I have solved this: ${nth}`);
    await send(site, "Zoya Khan", `/doubts/${solved}/resolve`, {}, "PUT");
  }
  const kept = await ask(site, "Ravi Kumar", question, "My loop never ends.");
  const same = await ask(site, "Zoya Khan", question, "My loop does not end either.");
  const [mentor, student, other] = [
    await openPageAs(browser, site, "Asha Rao"),
    await openPageAs(browser, site, "Zoya Khan"),
    await openPageAs(browser, site, "Meena Das"),
  ];
  await other.goto(`/doubts/${kept}`);
  const too = other.getByRole("button", { name: "I have this too" });
  await too.click();
  await expect(too).toHaveAttribute("aria-pressed", "true");
  await other.reload();
  await expect(too).toHaveAttribute("aria-pressed", "true");
  await student.goto(`/doubts/${same}`);
  await isLive(student);
  await mentor.goto(`/doubts?view=triage&item=${same}`);
  await expect(field(mentor)).toBeVisible();
  const dialog = mentor.getByRole("dialog", { name: "Merge into" });
  await fromPalette(mentor, "Merge into another doubt");
  await expect(dialog.getByRole("radio").first()).toBeVisible();
  await mentor.keyboard.press("Escape");
  const merge = async () => {
    await fromPalette(mentor, "Merge into another doubt");
    await expect(dialog.getByRole("radio", { name: /My loop never ends/ })).toBeChecked();
    await expect(dialog).toContainText("Ravi Kumar");
    await dialog.getByRole("button", { name: "Merge" }).press("Enter");
    await expect(dialog).toBeHidden();
  };
  await merge();
  // The notice with the button leaves after some seconds.
  await mentor.getByRole("button", { name: "Undo" }).click();
  await mentor.goto(`/doubts?view=triage&item=${same}`);
  await expect(field(mentor)).toBeVisible();
  await merge();
  const way = student.getByRole("link", { name: "Continue reading there" });
  await expect(way).toHaveAttribute("href", `/doubts/${kept}`);
  await expect(student.getByText("My loop does not end either.").first()).toBeVisible();
  await way.click();
  await expect(student.getByRole("button", { name: "I have this too" }))
    .toHaveAttribute("aria-pressed", "true");
  // What finds the duplicate leads to the thread that goes on.
  await mentor.keyboard.press("Control+k");
  await expect(mentor.getByRole("combobox", { name: /^Find a screen/ })).toBeFocused();
  await mentor.keyboard.type("does not end either");
  await mentor.getByRole("option", { name: /Count the words/ }).first().click();
  await expect.poll(() => new URL(mentor.url()).pathname).toBe(`/doubts/${kept}`);
  const beside = await openPageAs(browser, site, "Vikram Shah");
  await beside.goto(`/doubts?view=triage&item=${same}`);
  await expect(beside.getByText("My loop does not end either.")).toBeVisible();
  await expect(field(beside)).toBeHidden();
  await expect(beside.getByText("Merged into another doubt.")).toBeVisible();
  await mentor.goto(`/doubts/${same}`);
  await mentor.getByRole("button", { name: "Undo it" }).click();
  await expect(mentor.getByRole("button", { name: "Merge into another doubt" })).toBeVisible();
  // The mentor who had it open can answer it now.
  await expect(field(beside)).toBeVisible();
});
