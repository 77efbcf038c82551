/** What is kept about a person: the copy, from the bell to its pages, and the deletion of an account. */
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Buffer } from "node:buffer";
import { expect } from "@playwright/test";
import { unzipSync } from "fflate";
import { expectNoViolations } from "./axe.ts";
import { newcomer, PASSWORD, send } from "./school.ts";
import { newDoubt, openPageAs, test } from "./site.ts";

test("a copy is asked for, the bell leads to it, and its pages can be read without the app", async ({ browser, site }) => {
  await newcomer(site, "Tara Iyer");
  await newDoubt(site, "Tara Iyer", "Why is `i < n` enough?");
  const page = await openPageAs(browser, site, "Tara Iyer");
  await page.goto("/profile");
  const panel = page.getByRole("region", { name: "All that is kept about me" });
  await panel.getByRole("button", { name: "Ask for a copy" }).click();
  await expect(panel.getByRole("status")).toHaveText(/^Your copy (is being made|of .* is ready)/);
  await page.goto("/practice");
  await page.getByRole("button", { name: /^Notifications: \d+ unread/ }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /The copy of what is kept about you is ready/ }).click(),
  ]);
  await expect(page).toHaveURL(/\/profile(#copy)?$/);
  await expect(panel.getByRole("button", { name: "Download the ZIP" })).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/^doubtless-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipSync(new Uint8Array(await readFile(await download.path())));
  const [profile] = JSON.parse(Buffer.from(files["data/profile.json"] ?? []).toString());
  expect(profile.email).toBe("tara.iyer@home.test");
  const folder = await mkdtemp(join(tmpdir(), "copy-"));
  const threads = join(folder, "threads.html");
  await writeFile(threads, files["pages/threads.html"] ?? "");
  await page.goto(`file://${threads}`);
  await expect(page.getByRole("article")).toContainText("Why is i < n enough?");
});

test("one deletes one's own account and takes it back with the mailed link; an admin takes one back, too", async ({ browser, site }) => {
  const email = await newcomer(site, "Uma Pillai");
  const [page, admin] = [
    await openPageAs(browser, site, "Uma Pillai"),
    await openPageAs(browser, site, "Leela Nair"),
  ];
  await page.goto("/profile");
  await page.getByRole("button", { name: "Delete my account…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await expectNoViolations(page, "dialog");
  await dialog.getByLabel("Your password").fill("Wrong@123");
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(dialog.getByText("This is not your present password.").first()).toBeVisible();
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();

  const link = await expect.poll(() =>
    site.mailsFor(email).map((text) => text.match(/\S+\/take-back\?\S+/)?.[0]).find(Boolean)
  ).toBeTruthy().then(() =>
    site.mailsFor(email).map((text) => text.match(/\/take-back\?\S+/)?.[0]).find(Boolean)
  );
  const guest = await openPageAs(browser, site, null);
  await guest.goto(link ?? "");
  await guest.getByRole("button", { name: "Take it back" }).click();
  await expect(guest.getByText("Your account is back. Please log in.")).toBeVisible();

  const { user } = await send(site, "", "/auth/login", { email, password: PASSWORD });
  await admin.goto("/mentor?panel=admin&tab=deleted");
  const deleted = admin.getByRole("region", { name: "Deleted accounts" });
  await expect(deleted.getByText(email)).toHaveCount(0);
  await send(site, "Leela Nair", "/users/many", { act: "delete", ids: [user._id] });
  await expect(deleted.getByText(email)).toBeVisible();
  await expectNoViolations(admin);
  await deleted.getByRole("button", { name: "Take back the account of Uma Pillai" }).click();
  await expect(deleted.getByText(email)).toHaveCount(0);
});
