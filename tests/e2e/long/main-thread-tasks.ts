/**
 * Measures the tasks of the page's main thread, from Chromium's trace. The CPU time of the longest
 * task is compared with that of a bare page at the same time, so that a busy or slow machine does
 * not matter. LONGEST_TASK=50 sets a strict limit, in ms.
 */
import process from "node:process";
import { expect, type Page } from "@playwright/test";

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args: { name?: string };
  /** In µs: when it began, wall-clock time, and CPU time. */
  ts: number;
  dur?: number;
  tdur?: number;
}

/**
 * Returns the CPU time of each task while `act` runs, in ms, the longest first. CPU time does not
 * depend on what else the machine does at the same time.
 */
export async function tasksOf(page: Page, act: () => Promise<void>): Promise<number[]> {
  return (await traceTasks(page, act)).tasks;
}

/** @returns the CPU times, and what the longest task did */
async function traceTasks(
  page: Page,
  act: () => Promise<void>,
): Promise<{ tasks: number[]; longest: string }> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("the page has no browser");
  await browser.startTracing(page, {
    categories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "v8"],
  });
  let events: TraceEvent[];
  try {
    await act();
  } finally {
    events = JSON.parse((await browser.stopTracing()).toString()).traceEvents;
  }
  const own = new Set(
    events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid}:${tid}`),
  );
  const tasks = events.filter(({ name, pid, tid }) =>
    name === "RunTask" && own.has(`${pid}:${tid}`)
  ).sort((one, other) => cpuOf(other) - cpuOf(one));
  const [longest] = tasks;
  if (longest === undefined) throw new Error("the trace has no tasks");
  return { tasks: tasks.map(cpuOf), longest: partsOf(longest, events) };
}

/** In ms. */
const cpuOf = ({ dur = 0, tdur = dur }: TraceEvent): number => tdur / 1000;

const PARTS_NAMED = 5;

/** Names what took most time in a task, such as "MajorGC 30 ms". One may be part of another. */
function partsOf(task: TraceEvent, events: readonly TraceEvent[]): string {
  const end = task.ts + (task.dur ?? 0);
  const inside = events.filter(({ name, pid, tid, ts, dur }) =>
    !name.endsWith("RunTask") && pid === task.pid && tid === task.tid && dur !== undefined &&
    ts >= task.ts && ts + dur <= end
  );
  return [...Map.groupBy(inside, ({ name }) => name)]
    .map(([name, all]) => ({ name, ms: all.reduce((sum, one) => sum + cpuOf(one), 0) }))
    .sort((one, other) => other.ms - one.ms).slice(0, PARTS_NAMED)
    .map(({ name, ms }) => `${name} ${Math.round(ms)} ms`).join(", ");
}

const LONGEST = Number(process.env.LONGEST_TASK ?? Infinity);

const WHEEL = 30;

export async function scroll(page: Page, by: number): Promise<void> {
  for (let turn = 0; turn < WHEEL; turn++) {
    await page.mouse.wheel(0, by);
    await page.waitForTimeout(30);
  }
}

/** Returns the CPU time of a task that lays out a thousand bare rows, in ms. */
async function floorOf(page: Page): Promise<number> {
  const bare = await page.context().newPage();
  const tasks = await tasksOf(bare, async () => {
    for (let turn = 0; turn < 5; turn++) {
      await bare.evaluate(() => {
        document.body.innerHTML = "<p>A row, and <b>nothing</b> else</p>".repeat(1000);
        document.body.getBoundingClientRect();
      });
    }
  });
  await bare.close();
  return tasks[2] ?? NaN;
}

interface Acts {
  acts: (() => Promise<void>)[];
  /** The highest ratio of the longest task to the bare page's: about twice the usual one. */
  most: number;
}

/** Runs all acts at once, and expects that no task was long. */
export async function swiftly(page: Page, name: string, { acts, most }: Acts): Promise<void> {
  const { tasks, longest: parts } = await traceTasks(page, async () => {
    await Promise.all(acts.map((act) => act()));
    await page.waitForTimeout(500);
  });
  const floor = await floorOf(page);
  const [longest = NaN] = tasks;
  const ratio = (longest / floor).toFixed(2);
  const said = `${name}: ${
    tasks.slice(0, 5).map(Math.round).join(", ")
  } ms, × ${ratio} of a bare page; all tasks ${
    Math.round(tasks.reduce((sum, one) => sum + one))
  } ms; in the longest: ${parts}`;
  console.log(said);
  expect.soft(longest, said).toBeLessThanOrEqual(Math.min(LONGEST, most * floor));
}
