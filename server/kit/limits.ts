/** How often one account or address may try a thing, per server. */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { Refusal } from "./errors.ts";

type Limit = { points: number; seconds: number };

/** What guards accounts and their mail is counted over all servers: `attempts.ts`. */
export const LIMITS = {
  /** Uploads, by person. */
  upload: { points: 60, seconds: 600 },
  /** Contact forms, by address, and by the network around it. */
  contact: { points: 30, seconds: 3600 },
  contactWide: { points: 300, seconds: 3600 },
} satisfies Record<string, Limit>;

export type Limits = {
  /** Counts one try. @throws Refusal 429 when there were too many. */
  take(limit: keyof typeof LIMITS, ...who: string[]): Promise<void>;
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
  };
}

/** @param seconds until it makes sense to try again */
function tooMany(seconds: number): Refusal {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new Refusal(429, "too-many", `Too many tries. Please wait ${wait}.`, {
    retryAfter: seconds,
  });
}
