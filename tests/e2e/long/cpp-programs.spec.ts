/**
 * All programs of tests/cpp in Chromium, what they cost the page's main thread, a browser that
 * cannot suspend a program, and memory that is not used.
 */
import { expect } from "@playwright/test";
import { compareOutput } from "../../../server/languages/compare.ts";
import { USUAL_SETTINGS } from "../../../server/languages/types.ts";
import { readPrograms, violations } from "../../kit/cpp_programs.ts";
import { expectToTalk, expectToWork, openSandbox, runIn, stateOf, test } from "../sandbox.ts";
import { tasksOf } from "./main-thread-tasks.ts";

/** The compiler alone keeps a core busy for a while. */
test.describe.configure({ timeout: 1_200_000 });

test("all programs end as in Deno", async ({ warm }) => {
  const found: Record<string, string[]> = {};
  for (const program of await readPrograms()) {
    const wrong = violations(program, await runIn(warm, program), compareOutput);
    if (wrong.length > 0) found[program.name] = wrong;
  }
  expect(found).toEqual({});
});

const FLOOD = `#include <iostream>
int main() {
  for (;;) std::cout << "abcdefgh" << std::endl;
}
`;
/** The longest task of the main thread, in ms. */
const TASK_MOST = 50;

test("no task of the main thread is long, even when a program floods its output", async ({ browser, site }) => {
  const page = await browser.newPage();
  await openSandbox(page, site.url);
  await page.waitForLoadState("networkidle");
  const [longest = 0] = await tasksOf(page, async () => {
    const flood = { source: FLOOD, cases: [{ input: "", output: "" }] };
    expect((await runIn(page, flood)).cases[0]?.verdict).toBe("too much output");
    const typed = { source: FLOOD, input: "", settings: USUAL_SETTINGS };
    const shown = await page.evaluate(async (run) => {
      let shown = 0;
      const { done } = globalThis.window.sandbox.runInteractive(run, {
        onOutput: (_, text) => shown += text.length,
      });
      await done;
      return shown;
    }, typed);
    expect(shown).toBe(100_000);
  });
  expect(longest).toBeLessThan(TASK_MOST);
  await page.context().close();
});

test("a program is typed to in a browser that cannot suspend it", async ({ browser, site }) => {
  const page = await browser.newPage();
  await page.route("**/program-worker-*.js", async (route) => {
    const response = await route.fetch();
    const body = `delete WebAssembly.promising; ${await response.text()}`;
    await route.fulfill({ response, body });
  });
  await openSandbox(page, site.url);
  await expectToTalk(page);
  await page.context().close();
});

test("the memory is given back after ten minutes without use", async ({ browser, site }) => {
  const page = await browser.newPage();
  await page.clock.install();
  await openSandbox(page, site.url);
  await expectToWork(page);
  expect(page.workers().length).toBeGreaterThan(0);
  // The run's includes are prepared after it, which counts as use.
  await page.clock.fastForward("00:10");
  await page.waitForTimeout(1000);
  await page.clock.fastForward("09:00");
  expect(await stateOf(page)).toEqual({ state: "ready" });
  await page.clock.fastForward("02:00");
  await expect.poll(() => page.workers().length).toBe(0);
  expect(await stateOf(page)).toEqual({ state: "absent", bytes: 0 });
  await expectToWork(page);
  await page.context().close();
});
