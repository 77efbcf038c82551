/** Times in words, in the class's zone. */
import { dayOf, daysAfter } from "../net/class-day.ts";
import { inClassZone, showClock } from "./format-time.ts";

/** Formats a time in the class's zone: "today, 5:00 pm", "Tue, 24 Nov, 5:00 pm". */
export function showMoment(time: string, today: string | null): string {
  return `${showDayOf(time, today)}, ${showClock(time)}`;
}

const NEAR = { weekday: "short", day: "numeric", month: "short" } as const;
const showNear = inClassZone(NEAR);
const showFar = inClassZone({ ...NEAR, year: "numeric" });

/** Formats the class's day of a time: "today", "tomorrow", "Tue, 24 Nov", "Sat, 13 Mar, 2027". */
export function showDayOf(time: string, today: string | null): string {
  const day = dayOf(time);
  const ahead = daysAfter(today, day);
  if (ahead === 0) return "today";
  if (ahead === 1) return "tomorrow";
  if (ahead === -1) return "yesterday";
  return day.slice(0, 4) === today?.slice(0, 4) ? showNear(time) : showFar(time);
}
