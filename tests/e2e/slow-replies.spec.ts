/**
 * A slow reply of the server removes no text typed meanwhile, and does not leave the screen opened
 * meanwhile.
 */
import { expect, type Page } from "@playwright/test";
import { callApi, newDoubt, newQuestion, openPageAs, test } from "./site.ts";
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
} from "./school.ts";

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

test("the next message can be begun while the one before is being sent", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Ravi Kumar");
  await page.goto("/dashboard?panel=message");
  const sent = await holdRequests(page, /\/api\/messages$/, "POST");
  const field = (name: string) => page.locator("#panel").getByRole("textbox", { name });
  const [subject, body, links] = [field("Subject"), field("Message"), field("Links")];
  await subject.fill("Fan");
  await body.fill("It rattles.");
  await links.fill("https://example.org/fan");
  await press("Send Message", "#panel")(page);
  await asked(sent);
  await subject.fill("Light");
  await body.fill("It flickers.");
  await subject.press("Enter");
  sent.release();
  await expectNotice(page, "Message sent successfully!");
  await expect(links, "all of it stays").toHaveValue("https://example.org/fan");
  await expect(subject).toHaveValue("Light");
  await expect(body).toHaveValue("It flickers.");
  expect(sent.times()).toBe(1);
});

test("a reply is marked as being sent at once, and text typed after it stays", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Is main a function like any other?");
  const page = await openPageAs(browser, site, "Asha Rao");
  const rules = await holdRequests(page, /\/(schema|zod)[^/]*\.js$/);
  await page.goto(`/doubts/${id}`);
  const reply = page.getByLabel("Your reply");
  await reply.fill("Almost:");
  await expect.poll(rules.times).toBeGreaterThan(0);
  const button = page.getByRole("button", { name: "Send Reply" });
  await button.click();
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await reply.pressSequentially(" it cannot be called.");
  await page.keyboard.press("Control+Enter");
  rules.release();
  await expect(page.getByRole("log").getByText("Almost:")).toHaveCount(1);
  await expect(button).not.toHaveAttribute("aria-disabled");
  await expect(reply).toHaveValue("Almost: it cannot be called.");
  await expect(page.getByRole("log").getByText("it cannot be called")).toHaveCount(0);
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
    const newer = form.getByText("Somebody has changed this question. Your text is kept.");
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
    const filter = page.getByRole("searchbox", { name: "Tags" });
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

test("a run that a mentor has opened stays open when the earlier attempts arrive", async ({ browser, site }) => {
  const id = await newQuestion(site, "Sum of odd numbers");
  for (const studentSolution of ["int main() {}", "int main() { return 0; }"]) {
    const body = { responseStatus: "solved", studentSolution };
    await send(site, "Zoya Khan", `/assignments/${id}/status`, body, "PUT");
  }
  const page = await openPageAs(browser, site, "Asha Rao");
  const earlier = await holdRequests(page, /assets\/again-.*\.js/);
  const { _id: student } = site.people["Zoya Khan"]?.user as { _id: string };
  await page.goto(`/solutions?view=triage&item=${id}.${student}`);
  await page.getByRole("button", { name: "Run this program" }).click();
  const close = page.getByRole("button", { name: "Close the run" });
  await expect(close).toBeVisible();
  await expect.poll(earlier.times).toBeGreaterThan(0);
  earlier.release();
  await expect(page.getByRole("region", { name: "Earlier" })).toBeVisible();
  await expect(close).toBeVisible();

  // A press on the button counts, too, if the button moves before the release.
  await close.hover();
  await page.mouse.down();
  await close.evaluate((button) => {
    const above = document.createElement("div");
    above.style.height = "150px";
    button.before(above);
  });
  await page.mouse.up();
  await expect(page.getByRole("button", { name: "Run this program" })).toBeVisible();
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

test("a change that comes between the first list and the live connection is shown, however late the list is", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Where does my list begin?");
  const page = await openPageAs(browser, site, "Asha Rao");
  const fetched = Promise.withResolvers<void>();
  const arrives = Promise.withResolvers<void>();
  await page.route("**/api/doubts/filter-doubts*", async (route) => {
    const response = await route.fetch();
    fetched.resolve();
    await arrives.promise;
    await route.fulfill({ response });
  });
  await page.goto("/doubts?view=list");
  await fetched.promise;
  await callApi(site, "Ravi Kumar", `/doubts/${id}/resolve`, { method: "PUT", body: "{}" });
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  arrives.resolve();
  const row = page.getByRole("listitem").filter({ hasText: "Where does my list begin?" });
  await expect(row.getByText("resolved", { exact: true })).toBeVisible();
});
