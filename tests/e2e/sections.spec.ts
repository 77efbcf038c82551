/** A class session of one section: its student is called to it, the others see nothing of it. */
import { expect } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { chooseForSession, endSession, send, startSession } from "./school.ts";
import { callApi, newQuestion, openPageAs, test } from "./site.ts";

const TITLE = "Sections: add two numbers";

test("an admin makes a section, and a mentor holds a class session for it", async ({ browser, site }) => {
  await endSession(site);
  await newQuestion(site, TITLE);
  const admin = await openPageAs(browser, site, "Leela Nair");
  await admin.goto("/mentor?panel=admin&tab=sections");
  await expect(admin.getByText("There are no sections: the class is one.")).toBeVisible();
  await admin.getByRole("textbox", { name: "Name of a new section" }).fill("Room 7");
  await admin.getByRole("button", { name: "Make the section" }).click();
  await admin.getByRole("button", { name: "People Room 7" }).click();
  const dialog = admin.getByRole("dialog", { name: "People of Room 7" });
  await dialog.getByRole("checkbox", { name: /^Ravi Kumar/ }).check();
  await expectNoViolations(admin);
  await dialog.getByRole("button", { name: "Put 1 in" }).click();
  await admin.keyboard.press("Escape");
  await expect(admin.getByText("1 student", { exact: true })).toBeVisible();

  const [own, other] = [
    await openPageAs(browser, site, "Ravi Kumar"),
    await openPageAs(browser, site, "Zoya Khan"),
  ];
  for (const page of [own, other]) await page.goto("/homework");
  const mentor = await openPageAs(browser, site, "Asha Rao");
  await chooseForSession(mentor, [TITLE]);
  await mentor.getByRole("checkbox", { name: "The whole class" }).uncheck();
  await mentor.getByRole("checkbox", { name: "Room 7" }).check();
  await startSession(mentor);
  await expect(mentor.getByText("For Room 7")).toBeVisible();
  await expect(mentor.getByText("Zoya Khan")).toBeHidden();
  await expectNoViolations(mentor);
  const session = (page: typeof own) => page.getByRole("region", { name: "Class session" });
  await expect(session(own)).toBeVisible();
  await expect(session(other)).toHaveCount(0);

  // Put out of the section, he is called no more.
  const [section] = await callApi(site, "Asha Rao", "/sections");
  const { _id: ravi } = await callApi(site, "Ravi Kumar", "/auth/me");
  await send(site, "Leela Nair", `/sections/${section._id}/members`, { out: [ravi] }, "PUT");
  await expect(session(own)).toHaveCount(0);
  await endSession(site);
  await callApi(site, "Leela Nair", `/sections/${section._id}`, { method: "DELETE" });
});
