/** How long a wait is (fine, long, too long) by the mentor's limits, and the longest waits. */
import { perUserAtom } from "../net/session.ts";

/** After how many minutes a wait is long, and too long. */
export interface WaitLimits {
  long: number;
  tooLong: number;
}

export const waitLimitsAtom = perUserAtom<WaitLimits>({ long: 10, tooLong: 30 });

export type WaitLevel = "fine" | "long" | "too long";

const MINUTE = 60_000;

export function waitLevel(since: string, now: number, { long, tooLong }: WaitLimits): WaitLevel {
  const minutes = (now - Date.parse(since)) / MINUTE;
  return minutes >= tooLong ? "too long" : minutes >= long ? "long" : "fine";
}

/** Returns the longest tenth of the waits, at least one. @param longestFirst the waiting rows */
export const longestTenth = <T>(longestFirst: readonly T[]): readonly T[] =>
  longestFirst.slice(0, Math.ceil(longestFirst.length / 10));
