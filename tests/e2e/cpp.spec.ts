/**
 * C++ programs in the student's browser: the programs in tests/cpp end as they do in Deno, what
 * never ends by itself is ended, and the compiler is downloaded once.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { expect, type Page } from "@playwright/test";
import { compareOutput } from "../../server/languages/compare.ts";
import { USUAL_SETTINGS } from "../../server/languages/types.ts";
import { readPrograms, violations } from "../kit/cpp_programs.ts";
import {
  DOUBLE,
  expectToTalk,
  expectToWork,
  openSandbox,
  runIn,
  stateOf,
  test,
} from "./sandbox.ts";

/**
 * One for each way in which the browser has a part: exceptions, the stack, files, time, output and
 * memory. tests/cpp_programs_test.ts runs more of them in Deno, and tests/e2e/long all of them here.
 */
const SAMPLE = [
  "exceptions",
  "endless-recursion",
  "includes-the-password-file",
  "endless-loop",
  "floods-output",
  "takes-all-memory",
];

test("programs end as in Deno, and after each kind of end the next one runs", async ({ warm }) => {
  const programs = (await readPrograms()).filter(({ name }) => SAMPLE.includes(name));
  expect(programs.map(({ name }) => name).sort()).toEqual(SAMPLE.toSorted());
  const found: Record<string, string[]> = {};
  for (const program of programs) {
    const result = await runIn(warm, program);
    const wrong = violations(program, result, compareOutput);
    if (wrong.length > 0) found[program.name] = wrong;
  }
  expect(found).toEqual({});
  await expectToWork(warm);
});

test("a program is stopped while it runs, and while it is compiled", async ({ warm }) => {
  const settings = { ...USUAL_SETTINGS, timeMs: 10_000 };
  const told = await warm.evaluate(async (settings) => {
    const { runCases, Stopped } = globalThis.window.sandbox;
    const cases = [{ input: "", output: "" }];
    const ends: boolean[] = [];
    const loop = runCases({ source: "int main() { for (;;) {} }", settings, cases }, {
      onCompiled: () => setTimeout(() => loop.stop(), 100),
    });
    await loop.done.catch((error) => ends.push(error instanceof Stopped));
    // Each instantiation makes two more.
    const bomb = "template <int n, int m> struct T { T<n - 1, 2 * m> a; T<n - 1, 2 * m + 1> b; };" +
      "template <int m> struct T<0, m> {}; T<22, 0> t; int main() {}";
    const slow = runCases({ source: bomb, settings, cases }, {
      onCompiled: () => ends.push(false),
    });
    setTimeout(() => slow.stop(), 1000);
    await slow.done.catch((error) => ends.push(error instanceof Stopped));
    return ends;
  }, settings);
  expect(told).toEqual([true, true]);
  await expectToWork(warm);
});

test("a program that waits for input is typed to, and the waiting costs no time", async ({ warm }) => {
  await expectToTalk(warm);
});

test("a download that breaks off says so, and goes on where it was, also after a reload", async ({ browser, site }) => {
  const page = await browser.newPage();
  await openSandbox(page, site.url);
  expect(await stateOf(page)).toMatchObject({ state: "absent", bytes: expect.any(Number) });
  const before = site.rangesFor("/cpp/llvm").length;
  const ranges = () => site.rangesFor("/cpp/llvm").slice(before);
  site.breakReply("/cpp/llvm", 9_000_000);
  await page.evaluate(() => void globalThis.window.sandbox.engineOf({}).prepare().catch(() => {}));
  const notes = async () =>
    (await page.evaluate(() => globalThis.window.states))
      .flatMap((one) => "note" in one ? [one.note] : []);
  await expect.poll(async () => (await notes())[0])
    .toBe("The download broke off. It will be tried again.");
  await expect.poll(() => partsIn(page)).toBeGreaterThan(0);
  await openSandbox(page, site.url);
  await expectToWork(page);
  const [whole, ...rest] = ranges();
  expect(whole).toBe("");
  // Half of it was sent. What the browser had not decompressed or kept at the break comes again.
  const { lengths } = await page.evaluate(async () =>
    (await (await fetch("/cpp/kit.json")).json()).llvm.parts
  );
  expect(rest.length).toBeGreaterThan(0);
  expect(new Set(rest).size).toBeLessThan(0.9 * lengths.length);
  for (const range of rest) expect(range).toMatch(/^bytes=\d+-\d+$/);
  expect((await notes())[0]).toBe("The download broke off. It goes on where it was.");
  const states = await page.evaluate(() => globalThis.window.states);
  const loaded = states.flatMap((one) => one.state === "loading" ? [one.loaded / one.total] : []);
  expect(Math.max(...loaded)).toBe(1);
  expect(states.at(-1)).toEqual({ state: "ready" });
  expect(await partsIn(page)).toBe(0);

  // Without a network, and after its memory was given back, it runs from the browser's cache.
  await page.context().setOffline(true);
  await expectToWork(page);
  // It is stepped through for the first time.
  const run = { source: DOUBLE.source, settings: USUAL_SETTINGS, input: "21" };
  const count = page.evaluate(
    async (run) => (await globalThis.window.sandbox.traceProgram(run).done).trace?.count,
    run,
  );
  expect(await count).toBe(4);
  await page.evaluate(() => globalThis.window.sandbox.engineOf({}).release());
  await expect.poll(() => page.workers().length).toBe(0);
  expect(await stateOf(page)).toEqual({ state: "absent", bytes: 0 });
  await expectToWork(page);
});

test("two tabs and a second visit need one download", async ({ playwright, launchOptions, site }) => {
  const profile = await mkdtemp(`${tmpdir()}/doubtless-profile-`);
  const visit = () => playwright.chromium.launchPersistentContext(profile, launchOptions);
  const first = await visit();
  const before = site.requestsFor("/cpp/");
  const tabs = [await first.newPage(), await first.newPage()];
  await Promise.all(tabs.map((page) => openSandbox(page, site.url)));
  await Promise.all(tabs.map(expectToWork));
  expect(site.requestsFor("/cpp/") - before).toBe(2);
  expect(await keptIn(tabs[0])).toEqual([expect.stringContaining("cstdio")]);
  await first.close();

  const second = await visit();
  const page = await second.newPage();
  await openSandbox(page, site.url);
  await page.evaluate(
    () => void globalThis.window.sandbox.prepareWhenIdle(undefined, {} as never),
  );
  await expect.poll(() => stateOf(page)).toEqual({ state: "ready" });
  await expectToWork(page);
  expect(site.requestsFor("/cpp/") - before).toBe(2);
  await second.close();
  await rm(profile, { recursive: true, force: true });
});

/** How many parts of a download that has not ended the browser keeps. */
const partsIn = (page: Page) =>
  page.evaluate(async () => {
    const requests = await (await caches.open("cpp-kit")).keys();
    return requests.filter(({ url }) => url.includes(".part-")).length;
  });

/** The includes that the browser keeps for later visits. */
const keptIn = (page: Page | undefined) =>
  page?.evaluate(async () => {
    const requests = await Promise.all(
      (await caches.keys()).filter((name) => name.startsWith("cpp-includes-"))
        .map(async (name) => await (await caches.open(name)).keys()),
    );
    return requests.flat().map(({ url }) => decodeURIComponent(url));
  });

test("a device with too little memory is told before anything is fetched", async ({ browser, site }) => {
  const context = await browser.newContext();
  await context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "deviceMemory", { value: 2 })
  );
  const page = await context.newPage();
  const before = site.requestsFor("/cpp/");
  await openSandbox(page, site.url);
  expect(await stateOf(page)).toMatchObject({ state: "unsupported", reason: /2 GB of memory/ });
  await expect(runIn(page, DOUBLE)).rejects.toThrow(/2 GB of memory/);
  expect(site.requestsFor("/cpp/")).toBe(before);
  await context.close();
});
