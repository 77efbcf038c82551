/** How long the page's own thread was busy at a time, as Chromium's trace has it. */
import type { Page } from "@playwright/test";

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  args: { name?: string };
  /** In µs: by the clock, and of the processor. */
  dur?: number;
  tdur?: number;
}

/**
 * The processor's time of each task while something is done, in ms, the longest first: what else
 * the machine does at the same time does not count.
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
