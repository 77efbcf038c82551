/**
 * Rate limits: for a person or an address on one server, in its memory; for sign-ins and mails over
 * all servers, in PostgreSQL. A limit counts uses from the first one on, and begins anew when its
 * time is over.
 */
import { createHash } from "node:crypto";
import type postgres from "postgres";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { Refusal } from "../core/errors.ts";

type Limit = { points: number; seconds: number };

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const LIMITS = {
  /** Writes of a person, over all calls. A mentor's script creates a class's worth in a minute. */
  learnerWrite: { points: 120, seconds: MINUTE },
  staffWrite: { points: 600, seconds: MINUTE },
  /** Uploads, by person. */
  upload: { points: 60, seconds: 10 * MINUTE },
  /** Long JSON bodies of learners and of visitors, by person or address: reading one takes long. */
  body: { points: 60, seconds: MINUTE },
  /** Sign-ins, by browser or address: several classes at once. */
  signIn: { points: 3000, seconds: MINUTE },
  /** Sign-ins with the school's account that are begun, by address: a class begins at once. */
  oidc: { points: 600, seconds: MINUTE },
  /** Messages of a person's sockets, or of a visitor's address. 4 KB count as one. */
  message: { points: 600, seconds: 10 },
  /** Sockets that a person opens; each may have to catch up. */
  connection: { points: 120, seconds: MINUTE },
  /** Sockets of visitors, by address: a school opens the home page. */
  visitorConnection: { points: 3000, seconds: MINUTE },
  /** "Typing" of one person in a thread, and of all in it: everybody there gets it. */
  typing: { points: 2, seconds: 2 },
  typingInThread: { points: 10, seconds: 2 },
  /** Contact forms, by address and by its network. */
  contact: { points: 30, seconds: HOUR },
  contactWide: { points: 300, seconds: HOUR },
  /** Copies of what is kept about a person. */
  copy: { points: 10, seconds: DAY },
  /** Wrong codes and tokens of links, and all tries to take an account back, by address. */
  link: { points: 120, seconds: MINUTE },
  /** Readings of one person's calendar. Several devices and services may follow it. */
  calendar: { points: 120, seconds: HOUR },
} satisfies Record<string, Limit>;

/** These count over all servers, and a restart forgets nothing. */
export const SHARED_LIMITS = {
  /** Wrong passwords for one account: in a browser that it knows, from a network, from anywhere. */
  "password.browser": { points: 20, seconds: DAY },
  "password.network": { points: 30, seconds: HOUR },
  "password.account": { points: 100, seconds: DAY },
  /** Wrong codes for resetting one account's password, over all codes. */
  "reset.browser": { points: 10, seconds: DAY },
  "reset.network": { points: 10, seconds: HOUR },
  "reset.account": { points: 30, seconds: DAY },
  /** Wrong codes for registrations of one e-mail address. */
  "verify.network": { points: 15, seconds: HOUR },
  "verify.account": { points: 60, seconds: DAY },
  /** Mails to one e-mail address that are requested without signing in. */
  "mail.browser": { points: 5, seconds: HOUR },
  "mail.network": { points: 5, seconds: HOUR },
  "mail.account": { points: 8, seconds: HOUR },
  "mail.daily": { points: 20, seconds: DAY },
  /** Codes requested from one address or network, for all accounts: a class in two minutes. */
  "asked.address": { points: 300, seconds: MINUTE },
  "asked.network": { points: 900, seconds: MINUTE },
  /** Registrations from one address or network. */
  "registered.address": { points: 600, seconds: HOUR },
  "registered.network": { points: 1200, seconds: HOUR },
  /** A sign-in with the school's account that was begun is used once, while its cookie is valid. */
  "oidc.used": { points: 1, seconds: 20 * MINUTE },
} satisfies Record<string, Limit>;

export type SharedLimit = keyof typeof SHARED_LIMITS;
export type LimitName = keyof typeof LIMITS | SharedLimit;

export type Limits = ReturnType<typeof createLimits>;

/** @param writePace multiplies the limits on writes */
export function createLimits(sql: postgres.Sql, writePace = 1) {
  const inMemory = ([name, { points, seconds }]: [string, Limit]) => {
    const times = name.endsWith("Write") ? writePace : 1;
    const options = { points: Math.max(1, Math.round(points * times)), duration: seconds };
    return [name, new RateLimiterMemory(options)] as const;
  };
  const inPostgres = ([name, { points, seconds }]: [string, Limit]) =>
    [
      name,
      new RateLimiterPostgres({ ...storeIn(sql), keyPrefix: name, points, duration: seconds }),
    ] as const;
  const limiters = new Map<string, RateLimiterMemory | RateLimiterPostgres>([
    ...Object.entries(LIMITS).map(inMemory),
    ...Object.entries(SHARED_LIMITS).map(inPostgres),
  ]);
  const limiterOf = (name: LimitName) => limiters.get(name) as RateLimiterMemory;
  const keyOf = (name: LimitName, who: string) => name in SHARED_LIMITS ? digest(who) : who;

  /** @returns 0 when it was counted, else the seconds until the limit begins anew */
  async function spend(name: LimitName, who: string, points = 1): Promise<number> {
    try {
      await limiterOf(name).consume(keyOf(name, who), points);
      return 0;
    } catch (spent) {
      if (spent instanceof RateLimiterRes) return secondsIn(spent);
      throw spent;
    }
  }
  return {
    spend,
    /** Counts one use. @throws Refusal 429 when there were too many */
    async take(name: LimitName, who: string): Promise<void> {
      const seconds = await spend(name, who);
      if (seconds > 0) throw tooMany(seconds, (wait) => `Too many tries. Please wait ${wait}.`);
    },
    /** Counts nothing. @returns 0 while there is room for one more, else the seconds to wait */
    async wait(name: LimitName, who: string): Promise<number> {
      const limiter = limiterOf(name);
      const spent = await limiter.get(keyOf(name, who));
      return spent && spent.consumedPoints >= limiter.points ? secondsIn(spent) : 0;
    },
  };
}

const secondsIn = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

/** The table `rate_limits` exists, and upkeep deletes what has expired. */
const storeIn = (sql: postgres.Sql) => ({
  storeType: "client",
  storeClient: {
    async query({ text, values }: { text: string; values: never[] }) {
      const rows = await sql.unsafe(text, values);
      return { rows, rowCount: rows.count };
    },
  },
  tableName: "rate_limits",
  tableCreated: true,
  clearExpiredByTimeout: false,
});

/** A key may be a person's e-mail address. */
const digest = (who: string) => createHash("sha256").update(who).digest("base64url");

/**
 * @param seconds until the next try can succeed
 * @param says the sentence with how long to wait
 */
export function tooMany(seconds: number, says: (wait: string) => string): Refusal {
  return new Refusal(429, "too-many", says(inWords(seconds)), { retryAfter: seconds });
}

function inWords(seconds: number): string {
  const counted = (many: number, one: string) => `${many} ${one}${many === 1 ? "" : "s"}`;
  if (seconds < 1.5 * MINUTE) return counted(seconds, "second");
  if (seconds < 1.5 * HOUR) return counted(Math.ceil(seconds / MINUTE), "minute");
  return counted(Math.ceil(seconds / HOUR), "hour");
}
