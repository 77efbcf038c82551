/** A fair semaphore for a scarce resource: people take turns, and nobody can hold all of it. */
import { Refusal } from "../core/errors.ts";

export type Bounds = {
  /** The capacity: bytes, pixels, or another unit. */
  room: number;
  /** The most that one person may hold at once. A single larger item is allowed. */
  each: number;
  /** How many items of one person may wait. */
  waitingEach: number;
  /** How many items may wait in all. */
  waiting: number;
  /** The longest wait, in milliseconds. */
  patience: number;
};

export type Place = {
  /** Returns a part that is not needed. */
  shrink(weight: number): void;
  /** Returns everything. Calling it again does nothing. */
  leave(): void;
};

export type FairSemaphore = {
  /**
   * Waits for capacity. People take turns, and the items of one person keep their order.
   * @throws Refusal 429 when too many items of this person wait; 503 when too many items wait or
   *   the wait is too long
   */
  enter(who: string, weight: number): Promise<Place>;
  /** The amount that is held now. */
  held(): number;
};

type Waiting = { weight: number; granted: (place: Place) => void };

const RETRY_SECONDS = 5;

export function createFairSemaphore(
  { room, each, waitingEach, waiting, patience }: Bounds,
): FairSemaphore {
  /** Lines by person. The first one is next, and then moves to the end. */
  const queues = new Map<string, Waiting[]>();
  const holds = new Map<string, number>();
  let held = 0;
  let length = 0;

  function add(who: string, weight: number): void {
    held += weight;
    const all = (holds.get(who) ?? 0) + weight;
    if (all > 0) holds.set(who, all);
    else holds.delete(who);
  }

  function grant(who: string, weight: number): Place {
    let mine = weight;
    add(who, mine);
    const shrink = (to: number) => {
      if (to >= mine) return;
      add(who, to - mine);
      mine = to;
      admit();
    };
    return { shrink, leave: () => shrink(0) };
  }

  const mayHold = (who: string, weight: number) => {
    const has = holds.get(who) ?? 0;
    return has === 0 || has + weight <= each;
  };
  const fits = (weight: number) => held === 0 || held + weight <= room;

  function admit(): void {
    for (;;) {
      const next = [...queues].find(([who, [first]]) => first && mayHold(who, first.weight));
      if (!next) return;
      const [who, queue] = next;
      const first = queue[0] as Waiting;
      // Nobody may overtake: otherwise a large item could wait for ever.
      if (!fits(first.weight)) return;
      remove(who, first);
      if (queue.length > 0) {
        queues.delete(who);
        queues.set(who, queue);
      }
      first.granted(grant(who, first.weight));
    }
  }

  function remove(who: string, one: Waiting): void {
    const queue = queues.get(who);
    const at = queue?.indexOf(one) ?? -1;
    if (!queue || at < 0) return;
    queue.splice(at, 1);
    length--;
    if (queue.length === 0) queues.delete(who);
  }

  return {
    held: () => held,
    async enter(who, weight) {
      if (queues.size === 0 && fits(weight) && mayHold(who, weight)) return grant(who, weight);
      if ((queues.get(who)?.length ?? 0) >= waitingEach) {
        const wait = "Too much of yours is under way. Please wait a few seconds.";
        throw new Refusal(429, "too-many", wait, { retryAfter: RETRY_SECONDS });
      }
      if (length >= waiting) throw busy();
      return await new Promise((done, failed) => {
        const timer = setTimeout(() => {
          remove(who, one);
          failed(busy());
          // The next item may be small enough.
          admit();
        }, patience);
        const one = {
          weight,
          granted(place: Place) {
            clearTimeout(timer);
            done(place);
          },
        };
        length++;
        const queue = queues.get(who);
        if (queue) queue.push(one);
        else queues.set(who, [one]);
        admit();
      });
    },
  };
}

const busy = () =>
  new Refusal(503, "busy", "Too many people are sending something at once. Please try again.", {
    retryAfter: RETRY_SECONDS,
  });
