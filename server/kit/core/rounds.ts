/** Work in the background: rounds that many callers ask for, and lanes that empty a queue. */
import { setTimeout as sleep } from "node:timers/promises";

type Options = {
  /** The time before a round, in ms, in which what is asked for becomes one round. */
  wait?: number;
  /** The least time after a round, in ms. */
  pause?: number;
  failed: (error: unknown) => void;
};

/** One round at a time; whatever is asked for during a round is one more round. */
export function createRounds(
  work: () => Promise<void>,
  { wait = 0, pause = 0, failed }: Options,
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isAsked = false;
  let running: Promise<void> | null = null;

  async function run(first: number): Promise<void> {
    try {
      for (let ms = first; isAsked; ms = wait) {
        await sleep(ms, undefined, { signal });
        isAsked = false;
        await work().catch(failed);
        await sleep(pause, undefined, { signal });
      }
    } catch {
      // Stopped while it slept.
    } finally {
      running = null;
    }
  }

  return {
    /** Asks for a round. @param first ms before it, if no round is under way */
    ask(first = wait): void {
      isAsked = true;
      if (!signal.aborted) running ??= run(first);
    },
    /** Waits for the round that is under way. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}

type LaneOptions<T> = {
  /** Takes the next thing that is due, if there is one. */
  take: () => Promise<T | undefined>;
  handle: (taken: T) => Promise<void>;
  /** How many lanes there may be now; none while it is 0. */
  most: () => number;
  failed: (error: unknown) => void;
};

/** How often lanes look by themselves: another server may have added something, or died. */
const LOOK_MS = 2000;

/** Handles what is due, several at a time: a slow one delays only those behind it in its lane. */
export function createLanes<T>({ take, handle, most, failed }: LaneOptions<T>) {
  const lanes = new Set<Promise<void>>();
  let isStopped = false;
  /** A lane that has just found nothing may have looked too early. */
  let isNudged = false;

  async function work(): Promise<void> {
    for (let taken; isWanted() && (taken = await take()) !== undefined;) {
      nudge();
      await handle(taken);
    }
  }

  const isWanted = () => !isStopped && lanes.size <= most();

  /** Looks now whether something is due, unless all lanes are at work. */
  function nudge(): void {
    isNudged = lanes.size >= most();
    if (isStopped || isNudged) return;
    const lane = work().catch(failed).finally(() => {
      lanes.delete(lane);
      if (isNudged) nudge();
    });
    lanes.add(lane);
  }

  const timer = setInterval(nudge, LOOK_MS);
  return {
    nudge,
    /** Waits for what is under way. */
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await Promise.all(lanes);
    },
  };
}
