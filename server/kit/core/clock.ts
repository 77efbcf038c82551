/** The class's calendar: "day", "week" and "month" are always in its time zone. */

/** Returns the time as ISO 8601 in UTC, with milliseconds. Tests set it. */
export type Clock = () => string;

export const systemClock: Clock = () => new Date().toISOString();

/** ISO 8601 in UTC, `minutes` later. */
export function later(now: string, minutes: number): string {
  return new Date(Date.parse(now) + minutes * 60_000).toISOString();
}

/**
 * Now, or the earlier entry's time if that is later: no entry of a history is dated before the one
 * it follows.
 */
export function notEarlierThan(now: string, earlier: string | undefined): string {
  return earlier !== undefined && earlier > now ? earlier : now;
}

const zoned = (now: string, zone: string) => Temporal.Instant.from(now).toZonedDateTimeISO(zone);
const utc = (start: Temporal.ZonedDateTime) =>
  new Date(start.toInstant().epochMilliseconds).toISOString();

/**
 * Reads a time that a person gave: an instant, or a date and a time in the class's zone
 * ("2026-11-30T17:00").
 */
export function instantOf(given: string, zone: string): string {
  if (/(Z|[+-]\d\d:\d\d)$/.test(given)) return new Date(given).toISOString();
  return utc(Temporal.PlainDateTime.from(given).toZonedDateTime(zone));
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
