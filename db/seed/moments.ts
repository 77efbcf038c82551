/** Converts the demo's relative times to points in time. */
import { later } from "../../server/kit/core/clock.ts";
import type { DueTime, Moment } from "./shape.ts";

/** Returns ISO 8601 in UTC. A time in the future becomes now. */
export function momentOf(moment: Moment, { now, zone }: { now: string; zone: string }): string {
  if (typeof moment === "number") return later(now, -moment);
  const day = Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDate()
    .subtract({ days: moment.daysAgo });
  const at = day.toZonedDateTime({ timeZone: zone, plainTime: moment.at });
  const then = new Date(at.toInstant().epochMilliseconds).toISOString();
  return then < now ? then : now;
}

/** A due date that is still to come is at least this many minutes away. */
const SOONEST = 60;

/** Returns ISO 8601 in UTC. A time of today that is too soon becomes the same time of tomorrow. */
export function dueOf(due: DueTime, { now, zone }: { now: string; zone: string }): string {
  if ("minutesAhead" in due) return later(now, due.minutesAhead);
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDate();
  const at = (days: number) => {
    const then = today.add({ days }).toZonedDateTime({ timeZone: zone, plainTime: due.at });
    return new Date(then.toInstant().epochMilliseconds).toISOString();
  };
  if ("daysAgo" in due) return at(-due.daysAgo);
  const time = at(due.daysAhead);
  return time < later(now, SOONEST) ? at(due.daysAhead + 1) : time;
}

/** The Monday of a week, as YYYY-MM-DD; 0 is this week. */
export function mondayOf(weeksAgo: number, { now, zone }: { now: string; zone: string }): string {
  const today = Temporal.Instant.from(now).toZonedDateTimeISO(zone).toPlainDate();
  return today.subtract({ days: today.dayOfWeek - 1 + 7 * weeksAgo }).toString();
}
