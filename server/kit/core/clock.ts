/** The class's calendar: "day", "week" and "month" are always in its time zone. */

import { badField } from "./errors.ts";

/** Returns the time as ISO 8601 in UTC, with milliseconds. Tests set it. */
export type Clock = () => string;

export const systemClock: Clock = () => new Date().toISOString();

/** ISO 8601 in UTC, `minutes` later. */
export function later(now: string, minutes: number): string {
  return new Date(Date.parse(now) + minutes * 60_000).toISOString();
}

/** Now, or the earlier entry's time if later: entries of a history are dated in their order. */
export function notEarlierThan(now: string, earlier: string | undefined): string {
  return earlier !== undefined && earlier > now ? earlier : now;
}

const zoned = (now: string, zone: string) => Temporal.Instant.from(now).toZonedDateTimeISO(zone);
const utc = (start: Temporal.ZonedDateTime) =>
  new Date(start.toInstant().epochMilliseconds).toISOString();

type MomentOptions = { zone: string; field: string; before?: string | null };

/**
 * Reads a time that a person gave: an instant, or a date and a time in the class's zone
 * ("2026-11-30T17:00").
 * @param before the time that is set: it stays, also in an hour that comes twice
 * @throws Refusal 400 for a time in an hour that the clocks skip
 */
export function instantOf(given: string, { zone, field, before }: MomentOptions): string {
  if (/(Z|[+-]\d\d:\d\d)$/.test(given)) return new Date(given).toISOString();
  const time = Temporal.PlainDateTime.from(given);
  if (before && zoned(before, zone).toPlainDateTime().equals(time)) return before;
  const at = time.toZonedDateTime(zone);
  if (at.toPlainDateTime().equals(time)) return utc(at);
  const [none, next] = [inWords(`${time}Z`, "UTC"), timeOfDay(utc(at), zone)];
  throw badField(
    field,
    `There is no ${none}: the clocks go forward then. Choose ${next}, or another time.`,
  );
}

/** A time in words, in the class's zone: "30 Nov 2026, 5:00 pm". */
export function inWords(time: string, zone: string): string {
  return new Intl.DateTimeFormat("en-IN", {
    ...{ day: "numeric", month: "short", year: "numeric" },
    ...{ hour: "numeric", minute: "2-digit", timeZone: zone },
  }).format(new Date(time));
}

/** The time of day in words, in the class's zone: "5:00 pm". */
export const timeOfDay = (time: string, zone: string): string =>
  new Date(time).toLocaleTimeString("en-IN", {
    ...{ hour: "numeric", minute: "2-digit", timeZone: zone },
  });

/** The calendar day as YYYY-MM-DD. */
export function dayOf(now: string, zone: string): string {
  return zoned(now, zone).toPlainDate().toString();
}

export function startOfDay(now: string, zone: string): string {
  return utc(zoned(now, zone).startOfDay());
}

/** The start of a calendar day, YYYY-MM-DD. */
export const startOf = (day: string, zone: string): string =>
  utc(Temporal.PlainDate.from(day).toZonedDateTime(zone));

/** Monday 00:00 of the week, or of the one that many weeks before. */
export function startOfWeek(now: string, zone: string, weeks = 0): string {
  const today = zoned(now, zone);
  return utc(today.subtract({ days: today.dayOfWeek - 1, weeks }).startOfDay());
}

export function startOfMonth(now: string, zone: string): string {
  return utc(zoned(now, zone).with({ day: 1 }).startOfDay());
}

export function isSunday(now: string, zone: string): boolean {
  return zoned(now, zone).dayOfWeek === 7;
}
