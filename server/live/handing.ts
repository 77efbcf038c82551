/**
 * What is handed out later than it happened: in order, as it is by now. What was corrected since
 * comes in its newest form, what was taken back from its reader does not come at all, and an answer
 * has a bound.
 */
import type { Logged } from "../kit/parts.ts";
import type { Actor } from "../kit/roles.ts";
import { type EventName, topicOf } from "./events.ts";

/** Renewed once, for all who are told: by the data of the newest event, as it was put together. */
const renewals = new WeakMap<Logged, { by: unknown; event: Logged }>();

/**
 * @param events what was logged for this person, in order
 * @param most bytes
 * @returns null when it is more than that, or cannot be told: fetch afresh
 */
export function handedOut(
  events: readonly Logged[],
  me: Actor | null,
  most: number,
): Logged[] | null {
  const newest = new Map<string, unknown>();
  const ended = new Set<string>();
  const found: Logged[] = [];
  let bytes = 0;
  // From the newest to the oldest, so that each meets what came after it.
  for (const event of events.toReversed()) {
    if (event.data === null) return null;
    const topic = topicOf(event.type);
    const subject = topic?.of(event.data);
    if (subject !== undefined && ended.has(subject)) continue;
    if (topic?.ends?.(event.data, me)) ended.add(subject as string);
    const told = renewed(event, (type, subject) => newest.get(`${type} ${subject}`));
    if (subject !== undefined) newest.set(`${event.type} ${subject}`, told.data);
    found.push(told);
    bytes += told.bytes ?? 0;
    if (bytes > most) return null;
  }
  return found.reverse();
}

function renewed(event: Logged, newest: (type: EventName, subject: string) => unknown): Logged {
  const topic = topicOf(event.type);
  if (!topic) return event;
  const by = topic.isState ? newest(event.type as EventName, topic.of(event.data)) : undefined;
  if (by !== undefined) {
    const known = renewals.get(event);
    if (known?.by === by) return known.event;
    const made = { ...event, data: by, bytes: JSON.stringify(by).length };
    renewals.set(event, { by, event: made });
    return made;
  }
  const data = topic.renewed?.(event.data, newest) ?? event.data;
  return data === event.data ? event : { ...event, data };
}

/** The data as this person may see it. */
export function dataFor({ type, data }: Logged, me: Actor | null): unknown {
  return topicOf(type)?.seenBy?.(data, me) ?? data;
}

/** Whether everybody in its rooms may see all of it. */
export const isSame = ({ type }: Logged): boolean => topicOf(type)?.seenBy === undefined;
