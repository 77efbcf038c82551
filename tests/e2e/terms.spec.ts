/** An admin closes a term, the class reads its archive, and the admin sets it back. */
import { expect } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { endSession, go, send } from "./school.ts";
import { newQuestion, openPageAs, test } from "./site.ts";

test("an admin closes a term, its archive is found and read, and it is set back", async ({ browser, site }) => {
  const old = await newQuestion(site, "Terms: an old question");
  await newQuestion(site, "Terms: carried over");
  const doubt = await send(site, "Ravi Kumar", "/doubts", {
    assignmentId: old,
    doubtText: "Which wombat is the oldest?",
  });
  await endSession(site);
  const student = await openPageAs(browser, site, "Ravi Kumar");
  await student.goto(`/assignments/${old}`);
  await expect(student.getByRole("button", { name: "Raise a doubt" }).first()).toBeVisible();
  await expect(student.getByText("Live", { exact: true })).toBeVisible();

  const admin = await openPageAs(browser, site, "Leela Nair");
  await admin.goto("/mentor?panel=admin&tab=terms");
  await admin.getByRole("textbox", { name: "Name" }).fill("Spring 2026");
  await admin.getByRole("checkbox", { name: "Terms: carried over" }).check();
  await expectNoViolations(admin);
  await admin.getByRole("button", { name: "Close the term…" }).click();
  const asked = admin.getByRole("dialog", { name: "Close Spring 2026" });
  await expect(asked).toContainText("1 question is carried over.");
  await asked.getByRole("button", { name: "Close the term" }).click();
  const undo = admin.getByRole("button", { name: "Undo the end of Spring 2026" });
  await expect(undo).toBeVisible();

  // The open page learns of it, and has nothing to write with.
  const ended = "This belongs to a term that has ended (Spring 2026). It can be read only.";
  await expect(student.getByText(ended)).toBeVisible();
  await expect(student.getByRole("button", { name: "Raise a doubt" })).toHaveCount(0);
  await expectNoViolations(student);
  await go(student, "/briefings/archive");
  await student.getByRole("tab", { name: "Ended Terms" }).click();
  const found = student.getByRole("list", { name: "Found in the term" });
  await expect(found.getByRole("link", { name: "Terms: an old question" })).toBeVisible();
  await expect(found.getByRole("link", { name: "Terms: carried over" })).toHaveCount(0);
  await student.getByRole("combobox", { name: "What" }).selectOption("Doubts");
  await student.getByRole("searchbox", { name: "Search" }).fill("wombat");
  await expect(found.getByRole("listitem")).toHaveCount(1);
  await found.getByRole("link", { name: "Terms: an old question" }).click();
  await expect(student).toHaveURL(`/doubts/${doubt._id}`);
  await expect(student.getByText("This belongs to a term that has ended (Spring 2026)."))
    .toBeVisible();
  await expect(student.getByRole("button", { name: "Ask Again" })).toHaveCount(0);

  await undo.click();
  await admin.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  await expect(student.getByRole("button", { name: "Ask Again" })).toBeVisible();
  await expect(admin.getByText("Spring 2026", { exact: true })).toHaveCount(0);
});
