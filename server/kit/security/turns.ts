/**
 * Turns: how much of one person's is under way at once. What is more waits for their own, so a
 * person who sends many requests at once does not delay another one.
 */
import { createFairSemaphore, type Place } from "../core/fair_semaphore.ts";

/** A screen fetches its parts at once; a few at a time take hardly longer. */
const PERSON = { each: 3, waitingEach: 300 };
/** A class of hundreds opens the home page from one address. */
const VISITORS = { each: 12, waitingEach: 3000 };
/** A write is a transaction. */
const WRITES = { each: 1, waitingEach: 600 };
const ALL = { room: Infinity, waiting: 10_000, patience: 30_000 };

export type Turns = {
  /** Waits until a read may start. @throws Refusal 429, 503 */
  read(sender: { me: string | null; address: string }): Promise<Place>;
  /** Waits until a person's transaction may start. @throws Refusal 429, 503 */
  write(me: string): Promise<Place>;
};

export function createTurns(): Turns {
  const people = createFairSemaphore({ ...ALL, ...PERSON });
  const visitors = createFairSemaphore({ ...ALL, ...VISITORS });
  const writes = createFairSemaphore({ ...ALL, ...WRITES });
  return {
    read: ({ me, address }) => me === null ? visitors.enter(address, 1) : people.enter(me, 1),
    write: (me) => writes.enter(me, 1),
  };
}
