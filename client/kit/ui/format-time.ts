/** Formats times for people, in the en-IN locale. */
import { useEffect, useState } from "react";

const dateTime = new Intl.DateTimeFormat("en-IN", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const date = new Intl.DateTimeFormat("en-IN", { day: "numeric", month: "short", year: "numeric" });
const clock = new Intl.DateTimeFormat("en-IN", {
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
});

const weekday = new Intl.DateTimeFormat("en-IN", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});
const month = new Intl.DateTimeFormat("en-IN", { month: "long", year: "numeric" });

export const showDateTime = (time: string | number): string => dateTime.format(new Date(time));
export const showDate = (time: string | number): string => date.format(new Date(time));
export const showClock = (time: string | number): string => clock.format(new Date(time));
/** Formats a calendar day, YYYY-MM-DD. It is the same day in every time zone. */
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

/** The current time, updated often enough for a text that shows it. */
export function useNow(every = MINUTE / 2): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
