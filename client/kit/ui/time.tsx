/** A time on a screen. */
import { showDateTime, showHere } from "./format-time.ts";

interface TimeProps {
  at: string;
  /** Formats it; without it, with its day and hour. */
  show?: (time: string) => string;
  className?: string;
}

/** A time of the class's zone. Its tooltip has this browser's time, where that is another one. */
export const Time = ({ at, show = showDateTime, className }: TimeProps) => (
  <time dateTime={at} title={showHere(at)} className={className}>{show(at)}</time>
);
