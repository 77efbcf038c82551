/** Fields for a date and a time of the class's zone. */
import { classZone } from "../net/class-day.ts";

/**
 * Converts a time to the form of a `datetime-local` field, in the class's zone. Only a time that was
 * set through the API has seconds: the field shows them, so that saving it unchanged keeps them.
 */
export function toField(time: string | null | undefined): string {
  if (!time) return "";
  const format = new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "short",
    timeZone: classZone(),
  });
  const at = new Date(time);
  // The zones differ by whole minutes.
  const seconds = at.toISOString().slice(16, -1).replace(/(:00)?\.000$/, "");
  return format.format(at).replace(" ", "T") + seconds;
}

/** The hint that names the class's zone. */
export function zoneHint(): string {
  const zone = classZone();
  return zone ? `In the class's time, ${zone.replaceAll("_", " ")}.` : "";
}

/** For the field with the time at which something appears. */
export const appearsField = () =>
  ({
    type: "datetime-local",
    label: "Appears (optional)",
    hint: `Leave empty to publish now. ${zoneHint()}`,
  }) as const;

/** For the same field while something is prepared. */
export const scheduleField = () =>
  ({ type: "datetime-local", label: "Appears", hint: zoneHint(), required: true }) as const;

/** The time for a call; nothing when the field is empty. */
export const appearsAtOf = (field: string): { appearsAt?: string } =>
  field === "" ? {} : { appearsAt: field };
