/**
 * Limits how fast one person may write. Every writing call has its own count for each person, so a
 * new call is limited without being named here. One more count is over all calls together.
 */
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { isStaff, type Me } from "../core/roles.ts";

/** `points` in each `seconds`; beyond that, `burst` more in each `every` seconds. */
type Pace = { points: number; seconds: number; burst: number; every: number };

/** A mentor's script creates a class's worth of things in seconds. A student types. */
export const PACES = {
  staff: { points: 20, seconds: 10, burst: 240, every: 300 },
  learner: { points: 5, seconds: 10, burst: 100, every: 300 },
} satisfies Record<string, Pace>;

/** All kinds of writes together: so many times the pace of one kind, and a burst of at least a few. */
const ALL_KINDS = 2;
const ALL_LEAST = 20;

/** How long an idempotency key that was counted is not counted again, in seconds. */
const KEY_SECONDS = 600;

/** One counted write. */
export type Counted = { giveBack(): void };

export type WritePace = {
  /** @returns seconds to wait when there were too many */
  count(who: Me, kind: string, key?: string): Promise<Counted | "again" | number>;
};

/** @param times multiplies the limits */
export function createWritePace(times = 1): WritePace {
  const limiters = {
    staff: createPace(PACES.staff, { times }),
    learner: createPace(PACES.learner, { times }),
  };
  const all = { times: times * ALL_KINDS, least: ALL_LEAST };
  const overAll = {
    staff: createPace(PACES.staff, all),
    learner: createPace(PACES.learner, all),
  };
  const keys = new RateLimiterMemory({ points: 1, duration: KEY_SECONDS });
  /** First uses of a key that are being counted. Parallel uses of the key wait for them. */
  const firstUses = new Map<string, Promise<Counted | "again" | number>>();
  async function countFirst(who: Me, kind: string, name?: string): Promise<Counted | number> {
    const role = isStaff(who) ? "staff" : "learner";
    const ofKind = await limiters[role](`${who._id}\n${kind}`);
    if (typeof ofKind === "number") return ofKind;
    const ofAll = await overAll[role](who._id);
    if (typeof ofAll === "number") {
      ofKind.giveBack();
      return ofAll;
    }
    if (name) await keys.penalty(name);
    return {
      giveBack() {
        ofKind.giveBack();
        ofAll.giveBack();
        if (name) void keys.delete(name);
      },
    };
  }
  const countUnlessUsed = async (who: Me, kind: string, name: string) =>
    await keys.get(name) ? "again" : await countFirst(who, kind, name);
  return {
    async count(who, kind, key) {
      if (!key) return await countFirst(who, kind);
      const name = `${who._id}\n${key}`;
      const first = firstUses.get(name);
      if (first) {
        const counted = await first;
        return typeof counted === "number" ? counted : "again";
      }
      const counting = countUnlessUsed(who, kind, name);
      firstUses.set(name, counting);
      try {
        return await counting;
      } finally {
        firstUses.delete(name);
      }
    },
  };
}

/** The steady pace is used first, then the burst. */
function createPace(
  { points, seconds, burst, every }: Pace,
  { times, least = 0 }: { times: number; least?: number },
) {
  const steady = new RateLimiterMemory({
    points: Math.max(1, Math.round(points * times)),
    duration: seconds,
  });
  const more = new RateLimiterMemory({
    points: Math.max(least, Math.round(burst * times)),
    duration: every,
  });
  return async (name: string): Promise<Counted | number> => {
    let wait = Infinity;
    for (const limiter of [steady, more]) {
      try {
        await limiter.consume(name);
        return { giveBack: () => void limiter.reward(name) };
      } catch (spent) {
        // A refused write does not count.
        await limiter.reward(name);
        wait = Math.min(wait, (spent as RateLimiterRes).msBeforeNext);
      }
    }
    return Math.max(1, Math.ceil(wait / 1000));
  };
}
