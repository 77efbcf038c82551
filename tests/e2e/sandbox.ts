/** The browser's C++ sandbox, used from a test: its module is loaded into an ordinary page. */
import { readFileSync } from "node:fs";
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import type * as Sandbox from "../../client/languages/sandbox.ts";
import { type RunResult, USUAL_SETTINGS } from "../../server/languages/types.ts";
import { PLAIN, type Site, test as site } from "./site.ts";

declare global {
  interface Window {
    sandbox: typeof Sandbox;
    /** Every state of `readiness`, in order. */
    states: Sandbox.Readiness[];
  }
}

/** Opens a page that shows nothing of the sandbox, and loads the sandbox into it. */
export async function openSandbox(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/contact`);
  const built = JSON.parse(readFileSync("client/dist/.vite/manifest.json", "utf8"));
  await page.evaluate(async ({ sandbox, kit }) => {
    globalThis.window.sandbox = await import(sandbox);
    globalThis.window.states = [];
    // The store is shared with the page, so its file is found by what it exports.
    const { readiness } = globalThis.window.sandbox.engineOf({});
    const { store } = await import(kit).then((all) => ({
      store: Object.values(all).find((one) =>
        typeof one === "object" && one !== null && "sub" in one && "get" in one
      ) as { sub(atom: unknown, call: () => void): void; get(atom: unknown): Sandbox.Readiness },
    }));
    const note = () => globalThis.window.states.push(store.get(readiness));
    store.sub(readiness, note);
    note();
  }, {
    sandbox: `/${built["languages/sandbox.ts"].file}`,
    kit: `/${
      Object.values<{ name?: string; file: string }>(built).find(({ name }) => name === "base")
        ?.file
    }`,
  });
}

export const stateOf = (page: Page) => page.evaluate(() => globalThis.window.states.at(-1));

export type ToRun = Omit<Sandbox.CasesToRun, "settings"> & {
  settings?: Partial<Sandbox.CasesToRun["settings"]>;
};

/** Runs a program in the page. */
export function runIn(page: Page, { source, settings, cases }: ToRun): Promise<RunResult> {
  const run = { source, cases, settings: { ...USUAL_SETTINGS, ...settings } };
  return page.evaluate((run) => globalThis.window.sandbox.runCases(run, {}).done, run);
}

/** A program that doubles a number, and its case. Its header is small, so it compiles quickly. */
export const DOUBLE: ToRun = {
  source: '#include <cstdio>\nint main() {\n  int n;\n  scanf("%d", &n);\n' +
    '  printf("%d\\n", 2 * n);\n}\n',
  cases: [{ input: "21", output: "42" }],
};

export async function expectToWork(page: Page): Promise<void> {
  const { cases } = await runIn(page, DOUBLE);
  expect(cases.map(({ verdict }) => verdict)).toEqual(["passed"]);
}

/** A program that asks for a name and for numbers. */
const ASKING = `#include <iostream>
#include <string>
int main() {
  std::string name;
  std::cout << "Name? ";
  std::cin >> name;
  int sum = 0;
  for (int n; std::cin >> n;) sum += n;
  std::cout << name << ": " << sum << "\\n";
}
`;

/** Talks to a program, slowly enough that its time would be up if waiting counted. */
export async function expectToTalk(page: Page): Promise<void> {
  const run = { source: ASKING, input: "", settings: { ...USUAL_SETTINGS, timeMs: 1000 } };
  const { talk, result } = await page.evaluate(async (run) => {
    const talk: string[] = [];
    const lines = ["Asha", "3 4", "5"];
    const running = globalThis.window.sandbox.runInteractive(run, {
      onOutput: (stream, text) => talk.push(`${stream}: ${text}`),
      onAsks() {
        const line = lines.shift();
        talk.push(line ?? "(end)");
        setTimeout(() => line === undefined ? running.endInput() : running.type(line), 400);
      },
    });
    return { talk, result: await running.done };
  }, run);
  expect(talk).toEqual(["stdout: Name? ", "Asha", "3 4", "5", "(end)", "stdout: Asha: 12\n"]);
  expect(result).toMatchObject({ verdict: "passed", exitCode: 0 });
}

let warmed: Promise<Page> | undefined;

/**
 * One page with a warm compiler, for all tests of a worker that do not need their own. It is a
 * fixture of each test: for another set of worker fixtures, Playwright would start other workers,
 * with their browsers and servers.
 */
export const test = site.extend<{ warm: Page }>({
  warm: [async ({ browser, siteWith, lasting }, use) => {
    warmed ??= openWarm(browser, lasting, await siteWith(PLAIN));
    await use(await warmed);
  }, { timeout: 600_000 }],
});

async function openWarm(
  browser: Browser,
  lasting: Set<BrowserContext>,
  { url }: Site,
): Promise<Page> {
  const page = await browser.newPage();
  lasting.add(page.context());
  await openSandbox(page, url);
  await page.evaluate(() => globalThis.window.sandbox.engineOf({}).prepare());
  return page;
}
