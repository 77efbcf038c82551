/** Screens and replies that come late: nothing is lost, nothing moves, and nobody is led elsewhere. */
import { expect, type Page } from "@playwright/test";
import {
  expectKept,
  expectNotice,
  go,
  goAnew,
  type Held,
  holdRequests,
  open,
  press,
  send,
  settled,
  signInAgain,
} from "./school.ts";
import { callApi, isLive, newDoubt, newQuestion, openPageAs, test } from "./site.ts";

test("a screen that comes late: a menu stays open, and a reply that was cut off is requested again", async ({ browser, site }) => {
  await test.step("a menu opened while a screen is loading stays open when the screen appears", async () => {
    const page = await openPageAs(browser, site, "Ravi Kumar");
    await page.goto("/about");
    await isLive(page);
    const code = await holdRequests(page, /questions-.*\.js/);
    const practice = page.getByRole("heading", { name: "Practice", level: 1 });
    const logout = page.getByRole("button", { name: "Logout" });
    const account = page.getByRole("button", { name: /account$/ });
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Practice" })
      .click();
    await account.click();
    await expect(logout).toBeVisible();
    await expect(practice).toHaveCount(0);
    code.release();
    await expect(practice).toBeVisible();
    await expect(account).toBeFocused();
    await logout.click();
    await expect(page).toHaveURL(/\/login/);
    await page.unrouteAll({ behavior: "wait" });
    await signInAgain(site, "Ravi Kumar");
  });

  await test.step("a reply cut off in the middle is requested again by itself", async () => {
    await newDoubt(site, "Ravi Kumar", "Where does it end?");
    const page = await openPageAs(browser, site, "Ravi Kumar");
    await page.goto("/about");
    await isLive(page);
    site.breakReply("/api/doubts/filter-doubts");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Doubts" })
      .click();
    await expectNotice(page, "Failed to fetch filtered doubts.");
    await expect(page.getByRole("link", { name: /Where does it end/ })).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
  });
});

test("a screen begins at its heading, and going back restores the scroll position", async ({ browser, site }) => {
  for (let n = 1; n <= 6; n++) {
    const id = await newQuestion(site, `Begin ${n}`);
    const solved = { responseStatus: "solved", studentSolution: "int main() {}" };
    await send(site, "Zoya Khan", `/assignments/${id}/status`, solved, "PUT");
    await send(site, "Asha Rao", `/assignments/${id}/solution`, { solution: "Loops." }, "PUT");
  }
  const mentor = await openPageAs(browser, site, "Asha Rao");
  await mentor.goto("/assignments");
  await mentor.getByRole("link", { name: "View Details : Begin 3" }).click();
  await expect(mentor.getByRole("button", { name: "Quick edit" })).toBeVisible();
  await expect(mentor.getByRole("heading", { level: 1, name: "Begin 3" })).toBeFocused();
  await mentor.close();

  const page = await openPageAs(browser, site, "Zoya Khan");
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto("/Student-solutions");
  const card = page.getByRole("link", { name: /Begin 4/ });
  await card.scrollIntoViewIfNeeded();
  const place = () => page.evaluate(() => scrollY);
  const left = await settled(place);
  await card.click();
  await expect(page.getByRole("heading", { name: "My Response" })).toBeVisible();
  await page.goBack();
  await expect(card).toBeVisible();
  await expect.poll(place).toBe(left);
  // Waits for anything that could still move the scroll position.
  await page.waitForTimeout(300);
  expect(await place()).toBe(left);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

const asked = (held: Held) => expect.poll(held.times).toBe(1);

test("text typed while a response is being saved stays, in the draft too", async ({ browser, site }) => {
  const id = await newQuestion(site, "Reverse a list");
  const page = await openPageAs(browser, site, "Zoya Khan");
  await page.goto(`/assignments/${id}`);
  const saved = await holdRequests(page, /\/status$/, "PUT");
  await page.getByLabel("Status").selectOption("solved");
  await page.getByLabel("Submission URL (optional)").fill("https://example.org/1");
  const notes = page.getByLabel("Learning notes");
  await notes.fill("Two pointers.");
  await page.getByRole("button", { name: "Save Response" }).click();
  await asked(saved);
  await notes.pressSequentially(" And a spare one.");
  await page.keyboard.press("Control+Enter");
  saved.release();
  await expectNotice(page, "Response updated successfully!");
  await expect(page.getByRole("button", { name: "Save Response" })).toBeVisible();
  await expect(notes).toHaveValue("Two pointers. And a spare one.");
  expect(saved.times()).toBe(1);
  await expectKept(page, "Two pointers. And a spare one.");
  await page.reload();
  await expect(notes).toHaveValue("Two pointers. And a spare one.");
  await expect(page.getByLabel("Submission URL (optional)")).toHaveValue("https://example.org/1");
});

test("a question that is saved slowly keeps what is typed meanwhile, only a change of what the form shows is a conflict, and a late solution brings nobody back", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto("/contact");

  await test.step("a dialog stays open with the new version if the user types while it saves", async () => {
    const id = await newQuestion(site, "Sum of squares");
    await goAnew(page, `/assignments/${id}`);
    await page.getByRole("button", { name: /^Edit/ }).first().click();
    const saved = await holdRequests(page, new RegExp(`/assignments/${id}$`), "PUT");
    const form = page.getByRole("form", { name: "Edit Question" });
    const title = form.getByLabel("Title").first();
    await title.fill("Sum of cubes");
    await form.getByRole("button", { name: "Save Changes" }).click();
    await asked(saved);
    await title.fill("Sum of cubes, by hand");
    saved.release();
    await expectNotice(page, "Assignment updated successfully!");
    await expect(page.getByRole("heading", { name: "Sum of cubes", exact: true }).first())
      .toBeVisible();
    await expect(title).toHaveValue("Sum of cubes, by hand");
    await expect(form.getByText("Somebody has changed this question")).toHaveCount(0);
    await form.getByRole("button", { name: "Save Changes" }).click();
    await expect(form).toHaveCount(0);
    await page.unrouteAll({ behavior: "wait" });
  });

  await test.step("only a change of what the form shows is a conflict", async () => {
    const id = await newQuestion(site, "Sum of digits");
    await goAnew(page, `/assignments/${id}`);
    await page.getByRole("button", { name: /^Edit/ }).first().click();
    const form = page.getByRole("form", { name: "Edit Question" });
    const title = form.getByLabel("Title").first();
    await title.fill("Sum of the digits");
    const change = (path: string, body: object) =>
      send(site, "Asha Rao", `/assignments/${id}${path}`, body, "PUT");
    const newer = form.getByText("Somebody else has changed this question. Your text is kept.");
    await change("/distribution", { distributionTag: "hw" });
    await expect(form.getByText("Due", { exact: false }).first(), "the new tag").toBeVisible();
    await expect(newer).toHaveCount(0);

    const { version } = await callApi(site, "Asha Rao", `/assignments/${id}`);
    await change("", { title: "Sum of digits, again", version });
    await expect(newer).toBeVisible();
    await expect(title).toHaveValue("Sum of the digits");
    await form.getByRole("button", { name: "Keep my text" }).click();
    await form.getByRole("button", { name: "Save Changes" }).click();
    await expectNotice(page, "Assignment updated successfully!");
    await page.unrouteAll({ behavior: "wait" });
  });

  await test.step("a solution that is saved late does not bring the user back", async () => {
    const id = await newQuestion(site, "Count the vowels");
    await goAnew(page, `/solution/${id}`);
    const saved = await holdRequests(page, /\/solution$/, "PUT");
    await page.locator("main textarea").first().fill("One loop.");
    await press("Save Solution")(page);
    await asked(saved);
    await page.getByRole("link", { name: "Practice", exact: true }).first().click();
    await page.waitForURL(/\/practice/i);
    const filter = page.getByRole("searchbox", { name: "Search" });
    await filter.pressSequentially("vow");
    const there = new URL(page.url()).pathname;
    saved.release();
    await expectNotice(page, "Solution saved successfully!");
    await filter.pressSequentially("els");
    await expect(filter).toHaveValue("vowels");
    expect(new URL(page.url()).pathname).toBe(there);
    await goAnew(page, `/assignments/${id}`);
    await expect(page.getByText("One loop.").first()).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
  });
});

/** Signs in, with the reply held. */
async function signingIn(page: Page, email: string): Promise<Held> {
  await page.goto("/login");
  const session = await holdRequests(page, /\/auth\/login$/, "POST");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("Secret@123");
  await press("Sign In")(page);
  await asked(session);
  return session;
}

test("a user who leaves the sign-in while it waits is led to the screen they ask for, or is signed in where they are", async ({ browser, site }) => {
  const page = await open(browser, site, "visitor");
  const { email, name } = site.people["Zoya Khan"]?.user as { email: string; name: string };

  await test.step("a user who asks for a screen while signing in is led to it", async () => {
    const session = await signingIn(page, email);
    await go(page, "/doubts");
    await page.waitForURL(/returnUrl/);
    session.release();
    await page.waitForURL(/\/doubts$/);
    await page.unrouteAll({ behavior: "wait" });
    await page.evaluate(() => localStorage.clear());
  });

  await test.step("a user who has gone to another screen is signed in there", async () => {
    const session = await signingIn(page, email);
    await page.getByRole("link", { name: "Contact" }).first().click();
    const letter = page.getByLabel("Message");
    await letter.pressSequentially("The door ");
    session.release();
    await expectNotice(page, "Login successful!");
    await expect(page.getByRole("button", { name: new RegExp(name) })).toBeVisible();
    await page.keyboard.type("is stuck.");
    await expect(letter).toHaveValue("The door is stuck.");
    expect(new URL(page.url()).pathname).toBe("/contact");
    await expectKept(page, "The door is stuck.");
    await page.reload();
    await expect(letter).toHaveValue("The door is stuck.");
    await page.unrouteAll({ behavior: "wait" });
    await page.evaluate(() => localStorage.clear());
  });
});

test("a tap beside a dialog closes it, and does not press the element behind it", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao", { hasTouch: true, isMobile: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/mentor");
  await isLive(page);
  await page.getByRole("button", { name: "New" }).tap();
  await page.getByRole("button", { name: "Create/Edit Weekly Goal" }).tap();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox").first()).toBeVisible();
  const behind = await page.getByRole("link", { name: "Doubtless" }).first().boundingBox();
  await page.touchscreen.tap((behind?.x ?? 0) + 20, (behind?.y ?? 0) + 10);
  await expect(dialog).toHaveCount(0);
  // The time after which the browser may still turn a tap into a click.
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(/\/mentor$/);
});
