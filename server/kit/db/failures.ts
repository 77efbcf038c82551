/** What the failures of the database mean. */
import { codeOf, isLost } from "../core/error_codes.ts";
import { Refusal } from "../core/errors.ts";

/** Codes of PostgreSQL, and of the system for the folder of uploads. */
const NO_ROOM = new Set(["53100", "ENOSPC", "EDQUOT"]);

const TIMED_OUT = "57014";
const DEADLOCK = "40P01";
const DUPLICATE = "23505";

export const isTimedOut = (error: unknown): boolean => codeOf(error) === TIMED_OUT;

/** Whether PostgreSQL gave the statement up for others: the same call may work a moment later. */
export const isBusy = (error: unknown): boolean => isTimedOut(error) || codeOf(error) === DEADLOCK;

/** Waits for a statement. @throws the refusal when a unique index refuses its row */
export async function refuseDuplicate<T>(writing: PromiseLike<T>, refusal: Refusal): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw codeOf(error) === DUPLICATE ? refusal : error;
  }
}

/** The refusal when the database is away or busy, or a disk is full; null for all other errors. */
export function asUnavailable(error: unknown): Refusal | null {
  if (NO_ROOM.has(codeOf(error) ?? "")) {
    const msg = "The server has no room left, so this was not kept. Please try again later.";
    return new Refusal(503, "full", msg, { retryAfter: 60 });
  }
  if (isBusy(error)) {
    const msg = "The database is busy for a moment. Please try again.";
    return new Refusal(503, "unavailable", msg, { retryAfter: 2 });
  }
  if (!isLost(error)) return null;
  return new Refusal(503, "unavailable", "The database is away for a moment. Please try again.", {
    retryAfter: 2,
  });
}
