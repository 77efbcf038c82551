/**
 * A fair queue of texts to render: the next text is that of the person who has used the least time
 * recently. Texts that look slow, and all texts of people who have used much time, wait in a
 * separate lane.
 */
import { Refusal } from "../core/errors.ts";
import type { Job } from "./html_worker.ts";

/** A text of more characters than this goes to the slow lane from the start. */
const LONG = 3000;

/** Milliseconds of each text that do not count as used time. */
const FREE_MS = 50;
/** After more used time than this, all texts of a person go to the slow lane. */
const HEAVY_MS = 250;
/** Used time that is added for a text that was slower than it looked. */
const SURPRISE_MS = 500;
/** The share of each passed millisecond by which the used time decreases. */
const FORGOTTEN = 0.02;

/**
 * After an expensive text, people with much used time wait for as long as it took, but at most this
 * long. Meanwhile the others have the processor.
 */
const REST_MS = 2000;

/**
 * The most texts, and characters, of one person that may wait. A program that waits for its replies
 * never reaches them.
 */
const MOST_WAITING = 100;
const MOST_CHARACTERS = 2_000_000;

export type Lane = "quick" | "slow";
export type Waiting = {
  job: Job;
  isSlow: boolean;
  done: (html: string) => void;
  failed: (error: Error) => void;
};
export type Person = {
  who: string;
  waiting: Waiting[];
  /** Whether one of their texts is being rendered. */
  isUnderWay: boolean;
  /** Milliseconds of used time at the time `at`. */
  spent: number;
  at: number;
};

export class RenderQueue {
  /** By name. The person who was served longest ago is first. */
  readonly #people = new Map<string, Person>();
  #restsUntil = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** @param onRested called when people with much used time may be served again */
  constructor(readonly onRested: () => void) {}

  /** @throws Refusal 429 when too many texts of this person wait */
  add(who: string, { job, done, failed }: Omit<Waiting, "isSlow">): void {
    const person = this.#people.get(who) ??
      { who, waiting: [], isUnderWay: false, spent: 0, at: performance.now() };
    this.#people.set(who, person);
    const { waiting } = person;
    const characters = waiting.reduce((sum, { job }) => sum + job.source.length, 0);
    const isTooLong = waiting.length > 0 && characters + job.source.length > MOST_CHARACTERS;
    if (waiting.length >= MOST_WAITING || isTooLong) throw tooMany();
    waiting.push({ job, isSlow: job.source.length > LONG, done, failed });
  }

  /** Whether any text waits. */
  hasWaiting(): boolean {
    return this.#people.values().some(({ waiting }) => waiting.length > 0);
  }

  /**
   * The next person in a lane: the one with the least used time; of several, the one served longest
   * ago.
   */
  firstFor(lane: Lane): Person | null {
    let first: Person | null = null;
    for (const person of this.#people.values()) {
      const { waiting: [head], isUnderWay } = person;
      if (isUnderWay) continue;
      if (!head) {
        if (spentBy(person) === 0) this.#people.delete(person.who);
        continue;
      }
      const isHeavy = spentBy(person) > HEAVY_MS;
      const isSlow = head.isSlow || isHeavy;
      if (isSlow !== (lane === "slow") || isHeavy && this.#isResting()) continue;
      if (!first || spentBy(person) < spentBy(first)) first = person;
    }
    return first;
  }

  /** Removes the person's first text from the queue. */
  take(person: Person): Waiting {
    person.isUnderWay = true;
    this.#people.delete(person.who);
    this.#people.set(person.who, person);
    return person.waiting.shift() as Waiting;
  }

  putBack(person: Person, waiting: Waiting): void {
    person.waiting.unshift(waiting);
  }

  /** Records that a text is slower than it looked. */
  countSurprise(person: Person, waiting: Waiting): void {
    waiting.isSlow = true;
    person.spent += SURPRISE_MS;
  }

  /** Records that a text of this person is done. @param took milliseconds */
  leave(person: Person, took: number): void {
    const now = performance.now();
    if (took > HEAVY_MS) this.#restsUntil = now + Math.min(took, REST_MS);
    person.spent = spentBy(person) + Math.max(0, took - FREE_MS);
    person.at = now;
    person.isUnderWay = false;
  }

  /**
   * Fails the first waiting text, when a thread cannot start. Otherwise all texts would wait for
   * ever.
   */
  failOne(error: Error): void {
    for (const { waiting } of this.#people.values()) {
      const first = waiting.shift();
      if (first) return first.failed(error);
    }
  }

  stop(): void {
    clearTimeout(this.#rest);
  }

  #isResting(): boolean {
    const left = this.#restsUntil - performance.now();
    if (left <= 0) return false;
    this.#rest ??= setTimeout(() => {
      this.#rest = undefined;
      this.onRested();
    }, left);
    return true;
  }
}

function spentBy({ spent, at }: Person): number {
  return Math.max(0, spent - (performance.now() - at) * FORGOTTEN);
}

const tooMany = () =>
  new Refusal(
    429,
    "too-many",
    "Many of your texts are waiting to be prepared. Please wait a few seconds and try again.",
    { retryAfter: 5 },
  );
