/**
 * Measures C++ programs in the browser: from the key to the verdict of five small cases, beside the
 * native compiler with the same source, and the memory of the tab: in use, and after the compiler's
 * workers were ended, as they are after ten minutes without use.
 */
import { type BrowserContext, chromium as playwright, type Page } from "playwright";
import type * as Sandbox from "../../client/languages/sandbox.ts";
import { type JudgeSettings, USUAL_SETTINGS } from "../../server/languages/types.ts";
import { chromium } from "../kit/chromium.ts";
import { freePort } from "../kit/process.ts";
import { runs } from "../kit/programs.ts";
import type { Cluster } from "./kit/cluster.ts";
import { machine, median, round, table } from "./kit/figures.ts";
import { startDoubtless } from "./kit/process.ts";

const PROGRAMS = {
  "iostream": `#include <iostream>
int main() {
  int n;
  std::cin >> n;
  std::cout << 2 * n << std::endl;
}
`,
  "bits/stdc++.h": `#include <bits/stdc++.h>
using namespace std;
int main() {
  int n;
  cin >> n;
  vector<int> numbers(n, 2);
  map<string, int> sums;
  for (int one : numbers) sums["all"] += one;
  sort(numbers.begin(), numbers.end());
  cout << sums["all"] << endl;
}
`,
};
export const CASES = [1, 2, 3, 4, 5].map((n) => ({ input: `${n}\n`, output: `${2 * n}` }));
const NATIVE = ["clang++", "g++"];
/** Chromium frees the memory of a worker some time after its end, in ms. */
const SETTLES = 5000;

/** @returns a report in Markdown */
export async function sandbox(cluster: Cluster, { rounds = 5 } = {}): Promise<string> {
  const databaseUrl = await cluster.newDatabase("sandbox");
  const port = freePort();
  const PUBLIC_URL = `http://127.0.0.1:${port}`;
  await using _server = await startDoubtless(databaseUrl, { PORT: String(port), PUBLIC_URL });
  const compiler = await installed();
  const rows: string[][] = [];
  for (const [name, source] of Object.entries(PROGRAMS)) {
    const profile = await Deno.makeTempDir({ prefix: "doubtless-sandbox-" });
    try {
      const first = await visit(
        profile,
        PUBLIC_URL,
        (page) => secondsToVerdict(page, { source, settings: USUAL_SETTINGS }),
      );
      const second = await visit(profile, PUBLIC_URL, async (page, memory) => {
        const left = async () => {
          await page.evaluate(() =>
            (globalThis as unknown as { sandbox: typeof Sandbox }).sandbox.engineOf({}).release()
          );
          await new Promise((go) => setTimeout(go, SETTLES));
          return memory().now;
        };
        const opened = await secondsToVerdict(page, { source, settings: USUAL_SETTINGS });
        const [warm, native]: [number[], number[]] = [[], []];
        for (let time = 0; time < rounds; time++) {
          warm.push(await secondsToVerdict(page, { source, settings: USUAL_SETTINGS }));
          if (compiler) native.push(await secondsOfNative(compiler, source));
        }
        const used = memory();
        return { opened, warm: median(warm), native: median(native), used, left: await left() };
      });
      const ratio = (seconds: number) => `× ${round(seconds / second.native)}`;
      rows.push([
        name,
        ...[first, second.opened, second.warm].map((one) => `${round(one)} s (${ratio(one)})`),
        `${round(second.native)} s`,
        `${second.used.now}, at most ${second.used.most} MB`,
        `${second.left} MB`,
      ]);
    } finally {
      await Deno.remove(profile, { recursive: true });
    }
  }
  const head = [
    "includes",
    "first visit",
    "second visit",
    "warm",
    compiler ?? "native",
    "the tab",
    "given back",
  ];
  return `## Programs in the browser\n\n${machine()}; from the key to the verdict of five cases; in ` +
    `brackets, to ${compiler ?? "no native compiler"} -O1 and the five runs\n\n${
      table(head, rows)
    }`;
}

type Memory = () => { now: number; most: number };

/** Opens the page in a browser with this profile, and closes it after the work. */
export async function visit<T>(
  profile: string,
  url: string,
  work: (page: Page, memory: Memory) => Promise<T>,
): Promise<T> {
  const context = await playwright.launchPersistentContext(profile, {
    executablePath: await chromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await openPage(context, url);
    const found = await work(page, () => memoryOf(profile));
    // Chromium writes its machine code of the compiler some seconds later.
    await new Promise((go) => setTimeout(go, 3000));
    return found;
  } finally {
    await context.close();
  }
}

async function openPage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}/contact`);
  const manifest = JSON.parse(await Deno.readTextFile("client/dist/.vite/manifest.json"));
  await page.evaluate(async (file) => {
    Object.assign(globalThis, { sandbox: await import(file) });
  }, `/${manifest["languages/sandbox.ts"].file}`);
  return page;
}

export async function secondsToVerdict(
  page: Page,
  program: { source: string; settings: JudgeSettings },
): Promise<number> {
  const [ms, passed] = await page.evaluate(async (run) => {
    const { sandbox } = globalThis as unknown as { sandbox: typeof Sandbox };
    const started = performance.now();
    const { cases } = await sandbox.runCases(run, {}).done;
    const passed = cases.filter(({ verdict }) => verdict === "passed").length;
    return [performance.now() - started, passed] as const;
  }, { ...program, cases: CASES });
  if (passed !== CASES.length) throw new Error(`${passed} cases passed`);
  return ms / 1000;
}

async function installed(): Promise<string | null> {
  for (const name of NATIVE) if (await runs(name, "--version")) return name;
  return null;
}

async function secondsOfNative(compiler: string, source: string): Promise<number> {
  const folder = await Deno.makeTempDir({ prefix: "doubtless-native-" });
  try {
    await Deno.writeTextFile(`${folder}/main.cpp`, source);
    const started = performance.now();
    await runNative(compiler, ["-std=c++20", "-O1", "-o", `${folder}/main`, `${folder}/main.cpp`]);
    for (const { input } of CASES) await runNative(`${folder}/main`, [], input);
    return (performance.now() - started) / 1000;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

export async function runNative(command: string, args: string[], input = ""): Promise<void> {
  const child = new Deno.Command(command, { args, stdin: "piped", stdout: "null" }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  if (!(await child.status).success) throw new Error(`${command} failed`);
}

type Status = { pid: string; parent: string; command: string; now: number; most: number };

/** The resident megabytes of the largest renderer of the browser with this profile. */
function memoryOf(profile: string): { now: number; most: number } {
  const all = [...Deno.readDirSync("/proc")].flatMap(({ name }) => statusOf(name));
  const ours = new Set(
    all.filter(({ command }) => command.includes(profile)).map(({ pid }) => pid),
  );
  // A renderer is a child of the browser's zygote.
  for (let depth = 0; depth < 4; depth++) {
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
  const [largest] = all.filter(({ pid, command }) =>
    ours.has(pid) && command.includes("--type=renderer")
  ).sort((one, other) => other.most - one.most);
  return { now: largest?.now ?? NaN, most: largest?.most ?? NaN };
}

function statusOf(pid: string): Status[] {
  if (!/^\d+$/.test(pid)) return [];
  try {
    const text = Deno.readTextFileSync(`/proc/${pid}/status`);
    const of = (field: string) => new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? "0";
    const [now, most] = ["VmRSS", "VmHWM"].map((field) => Math.round(Number(of(field)) / 1024));
    const command = Deno.readTextFileSync(`/proc/${pid}/cmdline`);
    return [{ pid, parent: of("PPid"), command, now: now ?? 0, most: most ?? 0 }];
  } catch {
    return [];
  }
}
