/** Rate limits for one account or address, per server. */
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { Refusal } from "../core/errors.ts";

type Limit = { points: number; seconds: number };

/** Limits on sign-ins and mails count over all servers: see `security/sign_in_attempts.ts`. */
export const LIMITS = {
  /** Uploads, by person. */
  upload: { points: 60, seconds: 600 },
  /** Long JSON bodies of learners and of visitors, by person or address: reading one takes long. */
  body: { points: 60, seconds: 60 },
  /** Contact forms, by address and by its network. */
  contact: { points: 30, seconds: 3600 },
  /** Wrong codes of the wall's link, by address. */
  wall: { points: 120, seconds: 60 },
  /** Questions whether the wall may show a student's name, by student. */
  wallName: { points: 5, seconds: 3600 },
  /** Readings of one person's calendar. Several devices and services may follow it. */
  calendar: { points: 120, seconds: 3600 },
  /** Wrong tokens of calendar addresses, by address. */
  calendarGuess: { points: 120, seconds: 60 },
  /** Wrong tokens of invitations, by address. */
  invitation: { points: 120, seconds: 60 },
  /** Sign-ins with the school's account that are begun, by address: a class begins at once. */
  oidc: { points: 600, seconds: 60 },
  /** Links of mails with which an account is taken back, by address. */
  takeBack: { points: 60, seconds: 3600 },
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

/** @param seconds until the next try can succeed */
function tooMany(seconds: number): Refusal {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new Refusal(429, "too-many", `Too many tries. Please wait ${wait}.`, {
    retryAfter: seconds,
  });
}
