/** The demo's relative times as points in time. */
import { later } from "../../server/kit/clock.ts";
import type { Moment } from "./shape.ts";

/** ISO 8601 in UTC; an hour that is still to come counts as now. */
export function momentOf(moment: Moment, { now, zone }: { now: string; zone: string }): string {
  if (typeof moment === "number") return later(now, -moment);
  const day = Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDate()
    .subtract({ days: moment.daysAgo });
  const at = day.toZonedDateTime({ timeZone: zone, plainTime: moment.at });
  const then = new Date(at.toInstant().epochMilliseconds).toISOString();
  return then < now ? then : now;
}

/** The Monday of a week, as YYYY-MM-DD; 0 is this week. */
export function mondayOf(weeksAgo: number, { now, zone }: { now: string; zone: string }): string {
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDate();
  return today.subtract({ days: today.dayOfWeek - 1 + 7 * weeksAgo }).toString();
}
