/** Checks guesses of one-time codes. Every guess is counted, and a code allows only a few. */
import type { RequestSource } from "../../kit/http/request_source.ts";
import { and, eq, isNull, sql } from "drizzle-orm";
import { timeOfDay } from "../../kit/core/clock.ts";
import { badField } from "../../kit/core/errors.ts";
import type { Parts } from "../../kit/core/parts.ts";
import { codes } from "../../kit/db/tables.ts";
import { tooMany } from "../../kit/limits/limits.ts";
import { type Attempt, openTries } from "../../kit/security/sign_in_attempts.ts";
import type { Act } from "../../live/outbox.ts";
import { describeAttempt } from "../queries.ts";
import { registrations } from "../tables.ts";

/** The most guesses for one code. After these, even the correct code is refused. */
export const GUESSES = 5;

const WRONG_CODE = "That code is wrong or has expired.";
const notThis = (sentence: string) => badField("otp", sentence, "auth.otp-wrong");
export const wrongCode = () => notThis(WRONG_CODE);

type Guess = { email: string; otp: string; browser?: string };

/**
 * Checks a guess of a code that was mailed to an account's address.
 * @param purpose to reset the password, to link the school's account, or to delete one's own; they
 *   share their limits
 * @throws Refusal 429 when there were too many guesses, 400 when it is wrong
 */
export async function guessMailed(
  parts: Parts,
  { purpose, ...guess }: Guess & { purpose: "password" | "link" | "delete" },
  place: RequestSource,
): Promise<void> {
  const { database: { db }, tokens } = parts;
  const { email, otp } = guess;
  const attempt = await describeAttempt(parts, guess, place);
  const hash = tokens.hashCode(purpose, email, otp);
  await guessCode(parts, { kind: "reset", attempt, hash }, async () => {
    const [code] = await db.update(codes).set(counted(hash))
      .where(and(eq(codes.email, email), eq(codes.purpose, purpose))).returning();
    return code;
  });
}

/** @throws Refusal 429 when there were too many guesses, 400 when it is wrong */
export async function guessVerify(
  parts: Parts,
  { email, otp, registration }: Guess & { registration: string },
  place: RequestSource,
): Promise<void> {
  const { database: { db }, tokens } = parts;
  const attempt = { email, ...place, browser: null };
  const hash = tokens.hashCode("verify", email, otp);
  await guessCode(parts, { kind: "verify", attempt, hash }, async () => {
    const [code] = await db.update(registrations).set(counted(hash))
      .where(and(eq(registrations.id, registration), eq(registrations.email, email))).returning();
    return code;
  });
}

/** A replaced code is no guess: its mail came late. */
const counted = (hash: string) => ({
  guesses: sql`guesses + case when ${hash} = any(earlier) then 0 else 1 end`,
});

/** Uses up the code that was guessed. @throws Refusal 400 when another request has done so */
export async function useCode(
  { db, now }: Pick<Act, "db" | "now">,
  { purpose, email }: { purpose: "password" | "link" | "delete"; email: string },
): Promise<void> {
  const [used] = await db.update(codes).set({ usedAt: now })
    .where(and(eq(codes.email, email), eq(codes.purpose, purpose), isNull(codes.usedAt)))
    .returning({ email: codes.email });
  if (!used) throw wrongCode();
}

type Code = Pick<typeof codes.$inferSelect, "hash" | "earlier" | "guesses"> & {
  askedAt: string;
  expiresAt: string;
  usedAt?: string | null;
};

/** Counts and compares a guess, outside the transaction that a rollback would undo. */
async function guessCode(
  { limits, clock, env }: Parts,
  { kind, attempt, hash }: { kind: "reset" | "verify"; attempt: Attempt; hash: string },
  take: () => Promise<Code | undefined>,
): Promise<void> {
  const now = clock();
  const countFailure = await openTries(limits, kind, attempt);
  const code = await take();
  if (code && code.hash !== hash && code.earlier.includes(hash)) {
    const at = timeOfDay(code.askedAt, env.classTz);
    throw notThis(`A newer code was sent at ${at}. Please use that one.`);
  }
  const isLive = code !== undefined && code.expiresAt > now;
  const isRight = code?.hash === hash && !code.usedAt;
  if (isLive && code.guesses > GUESSES) {
    const seconds = Math.ceil((Date.parse(code.expiresAt) - Date.parse(now)) / 1000);
    throw tooMany(seconds, () => "Too many wrong tries for this code. Ask for a new one.");
  }
  if (!isRight) {
    await countFailure();
    throw wrongCode();
  }
  if (!isLive) throw notThis("That code has expired. Please ask for a new one.");
}
