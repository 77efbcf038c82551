/**
 * The server runs programs at the lowest priority, so these journeys wait long on a busy machine: a
 * program that is handed in is verified, and one of a browser that cannot run it is run. How the
 * server does it is in tests/processes/judge_test.ts, what a screen says of it in tests/run_badge_test.ts.
 */
import { expect, type Page } from "@playwright/test";
import { expectNoViolations } from "../axe.ts";
import { send } from "../school.ts";
import { callApi, newQuestion, openPageAs, type Site, test } from "../site.ts";
import { CASES, program, RIGHT, WRONG } from "../sum-program.ts";

test.use({ hasJudge: true });

/** The server has to start the process that judges, which lets all other processes go first. */
const JUDGED = { timeout: 300_000 };

const workspace = (of: Page) => of.getByRole("region", { name: "Workspace" });
const editor = (of: Page) => of.locator(".cm-content");
const runsOf = (site: Site, who: string, id: string) =>
  callApi(site, who, `/assignments/${id}/runs`);

const newWork = (site: Site) => newQuestion(site, "Add two numbers", { testCases: CASES });

test("a program that is handed in as solved is verified", async ({ browser, site }) => {
  test.setTimeout(600_000);
  const id = await newWork(site);
  const page = await openPageAs(browser, site, "Ravi Kumar");
  await page.goto(`/assignments/${id}`);
  await page.mouse.move(900, 300, { steps: 3 });
  await editor(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(RIGHT);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(workspace(page).getByRole("status")).toHaveText("All 2 cases pass.", JUDGED);
  await workspace(page).getByRole("button", { name: "Hand in as solved" }).click();
  const response = page.getByRole("complementary", { name: "Your Response" });
  await expect(response.getByText("verified 3/3")).toBeVisible(JUDGED);
});

test("a browser that cannot run programs says so, and the server runs them in turn", async ({ browser, site }) => {
  test.setTimeout(600_000);
  const id = await newWork(site);
  const small = await openPageAs(browser, site, "Zoya Khan");
  await small.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "deviceMemory", { get: () => 2 })
  );
  await small.goto(`/assignments/${id}`);
  await expect(
    workspace(small).getByText(
      "This device has about 2 GB of memory. Running C++ here needs 4 GB. " +
        "The server can run the cases instead.",
    ),
  ).toBeVisible();
  await expect(workspace(small).getByRole("button", { name: "Run with my input" })).toBeHidden();
  await small.mouse.move(900, 300, { steps: 3 });
  await editor(small).focus();
  await small.keyboard.press("ControlOrMeta+a");
  await small.keyboard.insertText(WRONG);
  // Somebody else's program is in front.
  const slow = { source: program("  while (true) {}") };
  await send(site, "Meena Das", `/assignments/${id}/runs`, slow);
  await workspace(small).getByRole("button", { name: "Run the cases on the server" }).click();
  const says = workspace(small).getByRole("status");
  await expect(says).toHaveText("It waits for the server: place 1 in the queue.", JUDGED);
  await expect(says).toHaveText("1 of 2 cases passes.", JUDGED);
  await expect(workspace(small).getByText("First difference: line 1, column 1.")).toBeVisible();
  await expectNoViolations(small);
  expect(small.workers()).toEqual([]);
  const [run] = await runsOf(site, "Zoya Khan", id);
  expect(run).toMatchObject({ origin: "server", passed: 1, total: 2 });
  await small.context().setOffline(true);
  await workspace(small).getByRole("button", { name: "Run the cases on the server" }).click();
  await expect(says).toHaveText(
    "The server, which would run the program, cannot be reached. " +
      "Run it again when the connection is back.",
  );
  await small.context().setOffline(false);
  const chosen = small.getByLabel("Status", { exact: true });
  await expect(chosen, "follows from the run").toHaveValue("partially solved");
  await chosen.selectOption("having doubt");
  await small.reload();
  await expect(chosen, "stays as it was chosen").toHaveValue("having doubt");
});
