/** A mentor and a student look at a program together, with a cut of the network. */
import { expect, type Page } from "@playwright/test";
import { ASKED_MS } from "../../server/together/schema.ts";
import { newDoubt, openPageAs, OWN, test } from "./site.ts";

const editor = (of: Page) => of.getByRole("textbox", { name: /^Program of Ravi Kumar, together/ });

/** Returns the lines of the program, without the other's cursor. */
const textOf = (page: Page) =>
  editor(page).locator(".cm-line").evaluateAll((lines) =>
    lines.map((line) => {
      const copy = line.cloneNode(true) as Element;
      for (const caret of copy.querySelectorAll(".cm-ySelectionCaret")) caret.remove();
      return copy.textContent;
    })
  );

/** Writes at the end of the program, with the keyboard. */
async function write(page: Page, text: string): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(text);
}

test("a question that nobody has answered in time is over on both screens", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Why does the loop stop?");
  const [student, mentor] = [
    await openPageAs(browser, site, "Ravi Kumar", OWN),
    await openPageAs(browser, site, "Asha Rao", OWN),
  ];
  for (const page of [student, mentor]) {
    await page.clock.install();
    await page.goto(`/doubts/${id}`);
  }
  await mentor.getByRole("button", { name: "Look at it together" }).click();
  await expect(mentor.getByRole("button", { name: "Take it back" })).toBeVisible();
  await expect(student.getByRole("button", { name: "Agree" })).toBeVisible();
  for (const page of [student, mentor]) await page.clock.fastForward(ASKED_MS + 60_000);
  await expect(student.getByRole("button", { name: "Agree" })).toHaveCount(0);
  await expect(mentor.getByRole("button", { name: "Look at it together" })).toBeVisible();
});

test("both type in the student's program, through a lost connection, until the student ends it", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Where do I read n?");
  const [student, mentor] = [
    await openPageAs(browser, site, "Ravi Kumar", { viewport: { width: 390, height: 800 } }),
    await openPageAs(browser, site, "Asha Rao"),
  ];
  await student.goto("/");
  await expect(student.getByText("Live", { exact: true })).toBeAttached();
  await mentor.goto(`/doubts/${id}`);
  await mentor.getByRole("button", { name: "Look at it together" }).click();
  await expect(mentor.getByText("You asked Ravi Kumar to look at it together.")).toBeVisible();
  // The student is elsewhere: a notice leads to the thread.
  const notice = student.getByRole("region", { name: "Notifications" });
  await expect(notice).toContainText("Asha Rao asks you to look at a program together");
  await notice.getByRole("link", { name: "Open" }).click();
  await student.getByRole("button", { name: "Agree" }).click();
  for (const page of [student, mentor]) {
    await expect(editor(page)).toContainText("#include");
    await expect(page.getByText(/is here\. You both type/)).toBeVisible();
  }
  await write(mentor, "// by the mentor");
  await expect(editor(student)).toContainText("// by the mentor");
  await expect(student.locator(".cm-ySelectionInfo")).toHaveText("Asha Rao");

  await student.context().setOffline(true);
  await write(student, " and offline");
  await editor(mentor).focus();
  await mentor.keyboard.press("ControlOrMeta+Home");
  await mentor.keyboard.type("// at the top\n");
  await student.context().setOffline(false);
  for (const page of [student, mentor]) {
    await expect(editor(page)).toContainText("// at the top");
    await expect(editor(page)).toContainText("// by the mentor and offline");
  }
  expect(await textOf(student)).toEqual(await textOf(mentor));

  // Both stand on the same step; the student takes the lead.
  await editor(mentor).focus();
  await mentor.keyboard.press("ControlOrMeta+a");
  // Without a header, it is compiled at once.
  const program = "int main() {\n  int i = 1;\n  return i - 1;\n}\n// by the mentor and offline";
  await mentor.keyboard.insertText(program);
  await expect(editor(student)).toContainText("return i - 1;");
  const says = (page: Page) =>
    page.getByRole("dialog", { name: "Step through" }).getByRole("status").last();
  await mentor.getByRole("button", { name: "Step through" }).click();
  await expect(says(mentor)).toContainText("Step 1 of", { timeout: 90_000 });
  await student.getByRole("button", { name: "Step along" }).click();
  await expect(says(student)).toContainText("Step 1 of", { timeout: 90_000 });
  await mentor.keyboard.press("ArrowRight");
  await expect(says(student)).toContainText("Step 2 of");
  await student.keyboard.press("Home");
  await expect(says(student)).toHaveText("Asha Rao leads. Take the lead to go to another step.");
  await student.keyboard.press("l");
  await expect(mentor.getByText("Ravi Kumar leads.")).toBeVisible();
  await student.keyboard.press("Home");
  await expect(says(mentor)).toContainText("Step 1 of");
  for (const page of [student, mentor]) await page.keyboard.press("Escape");

  await student.getByRole("button", { name: "End it" }).click();
  await expect(editor(mentor)).toHaveCount(0);
  await student.getByRole("link", { name: "The program is in your workspace." }).click();
  await student.getByRole("tab", { name: "Program" }).click();
  await expect(student.getByRole("textbox", { name: "Your program" }))
    .toContainText("// by the mentor and offline");
});
