/** A rubric from the question's editor through triage, by keys, to the student. */
import { expect } from "@playwright/test";
import { clearReviews, send } from "./school.ts";
import { newQuestion, openPageAs, test } from "./site.ts";

test("a mentor sets points, gives them with a key each, and the student sees them at once", async ({ browser, site }) => {
  await clearReviews(site);
  const question = await newQuestion(site, "Rows of points");
  const mentor = await openPageAs(browser, site, "Asha Rao");
  await mentor.goto(`/assignments/${question}`);
  await mentor.getByRole("button", { name: "Edit Question" }).click();
  const rubric = mentor.getByRole("region", { name: "Rubric" });
  const add = rubric.getByRole("button", { name: "Add a point" });
  await add.click();
  await rubric.getByLabel("Name of point 1").fill("Reads the input");
  await rubric.getByLabel(/^Points.*of point 1$/).fill("2");
  await rubric.getByLabel(/^Hint .*of point 1$/).fill("std::cin reads numbers.");
  await add.click();
  await rubric.getByLabel("Name of point 2").fill("reads the INPUT");
  await rubric.getByLabel(/^Points.*of point 2$/).fill("3");
  await rubric.getByRole("button", { name: "Save Rubric" }).click();
  await expect(rubric.getByText("Two points have this name.")).toBeVisible();
  await rubric.getByLabel("Name of point 2").fill("Right sum");
  await expect(rubric.getByText("5 points in all")).toBeVisible();
  await rubric.getByRole("button", { name: "Save Rubric" }).click();
  await expect(mentor.getByText("Rubric saved.")).toBeVisible();

  const solved = { responseStatus: "solved", studentSolution: "int main() {}" };
  await send(site, "Zoya Khan", `/assignments/${question}/status`, solved, "PUT");
  const student = await openPageAs(browser, site, "Zoya Khan");
  await student.goto(`/assignments/${question}`);
  await mentor.goto("/solutions?view=triage");
  const points = mentor.getByRole("group", { name: "Points" });
  await expect(points.getByText("0 of 5 points")).toBeVisible();
  // Nothing lies on the points: a click would hit something else.
  await points.getByText("0 of 5 points").click({ trial: true });
  // Four keys decide: two points would be one more.
  await mentor.keyboard.press("2");
  await expect(points.getByRole("button", { name: /^Right sum/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(points.getByText("3 of 5 points")).toBeVisible();
  await mentor.keyboard.press("h");
  await expect(mentor.getByLabel("Mentor Comment")).toHaveValue("std::cin reads numbers.");
  await mentor.keyboard.press("n");
  await mentor.keyboard.press("Control+Enter");
  await expect(mentor.getByText("Review updated successfully!")).toBeVisible();
  const given = student.getByRole("region", { name: "Points" });
  await expect(given.getByText("3 of 5 points")).toBeVisible();
  await expect(given.getByText("Right sum")).toBeVisible();
  await expect(student.getByText("std::cin reads numbers.")).toBeVisible();
});
