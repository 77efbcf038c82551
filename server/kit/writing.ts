/**
 * How fast one person may write. Each call that writes is a kind of its own, counted for each
 * person: a new call is under a limit without being named here.
 */
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { isStaff, type Me } from "./roles.ts";

/** So many in so many seconds, again and again; and so many more at once, now and then. */
type Pace = { points: number; seconds: number; burst: number; every: number };

/** A mentor's script makes a class of things in seconds; a student types. */
export const PACES = {
  staff: { points: 20, seconds: 10, burst: 240, every: 300 },
  learner: { points: 5, seconds: 10, burst: 100, every: 300 },
} satisfies Record<string, Pace>;

/** Seconds for which a key that has been counted is not counted again. */
const KEY_SECONDS = 600;

/** One write that was counted. */
export type Counted = { giveBack(): void };

export type Writing = {
  /** @returns seconds to wait when there were too many */
  count(who: Me, kind: string, key?: string): Promise<Counted | "again" | number>;
};

/** @param times so many times the usual number */
export function createWriting(times = 1): Writing {
  const limiters = {
    staff: createPace(PACES.staff, times),
    learner: createPace(PACES.learner, times),
  };
  const keys = new RateLimiterMemory({ points: 1, duration: KEY_SECONDS });
  return {
    async count(who, kind, key) {
      const name = key && `${who._id}\n${key}`;
      if (name && await keys.get(name)) return "again";
      const counted = await limiters[isStaff(who) ? "staff" : "learner"](`${who._id}\n${kind}`);
      if (typeof counted === "number" || !name) return counted;
      await keys.penalty(name);
      return {
        giveBack() {
          counted.giveBack();
          void keys.delete(name);
        },
      };
    },
  };
}

/** The steady pace first; what goes beyond it is taken from the burst. */
function createPace({ points, seconds, burst, every }: Pace, times: number) {
  const steady = new RateLimiterMemory({
    points: Math.max(1, Math.round(points * times)),
    duration: seconds,
  });
  const more = new RateLimiterMemory({ points: Math.round(burst * times), duration: every });
  return async (name: string): Promise<Counted | number> => {
    let wait = Infinity;
    for (const limiter of [steady, more]) {
      try {
        await limiter.consume(name);
        return { giveBack: () => void limiter.reward(name) };
      } catch (spent) {
        // What was refused does not count.
        await limiter.reward(name);
        wait = Math.min(wait, (spent as RateLimiterRes).msBeforeNext);
      }
    }
    return Math.max(1, Math.ceil(wait / 1000));
  };
}
