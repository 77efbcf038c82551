/** Measures the tasks of the page's main thread, from Chromium's trace. */
import type { Page } from "@playwright/test";

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args: { name?: string };
  /** In µs: wall-clock time, and CPU time. */
  dur?: number;
  tdur?: number;
}

/**
 * Returns the CPU time of each task while `act` runs, in ms, the longest first. CPU time does not
 * depend on what else the machine does at the same time.
 */
export async function tasksOf(page: Page, act: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("the page has no browser");
  await browser.startTracing(page, {
    categories: ["toplevel", "disabled-by-default-devtools.timeline"],
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
  );
  if (tasks.length === 0) throw new Error("the trace has no tasks");
  return tasks.map(({ dur = 0, tdur = dur }) => tdur / 1000).sort((one, other) => other - one);
}
