/** A mentor reads the gradebook with the keyboard, sees it change live, and takes it along as a file. */
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { send } from "./school.ts";
import { newQuestion, openPageAs, test } from "./site.ts";

test("a mentor finds a response in the gradebook by keys, and exports what is shown", async ({ browser, site }) => {
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
  await expect(mentor.getByText("Live", { exact: true })).toBeVisible();
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
});
