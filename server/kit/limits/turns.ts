/**
 * Turns: how much of one person's is under way at once. What is more waits for their own, so a
 * person who sends many requests at once does not delay another one.
 */
import { createFairSemaphore, type Place } from "./fair_semaphore.ts";
import { createBuckets } from "./pace.ts";

/** A screen fetches its parts at once; a few at a time take hardly longer. */
const PERSON = { each: 3, waitingEach: 300 };
/**
 * Several screens at once. Who reads more has one read under way, and rests after it as long as it
 * took: others wait for at most one, and have half of the time.
 */
const SCREENS = { burst: 120, perSecond: 10 };
const REST_MOST_MS = 500;
/** A class of hundreds opens the home page from one address. */
const VISITORS = { each: 12, waitingEach: 3000 };
/** A write is a transaction. */
const WRITES = { each: 1, waitingEach: 600 };
const ALL = { room: Infinity, waiting: 10_000, patience: 30_000 };

export type Turn = Pick<Place, "leave">;
export type Turns = {
  /** Waits until a read may start. @throws Refusal 429, 503 */
  read(sender: { me: string | null; address: string }): Promise<Turn>;
  /** Waits until a person's transaction may start. @throws Refusal 429, 503 */
  write(me: string): Promise<Turn>;
};

/** Milliseconds, and a timer that does not keep the process alive. */
type Time = { now(): number; after(ms: number, then: () => void): void };
const REAL_TIME: Time = {
  now: () => performance.now(),
  after: (ms, then) => Deno.unrefTimer(setTimeout(then, ms)),
};

/** @param time for tests with a fixed clock */
export function createTurns({ now, after }: Time = REAL_TIME): Turns {
  const people = createFairSemaphore({ ...ALL, ...PERSON });
  const visitors = createFairSemaphore({ ...ALL, ...VISITORS });
  const writes = createFairSemaphore({ ...ALL, ...WRITES });
  const screens = createBuckets(SCREENS, now);
  return {
    async read({ me, address }) {
      if (me === null) return await visitors.enter(address, 1);
      if (screens.take(me) === 0) return await people.enter(me, 1);
      const { leave } = await people.enter(me, PERSON.each);
      const start = now();
      return { leave: () => after(Math.min(now() - start, REST_MOST_MS), leave) };
    },
    write: (me) => writes.enter(me, 1),
  };
}
