/**
 * Catch-up: prepares the events that a client missed, in order. A corrected event is sent in its
 * newest form, an event that was taken back from this reader is left out, and the total size is
 * limited.
 */
import type { LoggedEvent } from "../../kit/core/parts.ts";
import type { Actor } from "../../kit/core/roles.ts";
import { type EventName, rulesOf } from "../../events.ts";

/**
 * A cache of updated events, so that one update serves all clients. An entry is valid as long as
 * the newest data is the same object.
 */
const renewals = new WeakMap<LoggedEvent, { by: unknown; event: LoggedEvent }>();

/**
 * Prepares missed events for a client.
 * @param events the events for this person, in order
 * @param most bytes
 * @returns null when there are more bytes, or an event cannot be read: the client fetches again
 */
export function catchUpEvents(
  events: readonly LoggedEvent[],
  me: Actor | null,
  most: number,
): LoggedEvent[] | null {
  const newest = new Map<string, unknown>();
  const ended = new Set<string>();
  const found: LoggedEvent[] = [];
  let bytes = 0;
  // From the newest to the oldest, so that later events are known at each earlier one.
  for (const event of events.toReversed()) {
    if (event.data === null) return null;
    const rules = rulesOf(event.type);
    const subject = rules?.of(event.data);
    if (subject !== undefined && ended.has(subject)) continue;
    if (rules?.ends?.(event.data, me)) ended.add(subject as string);
    const told = renewed(event, (type, subject) => newest.get(`${type} ${subject}`));
    if (subject !== undefined) newest.set(`${event.type} ${subject}`, told.data);
    found.push(told);
    bytes += told.bytes ?? 0;
    if (bytes > most) return null;
  }
  return found.reverse();
}

function renewed(
  event: LoggedEvent,
  newest: (type: EventName, subject: string) => unknown,
): LoggedEvent {
  const rules = rulesOf(event.type);
  if (!rules) return event;
  const by = rules.isState ? newest(event.type as EventName, rules.of(event.data)) : undefined;
  if (by !== undefined) {
    const known = renewals.get(event);
    if (known?.by === by) return known.event;
    const made = { ...event, data: by, bytes: JSON.stringify(by).length };
    renewals.set(event, { by, event: made });
    return made;
  }
  const data = rules.renewed?.(event.data, newest) ?? event.data;
  return data === event.data ? event : { ...event, data };
}

/** The event's data as this person may see it. */
export function dataFor({ type, data }: LoggedEvent, me: Actor | null): unknown {
  return rulesOf(type)?.seenBy?.(data, me) ?? data;
}

/** Whether everyone in the event's rooms gets the same data. */
export const isSameForAll = ({ type }: LoggedEvent): boolean => rulesOf(type)?.seenBy === undefined;
