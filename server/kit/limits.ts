/** How often one account or address may try a thing, per server. */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { Refusal } from "./errors.ts";

type Limit = { points: number; seconds: number };

/**
 * A whole class sits behind one address, so what guards an account counts account and address
 * together, and what counts the address alone is wide.
 */
export const LIMITS = {
  /** Failed sign-ins, by account and address. */
  signIn: { points: 10, seconds: 300 },
  /** Guesses at a one-time code by account, beyond the code's own five. */
  guess: { points: 20, seconds: 3600 },
  /** Mails that somebody causes, by account and address. */
  mail: { points: 5, seconds: 600 },
  /** Registrations, by address. */
  register: { points: 600, seconds: 3600 },
  /** Uploads, by person. */
  upload: { points: 60, seconds: 600 },
  /** Contact forms, by address. */
  contact: { points: 30, seconds: 3600 },
} satisfies Record<string, Limit>;

export type Limits = {
  /** Counts one try. @throws Refusal 429 when there were too many. */
  take(limit: keyof typeof LIMITS, ...who: string[]): Promise<void>;
  /** Counts nothing. @throws Refusal 429 when there were too many. */
  check(limit: keyof typeof LIMITS, ...who: string[]): Promise<void>;
};

export function createLimits(): Limits {
  const limiters = new Map(
    Object.entries(LIMITS).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterMemory({ points, duration: seconds }),
    ]),
  );
  const limiterOf = (limit: string) => limiters.get(limit) as RateLimiterMemory;
  const keyOf = (who: string[]) => who.join("\n");
  const refuse = ({ msBeforeNext }: RateLimiterRes) => tooMany(Math.ceil(msBeforeNext / 1000));
  return {
    async take(limit, ...who) {
      try {
        await limiterOf(limit).consume(keyOf(who));
      } catch (spent) {
        throw spent instanceof RateLimiterRes ? refuse(spent) : spent;
      }
    },
    async check(limit, ...who) {
      const spent = await limiterOf(limit).get(keyOf(who));
      if (spent && spent.consumedPoints >= LIMITS[limit].points) throw refuse(spent);
    },
  };
}

/** @param seconds until it makes sense to try again */
export function tooMany(seconds: number): Refusal {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new Refusal(429, "too-many", `Too many tries. Please wait ${wait}.`, {
    retryAfter: seconds,
  });
}
