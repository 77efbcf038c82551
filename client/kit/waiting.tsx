/** How long somebody has been waiting, ticking. */
import { Clock } from "lucide-react";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** "4:07" in the first hour, then "3 h 05 min", then "2 days". */
export function showWait(since: string, now: number): string {
  const waited = Math.max(0, now - Date.parse(since));
  const two = (count: number) => String(Math.floor(count)).padStart(2, "0");
  if (waited < HOUR) return `${Math.floor(waited / MINUTE)}:${two((waited % MINUTE) / SECOND)}`;
  if (waited < 48 * HOUR) {
    return `${Math.floor(waited / HOUR)} h ${two((waited % HOUR) / MINUTE)} min`;
  }
  return `${Math.floor(waited / (24 * HOUR))} days`;
}

/** @param now from `useNow(1000)`, shared by all that tick together */
export function WaitingClock({ since, now }: { since: string; now: number }) {
  return (
    <time
      dateTime={since}
      className="inline-flex shrink-0 items-center gap-1.5 text-sm whitespace-nowrap tabular-nums"
    >
      <Clock aria-hidden className="size-4" />
      <span className="sr-only">waiting</span> {showWait(since, now)}
    </time>
  );
}
