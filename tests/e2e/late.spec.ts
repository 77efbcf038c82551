/** What comes late takes nothing away: neither what was typed meanwhile nor the screen one went to. */
import { expect, type Page } from "@playwright/test";
import { newDoubt, newQuestion, pageOf, test } from "./site.ts";
import { type Held, hold, open, press, said } from "./school.ts";

const asked = (held: Held) => expect.poll(held.times).toBe(1);

test("what is typed while a response is saved stays, in the draft too", async ({ browser, site }) => {
  const id = await newQuestion(site, "Reverse a list");
  const page = await pageOf(browser, site, "Zoya Khan");
  await page.goto(`/assignments/${id}`);
  const saved = await hold(page, /\/status$/, "PUT");
  await page.getByLabel("Status").selectOption("solved");
  await page.getByLabel("Submission URL (optional)").fill("https://example.org/1");
  const notes = page.getByLabel("Learning notes");
  await notes.fill("Two pointers.");
  await page.getByRole("button", { name: "Save Response" }).click();
  await asked(saved);
  await notes.pressSequentially(" And a spare one.");
  await page.keyboard.press("Control+Enter");
  saved.release();
  await said(page, "Response updated successfully!");
  await expect(page.getByRole("button", { name: "Save Response" })).toBeVisible();
  await expect(notes).toHaveValue("Two pointers. And a spare one.");
  expect(saved.times()).toBe(1);
  await page.waitForTimeout(400);
  await page.reload();
  await expect(notes).toHaveValue("Two pointers. And a spare one.");
  await expect(page.getByLabel("Submission URL (optional)")).toHaveValue("https://example.org/1");
  await page.context().close();
});

test("the next message can be begun while the one before is sent", async ({ browser, site }) => {
  const page = await pageOf(browser, site, "Ravi Kumar");
  await page.goto("/dashboard?panel=message");
  const sent = await hold(page, /\/api\/messages$/, "POST");
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
  await said(page, "Message sent successfully!");
  await expect(links, "all of it stays").toHaveValue("https://example.org/fan");
  await expect(subject).toHaveValue("Light");
  await expect(body).toHaveValue("It flickers.");
  expect(sent.times()).toBe(1);
  await page.context().close();
});

test("a reply says that it is on its way from the press on, and what follows it stays", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Is main a function like any other?");
  const page = await pageOf(browser, site, "Asha Rao");
  const rules = await hold(page, /\/(schema|zod)[^/]*\.js$/);
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
  await page.context().close();
});

test("a dialog in which somebody types on while it saves stays open, on the new version", async ({ browser, site }) => {
  const id = await newQuestion(site, "Sum of squares");
  const page = await pageOf(browser, site, "Asha Rao");
  await page.goto(`/assignments/${id}`);
  await page.getByRole("button", { name: /^Edit/ }).first().click();
  const saved = await hold(page, new RegExp(`/assignments/${id}$`), "PUT");
  const form = page.getByRole("form", { name: "Edit Question" });
  const title = form.getByLabel("Title").first();
  await title.fill("Sum of cubes");
  await form.getByRole("button", { name: "Save Changes" }).click();
  await asked(saved);
  await title.fill("Sum of cubes, by hand");
  saved.release();
  await said(page, "Assignment updated successfully!");
  await expect(page.getByRole("heading", { name: "Sum of cubes", exact: true }).first())
    .toBeVisible();
  await expect(title).toHaveValue("Sum of cubes, by hand");
  await expect(form.getByText("Somebody has changed this question")).toHaveCount(0);
  await form.getByRole("button", { name: "Save Changes" }).click();
  await expect(form).toHaveCount(0);
  await page.context().close();
});

test("a solution that is saved late takes nobody back", async ({ browser, site }) => {
  const id = await newQuestion(site, "Count the vowels");
  const page = await pageOf(browser, site, "Asha Rao");
  await page.goto(`/solution/${id}`);
  const saved = await hold(page, /\/solution$/, "PUT");
  await page.locator("main textarea").first().fill("One loop.");
  await press("Save Solution")(page);
  await asked(saved);
  await page.getByRole("link", { name: "Practice", exact: true }).first().click();
  await page.waitForURL(/\/practice/i);
  const filter = page.getByRole("searchbox", { name: "Tags" });
  await filter.pressSequentially("vow");
  const there = new URL(page.url()).pathname;
  saved.release();
  await said(page, "Solution saved successfully!");
  await filter.pressSequentially("els");
  await expect(filter).toHaveValue("vowels");
  expect(new URL(page.url()).pathname).toBe(there);
  await page.goto(`/assignments/${id}`);
  await expect(page.getByText("One loop.").first()).toBeVisible();
  await page.context().close();
});

/** Signs in, and is kept waiting. */
async function signingIn(page: Page, email: string): Promise<Held> {
  await page.goto("/login");
  const session = await hold(page, /\/auth\/login$/, "POST");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("Secret@123");
  await press("Sign In")(page);
  await asked(session);
  return session;
}

test("whoever has gone on meanwhile is signed in where they are", async ({ browser, site }) => {
  const { email, name } = site.people["Zoya Khan"]?.user as { email: string; name: string };
  const page = await open(browser, site, "visitor");
  const session = await signingIn(page, email);
  await page.getByRole("link", { name: "Contact" }).first().click();
  const letter = page.getByLabel("Message");
  await letter.pressSequentially("The door ");
  session.release();
  await said(page, "Login successful!");
  await expect(page.getByRole("button", { name: new RegExp(name) })).toBeVisible();
  await page.keyboard.type("is stuck.");
  await expect(letter).toHaveValue("The door is stuck.");
  expect(new URL(page.url()).pathname).toBe("/contact");
  await page.waitForTimeout(400);
  await page.reload();
  await expect(letter).toHaveValue("The door is stuck.");
  await page.context().close();
});

test("whoever is sent back to the sign-in meanwhile is led to where they wanted to go", async ({ browser, site }) => {
  const { email } = site.people["Zoya Khan"]?.user as { email: string };
  const page = await open(browser, site, "visitor");
  const session = await signingIn(page, email);
  // As a link to it does.
  await page.evaluate(() => history.pushState(null, "", "/doubts"));
  await page.waitForURL(/returnUrl/);
  session.release();
  await page.waitForURL(/\/doubts$/);
  await page.context().close();
});
