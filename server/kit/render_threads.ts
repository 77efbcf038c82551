/**
 * Threads that render, and who is next on them: one for quick texts and one for slow ones, so that
 * nobody waits for a text that takes long but its author and those whose texts do, too.
 */
import { Worker } from "node:worker_threads";
import { badField, Refusal } from "./errors.ts";
import type { Done, Job, Told } from "./html_worker.ts";
import type { Log } from "./log.ts";
import { TOO_INTRICATE } from "./render_budget.ts";

export type Options = {
  /** Milliseconds that a text may take, apart from those for its length. */
  patience?: number;
  /** Milliseconds after which a text is slow. */
  quick?: number;
  log?: Pick<Log, "warn">;
};
export type Threads = {
  /** @param who whose text it is @throws Refusal */
  render(who: string, job: Job): Promise<string>;
  stop(): void;
};

/** Ten times what an honest text takes on a small machine that does something else, too. */
const PATIENCE_MS = 2000;
const QUICK_MS = 200;
/** On top, for each thousand characters. */
const PATIENCE_A_THOUSAND_MS = 30;
/** What highlighting may take after all else is done; then the code stays plain. */
const HIGHLIGHT_MS = 400;
const HIGHLIGHT_A_THOUSAND_MS = 10;

/** Texts of more characters are among the slow ones from the start. */
const LONG = 3000;

/** What a text may take without counting as expensive. */
const FREE_MS = 50;
/** Whoever has spent more than this of late has their texts rendered among the slow ones. */
const HEAVY_MS = 250;
/** What a text counts on top that was not as quick as it looked. */
const SURPRISE_MS = 500;
/** Of what somebody has spent, so much is forgotten in every millisecond. */
const FORGOTTEN = 0.02;

/** After an expensive text the others' get the processor for as long as it took, and at most so long. */
const REST_MS = 2000;

/** One person's texts that wait: more than any program sends that waits for its answers. */
const MOST_WAITING = 100;
const MOST_CHARACTERS = 2_000_000;

/** One for quick texts, one for slow ones, and one ready for when one of them has to be ended. */
const MOST_THREADS = 3;
/** Threads beyond the first are kept so long after the last slow text. */
const KEEP_MS = 30_000;
/** A text of 100,000 characters takes half of this. */
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 };

const LANES = ["quick", "slow"] as const;
type Lane = typeof LANES[number];
type Waiting = { job: Job; isSlow: boolean; done: (html: string) => void; failed: Failed };
type Failed = (error: Error) => void;
/** `spent` milliseconds, as of `at`. */
type Person = { waiting: Waiting[]; isUnderWay: boolean; spent: number; at: number };
type Running = {
  lane: Lane;
  thread: Worker;
  person: Person;
  waiting: Waiting;
  since: number;
  /** It has taken longer than a quick text; it makes way once another is waiting. */
  isOverdue: boolean;
  /** The text with its code plain, and since when it is there. */
  draft: { html: string; since: number } | null;
  timer?: ReturnType<typeof setTimeout>;
};

export function startThreads(
  { patience = PATIENCE_MS, quick = QUICK_MS, log }: Options = {},
): Threads {
  /** In the order in which they were served last. */
  const people = new Map<string, Person>();
  const lanes: Record<Lane, Running | null> = { quick: null, slow: null };
  const threads = new Set<Worker>();
  const idle: Worker[] = [];
  let keeping: ReturnType<typeof setTimeout> | undefined;
  /** Until then no further text of somebody whose texts are expensive is rendered. */
  let restsUntil = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;
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
      // It was given up a moment before.
      if (!running) return;
      if ("draft" in told) {
        running.draft = { html: told.draft, since: performance.now() };
        return setTimer(running);
      }
      // Quick texts get the thread that has done the most of them: its code is compiled.
      if (running.lane === "quick") idle.push(thread);
      else idle.unshift(thread);
      finish(running, told, told.took);
    });
    const gone = (error: Error & { code?: string }) => {
      // It was ended here, or has told so before.
      if (!threads.has(thread)) return;
      discard(thread);
      const running = runningOn(thread);
      if (running && error.code === "ERR_WORKER_OUT_OF_MEMORY") giveUp(running);
      else if (running) finish(running, { fault: error.message });
      else if (!isReady) failOne(new Error(`rendering failed: ${error.message}`));
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

  /** A thread that cannot start is the fault of no text; all would wait for ever. */
  function failOne(error: Error): void {
    for (const { waiting } of people.values()) {
      const first = waiting.shift();
      if (first) return first.failed(error);
    }
  }

  function spentBy({ spent, at }: Person): number {
    return Math.max(0, spent - (performance.now() - at) * FORGOTTEN);
  }

  /** Of those with a text for the lane whoever has spent least; of several, whom it is longest ago. */
  function firstFor(lane: Lane): [string, Person] | null {
    let first: [string, Person] | null = null;
    for (const [who, person] of people) {
      const { waiting: [head], isUnderWay } = person;
      if (isUnderWay) continue;
      if (!head) {
        if (spentBy(person) === 0) people.delete(who);
        continue;
      }
      const isHeavy = spentBy(person) > HEAVY_MS;
      const isSlow = head.isSlow || isHeavy;
      if (isSlow !== (lane === "slow") || isHeavy && isResting()) continue;
      if (!first || spentBy(person) < spentBy(first[1])) first = [who, person];
    }
    return first;
  }

  /** Sees to it that the work goes on afterwards. */
  function isResting(): boolean {
    const left = restsUntil - performance.now();
    if (left <= 0) return false;
    resting ??= setTimeout(() => {
      resting = undefined;
      next();
    }, left);
    return true;
  }

  function next(): void {
    if (isStopped) return;
    if (lanes.quick?.isOverdue && firstFor("quick")) makeWay(lanes.quick);
    for (const lane of LANES) {
      const first = lanes[lane] ? null : firstFor(lane);
      // A slow text waits until there is another thread for the quick ones.
      const needed = lane === "slow" && !lanes.quick ? 2 : 1;
      if (!first || idle.length < needed) continue;
      run(lane, (lane === "quick" ? idle.pop() : idle.shift()) as Worker, ...first);
    }
    const isSlow = lanes.slow !== null || firstFor("slow") !== null;
    const wanted = isSlow ? MOST_THREADS : 1;
    while (threads.size < wanted) start();
    if (isSlow || threads.size === 1) {
      clearTimeout(keeping);
      keeping = undefined;
    } else keeping ??= setTimeout(letGo, KEEP_MS);
  }

  function letGo(): void {
    keeping = undefined;
    while (threads.size > 1 && idle.length > 0) discard(idle[0] as Worker);
    next();
  }

  function run(lane: Lane, thread: Worker, who: string, person: Person): void {
    const waiting = person.waiting.shift() as Waiting;
    person.isUnderWay = true;
    people.delete(who);
    people.set(who, person);
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
    thread.postMessage(waiting.job);
    setTimer(running);
  }

  function setTimer(running: Running): void {
    const { lane, waiting: { job }, since, draft } = running;
    const thousands = job.source.length / 1000;
    const until = draft
      ? draft.since + HIGHLIGHT_MS + HIGHLIGHT_A_THOUSAND_MS * thousands
      : since + patience + PATIENCE_A_THOUSAND_MS * thousands;
    const isWatched = lane === "quick" && !running.isOverdue;
    const end = isWatched ? Math.min(until, since + quick) : until;
    clearTimeout(running.timer);
    running.timer = setTimeout(
      // Where this thread was the one that was late, the answer is waiting already.
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

  /** Goes on among the slow ones; or waits for its turn there, and begins again. */
  function makeWay(running: Running): void {
    running.waiting.isSlow = true;
    running.person.spent += SURPRISE_MS;
    if (lanes.slow === null) {
      lanes.quick = null;
      lanes.slow = running;
      running.lane = "slow";
      return;
    }
    discard(running.thread);
    leave(running);
    running.person.waiting.unshift(running.waiting);
  }

  /** It took too much time, or memory: at least its code is plain. */
  function giveUp(running: Running): void {
    finish(running, running.draft ?? { refusal: TOO_INTRICATE });
  }

  /** @param took milliseconds; without it, all since the text's turn came */
  function leave(
    { lane, person, since, timer }: Running,
    took = performance.now() - since,
  ): void {
    clearTimeout(timer);
    lanes[lane] = null;
    if (took > HEAVY_MS) restsUntil = performance.now() + Math.min(took, REST_MS);
    person.spent = spentBy(person) + Math.max(0, took - FREE_MS);
    person.at = performance.now();
    person.isUnderWay = false;
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

  next();
  return {
    render(who, job) {
      const person = people.get(who) ??
        { waiting: [], isUnderWay: false, spent: 0, at: performance.now() };
      people.set(who, person);
      const characters = person.waiting.reduce((sum, { job }) => sum + job.source.length, 0);
      if (
        person.waiting.length >= MOST_WAITING ||
        (person.waiting.length > 0 && characters + job.source.length > MOST_CHARACTERS)
      ) throw tooMany();
      return new Promise((done, failed) => {
        person.waiting.push({ job, isSlow: job.source.length > LONG, done, failed });
        next();
      });
    },
    stop() {
      isStopped = true;
      clearTimeout(keeping);
      clearTimeout(resting);
      for (const running of Object.values(lanes)) clearTimeout(running?.timer);
      for (const thread of threads) thread.terminate();
    },
  };
}

const tooMany = () =>
  new Refusal(
    429,
    "too-many",
    "Many of your texts are waiting to be prepared. Please wait a few seconds and try again.",
    { retryAfter: 5 },
  );
