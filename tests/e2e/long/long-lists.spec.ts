/** Lists as long as they get are scrolled and updated without freezing the page. */
import { expect, type Page } from "@playwright/test";
import { callApi, isLive, openPageAs, type Site, test } from "../site.ts";
import { scroll, swiftly } from "./main-thread-tasks.ts";

test.use({ isLong: true });

const settled = async (page: Page) => {
  await isLive(page);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(500);
};

const ask = (site: Site, text: string) => async () => {
  const body = JSON.stringify({ followup: text });
  await callApi(site, "Ravi Kumar", `/doubts/${site.thread}/followup`, { method: "PUT", body });
};

test("a thread of 500 entries scrolls, and gets follow-ups", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Zoya Khan");
  await page.goto(`/doubts/${site.thread}`);
  const entries = page.getByRole("log").locator("li.panel");
  await expect(entries).toHaveCount(101);
  const earlier = page.getByRole("button", { name: /^Show earlier entries/ });
  for (let left = 399; left > 0; left -= 40) {
    await expect(earlier).toHaveText(`Show earlier entries (${left})`);
    await earlier.click();
  }
  await expect(earlier).toHaveCount(0);
  await expect(entries).toHaveCount(500);
  await settled(page);
  await page.mouse.move(400, 500);
  const back = async () => {
    await scroll(page, 1500);
    await scroll(page, -4000);
    await page.keyboard.press("End");
    await page.waitForTimeout(300);
  };
  await swiftly(page, "a thread: scrolling", { acts: [back], most: 7 });
  const follow = async () => {
    for (let n = 0; n < 5; n++) await ask(site, `Once more ${n}`)();
  };
  await swiftly(page, "a thread: follow-ups", {
    acts: [() => scroll(page, -1500), follow],
    most: 4,
  });
  await expect(entries).toHaveCount(505);
  await page.context().close();
});

test("a list of 1,000 assignments scrolls, and changes", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto("/assignments");
  await expect(page.getByRole("article").first()).toBeVisible();
  await settled(page);
  await page.mouse.move(600, 500);
  await swiftly(page, "assignments: scrolling", { acts: [() => scroll(page, 3000)], most: 6 });
  const all = await callApi(site, "Asha Rao", "/assignments/allResource");
  const change = async () => {
    for (const [place, distributionTag] of ["hw", "cw", "practice", "hw", "cw"].entries()) {
      const { _id } = all[place * 50];
      const body = JSON.stringify({ distributionTag });
      await callApi(site, "Vikram Shah", `/assignments/${_id}/distribution`, {
        method: "PUT",
        body,
      });
    }
  };
  await swiftly(page, "assignments: changes", {
    acts: [() => scroll(page, -3000), change],
    most: 4,
  });
  await page.context().close();
});

const queueOf = (page: Page, name: string) => page.getByRole("list", { name }).locator("..");

async function toTheEnd(page: Page, name: string): Promise<void> {
  await queueOf(page, name).hover();
  await scroll(page, 6000);
}

test("a queue of 2,000 responses scrolls to its end, and changes", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto("/solutions?view=triage");
  const queue = queueOf(page, "Review queue");
  await expect(queue.getByRole("button").first()).toBeVisible();
  await settled(page);
  await swiftly(page, "responses: scrolling", {
    acts: [() => toTheEnd(page, "Review queue")],
    most: 3,
  });
  await expect.poll(async () => {
    await queue.evaluate((list) => list.scrollTo(0, list.scrollHeight));
    return Number(await queue.getByRole("listitem").last().getAttribute("aria-setsize"));
  }, { timeout: 60_000 }).toBe(2000);
  const learner = (site.people["Zoya Khan"]?.user as { _id: string })._id;
  const { reviews } = await callApi(site, "Asha Rao", "/assignments/reviews?limit=20");
  const decide = async () => {
    for (const { assignmentId } of reviews.slice(5, 10)) {
      const body = JSON.stringify({ reviewStatus: "approved", studentId: learner });
      await callApi(site, "Vikram Shah", `/assignments/${assignmentId}/review`, {
        method: "PUT",
        body,
      });
    }
  };
  await queue.hover();
  await swiftly(page, "responses: decisions", {
    acts: [() => scroll(page, -6000), decide],
    most: 3,
  });
  await page.context().close();
});

test("a queue of 2,000 doubts scrolls, opens a long thread, and changes", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto("/doubts?view=triage");
  const queue = queueOf(page, "Waiting doubts");
  await expect(page.getByText("2000 waiting").first()).toBeVisible({ timeout: 60_000 });
  await settled(page);
  await swiftly(page, "doubts: scrolling", {
    acts: [() => toTheEnd(page, "Waiting doubts")],
    most: 7,
  });
  await queue.hover();
  const follow = async () => {
    for (let n = 0; n < 5; n++) await ask(site, `And again ${n}`)();
  };
  await swiftly(page, "doubts: follow-ups", { acts: [() => scroll(page, -6000), follow], most: 6 });
  const thread = page.getByRole("log");
  const visit = async () => {
    await page.keyboard.press("j");
    await page.waitForTimeout(700);
    await page.keyboard.press("k");
    await page.waitForTimeout(700);
  };
  await page.goto(`/doubts?view=triage&item=${site.thread}`);
  await expect(thread.locator("li.panel").nth(20)).toBeVisible();
  await settled(page);
  await swiftly(page, "doubts: a long thread is opened", { acts: [visit], most: 8 });
  await page.context().close();
});
