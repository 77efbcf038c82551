/** Stops work that takes too long. Deno's `terminate()` lets a thread go on while it computes. */
import { threadCpuUsage } from "node:process";
import { Script } from "node:vm";

/** On a processor that is busy with other work, the longest wait is so many times the limit. */
const LONGEST_WAIT = 8;

const scope = globalThis as { work?: () => unknown };
const script = new Script("work()");

/** The CPU time that this thread has used, in ms. */
export function usedByThread(): number {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Does the work, unless this thread computes longer. The timeout counts the time in which other
 * threads had the processor, too: work that has not had its own time yet is done again, with more.
 * @param most milliseconds
 * @returns null when the time was up
 */
export function withCpuLimit<T>(most: number, work: () => T): { answer: T } | null {
  scope.work = work;
  for (let wait = Math.ceil(most);; wait *= 2) {
    const before = usedByThread();
    try {
      return { answer: script.runInThisContext({ timeout: wait }) };
    } catch (error) {
      if ((error as { code?: string }).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      if (usedByThread() - before > most / 2 || wait > LONGEST_WAIT * most) return null;
    }
  }
}
