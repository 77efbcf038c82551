/** A line for something that there is little of: everybody's turn comes, and nobody takes it all. */
import { Refusal } from "./errors.ts";

export type Bounds = {
  /** What there is: bytes, pixels, whatever is counted. */
  room: number;
  /** What one person may hold at once; more only when it is a single thing. */
  each: number;
  /** How many of one person's may wait. */
  waitingEach: number;
  /** How many may wait altogether. */
  waiting: number;
  /** Milliseconds that anything waits at most. */
  patience: number;
};

export type Place = {
  /** Gives back what turned out not to be needed. */
  shrink(weight: number): void;
  /** Gives everything back. More than once does no harm. */
  leave(): void;
};

export type Line = {
  /**
   * Waits for room. Persons take turns, and each one's own things go in order.
   * @throws Refusal 429 when too many of this person's wait, 503 when too many do or it takes long
   */
  enter(who: string, weight: number): Promise<Place>;
  /** What is held now. */
  held(): number;
};

type Waiting = { weight: number; granted: (place: Place) => void };

const RETRY_SECONDS = 5;

export function createLine({ room, each, waitingEach, waiting, patience }: Bounds): Line {
  /** By person; whoever stands first is next, and then goes to the end. */
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
      // Nobody overtakes: what is large would wait for ever.
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
          // What stood behind it may be small enough.
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
