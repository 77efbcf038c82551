/** Two mentors work on the doubts side by side, with the keyboard alone. */
import { expect, type Locator, type Page } from "@playwright/test";
import { call, newQuestion, pageOf, type Site, test } from "./site.ts";
import { clearDoubts, clearReviews, hold } from "./school.ts";

async function ask(site: Site, student: string, assignmentId: string, doubtText: string) {
  const body = JSON.stringify({ assignmentId, doubtText });
  return (await call(site, student, "/doubts", { method: "POST", body }))._id as string;
}

const rows = (page: Page) =>
  page.getByRole("list", { name: "Doubts that wait" }).getByRole("button");
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
const field = (page: Page) => page.getByLabel("Your reply");
const openItem = (page: Page) => new URL(page.url()).searchParams.get("item");

/** By its key, once there is a field to go to: until then the letters are commands. */
async function toReply(page: Page): Promise<void> {
  await expect(field(page)).toBeVisible();
  await page.keyboard.press("r");
  await expect(field(page)).toBeFocused();
}

/** Where they are on the screen. */
function places(...found: Locator[]) {
  return Promise.all(found.map((one) => one.boundingBox()));
}

test("one claims, the other sees it; who has answered goes on to the next; nothing moves under the typing", async ({ browser, site }) => {
  await clearDoubts(site);
  const [largest, vowels] = [
    await newQuestion(site, "Find the largest"),
    await newQuestion(site, "Count the vowels"),
  ];
  const first = await ask(site, "Ravi Kumar", largest, "Why does my maximum start at zero?");
  const second = await ask(site, "Zoya Khan", largest, "All my numbers are negative.");
  const third = await ask(site, "Ravi Kumar", vowels, "Is y a vowel here?");
  const [asha, vikram] = [
    await pageOf(browser, site, "Asha Rao"),
    await pageOf(browser, site, "Vikram Shah"),
  ];
  await asha.goto("/doubts?view=triage");
  await vikram.goto("/doubts?view=triage");
  await expect(rows(asha)).toHaveCount(3);
  await expect(rows(vikram)).toHaveCount(3);
  await expect(vikram.getByText("Live", { exact: true })).toBeVisible();
  await expect.poll(() => openItem(asha)).toBe(first);
  await expect(asha.getByText("3 waiting")).toBeVisible();

  await asha.keyboard.press("c");
  await expect(asha.getByText(/You have this until/)).toBeVisible();
  await expect(vikram.getByText(/Asha Rao has this until/)).toBeVisible();
  await expect(row(vikram, "maximum start")).toContainText("Asha Rao");
  await vikram.keyboard.press("c");
  await expect(vikram.getByText(/Press t to take over/)).toBeVisible();

  await vikram.keyboard.press("j");
  await expect.poll(() => openItem(vikram)).toBe(second);
  await expect(vikram.getByRole("article", { name: "Find the largest, Zoya Khan" })).toBeVisible();
  await toReply(vikram);
  await vikram.keyboard.type("just compare j and k, ");
  await expect(vikram.getByText(/You have this until/)).toBeVisible();
  await expect(row(asha, "negative")).toContainText("Vikram Shah");
  expect(openItem(vikram)).toBe(second);
  const before = await places(field(vikram), ...await rows(vikram).all());

  // Meanwhile the other answers the first, and one more comes in.
  await toReply(asha);
  await asha.keyboard.type("Start with the first number.");
  await asha.keyboard.press("Control+Enter");
  await expect.poll(() => openItem(asha), "not the one that Vikram has").toBe(third);
  await expect(asha.getByRole("article", { name: "Count the vowels, Ravi Kumar" })).toBeVisible();
  const fourth = await ask(site, "Zoya Khan", vowels, "Do capital letters count?");
  await expect(vikram.getByRole("button", { name: /1 new, 1 done/ })).toBeVisible();
  await expect(row(vikram, "maximum start")).toContainText("by Asha Rao");
  await vikram.keyboard.type("and start ");
  expect(await places(field(vikram), ...await rows(vikram).all())).toEqual(before);

  // What he writes about is answered by her, and stays in view with his text.
  await asha.keyboard.press("k");
  await expect.poll(() => openItem(asha)).toBe(second);
  await toReply(asha);
  await asha.keyboard.type("Then zero is wrong.");
  await asha.keyboard.press("Control+Enter");
  await expect(vikram.getByText(/Asha Rao has answered this/)).toBeVisible();
  await expect(vikram.getByRole("log").getByText("Then zero is wrong.")).toBeAttached();
  await vikram.keyboard.type("with a[0].");
  await expect(field(vikram)).toHaveValue("just compare j and k, and start with a[0].");
  expect(await places(field(vikram), ...await rows(vikram).all())).toEqual(before);
  await vikram.keyboard.press("Control+Enter");
  await expect.poll(async () => {
    const { conversation } = await call(site, "Zoya Khan", `/doubts/${second}`);
    return conversation.map(({ message }: { message: string }) => message);
  }).toEqual([
    "All my numbers are negative.",
    "Then zero is wrong.",
    "just compare j and k, and start with a[0].",
  ]);
  await expect.poll(() => [third, fourth].includes(openItem(vikram) ?? "")).toBe(true);
  await expect(rows(vikram)).toHaveCount(2);
  for (const page of [asha, vikram]) await page.context().close();
});

test("search, saved replies and the sheet of keys, with the keyboard alone; the view is remembered", async ({ browser, site }) => {
  await clearDoubts(site);
  const vowels = await newQuestion(site, "Count the words");
  await ask(site, "Ravi Kumar", site.assignmentId, "Why is my array printed twice?");
  const wanted = await ask(site, "Zoya Khan", vowels, "Two spaces make an empty word.");
  const page = await pageOf(browser, site, "Asha Rao");
  await page.goto("/doubts");
  await page.getByRole("link", { name: "Triage" }).press("Enter");
  await expect(rows(page)).toHaveCount(2);
  await expect(field(page)).toBeVisible();

  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keys" });
  await expect(sheet.getByText("Take over from another mentor")).toBeVisible();
  await page.keyboard.press("j");
  // Closed and opened again before the browser has told that it was closed.
  for (const close of ["Escape", "button"]) {
    await page.evaluate(async (close) => {
      const dialog = document.querySelector("dialog");
      if (close === "button") dialog?.querySelector<HTMLElement>("[aria-label=Close]")?.click();
      else dialog?.requestClose();
      await Promise.resolve();
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
      await new Promise((later) => setTimeout(later, 100));
    }, close);
    await expect(sheet, close).toBeVisible();
  }
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();

  await page.keyboard.press("/");
  await page.keyboard.type("empty word");
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await expect.poll(() => openItem(page)).toBe(wanted);
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
  await page.getByRole("button", { name: "Saved replies" }).press("Enter");
  await page.getByRole("button", { name: /^Read with >>/ }).press("Enter");
  await expect(field(page)).toHaveValue("Read with >> and the spaces are skipped.");
  await page.getByRole("link", { name: "List" }).press("Enter");
  await expect(page.getByRole("list", { name: "Doubts", exact: true })).toBeVisible();
  await page.goto("/doubts");
  await expect(page.getByRole("list", { name: "Doubts", exact: true })).toBeVisible();
  await page.context().close();
});

test("on a phone the queue comes first, then the thread, which does not move under the typing", async ({ browser, site }) => {
  await clearDoubts(site);
  const id = await ask(site, "Ravi Kumar", site.assignmentId, "Line.\n\n".repeat(12));
  const page = await pageOf(browser, site, "Vikram Shah");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/doubts?view=triage");
  await expect(field(page)).toHaveCount(0);
  await rows(page).first().click();
  await expect(rows(page).first()).toBeHidden();
  await field(page).pressSequentially("One line ");
  const before = await places(field(page));
  const json = JSON.stringify({ reply: "Somebody else was faster.\n\n".repeat(4) });
  await call(site, "Asha Rao", `/doubts/${id}/reply`, { method: "PUT", body: json });
  await expect(page.getByText(/Asha Rao has answered this/)).toBeAttached();
  await field(page).pressSequentially("more.");
  expect(await places(field(page))).toEqual(before);
  await page.getByRole("button", { name: "Queue", exact: true }).click();
  await expect(row(page, "Line.")).toContainText("by Asha Rao");
  await page.context().close();
});

test("a long thread is read with the keyboard, wherever the focus is", async ({ browser, site }) => {
  await clearDoubts(site);
  const other = await newQuestion(site, "Sum the rows");
  const first = await ask(site, "Ravi Kumar", site.assignmentId, "Line.\n\n".repeat(60));
  await ask(site, "Zoya Khan", other, "And the columns?");
  const page = await pageOf(browser, site, "Asha Rao");
  await page.goto("/doubts?view=triage");
  const thread = page.getByRole("region", { name: "Thread" });
  await expect(thread.getByText("Line.").first()).toBeVisible();
  await expect.poll(() => openItem(page)).toBe(first);
  const scrolled = () => thread.evaluate(({ scrollTop }) => scrollTop);
  await page.keyboard.press("Space");
  await expect.poll(scrolled).toBeGreaterThan(100);
  await page.keyboard.press("PageUp");
  await expect.poll(scrolled).toBe(0);
  await thread.focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(scrolled).toBeGreaterThan(0);
  expect(openItem(page), "in it, arrows scroll").toBe(first);
  await page.keyboard.press("j");
  await expect.poll(() => openItem(page)).not.toBe(first);
  await page.context().close();
});

/** Holds the thread back until it is let go. */
test("what is typed before the field is there is in it when it comes, and no command", async ({ browser, site }) => {
  await clearDoubts(site);
  const other = await newQuestion(site, "Sum the digits");
  const first = await ask(site, "Ravi Kumar", site.assignmentId, "Where does it begin?");
  const second = await ask(site, "Zoya Khan", other, "Does minus count?");
  const page = await pageOf(browser, site, "Asha Rao");
  const queue = await hold(page, /\/api\/doubts\/filter-doubts/);
  const firstThread = await hold(page, new RegExp(`/api/doubts/${first}$`));
  await page.goto("/doubts?view=triage");
  await expect(page.getByText("Loading doubts...")).toBeAttached();
  await page.keyboard.press("r");
  await page.keyboard.type("just ");
  queue.release();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText("Loading doubt details...")).toBeAttached();
  await page.keyboard.type("count jk");
  await page.keyboard.press("Backspace");
  firstThread.release();
  await expect(field(page)).toHaveValue("just count j");
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(" from 0.");
  await expect(field(page)).toHaveValue("just count j from 0.");
  expect(openItem(page), "nothing was taken for a command").toBe(first);
  await expect(row(page, "Where does it begin?")).toContainText("You");

  // Left before its field came, a text waits for it.
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => openItem(page)).toBe(second);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  const secondThread = await hold(page, new RegExp(`/api/doubts/${second}$`));
  await page.goto(`/doubts?view=triage&item=${second}`);
  await expect(page.getByText("Loading doubt details...")).toBeAttached();
  await page.keyboard.press("c");
  await expect(row(page, "Does minus count?")).toContainText("You");
  await page.keyboard.press("r");
  await page.keyboard.type("No.");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  secondThread.release();
  await expect(field(page)).toHaveValue("No.");
  await expect(field(page)).not.toBeFocused();
  await page.context().close();
});

const waiting = (page: Page) =>
  page.getByRole("list", { name: "Review queue" }).getByRole("button");

async function handIn(site: Site, student: string, id: string, studentSolution: string) {
  const body = JSON.stringify({ responseStatus: "solved", studentSolution });
  await call(site, student, `/assignments/${id}/status`, { method: "PUT", body });
}

test("two mentors review side by side with the keyboard alone; the view is remembered", async ({ browser, site }) => {
  await clearReviews(site);
  const [first, second] = [
    await newQuestion(site, "Reverse the words"),
    await newQuestion(site, "Sort the words"),
  ];
  await handIn(site, "Ravi Kumar", first, "int main() { return 1; }");
  await handIn(site, "Zoya Khan", first, "int main() {}");
  await handIn(site, "Ravi Kumar", second, "int main() { sort(); }");
  const [asha, vikram] = [
    await pageOf(browser, site, "Asha Rao"),
    await pageOf(browser, site, "Vikram Shah"),
  ];
  await asha.goto("/solutions");
  await asha.getByRole("link", { name: "Triage" }).press("Enter");
  await vikram.goto("/solutions?view=triage");
  await expect(waiting(asha)).toHaveCount(3);
  await expect(waiting(vikram)).toHaveCount(3);
  await expect(vikram.getByText("Live", { exact: true })).toBeVisible();
  const comment = (page: Page) => page.getByLabel("Mentor Comment");

  await asha.keyboard.press("c");
  await expect(asha.getByText(/You have this until/)).toBeVisible();
  await expect(waiting(vikram).first()).toContainText("Asha Rao");
  await vikram.keyboard.press("j");
  await expect(vikram.getByRole("article", { name: "Reverse the words, Zoya Khan" })).toBeVisible();
  await vikram.keyboard.press("n");
  await expect(vikram.getByRole("radio", { name: "not approved" })).toBeChecked();
  await vikram.keyboard.press("r");
  await vikram.keyboard.type("Nothing is printed: ask again.");
  const before = await places(comment(vikram), ...await waiting(vikram).all());

  // She decides the first and goes on to the one that nobody has; one more comes in.
  await asha.keyboard.press("a");
  await asha.keyboard.press("r");
  await asha.keyboard.type("Well done.");
  await asha.keyboard.press("Control+Enter");
  await expect(asha.getByRole("article", { name: "Sort the words, Ravi Kumar" })).toBeVisible();
  await handIn(site, "Meena Das", second, "int main() { return 2; }");
  await expect(vikram.getByRole("button", { name: /1 new, 1 done/ })).toBeVisible();
  await expect(waiting(vikram).first()).toContainText("by Asha Rao");
  expect(await places(comment(vikram), ...await waiting(vikram).all())).toEqual(before);

  // A saved reply by its key, put where the writing goes on.
  await vikram.keyboard.press("Escape");
  await vikram.keyboard.press("s");
  await expect(vikram.getByRole("button", { name: "Save what I have written" })).toBeFocused();
  await vikram.keyboard.press("Enter");
  await vikram.keyboard.press("Control+Enter");
  await expect(vikram.getByText("Review updated successfully!")).toBeVisible();
  await expect(vikram.getByRole("article", { name: /Zoya Khan/ })).toHaveCount(0);
  await vikram.keyboard.press("s");
  await expect(vikram.getByRole("button", { name: /^Nothing is printed/ })).toBeFocused();
  await vikram.keyboard.press("Enter");
  await expect(comment(vikram)).toHaveValue("Nothing is printed: ask again.");
  await expect(comment(vikram)).toBeFocused();

  await asha.goto("/solutions");
  await expect(waiting(asha).first()).toBeVisible();
  await asha.getByRole("link", { name: "List" }).press("Enter");
  await expect(asha.getByRole("search", { name: "Filter reviews" })).toBeVisible();
  await asha.goto("/solutions");
  await expect(asha.getByRole("search", { name: "Filter reviews" })).toBeVisible();
  for (const page of [asha, vikram]) await page.context().close();
});
