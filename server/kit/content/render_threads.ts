/**
 * The threads that render: one for quick texts and one for slow ones. So a slow text delays only its
 * author, and others whose texts are slow. `RenderQueue` decides whose text is next.
 */
import { Worker } from "node:worker_threads";
import { badField } from "../core/errors.ts";
import type { Done, Job, Order, Told } from "./html_worker.ts";
import type { Log } from "../core/log.ts";
import { TOO_INTRICATE } from "./render_budget.ts";
import { type Lane, type Person, RenderQueue, type Waiting } from "./render_queue.ts";

export type Options = {
  /** The longest CPU time of a text in ms, without the allowance for its length. */
  patience?: number;
  /** After this time, in ms, a text counts as slow. */
  quick?: number;
  /** Milliseconds after which a thread without work is ended. */
  keep?: number;
  log?: Pick<Log, "warn">;
};
export type Threads = {
  /** @param who the writer @throws Refusal */
  render(who: string, job: Job): Promise<string>;
  /** How many threads there are now. */
  count(): number;
  stop(): void;
};

/** Ten times the time of an honest text on a small and busy machine. */
const PATIENCE_MS = 2000;
const QUICK_MS = 200;
/** The allowance for each thousand characters, in ms. */
const PATIENCE_A_THOUSAND_MS = 30;
/** The time for highlighting, after all else is done. Code that takes longer stays plain. */
const HIGHLIGHT_MS = 400;
const HIGHLIGHT_A_THOUSAND_MS = 10;

/** One for quick texts, one for slow ones, and a spare one for when one has to be ended. */
const MOST_THREADS = 3;
/** Threads beyond the first are ended this long after the last slow text. */
const KEEP_MS = 30_000;
/** The first is ended when no text has come for this long: somebody in a class at work writes sooner. */
const KEEP_LAST_MS = 5 * 60_000;
/** A text of 100,000 characters takes half of this. */
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 };

const LANES = ["quick", "slow"] as const;

type Running = {
  lane: Lane;
  thread: Worker;
  person: Person;
  waiting: Waiting;
  since: number;
  /** The text has taken longer than a quick one: it makes way when another is waiting. */
  isOverdue: boolean;
  /** The HTML with its code still plain, and when it came. */
  draft: { html: string; since: number } | null;
  timer?: ReturnType<typeof setTimeout>;
};

export function startRenderThreads(
  { patience = PATIENCE_MS, quick = QUICK_MS, keep, log }: Options = {},
): Threads {
  const queue = new RenderQueue(next);
  const lanes: Record<Lane, Running | null> = { quick: null, slow: null };
  const threads = new Set<Worker>();
  const idle: Worker[] = [];
  let keeping: ReturnType<typeof setTimeout> | undefined;
  let keepingLast: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  function start(): void {
    const thread = new Worker(new URL("./html_worker.ts", import.meta.url), {
      resourceLimits: MEMORY,
    });
    let isReady = false;
    threads.add(thread);
    thread.on("message", (told: Told) => {
      if (told === "ready") {
        isReady = true;
        idle.unshift(thread);
        return next();
      }
      const running = runningOn(thread);
      // This text was given up a moment ago, or is about to be.
      if (!running || told === "stopped") return;
      if ("draft" in told) {
        running.draft = { html: told.draft, since: performance.now() };
        return setTimer(running);
      }
      // Quick texts go to the thread that has rendered the most of them, because its code is
      // compiled.
      if (running.lane === "quick") idle.push(thread);
      else idle.unshift(thread);
      finish(running, told, told.took);
    });
    const gone = (error: Error & { code?: string }) => {
      // The thread was ended here, or has reported its end before.
      if (!threads.has(thread)) return;
      discard(thread);
      const running = runningOn(thread);
      if (running && error.code === "ERR_WORKER_OUT_OF_MEMORY") giveUp(running);
      else if (running) finish(running, { fault: error.message });
      else if (!isReady) queue.failOne(new Error(`rendering failed: ${error.message}`));
      next();
    };
    thread.on("error", gone);
    thread.on("exit", () => gone(new Error("the thread ended")));
  }

  const runningOn = (thread: Worker) =>
    Object.values(lanes).find((running) => running?.thread === thread) ?? null;

  function discard(thread: Worker): void {
    threads.delete(thread);
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
    thread.terminate();
  }

  function next(): void {
    if (isStopped) return;
    if (lanes.quick?.isOverdue && queue.firstFor("quick")) makeWay(lanes.quick);
    for (const lane of LANES) {
      const first = lanes[lane] ? null : queue.firstFor(lane);
      // A slow text starts only when another thread is free for quick ones.
      const needed = lane === "slow" && !lanes.quick ? 2 : 1;
      if (!first || idle.length < needed) continue;
      run(lane, (lane === "quick" ? idle.pop() : idle.shift()) as Worker, first);
    }
    const isSlow = lanes.slow !== null || queue.firstFor("slow") !== null;
    const hasWork = isSlow || lanes.quick !== null || queue.hasWaiting();
    const wanted = isSlow ? MOST_THREADS : hasWork ? 1 : 0;
    while (threads.size < wanted) start();
    if (isSlow || threads.size <= 1) {
      clearTimeout(keeping);
      keeping = undefined;
    } else keeping ??= setTimeout(() => endIdle(1), keep ?? KEEP_MS);
    clearTimeout(keepingLast);
    if (!hasWork && threads.size > 0) {
      keepingLast = setTimeout(() => endIdle(0), keep ?? KEEP_LAST_MS);
    }
  }

  /** Ends threads that have nothing to do, until so many are left. */
  function endIdle(left: number): void {
    keeping = undefined;
    while (threads.size > left && idle.length > 0) discard(idle[0] as Worker);
    next();
  }

  function run(lane: Lane, thread: Worker, person: Person): void {
    const waiting = queue.take(person);
    const running: Running = {
      lane,
      thread,
      person,
      waiting,
      since: performance.now(),
      isOverdue: false,
      draft: null,
    };
    lanes[lane] = running;
    const limits = limitsOf(waiting.job);
    const stopAfter = limits.draft + limits.highlight;
    thread.postMessage({ ...waiting.job, stopAfter } satisfies Order);
    setTimer(running);
  }

  /** In ms. */
  function limitsOf({ source }: Job) {
    const thousands = source.length / 1000;
    return {
      draft: patience + PATIENCE_A_THOUSAND_MS * thousands,
      highlight: HIGHLIGHT_MS + HIGHLIGHT_A_THOUSAND_MS * thousands,
    };
  }

  function setTimer(running: Running): void {
    const { lane, waiting: { job }, since, draft } = running;
    const limits = limitsOf(job);
    const until = draft ? draft.since + limits.highlight : since + limits.draft;
    const isWatched = lane === "quick" && !running.isOverdue;
    const end = isWatched ? Math.min(until, since + quick) : until;
    clearTimeout(running.timer);
    running.timer = setTimeout(
      // This timer may be late itself: handle an answer that has come first.
      () => setImmediate(() => isUnderWay(running) && timeIsUp(running, until)),
      Math.max(0, end - performance.now()),
    );
  }

  const isUnderWay = (running: Running) => lanes[running.lane] === running;

  function timeIsUp(running: Running, until: number): void {
    if (performance.now() >= until) {
      discard(running.thread);
      return giveUp(running);
    }
    running.isOverdue = true;
    setTimer(running);
    next();
  }

  /** Moves a text to the slow lane. When that is taken, the text waits, and begins again. */
  function makeWay(running: Running): void {
    queue.countSurprise(running.person, running.waiting);
    if (lanes.slow === null) {
      lanes.quick = null;
      lanes.slow = running;
      running.lane = "slow";
      return;
    }
    discard(running.thread);
    leave(running);
    queue.putBack(running.person, running.waiting);
  }

  /** Ends a text that took too much time or memory: with its code plain, or refused. */
  function giveUp(running: Running): void {
    finish(running, running.draft ?? { refusal: TOO_INTRICATE });
  }

  /** @param took milliseconds; by default, since the text's turn came */
  function leave(
    { lane, person, since, timer }: Running,
    took = performance.now() - since,
  ): void {
    clearTimeout(timer);
    lanes[lane] = null;
    queue.leave(person, took);
  }

  function finish(running: Running, how: Done, took?: number): void {
    const { job, done, failed } = running.waiting;
    leave(running, took);
    if ("html" in how) done(how.html);
    else if ("refusal" in how) failed(badField(job.field, how.refusal));
    else {
      log?.warn({ fault: how.fault, field: job.field }, "a text could not be rendered");
      failed(badField(job.field, TOO_INTRICATE));
    }
    next();
  }

  return {
    count: () => threads.size,
    render(who, job) {
      return new Promise((done, failed) => {
        queue.add(who, { job, done, failed });
        next();
      });
    },
    stop() {
      isStopped = true;
      clearTimeout(keeping);
      clearTimeout(keepingLast);
      queue.stop();
      for (const running of Object.values(lanes)) clearTimeout(running?.timer);
      for (const thread of threads) thread.terminate();
    },
  };
}
