/** When a prepared announcement, briefing or question appears. */
import { instantOf, later } from "./clock.ts";
import { badField, conflict } from "./errors.ts";

/** The furthest time, in days from now. */
const AHEAD_DAYS_MOST = 366;
/** The most announcements, and the most questions, that are prepared at once. */
export const SCHEDULED_MOST = 200;

/** The time to appear. @throws Refusal 400 when it is not in the future, or too far ahead */
export function appearance(given: string, { now, zone }: { now: string; zone: string }) {
  return checked(instantOf(given, { zone, field: "appearsAt" }), now);
}

function checked(at: string, now: string): string {
  if (at <= now) throw badField("appearsAt", "The time to appear must be in the future.");
  if (at > later(now, AHEAD_DAYS_MOST * 24 * 60)) {
    throw badField("appearsAt", "The time to appear must be within a year.");
  }
  return at;
}

/** A time that stays as it is may have passed. @param before null: it has appeared already */
export function editedAppearance(
  given: string | undefined,
  { before, now, zone }: { before: string | null; now: string; zone: string },
): string | null {
  if (given === undefined) return before;
  if (before === null) throw badField("appearsAt", "It has appeared already.");
  const at = instantOf(given, { zone, field: "appearsAt", before });
  return at === before ? before : checked(at, now);
}

/** @throws Refusal 409 when no more may be prepared */
export function refuseTooMany(prepared: number, what: string): void {
  if (prepared < SCHEDULED_MOST) return;
  throw conflict("prepared.full", `At most ${SCHEDULED_MOST} ${what} can be scheduled at once.`);
}
