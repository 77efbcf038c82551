/**
 * The dashboard of each role: waiting doubts and reviews, today's briefing, and the week's goals.
 */
import { expect, type Locator, type Page } from "@playwright/test";
import { clearDoubts, clearReviews, expectNotice, send } from "./school.ts";
import { callApi, newDoubt, newQuestion, openPageAs, type Site, test } from "./site.ts";

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true }).first();

async function noBriefing(site: Site): Promise<void> {
  const today = await callApi(site, "", "/dailyBriefing/current");
  if (today === null) return;
  await callApi(site, "Asha Rao", `/dailyBriefing/${today._id}`, { method: "DELETE" });
}

test("the focus moves to the next row when another mentor handles the focused one", async ({ browser, site }) => {
  await Promise.all([clearDoubts(site), clearReviews(site)]);
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto("/mentor");
  const doubts = part(page, "Doubts that wait");
  await expect(doubts.getByText("No doubt is waiting.")).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const first = await newDoubt(site, "Ravi Kumar", "Which edge comes first?");
  const second = await newDoubt(site, "Zoya Khan", "How long is the scroll?");
  const row = (name: string) => doubts.getByRole("link", { name: new RegExp(`${name}:`) });
  const reply = (id: string) =>
    send(site, "Vikram Shah", `/doubts/${id}/reply`, { reply: "See the book." }, "PUT");
  await expect(row("Zoya Khan")).toBeVisible();
  await send(site, "Vikram Shah", `/doubts/${first}/claim`, {});
  await expect(row("Ravi Kumar")).toContainText("Vikram Shah");
  await row("Ravi Kumar").focus();
  await reply(first);
  await expect(row("Ravi Kumar")).toHaveCount(0);
  await expect(row("Zoya Khan")).toBeFocused();
  await reply(second);
  await expect(doubts.getByText("No doubt is waiting.")).toBeVisible();
  await expect(doubts.getByRole("link", { name: "Triage" })).toBeFocused();

  const reviews = part(page, "Solutions that wait");
  const solution = await newQuestion(site, "Roll a scroll");
  const solved = { responseStatus: "solved", studentSolution: "int main() {}" };
  await send(site, "Zoya Khan", `/assignments/${solution}/status`, solved, "PUT");
  const waits = reviews.getByRole("link", { name: /Zoya Khan.*Roll a scroll/ });
  await expect(waits).toHaveAttribute("href", new RegExp(solution));
  await waits.focus();
  await clearReviews(site);
  await expect(reviews.getByText("Nothing is waiting for review.")).toBeVisible();
  await expect(reviews.getByRole("link", { name: "Triage" })).toBeFocused();
});

test("a pressed row stays under the mouse when other rows are removed", async ({ browser, site }) => {
  await Promise.all([clearDoubts(site), clearReviews(site)]);
  const page = await openPageAs(browser, site, "Asha Rao");
  let heard = "";
  page.on("websocket", (socket) => socket.on("framereceived", (frame) => heard += frame.payload));
  for (const list of ["/mentor", "/doubts?status=new"]) {
    const others = [await newDoubt(site, "Ravi Kumar", "Which edge comes first?")];
    const pressed = await newDoubt(site, "Zoya Khan", "How long is the scroll?");
    others.push(await newDoubt(site, "Meena Das", "Which edge comes last?"));
    await page.goto(list);
    const row = (id = "") => page.locator(`main a[href*="${id}"]`);
    for (const id of [pressed, ...others]) await expect(row(id)).toHaveCount(1);
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    await row(pressed).hover();
    await page.mouse.down();
    heard = "";
    for (const id of others) {
      await send(site, "Vikram Shah", `/doubts/${id}/reply`, { reply: "See the book." }, "PUT");
      await expect.poll(() => heard).toContain(id);
    }
    await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 100)));
    for (const id of others) await expect(row(id)).toHaveCount(1);
    await page.mouse.up();
    await expect(page).toHaveURL(new RegExp(pressed));
  }
});

test("a section that cannot be fetched says so, and loads by itself when the server is back", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto("/mentor");
  const [doubts, reviews] = [part(page, "Doubts that wait"), part(page, "Solutions that wait")];
  const shown = (of: Locator) => of.getByRole("listitem").or(of.getByText(/ is waiting/)).first();
  await expect(shown(doubts)).toBeVisible();
  await expect(shown(reviews)).toBeVisible();
  // Visits other screens, whose lists replace the dashboard's.
  for (const path of ["/doubts?status=resolved", "/solutions?reviewStatus=approved"]) {
    await page.evaluate((path) => {
      history.pushState(null, "", path);
      dispatchEvent(new PopStateEvent("popstate"));
    }, path);
    await expect(page.getByRole("search")).toBeVisible();
    await expect(page.locator(".skeleton, [aria-busy=true]")).toHaveCount(0);
  }
  site.cut();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expectNotice(page, "Failed to fetch filtered doubts.");
  await expectNotice(page, "Failed to fetch reviews");
  await expect(doubts.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(reviews.getByRole("button", { name: "Try again" })).toBeVisible();
  site.mend();
  await expect(shown(doubts)).toBeVisible();
  await expect(shown(reviews)).toBeVisible();
});

test("a learner sees new homework, their own doubts and today's briefing live", async ({ browser, site }) => {
  await noBriefing(site);
  const page = await openPageAs(browser, site, "Ravi Kumar");
  await page.goto("/dashboard");
  const [homework, doubts] = [part(page, "Your work"), part(page, "My doubts")];
  await expect(part(page, "Today's briefing").getByText("No briefing has been written yet."))
    .toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();

  const title = "Fold a map";
  await newQuestion(site, title);
  await expect(homework.getByRole("link", { name: title })).toBeVisible();
  const doubt = await newDoubt(site, "Ravi Kumar", "Which fold comes first?");
  await newDoubt(site, "Zoya Khan", "How large is the map?");
  const own = doubts.getByRole("link", { name: /Which fold comes first/ });
  await expect(own).toContainText("new");
  await send(site, "Vikram Shah", `/doubts/${doubt}/reply`, { reply: "The long one." }, "PUT");
  await expect(own).toContainText("replied");
  await expect(doubts.getByRole("link", { name: /How large is the map/ })).toHaveCount(0);
  const texts = {
    classSummary: "We folded a map.",
    classQuestions: "1.",
    homeworkQuestions: "2.",
  };
  await send(site, "Meena Das", "/dailyBriefing", texts);
  await expect(part(page, "Today's briefing")).toContainText("We folded a map.");

  // An open panel replaces the lists.
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(doubts).toHaveCount(0);
  await page.getByRole("button", { name: "Send Message", expanded: true }).click();
  await own.click();
  await expect(page.getByRole("log")).toContainText("The long one.");
});
