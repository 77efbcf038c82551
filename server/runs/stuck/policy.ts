/** When a learner does not get further with a question. Pure functions; only the workspace uses them. */
import type { RunResult } from "../../languages/types.ts";

/** From so many runs in a row that fail alike, or so much work without a better one, one is stuck. */
const ALIKE_LEAST = 3;
const WORK_MS = 10 * 60_000;
/** A longer pause is not work. */
const PAUSE_MS = 2 * 60_000;

/** How a learner gets on with a question in one browser. Times are in milliseconds. */
export type Tries = {
  /** How the newest run failed; null without one, or after one that passed. */
  failure: string | null;
  /** How many runs in a row failed in this way. */
  alike: number;
  /** The most cases that a run has passed. */
  best: number;
  /** The work since then. */
  worked: number;
  /** The last sign of work. */
  at: number | null;
};
export const NO_TRIES: Tries = { failure: null, alike: 0, best: 0, worked: 0, at: null };

/** After something was typed, or run. */
export const afterWork = (tries: Tries, now: number): Tries => ({
  ...tries,
  worked: tries.worked + (tries.at === null ? 0 : Math.min(now - tries.at, PAUSE_MS)),
  at: now,
});

export function afterRun(tries: Tries, result: RunResult, now: number): Tries {
  const failure = failedAs(result);
  if (failure === null) return NO_TRIES;
  const { best, worked } = afterWork(tries, now);
  const passed = result.cases.filter(({ verdict }) => verdict === "passed").length;
  return {
    failure,
    alike: failure === tries.failure ? tries.alike + 1 : 1,
    best: Math.max(best, passed),
    worked: passed > best ? 0 : worked,
    at: now,
  };
}

export const isStuck = ({ failure, alike, worked }: Tries): boolean =>
  failure !== null && (alike >= ALIKE_LEAST || worked >= WORK_MS);

/** Returns a text that is the same for runs that fail alike; null if all cases pass. */
function failedAs({ compiled, diagnostics, cases }: RunResult): string | null {
  if (!compiled) return diagnostics.find(({ severity }) => severity === "error")?.message ?? "";
  const at = cases.findIndex(({ verdict }) => verdict !== "passed");
  const failed = cases[at];
  return failed === undefined
    ? null
    : JSON.stringify([at, failed.verdict, failed.sentence ?? failed.output.trim()]);
}
