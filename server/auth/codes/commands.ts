/** Checks guesses of one-time codes. Every guess is counted, and a code allows only a few. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { badField } from "../../kit/core/errors.ts";
import type { Parts } from "../../kit/core/parts.ts";
import { codes } from "../../kit/db/tables.ts";
import { tooMany } from "../../kit/limits/limits.ts";
import { type Attempt, openTries } from "../../kit/security/sign_in_attempts.ts";
import type { Act } from "../../live/outbox.ts";
import { describeAttempt, type Place } from "../queries.ts";
import { registrations } from "../tables.ts";

/** The most guesses for one code. After these, even the correct code is refused. */
export const GUESSES = 5;

const WRONG_CODE = "That code is wrong or has expired.";
export const wrongCode = () => badField("otp", WRONG_CODE, "auth.otp-wrong");

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
  place: Place,
): Promise<void> {
  const { database: { db }, tokens } = parts;
  const { email, otp } = guess;
  const attempt = await describeAttempt(parts, guess, place);
  await guessCode(parts, { kind: "reset", attempt }, async () => {
    const [code] = await db.update(codes).set({ guesses: sql`guesses + 1` })
      .where(and(eq(codes.email, email), eq(codes.purpose, purpose))).returning();
    const right = await tokens.hashCode(purpose, email, otp);
    return code && { ...code, isRight: code.hash === right && code.usedAt === null };
  });
}

/**
 * Checks a guess of a registration's code.
 * @throws Refusal 429 when there were too many guesses, 400 when it is wrong
 */
export async function guessVerify(
  parts: Parts,
  { email, otp, registration }: Guess & { registration: string },
  place: Place,
): Promise<void> {
  const { database: { db }, tokens } = parts;
  const attempt = { email, ...place, browser: null };
  await guessCode(parts, { kind: "verify", attempt }, async () => {
    const [code] = await db.update(registrations).set({ guesses: sql`guesses + 1` })
      .where(and(eq(registrations.id, registration), eq(registrations.email, email))).returning();
    const right = await tokens.hashCode("verify", email, otp);
    return code && { ...code, isRight: code.codeHash === right };
  });
}

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

type Guessed = { guesses: number; expiresAt: string; isRight: boolean };

/**
 * Counts a guess and compares it. This runs outside the transaction that uses up the code, so that
 * a rollback does not undo the counts.
 */
async function guessCode(
  { limits, clock }: Parts,
  { kind, attempt }: { kind: "reset" | "verify"; attempt: Attempt },
  compare: () => Promise<Guessed | undefined>,
): Promise<void> {
  const now = clock();
  const countFailure = await openTries(limits, kind, attempt);
  const code = await compare();
  const isLive = code !== undefined && code.expiresAt > now;
  if (isLive && code.guesses > GUESSES) {
    const seconds = Math.ceil((Date.parse(code.expiresAt) - Date.parse(now)) / 1000);
    throw tooMany(seconds, () => "Too many wrong tries for this code. Ask for a new one.");
  }
  if (!isLive || !code.isRight) {
    await countFailure();
    throw wrongCode();
  }
}
