/** Screens without a network, and writes that the server refuses. */
import { expect, type Page } from "@playwright/test";
import {
  createOneOfEverything,
  expectNotice,
  go,
  goAnew,
  press,
  send,
  tryAgain,
} from "./school.ts";
import { callApi, isLive, newDoubt, newQuestion, openPageAs, OWN, test } from "./site.ts";

const AWAY = /^The server cannot be reached\./;

const away = (page: Page, isAway: boolean) => page.context().setOffline(isAway);
const main = (page: Page) => page.locator("main");

test("a screen and a section opened offline load when the network is back", async ({ browser, site }) => {
  if ((await callApi(site, "", "/dailyBriefing/recent")).length === 0) {
    const texts = { classSummary: "Loops.", classQuestions: "None.", homeworkQuestions: "None." };
    await send(site, "Asha Rao", "/dailyBriefing", texts);
  }
  // Nothing is in the cache of a new profile.
  const student = await openPageAs(browser, site, "Zoya Khan", OWN);
  await student.goto("/dashboard");
  await isLive(student);
  await away(student, true);
  await student.getByRole("button", { name: "Send Message" }).click();
  await student.getByLabel("Subject").fill("About the lab");
  await go(student, "/practice");
  await expect(student.getByRole("heading", { level: 1 })).toHaveText(
    "This page has not loaded yet.",
  );
  await expect(main(student).getByText(AWAY)).toBeVisible();
  await away(student, false);
  await expect(student.getByRole("heading", { level: 1 })).toHaveText("Practice");
  await student.goBack();
  await expect(student.getByLabel("Subject")).toHaveValue("About the lab");
  // Code that comes and throws is a fault of its own.
  await student.route(/\/assets\/archive-.*\.js$/, (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: 'throw new Error("The archive is broken.")',
    }));
  await go(student, "/briefings/archive");
  await expect(student.getByRole("alert")).toContainText("This page could not be shown.");
  await student.close();

  const guest = await openPageAs(browser, site, null, OWN);
  await guest.goto("/");
  await isLive(guest);
  site.cut();
  try {
    await guest.getByRole("button", { name: /^Show Section ?: Class Briefings$/ }).click();
    await expect(main(guest).getByText("Failed to fetch recent briefings.")).toBeVisible();
  } finally {
    site.mend();
  }
  await tryAgain(main(guest));
  await expect(guest.getByRole("article").first()).toBeVisible();
  const schemas = /\/assets\/form-schemas-/;
  await guest.route(schemas, (route) => route.abort());
  await guest.goto("/forgot-password");
  const email = guest.getByLabel("Email");
  await email.fill("ravi");
  await email.press("Enter");
  await expect(main(guest).getByRole("alert")).toHaveText("Failed to send OTP.");
  await guest.unroute(schemas);
  await email.press("Enter");
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(email).toHaveValue("ravi");
});

test("without the live connection the screen is fetched now and then; a slow connection is waited for", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  let isRefused = false;
  await page.routeWebSocket(
    /socket\.io/,
    (live) => isRefused ? live.close() : void live.connectToServer(),
  );
  // The time for a connection begins with one second instead of ten.
  await page.addInitScript(() => {
    const { setTimeout: real } = globalThis;
    const quick = (run: () => void, time = 0) => real(run, time === 10_000 ? 1000 : time);
    Object.assign(globalThis, { setTimeout: quick });
  });
  await page.goto("/doubts?view=list");
  await isLive(page);
  const breakOff = () => {
    site.cut();
    site.mend();
  };
  isRefused = true;
  breakOff();
  const asOf = page.getByText(/^as of /);
  await expect(asOf).toBeVisible();
  const text = "Why does the loop end one step too early?";
  await newDoubt(site, "Ravi Kumar", text);
  await expect(page.getByText(text)).toBeVisible();
  await expect(asOf, "it came without the live connection").toBeVisible();
  site.delay(1000);
  try {
    isRefused = false;
    breakOff();
    await isLive(page);
  } finally {
    site.delay(0);
  }
});

test("a doubt raised offline survives a reload, is sent, and stays beside its assignment", async ({ browser, site }) => {
  const id = await newQuestion(site, "Draw a triangle");
  const page = await openPageAs(browser, site, "Ravi Kumar");
  // What others asked is a suggestion: where it does not come, nothing is said over the dialog.
  const asked = /\/doubts\/asked/;
  await page.route(asked, (route) => route.fulfill({ status: 500, json: {} }));
  const failed = page.waitForResponse(asked);
  await page.goto(`/assignments/${id}`);
  await page.mouse.move(100, 100, { steps: 3 });
  await failed;
  await isLive(page);
  const own = page.getByRole("region", { name: "Your doubts here" });
  const dialog = page.getByRole("dialog", { name: "Raise a doubt" });
  await page.getByRole("button", { name: "Raise a doubt" }).click();
  await dialog.getByLabel("Your doubt").fill("How many stars are in row n?");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const notices = page.getByRole("region", { name: "Notifications" });
  expect(await notices.getByText(/^Failed/).count()).toBe(0);
  await page.getByRole("button", { name: "Raise a doubt" }).click();
  await expect(dialog.getByLabel("Your doubt")).toHaveValue("How many stars are in row n?");
  await away(page, true);
  await dialog.getByRole("button", { name: "Raise a doubt" }).click();
  await expect(own.getByText("Waiting to be sent")).toBeVisible();
  await expect(own.getByText("How many stars are in row n?")).toBeVisible();
  await away(page, false);
  await page.reload();
  await expect(own.getByRole("link", { name: "How many stars are in row n?" })).toBeVisible();
  await expect(own.getByText("Waiting to be sent")).toHaveCount(0);
  // After another reload, nothing is left in memory of the page that raised the doubt.
  await page.reload();
  await expect(own.getByRole("link")).toHaveCount(1);
  await expect(own.getByText("new", { exact: true })).toBeVisible();
  const { doubts } = await callApi(site, "Ravi Kumar", "/doubts/filter-doubts?scope=mine");
  const reply = (reply: string) => send(site, "Asha Rao", `/doubts/${_id}/reply`, { reply }, "PUT");
  const { _id } = doubts.find(({ assignment }: { assignment: { _id: string } }) =>
    assignment._id === id
  );
  await reply(`As many as n.${"\n\nCount them.".repeat(40)}`);
  await expect(own.getByText("replied", { exact: true }).first()).toBeVisible();
  // On a phone the answer is in the first screen, and a thread opens where reading goes on.
  await page.setViewportSize({ width: 360, height: 780 });
  await page.reload();
  await expect(own.getByText("As many as n.")).toBeInViewport();
  await page.goto("/practice");
  await reply("The last row has n stars.");
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`/doubts/${_id}`);
  const answer = page.getByRole("listitem").filter({ hasText: "The last row has n stars." });
  await expect(answer).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("New since your last visit")).toBeInViewport();
  // The bar below a long thread covers none of it.
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByRole("button", { name: "Mark as Resolved" })).not.toBeInViewport();
});

test("what needs no network opens without one, although nobody has opened it before", async ({ browser, site }) => {
  const id = await newQuestion(site, "Draw a circle");
  const page = await openPageAs(browser, site, "Ravi Kumar", OWN);
  // Chromium may send a pointer move by itself.
  await page.addInitScript(() => {
    addEventListener("pointermove", (event) => event.stopImmediatePropagation(), true);
  });
  await page.goto(`/assignments/${id}`);
  await isLive(page);
  const missing = () =>
    page.evaluate(() => {
      const there = performance.getEntriesByType("resource").map(({ name }) => name).join();
      return ["form-schemas"].filter((name) => !there.includes(`/${name}-`));
    });
  await expect.poll(missing).toEqual([]);
  await page.waitForLoadState("networkidle");
  await away(page, true);
  await page.getByRole("button", { name: "Raise a doubt" }).click();
  const dialog = page.getByRole("dialog", { name: "Raise a doubt" });
  await dialog.getByRole("button", { name: "Raise a doubt" }).click();
  await expect(dialog.getByLabel("Your doubt"), "the form is checked").toHaveAttribute(
    "aria-invalid",
    "true",
  );
  await dialog.getByLabel("Your doubt").fill("Which radius?");
  await dialog.getByRole("button", { name: "Raise a doubt" }).click();
  await expect(page.getByText("Waiting to be sent")).toBeVisible();
  await page.getByLabel("Status", { exact: true }).selectOption("solved");
  await page.getByRole("button", { name: "Submit Code" }).click();
  await expect(page.getByLabel("Your code")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog", { name: "Find or do" }).getByRole("option").first())
    .toBeVisible();
});

test("text typed for a thread or a response that was never fetched survives closing the tab", async ({ browser, site }) => {
  const question = await newQuestion(site, "Rows and columns");
  const handedIn = { responseStatus: "solved", studentSolution: "int main() {}" };
  await send(site, "Zoya Khan", `/assignments/${question}/status`, handedIn, "PUT");
  const { _id: student } = site.people["Zoya Khan"]?.user as { _id: string };
  const doubt = await newDoubt(site, "Zoya Khan", "Rows or columns first?");
  const mentor = await openPageAs(browser, site, "Vikram Shah");
  const ways = [
    [`/doubts?view=triage&item=${doubt}`, `/doubts/${doubt}`, "Your reply"],
    // The response is decided by then, so it is not in the queue when that can be fetched.
    [
      `/solutions?view=triage&item=${question}.${student}`,
      `/assignments/${question}`,
      "Mentor Comment",
    ],
  ] as const;
  const review = { studentId: student, reviewStatus: "approved" };
  await send(site, "Asha Rao", `/assignments/${question}/review`, review, "PUT");
  for (const [address, call, label] of ways) {
    const page = await mentor.context().newPage();
    await page.route(`**/api${call}`, (route) => route.abort("connectionrefused"));
    await page.goto(address);
    await expect(main(page).getByRole("button", { name: "Try again" })).toBeVisible();
    await page.keyboard.press("r");
    await page.keyboard.type("Look at j ");
    await page.keyboard.press("Escape");
    await page.keyboard.press("r");
    await page.keyboard.type("again.");
    await expect(page.getByRole("region", { name: "Your text" })).toContainText("Look at j again.");
    // Chromium gives a closed tab half a second to write, which is too little on a busy machine.
    await expect.poll(() => page.evaluate(() => JSON.stringify(Object.values(localStorage))))
      .toContain("Look at j again.");
    await page.close();
    await mentor.goto(address);
    await expect(mentor.getByLabel(label)).toHaveValue("Look at j again.");
  }
});

test("a write that fails says so: of a panel, of a dialog, and of a switch", async ({ browser, site }) => {
  const { question } = await createOneOfEverything(site);
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto("/contact");
  const fails = async (act: Promise<unknown>, text: string) => {
    await act;
    await expectNotice(page, text);
    site.mend();
  };
  try {
    await goAnew(page, "/mentor?panel=announcement");
    await page.locator("#panel").getByLabel("Subject", { exact: true }).fill("Rain");
    await page.locator("#panel").getByLabel("Message", { exact: true }).fill("Come anyway.");
    site.cut();
    await fails(press("Create Announcement", "#panel")(page), "Failed to create announcement.");
    await goAnew(page, "/");
    await press("Delete: Power cut")(page);
    site.cut();
    await fails(press("Delete", "dialog[open]")(page), "Failed to delete announcement.");
    await goAnew(page, `/assignments/${question}`);
    await expect(page.getByRole("switch")).toBeChecked();
    site.cut();
    await fails(page.getByRole("switch").click(), "Failed to update solution visibility.");
    await expect(page.getByRole("switch")).toBeChecked();
  } finally {
    site.mend();
  }
});
