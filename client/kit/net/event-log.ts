/**
 * The events that this tab has received. A reply contains the changes up to its `x-seq`. Events
 * that arrived during the request and are newer than that are applied to it from this log.
 */
import type { Pushes } from "../../../server/events.ts";

export type EventName = keyof Pushes;

/** An event as it arrives: its name and its data. The data contains its position in the log. */
export type LiveEvent<E extends EventName = EventName> = {
  [N in E]: { event: N; data: Pushes[N] };
}[E];

/** A longer log is cut to half of this: more than the server sends after a reconnection. */
const MOST = 5000;

let recent: LiveEvent[] = [];
let newest = 0;
let firstReply = Infinity;
/** This tab has every event after this position; Infinity before the first connection. */
let start = Infinity;

/** Returns where the recorded events start now. `noteReply` compares it with its later value. */
export const logStart = (): number => start;

/**
 * Notes the position of a reply. The socket asks for the events after the first reply.
 * @param begun where the recorded events started when the request was sent
 * @returns whether events after the reply are missing, because the log has started later meanwhile
 */
export function noteReply(seq: number, begun: number): boolean {
  firstReply = Math.min(firstReply, seq);
  return start !== begun && start !== Infinity && seq < start;
}

/**
 * Notes that the server has sent this tab every event up to this position.
 * @param since the position from which the tab has asked to catch up
 * @returns whether events after an earlier reply are missing
 */
export function noteReady(seq: number, since: number | undefined): boolean {
  newest = Math.max(newest, seq);
  if (start !== Infinity) return false;
  start = since ?? seq;
  return firstReply < start;
}

export function recordEvent(event: LiveEvent): void {
  newest = Math.max(newest, event.data.seq);
  recent.push(event);
  if (recent.length <= MOST) return;
  start = recent.at(-1 - MOST / 2)?.data.seq ?? start;
  recent = recent.slice(-MOST / 2);
}

/** The position from which to catch up; undefined before the first reply. */
export function logPosition(): number | undefined {
  if (newest > 0) return newest;
  return firstReply === Infinity ? undefined : firstReply;
}

export function eventsAfter(seq: number): LiveEvent[] {
  return recent.filter(({ data }) => data.seq > seq);
}

/** Forgets everything: the server no longer has what this tab missed, so all is fetched again. */
export function clearEventLog(): void {
  recent = [];
  newest = 0;
  firstReply = Infinity;
  start = Infinity;
}
