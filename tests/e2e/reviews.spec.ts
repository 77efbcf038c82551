/** Mentors review in the triage view, with the keyboard alone, and read the gradebook. */
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { clearReviews, clearSavedReplies, places, send, settled } from "./school.ts";
import { isLive, newQuestion, openPageAs, type Site, test } from "./site.ts";

/** The height of a line of code, in px. */
const LINE = 24;

const comment = (page: Page) => page.getByLabel("Mentor Comment");
const waiting = (page: Page) =>
  page.getByRole("list", { name: "Review queue" }).getByRole("button");

function handIn(site: Site, student: string, id: string, studentSolution: string) {
  const solved = { responseStatus: "solved", studentSolution };
  return send(site, student, `/assignments/${id}/status`, solved, "PUT");
}

test("two mentors review side by side with the keyboard alone; the view is remembered @main", async ({ browser, site }) => {
  await Promise.all([clearReviews(site), clearSavedReplies(site)]);
  const [first, second] = [
    await newQuestion(site, "Reverse the words"),
    await newQuestion(site, "Sort the words"),
  ];
  const long = Array.from({ length: 30 }, (_, at) => `int a${at} = ${at};`).join("\n");
  await handIn(site, "Ravi Kumar", first, `${long}\nint main() { return 1; }`);
  await handIn(site, "Zoya Khan", first, "int main() {}");
  await handIn(site, "Ravi Kumar", second, "int main() { sort(); }");
  const [asha, vikram] = [
    await openPageAs(browser, site, "Asha Rao"),
    await openPageAs(browser, site, "Vikram Shah"),
  ];
  await asha.goto("/solutions");
  await asha.getByRole("link", { name: "Triage" }).press("Enter");
  await expect(waiting(asha)).toHaveCount(3);
  await expect(asha.getByRole("article", { name: "Reverse the words, Ravi Kumar" })).toBeVisible();
  await isLive(asha);
  await vikram.goto("/solutions?view=triage");
  await expect(waiting(vikram)).toHaveCount(3);
  await isLive(vikram);

  await asha.setViewportSize({ width: 1366, height: 768 });
  await expect.poll(async () => {
    const [code, room] = await places(
      asha.getByRole("region", { name: "Submitted code" }),
      asha.getByRole("region", { name: "Response" }),
    );
    return (Math.min(code!.y + code!.height, room!.y + room!.height) - code!.y) / LINE;
  }, "lines of code in sight").toBeGreaterThan(18);
  await expect(asha.getByRole("button", { name: "Submit Review" })).toBeInViewport({ ratio: 1 });
  await asha.getByRole("button", { name: "Claim" }).click();
  await expect(asha.getByText(/Claimed by you until/)).toBeVisible();
  await expect(waiting(vikram).first()).toContainText("Asha Rao");
  // She has the first one open, so his view leads to the next.
  await expect(vikram.getByRole("article", { name: "Reverse the words, Zoya Khan" })).toBeVisible();
  await vikram.keyboard.press("n");
  await expect(vikram.getByRole("radio", { name: "not approved" })).toBeChecked();
  await vikram.keyboard.press("r");
  await vikram.keyboard.type("Nothing is printed: ask again.");
  const now = () => places(comment(vikram), waiting(vikram));
  const before = await settled(now);

  // She decides the first response and goes on to the one that is not claimed; one more comes in.
  await asha.keyboard.press("a");
  await asha.keyboard.press("r");
  await asha.keyboard.type("Well done.");
  await asha.keyboard.press("Control+Enter");
  await expect(asha.getByRole("article", { name: "Sort the words, Ravi Kumar" })).toBeVisible();
  await handIn(site, "Meena Das", second, "int main() { return 2; }");
  await expect(vikram.getByRole("button", { name: /1 new, 1 done/ })).toBeVisible();
  await expect(waiting(vikram).first()).toContainText("by Asha Rao");
  await expect.poll(now).toEqual(before);

  // A saved reply is inserted with its key, and the focus is in the field again.
  await vikram.keyboard.press("Escape");
  await vikram.keyboard.press("s");
  await expect(vikram.getByRole("button", { name: "Save what I have written" })).toBeFocused();
  await vikram.keyboard.press("Enter");
  await vikram.keyboard.press("Control+Enter");
  await expect(vikram.getByText("Review updated successfully!")).toBeVisible();
  await expect(vikram.getByRole("article", { name: /Zoya Khan/ })).toHaveCount(0);
  // She has the next one open, so his view leads to the newest.
  await expect(vikram.getByRole("article", { name: "Sort the words, Meena Das" })).toBeVisible();
  await vikram.keyboard.press("s");
  await expect(vikram.getByRole("button", { name: /^Nothing is printed/ })).toBeFocused();
  await vikram.keyboard.press("Enter");
  await expect(comment(vikram)).toHaveValue("Nothing is printed: ask again.");
  await expect(comment(vikram)).toBeFocused();

  // Zoya asks for another look at Vikram's decision, and Asha closes it with a sentence.
  const zoya = await openPageAs(browser, site, "Zoya Khan");
  await zoya.goto(`/Student-solutions?item=${first}`);
  await zoya.locator("summary", { hasText: "Ask for another look" }).click();
  await zoya.getByLabel("Why should somebody look at it again?").fill(
    "It prints nothing, as asked.",
  );
  await zoya.getByRole("button", { name: "Ask for another look" }).click();
  await expect(zoya.getByText("It waits for another mentor.")).toBeVisible();
  const history = zoya.locator("section", { has: zoya.getByRole("heading", { name: "History" }) });
  await expect(history.getByText("Attempt 1", { exact: true })).toBeVisible();
  const once = [zoya.getByText("It prints nothing, as asked."), zoya.getByText(/Another look at/)];
  for (const said of [...once, zoya.getByText("not approved")]) await expect(said).toHaveCount(1);
  await expectNoViolations(zoya);
  await asha.goto("/solutions?view=triage");
  await waiting(asha).filter({ hasText: "another look" }).click();
  const look = asha.getByRole("region", { name: "Another look" });
  await expect(look).toContainText("It prints nothing, as asked.");
  await expect(look).toContainText("not approved");
  await asha.getByRole("radio", { name: "Not approved (stands)" }).check();
  await asha.getByRole("button", { name: "Submit Review" }).click();
  await expect(comment(asha), "it says why, before anything is sent").toBeFocused();
  await comment(asha).fill("The question wants a line.");
  await asha.keyboard.press("Control+Enter");
  await expect(zoya.getByText("The question wants a line.")).toBeVisible();
  await expect(zoya.getByText("It waits for another mentor.")).toHaveCount(0);
  await zoya.reload();
  await expect(history.getByText("not approved"), "the first decision").toHaveCount(1);
  await expect(zoya.getByText("The question wants a line."), "once").toBeVisible();

  await asha.goto("/solutions");
  await expect(waiting(asha).first()).toBeVisible();
  await asha.getByRole("link", { name: "List" }).press("Enter");
  await expect(asha.getByRole("search", { name: "Filter reviews" })).toBeVisible();
  await asha.goto("/solutions");
  await expect(asha.getByRole("search", { name: "Filter reviews" })).toBeVisible();
});

test("a mentor finds a response in the gradebook by keys, and exports what is shown @main", async ({ browser, site }) => {
  const [older, newer] = [
    await newQuestion(site, "Gradebook: add two numbers"),
    await newQuestion(site, "Gradebook: reverse a word"),
  ];
  const handIn = (student: string, id: string, body: object) =>
    send(site, student, `/assignments/${id}/status`, body, "PUT");
  const handed = await handIn("Ravi Kumar", older, {
    responseStatus: "solved",
    studentSolution: "int main() {}",
  });
  const mentor = await openPageAs(browser, site, "Asha Rao");
  await mentor.goto("/gradebook?assignmentTitle=Gradebook");
  const cell = (name: string | RegExp) => mentor.getByRole("gridcell", { name });
  const grid = mentor.getByRole("grid", { name: "Students by questions" });
  await expect(cell(/^Ravi Kumar, Gradebook: add two numbers: solved, not reviewed.*1 attempt$/))
    .toBeVisible();
  await expect(cell("Ravi Kumar, Gradebook: reverse a word: no response yet")).toBeVisible();
  await expect(grid).toHaveAttribute("aria-colcount", "3");
  await expectNoViolations(mentor);

  // A new response and a review change the cells.
  await isLive(mentor);
  const stuck = { responseStatus: "not understanding", learningNotes: "Which end first?" };
  await handIn("Ravi Kumar", newer, stuck);
  await expect(cell(/^Ravi Kumar, Gradebook: reverse a word: not understanding/)).toBeVisible();
  const studentId = handed.student._id;
  const review = { studentId, reviewStatus: "approved" };
  await send(site, "Asha Rao", `/assignments/${older}/review`, review, "PUT");
  await expect(cell(/^Ravi Kumar, Gradebook: add two numbers: solved, approved/)).toBeVisible();

  // What the filter shows is in the file.
  await mentor.getByRole("searchbox", { name: "Student" }).fill("Ravi");
  await expect(mentor.getByRole("rowheader")).toHaveCount(1);
  await mentor.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([
    mentor.waitForEvent("download"),
    mentor.getByRole("button", { name: "CSV, for spreadsheets" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^gradebook-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), "utf8")).split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('"Gradebook: add two numbers: status"');
  expect(lines[1]).toContain('"not understanding","pending"');
  expect(lines[1]).toContain('"solved","approved"');

  // The arrow keys reach the student's row and the response.
  await mentor.keyboard.press("m");
  await expect(grid).toBeFocused();
  await mentor.keyboard.press("Home");
  await mentor.keyboard.press("Enter");
  const row = mentor.getByRole("dialog", { name: "Ravi Kumar" });
  await expect(row.getByRole("listitem")).toHaveCount(2);
  await mentor.keyboard.press("Escape");
  await expect(grid).toBeFocused();
  await mentor.keyboard.press("End");
  await mentor.keyboard.press("Enter");
  await expect(mentor).toHaveURL(`/solutions?item=${older}.${studentId}`);
  await expect(mentor.getByRole("article", { name: /Gradebook: add two numbers, Ravi Kumar/ }))
    .toBeVisible();

  // Back at the gradebook, the keys go on at this cell.
  await mentor.goBack();
  await expect(cell(/^Ravi Kumar, Gradebook: add two numbers/)).toBeVisible();
  await mentor.keyboard.press("m");
  await mentor.keyboard.press("Enter");
  await expect(mentor).toHaveURL(`/solutions?item=${older}.${studentId}`);
});
