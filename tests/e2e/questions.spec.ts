/** A question with the keyboard alone: created, given out, solved, handed in and reviewed. */
import { resolve } from "node:path";
import { expect } from "@playwright/test";
import { keysOf } from "./keyboard.ts";
import {
  button,
  clearReviews,
  expectKept,
  expectNotice,
  heading,
  holdRequests,
  RUN,
  send,
} from "./school.ts";
import { callApi, isLive, newQuestion, openPageAs, test } from "./site.ts";

const PICTURE = resolve("tests/pictures/phone.png");

/** Prints two words, the shorter one first. */
const MODEL = `#include <cstdio>
#include <cstring>
int main() {
  char one[99], two[99];
  scanf("%s %s", one, two);
  if (strlen(one) <= strlen(two)) printf("%s %s\\n", one, two);
  else printf("%s %s\\n", two, one);
}
`;

test("a mentor creates a question with a picture, a test case and a link @main", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  const keys = keysOf(page);
  const form = page.locator("#panel");
  await keys.open("/mentor");
  await keys.press(button(page, "Create Question"));
  await keys.to(form.getByLabel("Title", { exact: true }));
  await page.keyboard.press("Tab");
  await expect(form.getByText("Title is required."), "as soon as it is left").toBeVisible();
  await keys.press(form.getByRole("button", { name: "Create Question" }));
  for (const name of ["Title", "Difficulty", "Category", "Major topic"]) {
    await expect(form.getByText(`${name} is required.`)).toBeVisible();
  }
  await expect(form.getByLabel("Title", { exact: true }), "what is missing").toBeFocused();
  await keys.write(form.getByLabel("Title", { exact: true }), "Sort by length");
  const text = form.getByRole("textbox", { name: "Explanation", exact: true });
  await keys.write(text, "Read some words.");
  await expect(page.locator(".w-md-editor"), "the editor has come").toBeVisible();
  await expect(text).toBeFocused();
  await keys.attach(form.getByLabel("Insert image"), PICTURE);
  await expect(text).toHaveValue(/<figure class="image">/);

  const cases = form.getByRole("group", { name: "Test Cases" });
  await keys.write(cases.getByRole("textbox", { name: "Input" }), "bb a");
  await keys.write(cases.getByLabel("Output"), "a bb");
  await keys.press(button(page, "Add Test Case"));
  await expect(cases.getByRole("listitem")).toHaveCount(1);
  await expect(cases.getByRole("textbox", { name: "Input" }), "for the next one").toBeFocused();
  await keys.pressBack(cases.getByRole("button", { name: "Edit test case 1" }));
  await expect(cases.getByRole("textbox", { name: "Input" }), "of the case that is edited")
    .toBeFocused();
  await expect(cases.getByRole("textbox", { name: "Input" })).toHaveValue("bb a");
  await keys.write(cases.getByLabel("Output"), "a  bb");
  await keys.press(button(page, "Save Test Case"));
  await expect(cases.getByRole("listitem")).toHaveText(/→ a {2}bb/);
  await expect(cases.getByLabel("Output")).toHaveValue("");
  await keys.back(cases.getByRole("button", { name: "Remove test case 1" }));
  await page.keyboard.press("Enter");
  await expect(cases.getByRole("listitem")).toHaveCount(0);
  await keys.keepsPlace();
  await keys.write(cases.getByRole("textbox", { name: "Input" }), "ccc bb");
  const fold = form.locator("summary", { hasText: "Model solution" });
  await keys.press(fold);
  const model = form.locator(".cm-content");
  await expect(model, "the editor has come").toBeVisible();
  await page.keyboard.press("Tab");
  await expect(model).toBeFocused();
  await page.keyboard.insertText(MODEL);
  await expectKept(page, "strlen");
  // Before its first run: after it, the page loads the compiler by itself.
  await page.reload();
  await keys.press(fold);
  await expect(model, "is kept").toContainText("strlen");
  for (const key of ["Tab", "ControlOrMeta+Enter"]) await page.keyboard.press(key);
  const output = cases.getByLabel("Output", { exact: true });
  await expect(output).toHaveValue("bb ccc", RUN);
  await expect(form.getByText("The output of the new case is filled in.")).toBeVisible();
  await expect(cases.getByText("The model passes")).toBeVisible();
  // In the editor, Tab indents. CodeMirror lets a Tab after an Escape out only for two seconds.
  await fold.focus();
  await keys.pressBack(button(page, "Add Test Case"));
  await expect(cases.getByRole("textbox", { name: "Input" })).toBeFocused();
  await page.keyboard.insertText("ccc bb ");
  await expect(cases.getByText("Same input as case 1.")).toBeVisible();
  await keys.write(cases.getByRole("textbox", { name: "Input" }), "b aa");
  await expect(cases.getByText("Same input")).toHaveCount(0);
  await keys.write(output, "aa b");
  await keys.to(fold);
  for (const key of ["Tab", "ControlOrMeta+Enter"]) await page.keyboard.press(key);
  await expect(form.getByText("The model passes 1 of 1 case.")).toBeVisible(RUN);
  await fold.focus();
  await keys.pressBack(button(page, "Use the model's output for the new case"));
  await expect(output).toHaveValue("b aa");
  await keys.keepsPlace();

  // Of the files on the disk, those that cannot be given are named; the model tries the others.
  const given = form.locator("summary", { hasText: "Given files" });
  await given.click();
  const disk = (name: string, text: string | Buffer) => ({
    name,
    mimeType: "text/plain",
    buffer: Buffer.from(text),
  });
  const chooser = form.getByLabel("Add files from your disk");
  const marks = disk("marks.txt", "1 2\n");
  await chooser.setInputFiles([disk("help.cpp", "int help(\n"), marks]);
  await expect(given).toContainText("help.cpp, marks.txt: run the model");
  const bad = [disk("no.txt", Buffer.from([0xff])), disk("long.h", "x".repeat(70_000)), marks];
  await chooser.setInputFiles(bad);
  for (
    const fault of [
      "no.txt is not added. Its text is not UTF-8.",
      "long.h is not added. The text of a given file has at most 64 KB.",
      "marks.txt is not added. Two given files have the name marks.txt.",
    ]
  ) await expect(form.getByText(fault)).toBeVisible();
  await button(page, "Run the model").click();
  await expect(form.getByText("help.cpp does not compile with the model.")).toBeVisible(RUN);
  await button(page, "Remove help.cpp").click();
  await button(page, "Run the model").click();
  await expect(form.getByText("The model passes 1 of 1 case.")).toBeVisible(RUN);
  await expect(given, "it compiles").toHaveText("Given files marks.txt");
  await button(page, "Remove marks.txt").click();
  await page.keyboard.press("Shift+Tab");
  await keys.pressBack(given);
  await fold.focus();
  await keys.press(fold);

  await keys.pressBack(form.locator("summary", { hasText: "Classification" }));
  await keys.choose(form.getByLabel("Difficulty"), "medium");
  await keys.choose(form.getByLabel("Category"), "question");
  await keys.choose(form.getByLabel("Question Type"), "coding");
  await keys.choose(form.getByLabel("Major Topic"), "String");
  await keys.write(form.getByLabel("Tags"), "strings, sorting");
  await expect(form.getByText("medium, question, coding, String, strings, sorting")).toBeVisible();
  await expect(form.getByText("Wrong solutions"), "once the question exists").toHaveCount(0);
  await keys.press(form.locator("summary", { hasText: "Links and files" }));
  const similar = form.getByRole("group", { name: "Similar Questions" });
  await keys.write(similar.getByLabel("Question title"), "Sort by name");
  await keys.press(button(page, "Add Similar Question"));
  await expect(similar.getByLabel("URL")).toHaveAttribute("aria-invalid", "true");
  await keys.back(similar.getByLabel("URL"));
  await page.keyboard.type("https://code.test/names");
  await keys.press(button(page, "Add Similar Question"));
  await expect(similar.getByLabel("Question title")).toBeFocused();
  await keys.press(button(page, "Add Similar Question"));
  const missing = similar.getByText("Please provide both title and URL for similar question.");
  await expect(missing, "below each empty field").toHaveCount(2);
  await keys.attach(form.getByLabel("Files", { exact: true }), PICTURE);
  await keys.press(form.getByRole("button", { name: "Create Question" }));
  await expectNotice(page, "Item created successfully!");
  const notices = page.getByRole("region", { name: "Notifications" });
  const link = await notices.getByRole("link", { name: "Open" }).getAttribute("href");
  await expect(form.getByLabel("Title", { exact: true }), "for the next one").toBeFocused();
  await expect(missing, "of the one before").toHaveCount(0);
  const all = await callApi(site, "Asha Rao", "/assignments/allResource");
  const { _id } = all.find(({ title }: { title: string }) => title === "Sort by length");
  const made = await callApi(site, "Asha Rao", `/assignments/${_id}`);
  expect(made.testCases).toEqual([
    { input: "ccc bb\n", output: "bb ccc" },
    { input: "b aa\n", output: "b aa" },
  ]);
  expect(made.model).toBe(MODEL);
  expect(made.files.length).toBe(1);
  expect(link).toBe(`/assignments/${_id}`);
});

test("a mentor gives out a question by its tag, corrects it and assigns it personally, and a student's page updates live @main", async ({ browser, site }) => {
  const id = await newQuestion(site, "Sort by weight");
  const student = await openPageAs(browser, site, "Zoya Khan");
  await student.goto("/dashboard?panel=personal");
  await isLive(student);
  const page = await openPageAs(browser, site, "Asha Rao");
  const keys = keysOf(page);
  await keys.open("/assignments");
  const tag = button(page, "Change tag: Sort by weight");
  await keys.press(tag);
  await page.keyboard.press("ArrowUp");
  await expect(button(page, "CW")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(button(page, "Cancel")).toBeFocused();
  const card = page.getByRole("article").filter({ hasText: "Sort by weight" });
  const badge = card.locator(".badge").first();
  // The call is held while the new tag is shown already, and then finds no network.
  const call = await holdRequests(page, /\/distribution$/, "PUT");
  await keys.press(button(page, "Confirm"));
  await expect(badge).toHaveText("CW");
  site.cut();
  call.release();
  await expect(badge).toHaveText("HW");
  site.mend();
  await page.unrouteAll();
  await isLive(page);
  await expect(tag).toBeFocused();
  await page.keyboard.press("Enter");
  await keys.press(button(page, "CW"));
  await keys.press(button(page, "Confirm"));
  await expect(badge).toHaveText("CW");
  await expect(tag).toBeFocused();
  await keys.pressBack(card.getByRole("link", { name: /View Details/ }));
  await expect(heading(page, "Sort by weight")).toBeFocused();

  const edit = button(page, "Edit Question");
  await keys.press(edit);
  await keys.write(page.getByLabel("Title", { exact: true }), "Sort by price");
  const text = page.getByRole("textbox", { name: "Explanation", exact: true });
  await keys.to(text);
  await expect(page.locator(".w-md-editor")).toBeVisible();
  await keys.press(page.locator("summary", { hasText: "Links and files" }));
  await keys.attach(page.getByLabel("Add an image"), PICTURE);
  const remove = button(page, "Remove file 1");
  await keys.back(remove);
  await page.keyboard.press("Enter");
  await expect(remove).toHaveCount(0);
  await keys.keepsPlace();
  await keys.press(button(page, "Save Changes"));
  await expectNotice(page, "Assignment updated successfully!");
  await expect(heading(page, "Sort by price")).toBeVisible();
  await expect(edit).toBeFocused();

  const assign = button(page, "Assign Personally");
  await keys.press(assign);
  const dialog = page.getByRole("dialog", { name: "Assign Personally" });
  await expect(dialog.getByLabel("Search students")).toBeFocused();
  await keys.press(dialog.getByRole("button", { name: "Assign", exact: true }));
  await expect(dialog.getByText("Please select at least one student.")).toBeVisible();
  await keys.write(dialog.getByLabel("Search students"), "zoya");
  await keys.tick(dialog.getByRole("checkbox", { name: /Zoya Khan/ }));
  await keys.press(button(page, "Remove Zoya Khan"));
  await expect(dialog.getByText("No one yet.")).toBeVisible();
  await keys.keepsPlace();
  await keys.tick(dialog.getByRole("checkbox", { name: /Zoya Khan/ }));
  await keys.press(dialog.getByRole("button", { name: "Assign", exact: true }));
  await expectNotice(page, "Assignment updated with personal assignees!");
  await expect(assign).toBeFocused();
  await page.close();

  const given = student.getByRole("article").filter({ hasText: "Sort by price" });
  await expect(given).toContainText("Assigned by Asha Rao");
  await expect(given).toContainText("Unattempted");
  const hers = keysOf(student);
  await hers.open("/dashboard");
  await hers.press(button(student, "View Personal Assignments"));
  await hers.write(student.getByLabel("Mentor name"), "asha");
  await hers.press(student.getByRole("link", { name: /View Details ?: Sort by price/ }));
  await expect(student).toHaveURL(new RegExp(`/assignments/${id}$`));
});

test("a mentor writes a solution in blocks; a student who gives up reads it while it is visible, and sends feedback @main", async ({ browser, site }) => {
  const id = await newQuestion(site, "Sort by colour");
  const student = await openPageAs(browser, site, "Ravi Kumar");
  const his = keysOf(student);
  await his.open(`/assignments/${id}`);
  await his.press(button(student, "View Solution"));
  const dialog = student.getByRole("dialog", { name: "Do you really want to give up?" });
  await expect(dialog).toContainText(
    "By viewing the solution, you indicate that you are giving up on solving this assignment.",
  );
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await student.keyboard.press("Enter");
  await expect(button(student, "Hide Solution")).toHaveCount(0);

  const page = await openPageAs(browser, site, "Asha Rao");
  const keys = keysOf(page);
  await keys.open(`/assignments/${id}`);
  await expect(page.getByText("No solution available for this assignment.")).toBeVisible();
  await keys.press(page.getByRole("link", { name: "Edit Solution" }));
  await expect(heading(page, /^Solution/)).toBeFocused();
  await expect(page.getByText("Failed to load solution data (or no solution yet)."))
    .toBeVisible();
  await keys.press(button(page, "Save Solution"));
  await expect(page.getByText("Solution content is empty. Please provide some content."))
    .toBeVisible();
  const text = page.getByRole("textbox", { name: "Text" });
  await keys.write(text, "Red first, with `std::sort`.");
  await expect(page.locator(".w-md-editor")).toBeVisible();
  await keys.press(button(page, "Add text block"));
  await expect(text).toBeFocused();
  await page.keyboard.type("Then blue.");
  await keys.back(button(page, "Move text block 2"));
  await page.keyboard.press("ArrowUp");
  await expect(button(page, "Move text block 1")).toBeFocused();
  await keys.press(button(page, "Edit text block 2"));
  await expect(text).toHaveValue("Red first, with `std::sort`.");
  await keys.keepsPlace();
  await keys.press(button(page, "Save Solution"));
  await expectNotice(page, "Solution saved successfully!");
  await expect(heading(page, "Sort by colour")).toBeFocused();

  await his.press(button(student, "View Solution"));
  await his.press(dialog.getByRole("button", { name: "View Solution" }));
  await expect(button(student, "Hide Solution")).toBeFocused();
  await expect(student.getByText("Solution is hidden by admin.")).toBeVisible();
  const visible = page.getByRole("switch", { name: "Visible to students" });
  await keys.tick(visible);
  await expectNotice(page, "Solution is now visible.");
  await expect(student.locator("code", { hasText: "std::sort" })).toBeVisible();
  await keys.press(button(page, "Quick edit"));
  const quick = page.locator("textarea[name=content]");
  await expect(quick).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Last green.");
  await page.keyboard.press("Control+Enter");
  await expectNotice(page, "Solution updated successfully!");
  await expect(button(page, "Quick edit")).toBeFocused();
  await expect(student.getByText("Last green.")).toBeVisible();

  await his.press(button(student, "Submit Feedback"));
  await expect(student.getByLabel("Feedback"), "what is missing has the focus").toBeFocused();
  await expect(student.getByLabel("Feedback")).toHaveAttribute("aria-invalid", "true");
  await student.keyboard.type("Now I see.");
  await his.press(button(student, "Submit Feedback"));
  await expectNotice(student, "Feedback submitted successfully!");
  await his.keepsPlace();
  const feedback = page.locator("summary", { hasText: "Feedback from 1 learner" });
  await keys.press(feedback);
  await expect(page.getByText("Now I see.")).toBeVisible();

  await keys.back(visible);
  await page.keyboard.press("Space");
  await expectNotice(page, "Solution is now hidden.");
  await expect(student.getByText("Solution is hidden by admin.")).toBeVisible();
  await expect(student.locator("code", { hasText: "std::sort" })).toHaveCount(0);
  await his.pressBack(button(student, "Hide Solution"));
  await expect(student.getByText("Solution is hidden by admin.")).toHaveCount(0);

  // A solution that is open opens no other one: nobody gives up without being asked.
  const other = await newQuestion(site, "Sort by size");
  await his.press(button(student, "View Solution"));
  await expect(button(student, "Hide Solution")).toBeVisible();
  await student.goto(`/assignments/${other}`);
  await expect(button(student, "View Solution")).toBeVisible();
});

test("a student hands in code, a mentor reviews it, and the student reads the review @main", async ({ browser, site }) => {
  await clearReviews(site);
  const id = await newQuestion(site, "Sort by age");
  const student = await openPageAs(browser, site, "Zoya Khan");
  const hers = keysOf(student);
  await hers.open(`/assignments/${id}`);
  await hers.press(button(student, "Save Response"));
  await expect(student.getByLabel("Status")).toBeFocused();
  await hers.choose(student.getByLabel("Status"), "solved");
  await hers.write(student.getByLabel("Submission URL (optional)"), "https://code.test/1");
  await hers.press(button(student, "Submit Code"));
  const code = student.getByLabel("Your code");
  await expect(code).toBeFocused();
  await student.keyboard.type("int main() {\n");
  await student.keyboard.press("Tab");
  await student.keyboard.type("return 0;\n}");
  await expect(code).toHaveValue("int main() {\n  return 0;\n}");
  await student.keyboard.press("Escape");
  await hers.press(student.getByRole("dialog").getByRole("button", { name: "Save" }));
  await expect(button(student, "Edit Code"), "where one was").toBeFocused();
  await hers.press(button(student, "Save Response"));
  await expectNotice(student, "Response updated successfully!");
  await hers.keepsPlace();

  const page = await openPageAs(browser, site, "Vikram Shah");
  const keys = keysOf(page);
  await keys.open("/solutions?view=list");
  await keys.write(page.getByLabel("Student name"), "zoya");
  await expect(page.getByLabel("Review status"), "only chips choose the status").toHaveCount(0);
  await keys.press(button(page, "Waiting"));
  await keys.press(page.getByRole("link", { name: /Sort by age/ }));
  await expect(heading(page, "Solutions")).toBeFocused();
  await keys.press(button(page, "Claim"));
  await expect(page.getByText(/Claimed by you until/)).toBeVisible();
  const form = page.getByRole("form", { name: "Review" });
  await page.keyboard.press("Control+Enter");
  await expect(form.getByText("Choose Approved or Not approved, or write a comment."))
    .toBeVisible();
  await expect(form.getByRole("radio", { name: "pending" })).toBeFocused();
  await keys.pick(form.getByRole("radio", { name: "approved", exact: true }), form);
  await keys.press(button(page, "Correct the code"));
  const corrected = page.getByLabel("Corrected solution");
  await expect(corrected).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" // Done.");
  await keys.write(form.getByLabel("Mentor Comment"), "Short and right.");
  const newer = { responseStatus: "solved", studentSolution: "int main() { return 1 - 1; }" };
  await send(site, "Zoya Khan", `/assignments/${id}/status`, newer, "PUT");
  await expect(page.getByText(/Zoya Khan has handed in a newer attempt/)).toBeVisible();
  await keys.press(button(page, "Show the newer attempt"));
  await expect(page.getByText("1 - 1").first()).toBeVisible();
  // They come last, and move what is below them.
  await expect(page.getByRole("region", { name: "Changes since the previous attempt" }))
    .toBeVisible();
  await keys.press(button(page, "Submit Review"));
  await expectNotice(page, "Review updated successfully!");
  const review = student.getByRole("region", { name: "Mentor Review" });
  await expect(review.getByText("approved", { exact: true }), "live").toBeVisible();
  await expect(review).toContainText("Vikram Shah");
  await keys.pressBack(page.getByRole("link", { name: "All reviews" }));
  await keys.keepsPlace();
  await keys.press(page.getByRole("link", { name: "Triage" }));
  await expect(page).toHaveURL(/view=triage/);
  await keys.press(page.getByRole("link", { name: "List" }));
  await page.close();

  await hers.open("/Student-solutions");
  await hers.write(student.getByLabel("Assignment title"), "sort by age");
  await expect(student.getByRole("list", { name: "Solutions" }).getByRole("listitem"))
    .toHaveCount(1);
  await hers.press(student.getByRole("link", { name: /Sort by age/ }));
  await expect(student.getByText("Short and right.")).toBeVisible();
  await hers.press(student.getByRole("link", { name: /My submitted solutions/ }));
  await hers.keepsPlace();
});

test("practice and resources are filtered", async ({ browser, site }) => {
  await newQuestion(site, "Sort by tag");
  const page = await openPageAs(browser, site, "Ravi Kumar");
  const keys = keysOf(page);
  const article = page.getByRole("article");
  await keys.open("/practice");
  await expect(article.filter({ hasText: "Sort by tag" })).toBeVisible();
  await keys.write(page.getByRole("searchbox", { name: "Search" }), "nothing-like-it");
  await expect(page.getByText("No practice questions available.")).toBeVisible();
  await keys.write(page.getByRole("searchbox", { name: "Search" }), "sort arrays");
  await keys.choose(page.getByLabel("Difficulty"), "easy");
  await keys.choose(page.getByLabel("Your status"), "not attempted");
  await expect(article.filter({ hasText: "Sort by tag" })).toBeVisible();
  await keys.press(button(page, "Clear"));
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("");

  await keys.open("/resourse");
  await keys.to(page.getByRole("tab", { name: "Projects" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Questions" })).toBeFocused();
  await keys.press(button(page, "Conceptual"));
  await keys.choose(page.getByLabel("Topic"), "Pointers & Memory Management");
  await expect(page.getByText("No resources available.")).toBeVisible();
  await keys.press(button(page, "Clear"));
  await keys.press(page.getByRole("link", { name: /View Details ?: Sort by tag/ }));
  await expect(heading(page, "Sort by tag")).toBeFocused();
});
