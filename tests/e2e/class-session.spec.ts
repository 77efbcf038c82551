/**
 * A class session from "Class now" to its results: the student's way to the first question, and the
 * wall, without an account, over an hour of pressed-together time.
 */
import { type Browser, expect, type Page } from "@playwright/test";
import { chooseForSession, endSession, send, startSession } from "./school.ts";
import { callApi, newDoubt, newQuestion, openPageAs, test } from "./site.ts";

const MINUTE = 60_000;

/** Returns how much the screen's parts have moved by themselves since it was opened. */
const shiftOf = (page: Page) =>
  page.evaluate(() =>
    new Promise<number>((told) => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
      requestAnimationFrame(() => requestAnimationFrame(() => told(sum)));
    })
  );

/** Returns the controls of the header that stand over each other, or outside the window. */
const overlapsIn = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll("header a, header button, header summary")]
      .map((one) => ({ name: one.textContent, at: one.getBoundingClientRect() }))
      .filter(({ at }) => at.width > 1 && at.height > 1);
    return shown.flatMap(({ name, at }, place) => {
      if (at.right > innerWidth || at.left < 0) return [`${name} is outside`];
      return shown.slice(place + 1)
        .filter(({ at: other }) => at.left < other.right - 1 && other.left < at.right - 1)
        .map((other) => `${name} is over ${other.name}`);
    });
  });

/** Opens the wall on a computer that nobody has signed in to. Its time runs ahead with the test. */
async function openWall(browser: Browser, address: string) {
  const page = await (await browser.newContext()).newPage();
  let ahead = 0;
  await page.route("**/api/**", async (route) => {
    const response = await route.fetch();
    const date = new Date(Date.now() + ahead).toUTCString();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
  await page.clock.install();
  await page.goto(address);
  return {
    page,
    async pass(ms: number) {
      ahead += ms;
      await page.clock.fastForward(ms);
    },
  };
}

/** Returns the seconds that the wall's countdown shows. */
async function secondsLeft(wall: Page): Promise<number> {
  const text = await wall.getByRole("timer").innerText();
  const [, minutes, seconds] = text.match(/(\d+):(\d\d)/) ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

const SIZES = [{ width: 1920, height: 1080 }, { width: 1280, height: 720 }];

/** Sees that the countdown stands in the line over a quick question, in large type. */
async function seeCountdownOverQuestion(wall: Page): Promise<void> {
  const countdown = wall.getByRole("timer", { name: "Countdown" });
  for (const size of SIZES) {
    await wall.setViewportSize(size);
    await expect(wall.getByRole("heading", { name: LONG_QUESTION })).toBeVisible();
    await expect(countdown).toBeInViewport({ ratio: 1 });
    await expect(countdown).toContainText(/\d:\d\d/);
    const { shared, height } = await countdown.evaluate((one) => {
      const at = one.getBoundingClientRect();
      const beside = [...one.parentElement?.children ?? [], one.parentElement?.nextElementSibling]
        .flatMap((other) => other && other !== one ? other.getBoundingClientRect() : []);
      const digits = getComputedStyle(one.querySelector("strong") as Element);
      return {
        shared: beside.filter((other) =>
          at.left < other.right && other.left < at.right &&
          at.top < other.bottom && other.top < at.bottom
        ).length,
        height: Number.parseFloat(digits.fontSize) / innerHeight,
      };
    });
    expect(shared, "nothing lies over it").toBe(0);
    // As the clock beside it: a twentieth of the wall.
    expect(height).toBeGreaterThan(0.05);
  }
}

const LONG_QUESTION =
  "Which of these programs ends, whatever the numbers are that somebody types, " +
  "and prints each of them once?";

test("a class session: the students' way in, the wall over an hour, and what came of it", async ({ browser, site }) => {
  await endSession(site);
  const [first, second] = [`Sum of a row ${Date.now()}`, `Longest word ${Date.now()}`];
  const ids = [await newQuestion(site, first), await newQuestion(site, second)];
  const [mentor, student] = [
    await openPageAs(browser, site, "Asha Rao"),
    await openPageAs(browser, site, "Ravi Kumar", { viewport: { width: 800, height: 740 } }),
  ];
  await student.goto("/doubts");
  await expect(student.getByText("Live", { exact: true })).toBeAttached();
  const before = await shiftOf(student);
  await chooseForSession(mentor, [second, first]);
  await mentor.getByRole("button", { name: `Move up: ${first}` }).click();
  await startSession(mentor);

  const banner = student.getByRole("region", { name: "Class session" });
  const way = banner.getByRole("link");
  await expect(way).toHaveText("Class now: question 1 of 2");
  // A banner above the content would move the whole screen: a shift of 0.05 and more.
  expect(await shiftOf(student) - before).toBeLessThan(0.01);
  await banner.getByRole("button", { name: "Fold the class session away" }).click();
  await expect(way).toBeHidden();
  await banner.getByRole("button", { name: "Show the class session" }).click();
  await way.click();
  await expect(student.getByRole("heading", { level: 1 })).toContainText(first);
  const solved = { responseStatus: "solved", submissionUrl: "https://example.test/1" };
  await send(site, "Ravi Kumar", `/assignments/${ids[0]}/status`, solved, "PUT");
  await expect(way).toHaveText("Class now: question 2 of 2");
  await expect(way).toHaveAttribute("href", `/assignments/${ids[1]}`);
  // It has room on a phone, and beside the links of a laptop.
  for (const width of [360, 640, 768, 890, 1023, 1024, 1366]) {
    await student.setViewportSize({ width, height: 740 });
    await expect.poll(() => overlapsIn(student), { message: `at ${width} px` }).toEqual([]);
    const beyond = () =>
      student.evaluate(() =>
        document.documentElement.scrollWidth - document.documentElement.clientWidth
      );
    expect(await beyond(), `at ${width} px the page scrolls sideways`).toBeLessThanOrEqual(0);
  }

  await mentor.getByRole("button", { name: "Wall" }).click();
  await mentor.getByRole("combobox", { name: "Question on the wall" }).selectOption({
    label: `1. ${first}`,
  });
  await mentor.getByRole("button", { name: "Make a link" }).click();
  const field = mentor.getByRole("textbox", { name: "The address, shown only now" });
  await expect(field).toHaveValue(/#wall=/);
  const { page: wall, pass } = await openWall(browser, await field.inputValue());
  await mentor.getByRole("button", { name: "Close" }).click();
  await expect(wall.getByRole("heading", { name: first })).toBeVisible();
  expect(wall.url()).not.toContain("wall=");

  // An hour: every ten minutes somebody does something, and the wall has it.
  const { lesson } = await callApi(site, "Asha Rao", "/lessons/running");
  const at = `/lessons/${lesson._id}`;
  const countdownAt = new Date(Date.now() + 25 * MINUTE).toISOString();
  await send(site, "Asha Rao", at, { countdownAt }, "PUT");
  await expect.poll(() => secondsLeft(wall)).toBeGreaterThan(23 * 60);
  await pass(10 * MINUTE);
  await send(site, "Zoya Khan", `${at}/signs`, { assignmentId: ids[0], sign: "opened" });
  await expect(wall.getByText(/students? (has|have) begun/)).toBeVisible();
  await expect.poll(() => secondsLeft(wall)).toBeLessThan(15 * 60);
  await pass(10 * MINUTE);
  await send(site, "Asha Rao", at, { shownId: null }, "PUT");
  await expect.poll(() => secondsLeft(wall)).toBeLessThan(5 * 60);
  await pass(10 * MINUTE);
  await expect(wall.getByRole("timer")).toContainText("Time is up");
  // Without a chosen question, they take turns.
  for (const title of [first, second, first]) {
    await expect(async () => {
      await pass(10_000);
      await expect(wall.getByRole("heading", { name: title })).toBeVisible({ timeout: 1000 });
    }).toPass();
  }
  await pass(30 * MINUTE);
  await newDoubt(site, "Zoya Khan", "Where does a row end?");
  await send(site, "Meena Das", `${at}/signs`, { assignmentId: ids[1], sign: "opened" });
  await expect(wall.getByText("Longest wait")).toBeVisible();
  // The wall is an hour ahead. A quick question fills it, but does not hide the countdown.
  const later = new Date(Date.now() + 70 * MINUTE).toISOString();
  await send(site, "Asha Rao", at, { countdownAt: later }, "PUT");
  const options = ["A", "B", "C", "D", "E", "F"].map((one) => `Only program ${one}`);
  const asked = { text: LONG_QUESTION, options, rightOption: 2 };
  const poll = await send(site, "Asha Rao", "/polls", asked);
  await seeCountdownOverQuestion(wall);
  await send(site, "Asha Rao", `/polls/${poll._id}/close`, {}, "PUT");
  for (const name of ["Zoya", "Ravi", "Meena", "Asha"]) {
    await expect(wall.getByText(name)).toHaveCount(0);
  }

  await mentor.getByRole("button", { name: "End the session" }).click();
  await mentor.getByRole("dialog").getByRole("button", { name: "End the session" }).click();
  const ended = mentor.getByRole("region", { name: "The class session is over" });
  await expect(ended.getByRole("row", { name: new RegExp(first) })).toBeVisible();
  await expect(mentor.getByRole("heading", { name: "The class session is over" })).toBeFocused();
  await expect(mentor.getByRole("button", { name: "Class now" })).toHaveCount(0);
  await ended.getByRole("button", { name: "Start another session" }).click();
  await expect(mentor.getByRole("button", { name: "Class now" })).toBeVisible();
  const past = mentor.getByRole("region", { name: "Past sessions" });
  await expect(past.getByRole("row", { name: new RegExp(first) }).first()).toBeVisible();
  await expect(banner).toBeHidden();
  await expect(wall.getByText("The class session's link is over.")).toBeVisible();
});
