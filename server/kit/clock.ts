/** The class's calendar: "day", "week" and "month" always mean its time zone. */

/** Tells the time as ISO 8601 in UTC, to the millisecond; tests set it. */
export type Clock = () => string;

export const systemClock: Clock = () => new Date().toISOString();

/** ISO 8601 in UTC, `minutes` later. */
export function later(now: string, minutes: number): string {
  return new Date(Date.parse(now) + minutes * 60_000).toISOString();
}

/** Now, or what it follows upon if that is later: no entry of a history is dated before another. */
export function notBefore(now: string, earlier: string | undefined): string {
  return earlier !== undefined && earlier > now ? earlier : now;
}

const zoned = (now: string, zone: string) => Temporal.Instant.from(now).toZonedDateTimeISO(zone);
const utc = (start: Temporal.ZonedDateTime) =>
  new Date(start.toInstant().epochMilliseconds).toISOString();

/** The calendar day as YYYY-MM-DD. */
export function dayOf(now: string, zone: string): string {
  return zoned(now, zone).toPlainDate().toString();
}

export function startOfDay(now: string, zone: string): string {
  return utc(zoned(now, zone).startOfDay());
}

/** Monday 00:00 of the week. */
export function startOfWeek(now: string, zone: string): string {
  const today = zoned(now, zone);
  return utc(today.subtract({ days: today.dayOfWeek - 1 }).startOfDay());
}

export function startOfMonth(now: string, zone: string): string {
  return utc(zoned(now, zone).with({ day: 1 }).startOfDay());
}

export function isSunday(now: string, zone: string): boolean {
  return zoned(now, zone).dayOfWeek === 7;
}
