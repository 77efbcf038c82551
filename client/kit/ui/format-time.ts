/** Formats times for people, in the en-IN locale and the class's zone. */
import { useEffect, useState } from "react";
import { classZone } from "../net/class-day.ts";
import { serverTime } from "../net/server-clock.ts";

type Moment = string | number;

/** Formats times in the class's zone, as all are shown. A format is made once: that takes long. */
export function inClassZone(options: Intl.DateTimeFormatOptions): (time: Moment) => string {
  const formatOf = (timeZone: string | undefined) =>
    new Intl.DateTimeFormat("en-IN", { ...options, timeZone });
  let made: { zone: string | undefined; format: Intl.DateTimeFormat } | undefined;
  return (time) => {
    const zone = classZone();
    if (made === undefined || made.zone !== zone) made = { zone, format: formatOf(zone) };
    return made.format.format(new Date(time));
  };
}

const DATE = { day: "numeric", month: "short", year: "numeric" } as const;
const DATE_TIME = { ...DATE, hour: "numeric", minute: "2-digit" } as const;

export const showDateTime = inClassZone(DATE_TIME);
export const showDate = inClassZone(DATE);
export const showClock = inClassZone({ hour: "numeric", minute: "2-digit" });

const here = new Intl.DateTimeFormat("en-IN", DATE_TIME);

/** Formats a time in this browser's zone, where that is another time than the class's. */
export function showHere(time: Moment): string | undefined {
  const shown = here.format(new Date(time));
  return shown === showDateTime(time) ? undefined : `${shown} where you are`;
}

/** For the tooltip of a time that is shown as "5 min ago". */
export const showFull = (time: Moment): string =>
  [showDateTime(time), showHere(time)].filter(Boolean).join("; ");

// A calendar day or month is the same in every time zone.
const weekday = new Intl.DateTimeFormat("en-IN", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});
const month = new Intl.DateTimeFormat("en-IN", { month: "long", year: "numeric" });

/** Formats a calendar day, YYYY-MM-DD. */
export const showDay = (day: string): string => weekday.format(new Date(`${day}T12:00:00`));
/** Formats a calendar month, YYYY-MM. */
export const showMonth = (of: string): string => month.format(new Date(`${of}-15T12:00:00`));

const MINUTE = 60_000;

/** Formats a duration: "3 min", "5 h", "2 days". */
export function showSpan(from: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(from)) / MINUTE);
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} days`;
}

export function showAgo(time: string, now: number): string {
  if (now - Date.parse(time) < MINUTE) return "just now";
  return `${showSpan(time, now)} ago`;
}

/** The server's time now, which is updated often. A device's own clock may be wrong by hours. */
export const useNow = (every?: number): number => serverTime(useDeviceNow(every));

/** The same by this device's clock, for what began on this device. */
export function useDeviceNow(every = MINUTE / 2): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
