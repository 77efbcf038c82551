/**
 * A question is created, given out, solved by a student whose screen updates live, and reviewed.
 */
import { expect, type Page } from "@playwright/test";
import { callApi, newQuestion, openPageAs, test } from "./site.ts";

const panel = (page: Page) => page.locator("#panel");
const card = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });

test("a question is created field by field and given out; its new tag is undone if the call fails", async ({ browser, site }) => {
  const mentor = await openPageAs(browser, site, "Asha Rao");
  await mentor.goto("/mentor?panel=question");
  const form = panel(mentor);
  const create = form.getByRole("button", { name: "Create Question" });
  await create.click();
  const wanted = ["Title", "Difficulty", "Category", "Major topic"];
  for (const name of wanted) await expect(form.getByText(`${name} is required.`)).toBeVisible();
  await expect(form.getByLabel("Title", { exact: true })).toBeFocused();
  await expect(form.getByLabel("Question Type")).toHaveCount(0);

  await form.getByLabel("Title", { exact: true }).fill("Count the digits");
  await form.getByRole("textbox", { name: "Explanation", exact: true })
    .fill("Read a **number**.\n\n```cpp\nint n;\n```");
  await form.getByLabel("Difficulty").selectOption("medium");
  await form.getByLabel("Category").selectOption("question");
  await form.getByLabel("Major Topic").selectOption("Control Structures");
  await form.getByLabel("Tags").fill("loops, digits");
  await create.click();
  await expect(form.getByText("Question type is required.")).toBeVisible();
  await form.getByLabel("Question Type").selectOption("coding");

  const cases = form.getByRole("group", { name: "Test Cases" });
  await cases.getByLabel("Input").fill("1203");
  await cases.getByRole("button", { name: "Add Test Case" }).click();
  await expect(cases.getByText("Test case must have at least input and output.")).toBeVisible();
  await cases.getByLabel("Output").fill("4");
  await cases.getByRole("button", { name: "Add Test Case" }).click();
  await expect(cases.getByRole("listitem")).toHaveCount(1);
  const similar = form.getByRole("group", { name: "Similar Questions" });
  await similar.getByLabel("Question title").fill("Sum of digits");
  await similar.getByRole("button", { name: "Add Similar Question" }).click();
  const both = "Please provide both title and URL for similar question.";
  await expect(similar.getByText(both)).toBeVisible();
  await similar.getByLabel("URL").fill("https://code.test/sum");
  await similar.getByRole("button", { name: "Add Similar Question" }).click();
  await create.click();
  await expect(mentor.getByText("Item created successfully!")).toBeVisible();
  await expect(form.getByLabel("Title", { exact: true })).toHaveValue("");

  const student = await openPageAs(browser, site, "Ravi Kumar");
  await student.goto("/assignments");
  await expect(student.getByRole("heading", { name: "All Assignments" })).toBeVisible();
  await mentor.goto("/assignments");
  const tag = card(mentor, "Count the digits").locator(".badge").first();
  const give = async () => {
    await mentor.getByRole("button", { name: "Change tag: Count the digits" }).click();
    await mentor.getByRole("button", { name: "HW", exact: true }).click();
    const dialog = mentor.getByRole("dialog", { name: "Confirm Tag Change" });
    await dialog.getByRole("button", { name: "Confirm" }).click();
  };
  await expect(tag).toHaveText("Central");
  // The call is held while the optimistic update is checked, and then finds no network.
  let goOn = () => {};
  const held = new Promise<void>((go) => goOn = go);
  await mentor.route("**/distribution", async (route) => {
    await held;
    await route.continue();
  });
  await give();
  await expect(tag).toHaveText("HW");
  site.cut();
  try {
    goOn();
    await expect(tag).toHaveText("Central");
    await expect(mentor.getByRole("region", { name: "Notifications" }).getByRole("alert"))
      .toHaveCount(0);
  } finally {
    site.mend();
  }
  await mentor.unrouteAll();
  await expect(mentor.getByText("Live", { exact: true })).toBeVisible();
  await give();
  await expect(tag).toHaveText("HW");
  await expect(card(student, "Count the digits")).toBeVisible();
  await card(student, "Count the digits").getByRole("link", { name: /View Details/ }).click();
  await expect(student.locator("strong", { hasText: "number" })).toBeVisible();
  await expect(student.getByText("1203")).toBeVisible();
  await expect(student.getByRole("link", { name: /Sum of digits/ }))
    .toHaveAttribute("href", "https://code.test/sum");
});

test("code is handed in, reviewed while the student's page updates live, and handed in again", async ({ browser, site }) => {
  const id = await newQuestion(site, "Print a table");
  const [mentor, student] = [
    await openPageAs(browser, site, "Vikram Shah"),
    await openPageAs(browser, site, "Ravi Kumar"),
  ];
  await mentor.goto("/solutions");
  await expect(mentor.getByText("Live", { exact: true })).toBeVisible();
  await student.goto(`/assignments/${id}`);
  const form = student.getByRole("complementary", { name: "Your Response" });
  await form.getByRole("button", { name: "Save Response" }).click();
  await expect(form.getByText("Status is required.")).toBeVisible();
  await form.getByLabel("Status").selectOption("having doubt");
  await form.getByRole("button", { name: "Save Response" }).click();
  await expect(form.getByText("Describe Your Problem is required.")).toBeVisible();
  await form.getByLabel("Status").selectOption("solved");
  const code = async (text: string) => {
    await form.getByRole("button", { name: /^(Submit|Edit) Code$/ }).click();
    const dialog = student.getByRole("dialog", { name: "Submit Code" });
    await dialog.getByLabel("Your code").fill(text);
    await dialog.getByRole("button", { name: "Save" }).click();
    await form.getByRole("button", { name: "Save Response" }).click();
    await expect(student.getByText("Response updated successfully!")).toBeVisible();
  };
  await code("int main() { return 1; }");
  const review = student.getByRole("region", { name: "Mentor Review" });
  await expect(review.getByText("pending", { exact: true })).toBeVisible();

  await mentor.getByRole("link", { name: /Print a table/ }).click();
  const writing = mentor.getByRole("form", { name: "Review" });
  await expect(mentor.getByText("return 1")).toBeVisible();
  await writing.getByRole("radio", { name: "not approved" }).check();
  await writing.getByLabel("Mentor Comment").fill("Return 0 when all went well.");
  await writing.getByRole("button", { name: "Submit Review" }).click();
  await expect(review.getByText("not approved", { exact: true })).toBeVisible();
  await expect(review.getByText("Return 0 when all went well.")).toBeVisible();
  await expect(review.getByText("Vikram Shah")).toBeVisible();

  await code("int main() { return 0; }");
  await expect(review.getByText("pending", { exact: true })).toBeVisible();
  await expect(mentor.getByText(/Ravi Kumar has handed in a newer attempt/)).toBeVisible();
  await mentor.getByRole("button", { name: "Show the newer attempt" }).click();
  await expect(mentor.getByText("return 0").first()).toBeVisible();
  await writing.getByRole("radio", { name: "approved", exact: true }).check();
  await writing.getByRole("button", { name: "Submit Review" }).click();
  await expect(review.getByText("approved", { exact: true })).toBeVisible();
  const attempts = await callApi(
    site,
    "Ravi Kumar",
    `/assignments/${id}/responses/${
      (site.people["Ravi Kumar"]?.user as { _id: string })._id
    }/history`,
  );
  expect(attempts.length).toBe(4);
});
