/** A ticking clock that shows how long a row has waited, with a colour, and a word for the longest. */
import { useAtomValue } from "jotai";
import Clock from "../ui/icon.tsx?clock";
import { waitLimitsAtom } from "./limits.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Formats a waiting time: "4:07" in the first hour, then "3 h 05 min", then "2 days". */
function showWait(since: string, now: number): string {
  const waited = Math.max(0, now - Date.parse(since));
  const two = (count: number) => String(Math.floor(count)).padStart(2, "0");
  if (waited < HOUR) return `${Math.floor(waited / MINUTE)}:${two((waited % MINUTE) / SECOND)}`;
  if (waited < 48 * HOUR) {
    return `${Math.floor(waited / HOUR)} h ${two((waited % HOUR) / MINUTE)} min`;
  }
  return `${Math.floor(waited / (24 * HOUR))} days`;
}

interface ClockProps {
  since: string;
  /** From `useNow(1000)`, shared by all clocks on the screen. */
  now: number;
  /** Whether it is among the longest waits here: only they are marked as too long. */
  isLongest?: boolean;
}

export function WaitingClock({ since, now, isLongest = false }: ClockProps) {
  const { long, tooLong } = useAtomValue(waitLimitsAtom);
  const minutes = (now - Date.parse(since)) / MINUTE;
  const isTooLong = isLongest && minutes >= tooLong;
  const color = isTooLong ? "text-error" : minutes >= long ? "text-warning" : "text-success";
  return (
    <time
      dateTime={since}
      className="inline-flex shrink-0 items-center gap-1.5 text-sm whitespace-nowrap tabular-nums"
    >
      <Clock aria-hidden className={`size-4 ${color}`} />
      <span className="sr-only">waiting</span> {showWait(since, now)}
      {isTooLong && <span className={`font-semibold ${color}`}>too long</span>}
    </time>
  );
}
