/** The access rules for class sessions. The client uses them, too. */
import { isGeneral } from "../assignments/policy.ts";
import { type Actor, isLearner } from "../kit/core/roles.ts";
import { type Audience, isFor, isForOwn } from "../sections/policy.ts";

export const can = {
  /** Whether the class session counts this person's work. */
  takePart: (me: Actor | null): boolean => isLearner(me),
  /** The whole class may read its questions, so only those that are given out are chosen. */
  choose: isGeneral,
};

/**
 * Splits the running class sessions into that of a person's own sections, if there is one, and the
 * others that they may see. Each section has one at most; who is in several sections has the
 * earliest.
 */
export function splitRunning<L extends { _id: string; startedAt: string; audience?: Audience }>(
  me: Actor | null,
  running: readonly L[],
): { classSession: L | null; others: L[] } {
  const seen = running.filter(({ audience }) => isFor(me, audience))
    .sort((a, b) => a.startedAt + a._id < b.startedAt + b._id ? -1 : 1);
  const classSession = seen.find(({ audience }) => isForOwn(me, audience)) ?? null;
  return { classSession, others: seen.filter((one) => one !== classSession) };
}
