/**
 * A class session of one section: its student is called to it, the others see nothing of it. Two
 * sections have one each at the same time.
 */
import { expect, type Page } from "@playwright/test";
import { casesOf } from "../../server/runs/policy.ts";
import { claim, SUM, SUMS } from "../kit/runs.ts";
import { expectNoViolations } from "./axe.ts";
import { chooseForSession, endSession, expectNotice, send, startSession } from "./school.ts";
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

test("two sections have a class session each: students and mentors see their own", async ({ browser, site }) => {
  await endSession(site);
  const rooms = [
    { name: "Room 1", mentor: "Asha Rao", student: "Ravi Kumar", title: "Add in room 1" },
    { name: "Room 2", mentor: "Vikram Shah", student: "Zoya Khan", title: "Add in room 2" },
  ] as const;
  const idOf = async (who: string): Promise<string> => (await callApi(site, who, "/auth/me"))._id;
  const made = [];
  for (const { name, mentor, student, title } of rooms) {
    const question = await newQuestion(site, title, { testCases: SUMS });
    const { _id: section } = await send(site, "Leela Nair", "/sections", { name });
    const members = { in: [await idOf(mentor), await idOf(student)] };
    await send(site, "Leela Nair", `/sections/${section}/members`, members, "PUT");
    const start = { questions: [question], audience: [section] };
    const { _id: lesson } = await send(site, mentor, "/lessons", start);
    const result = claim([{ verdict: "wrong", output: "4" }, {}]);
    const body = { source: SUM, kit: result.kit, cases: casesOf(result), diagnostics: [] };
    const run = await send(site, student, `/assignments/${question}/runs`, body);
    made.push({ section, lesson, run: run._id as string });
  }
  const session = (page: Page) => page.getByRole("region", { name: "Class session" });
  const mentors: Page[] = [];
  for (const [at, { name, mentor, student, title }] of rooms.entries()) {
    const other = rooms[1 - at]?.student ?? "";
    const learner = await openPageAs(browser, site, student);
    await learner.goto("/homework");
    await expect(session(learner)).toHaveCount(1);
    await session(learner).getByRole("link").first().click();
    await expect(learner.getByRole("heading", { name: title })).toBeVisible();
    const page = await openPageAs(browser, site, mentor);
    await page.goto("/mentor/class");
    await expect(page.getByText(`For ${name}`)).toBeVisible();
    await expect(page.getByRole("rowheader", { name: student })).toBeVisible();
    await expect(page.getByRole("rowheader", { name: other })).toHaveCount(0);
    mentors.push(page);
  }

  // A program is shown on the wall of its student's session, whoever shows it.
  const [mentor] = mentors as [Page];
  const [first, second] = made as [typeof made[0], typeof made[0]];
  const stepsOnWall = async (who: string) => (await callApi(site, who, "/wall")).steps?.title;
  await mentor.goto(`/runs/${second.run}`);
  await mentor.getByRole("button", { name: "Step through" }).click();
  const onWall = mentor.getByRole("button", { name: "On the wall" });
  await expect(mentor.getByRole("slider", { name: "Step" })).toBeFocused({ timeout: 120_000 });
  await mentor.keyboard.press("b");
  await expect(onWall).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => stepsOnWall("Vikram Shah")).toBe(rooms[1].title);
  expect(await stepsOnWall("Asha Rao")).toBe(undefined);
  await mentor.keyboard.press("b");
  await expect.poll(() => stepsOnWall("Vikram Shah")).toBe(undefined);
  await send(site, "Vikram Shah", `/lessons/${second.lesson}/end`, {});
  await mentor.keyboard.press("b");
  await expectNotice(mentor, "No class session is running for Zoya Khan's section.");
  expect(await stepsOnWall("Asha Rao")).toBe(undefined);

  await send(site, "Asha Rao", `/lessons/${first.lesson}/end`, {});
  for (const { section } of made) {
    await callApi(site, "Leela Nair", `/sections/${section}`, { method: "DELETE" });
  }
});
