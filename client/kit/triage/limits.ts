/** The mentor's limits of a wait, and which waits are the longest. */
import { perUserAtom } from "../net/session.ts";

/** After how many minutes a wait is long, and too long. */
export const waitLimitsAtom = perUserAtom({ long: 10, tooLong: 30 });

/** Returns the longest tenth of the waits, at least one. @param longestFirst the waiting rows */
export const longestTenth = <T>(longestFirst: readonly T[]): readonly T[] =>
  longestFirst.slice(0, Math.ceil(longestFirst.length / 10));
