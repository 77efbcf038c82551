/**
 * A mentor's week with the keyboard alone: goals, daily updates and the summary; an admin reads
 * them.
 */
import { expect } from "@playwright/test";
import { keysOf } from "./keyboard.ts";
import { answer, openPageAs, test } from "./site.ts";
import {
  button,
  expectKept,
  expectNotice,
  goalOf,
  heading,
  newcomer,
  onDay,
  onSunday,
  waitForEnoughDay,
  weekdayNow,
} from "./school.ts";

test("a mentor sets goals, ticks them and writes the day's update; an admin reads them", async ({ browser, site }) => {
  await waitForEnoughDay();
  await newcomer(site, "Gita Sen", "mentor");
  const [page, admin] = [
    await openPageAs(browser, site, "Gita Sen"),
    await openPageAs(browser, site, "Leela Nair"),
  ];
  const [keys, its] = [keysOf(page), keysOf(admin)];
  const calls: string[] = [];
  admin.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await its.open("/mentor");
  await expect(admin.getByText("Live", { exact: true })).toBeVisible();
  await keys.open("/progress");
  const add = button(page, "Add Daily Update");
  await keys.press(add);
  await expect(page.getByText("Please set a weekly goal first.")).toBeVisible();
  await keys.open("/mentor");
  const opener = button(page, "Create/Edit Weekly Goal");
  await keys.press(opener);
  const dialog = page.getByRole("dialog", { name: /Weekly Goal$/ });
  await keys.write(dialog.getByLabel("Add a goal"), "Write three tests");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Add a goal"), "for the next one").toBeFocused();
  await page.keyboard.type("Read two books");
  await page.keyboard.press("Enter");
  const lines = dialog.getByRole("listitem");
  const count = await lines.count();
  await keys.back(button(page, `Remove goal ${count}`));
  await page.keyboard.press("Enter");
  await expect(lines).toHaveCount(count - 1);
  await expect(button(page, `Remove goal ${count - 1}`)).toBeFocused();
  await keys.press(button(page, "Save"));
  await expectNotice(page, "Weekly goal created successfully!");
  await expect(opener).toBeFocused();

  await keys.open("/progress");
  const box = page.getByRole("checkbox", { name: "Write three tests" });
  await keys.press(page.locator("summary", { hasText: "Why was this not completed?" }).last());
  await keys.write(page.getByLabel(/^Why was this not completed\?/).last(), "It rained.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Not completed: It rained.")).toBeVisible();
  await keys.keepsPlace();
  await keys.back(box);
  await page.keyboard.press("Space");
  await expect(box).toBeChecked();
  const kept = admin.getByRole("region", { name: "Mentors' weekly goals" })
    .getByRole("listitem").filter({ hasText: "Gita Sen" });
  await expect(kept, "live").toContainText("1 of 1 kept");
  expect(calls.filter((path) => path.startsWith("/api/goals")), "one call, not one a mentor")
    .toEqual(["/api/goals/week"]);
  await keys.write(page.getByLabel("Add a goal"), "Rest");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("checkbox", { name: "Rest" })).toBeVisible();
  await keys.back(button(page, "Remove: Rest"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("checkbox", { name: "Rest" })).toHaveCount(0);
  await keys.keepsPlace();

  await keys.press(add);
  const day = page.getByRole("dialog", { name: "Add Daily Update" });
  await expect(day.getByLabel("Daily update")).toBeFocused();
  await page.keyboard.type("Three tests, all green.");
  const ratings = day.getByRole("group");
  await keys.pick(day.getByRole("radio", { name: /^Less Satisfied/ }), ratings);
  await keys.tick(day.getByLabel("I completed what I planned for today"));
  await keys.press(button(page, "Save"));
  await expectNotice(page, "Daily update saved successfully!");
  await expect(add).toBeFocused();
  await keys.press(button(page, "Edit"));
  await page.keyboard.press("Escape");
  await expect(button(page, "Edit")).toBeFocused();
  await keys.pressBack(button(page, "Weekly Report"));
  await expect(page.getByRole("dialog", { name: "Weekly Report" })).toBeVisible();
  await page.keyboard.press("Escape");
  await keys.press(add);
  await expect(page.getByText("Today's update already exists. Please edit your existing update."))
    .toBeVisible();
  if (weekdayNow() !== 6) {
    await keys.press(button(page, "Weekly Summary"));
    await expect(page.getByText("Weekly summary can only be added on Sunday.")).toBeVisible();
  }

  await its.press(kept.getByRole("link", { name: "Gita Sen" }));
  await expect(heading(admin, "Progress of Gita Sen")).toBeFocused();
  await expect(admin.getByText("Three tests, all green.")).toBeVisible();
  await its.press(button(admin, "Weekly Report"));
  await admin.keyboard.press("Escape");
  await expect(button(admin, "Weekly Report")).toBeFocused();
  await its.pressBack(admin.getByRole("link", { name: "All mentors" }));
  await expect(heading(admin, "Progress")).toBeFocused();
});

test("an update that was begun on another day is still in the form", async ({ browser, site }) => {
  await waitForEnoughDay();
  await goalOf(site, "Vikram Shah");
  const page = await openPageAs(browser, site, "Vikram Shah");
  await page.goto("/progress");
  // There may be an update of today already.
  const [first = 0, next = 0] = [0, 1, 2].filter((day) => day !== weekdayNow());
  await onDay(page, first);
  await button(page, "Add Daily Update").click();
  const text = page.getByRole("textbox", { name: "Daily update" });
  await text.fill("Answered nine doubts.");
  await expectKept(page, "nine doubts");
  // The form was open, and is open again.
  await onDay(page, next);
  await expect(text).toHaveValue("Answered nine doubts.");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("on a Sunday, a mentor fills in the Weekly Summary", async ({ browser, site }) => {
  await waitForEnoughDay();
  const goal = await goalOf(site, "Vikram Shah");
  const page = await openPageAs(browser, site, "Vikram Shah");
  const keys = keysOf(page);
  await page.goto("/progress");
  await onSunday(page);
  // The server would refuse the summary unless today is Sunday.
  await page.route(`**/api/goals/${goal._id}`, async (route) => {
    await answer(route, {
      ...goal,
      ...route.request().postDataJSON(),
      version: goal.version + 1,
    });
  });
  const opener = button(page, "Weekly Summary");
  await keys.press(opener);
  const dialog = page.getByRole("dialog", { name: "Weekly Summary" });
  const text = dialog.getByLabel("Weekly summary");
  await expect(text).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(text).toBeFocused();
  await keys.press(dialog.getByRole("button", { name: "Save" }));
  await expect(text, "what is missing has the focus").toBeFocused();
  await expect(text).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.type("All were read, two of them late.");
  await keys.to(dialog.getByRole("button", { name: "Cancel" }));
  await keys.press(dialog.getByRole("button", { name: "Save" }));
  await expectNotice(page, "Weekly goal updated successfully!");
  await expect(opener).toBeFocused();
  await expect(page.getByText("All were read, two of them late.")).toBeVisible();
});
