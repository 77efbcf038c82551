/** A doubt that was answered before: one key, the student's yes, and the page for later classes. */
import { expect } from "@playwright/test";
import { clearDoubts, send } from "./school.ts";
import { newQuestion, openPageAs, test } from "./site.ts";

test("one key answers with a link, the student says that it helped, and the next class reads it first", async ({ browser, site }) => {
  await clearDoubts(site);
  const question = await newQuestion(site, "Rows of answers");
  const raise = async (who: string, doubtText: string) =>
    (await send(site, who, "/doubts", { assignmentId: question, doubtText }))._id;
  const before = await raise("Zoya Khan", "Why is the last star missing in each row?");
  await send(site, "Vikram Shah", `/doubts/${before}/reply`, { reply: "Begin at zero." }, "PUT");

  // While the student writes, the answered thread is offered.
  const student = await openPageAs(browser, site, "Ravi Kumar");
  await student.goto(`/assignments/${question}`);
  await student.getByRole("button", { name: "Raise a doubt" }).first().click();
  const dialog = student.getByRole("dialog", { name: "Raise a doubt" });
  await dialog.getByLabel("Your doubt").fill("The last star is missing in my rows");
  await expect(dialog.getByText("Why is the last star missing")).toBeVisible();
  await dialog.getByRole("button", { name: "Raise a doubt" }).click();
  const own = student.getByRole("region", { name: "Your doubts here" });
  await expect(own.getByText("The last star is missing in my rows").first()).toBeVisible();

  const mentor = await openPageAs(browser, site, "Asha Rao");
  await mentor.goto("/doubts?view=triage");
  const offers = mentor.getByRole("region", { name: "Answered before" });
  await expect(offers.getByRole("link", { name: /^Why is the last star missing/ })).toBeVisible();
  // It is not answered yet, so it cannot be kept for later classes.
  await mentor.keyboard.press("v");
  await expect(mentor.getByText("It can be kept for later classes once it is answered."))
    .toBeVisible();
  await mentor.keyboard.press("h");
  await expect(mentor.getByText("Answered with a link.")).toBeVisible();

  const link = student.getByRole("region", { name: "Answered here" });
  await expect(link.getByText("Begin at zero.")).toBeVisible({ timeout: 30_000 });
  const helped = student.getByRole("group", { name: "Did this help?" });
  await helped.getByRole("button", { name: "No" }).click();
  await helped.getByRole("button", { name: "Yes" }).click();
  await expect(helped.getByRole("button", { name: "Yes" })).toHaveAttribute("aria-pressed", "true");

  await mentor.goto(`/doubts/${before}`);
  await mentor.getByRole("button", { name: "Keep for later classes" }).click();
  await expect(mentor.getByRole("button", { name: "Keep for later classes" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  const later = await openPageAs(browser, site, "Meena Das");
  await later.goto(`/assignments/${question}`);
  // What others asked is loaded once the person is active.
  await later.getByRole("heading", { name: "Rows of answers" }).waitFor();
  await later.mouse.move(200, 200);
  await later.mouse.move(300, 300, { steps: 5 });
  await later.getByRole("link", { name: "All answered doubts on this question" }).click();
  await expect(later.getByRole("heading", { name: "Answered before" })).toBeVisible();
  await expect(later.getByText("Begin at zero.")).toBeVisible();
  // Its owner makes it private: it is gone at once.
  await send(site, "Zoya Khan", `/doubts/${before}`, { private: true }, "PATCH");
  await expect(later.getByText("Begin at zero.")).toHaveCount(0);
  await expect(link).toHaveCount(0);
});
