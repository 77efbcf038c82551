/** Every event there is, gathered from the features: its name and the shape of its data. */
import type * as z from "zod";
import { aboutEvents, aboutTopics } from "../about/schema.ts";
import { announcementEvents, announcementTopics } from "../announcements/schema.ts";
import { assignmentEvents, assignmentTopics } from "../assignments/schema.ts";
import { briefingEvents, briefingTopics } from "../briefings/schema.ts";
import { contactEvents } from "../contact/schema.ts";
import { dashboardEvents } from "../dashboards/schema.ts";
import { doubtEvents, doubtTopics } from "../doubts/schema.ts";
import { goalEvents, goalTopics } from "../goals/schema.ts";
import { messageEvents, messageTopics } from "../messages/schema.ts";
import { peopleEvents, peopleTopics } from "../people/schema.ts";
import { reviewEvents, reviewTopics } from "../reviews/schema.ts";
import { solutionEvents, solutionTopics } from "../solutions/schema.ts";
import type { Actor } from "../kit/roles.ts";

export const eventSchemas = {
  ...aboutEvents,
  ...announcementEvents,
  ...assignmentEvents,
  ...briefingEvents,
  ...contactEvents,
  ...dashboardEvents,
  ...doubtEvents,
  ...goalEvents,
  ...messageEvents,
  ...peopleEvents,
  ...reviewEvents,
  ...solutionEvents,
};

type Schemas = typeof eventSchemas;
export type EventName = keyof Schemas;
/** What an event carries, before it is numbered. */
export type EventData<E extends EventName> = z.infer<Schemas[E]>;
/** What reaches a client: the data and its place in the log. */
export type Pushes = { [E in EventName]: EventData<E> & { seq: number } };

/**
 * An event's data has at most so many bytes of JSON. What would be longer comes with `omitted: true`:
 * of the same shape, but its long texts are empty, and its long lists have nothing in them. Whoever
 * shows what it is about fetches that.
 */
export const EVENT_MOST = 256 * 1024;

/** How an event stands to others, and to its reader, when it is handed out. */
export type Topic<Data> = {
  /** What it is about. */
  of: (data: Data) => string;
  /** It tells all there is to tell: an earlier one of its kind is handed out later as the newest. */
  isState?: boolean;
  /** Whether it takes back from this person what was told before: that is not handed out any more. */
  ends?: (data: Data, me: Actor | null) => boolean;
  /** As it is by now: with what the newest events tell of other things in it. */
  renewed?: (data: Data, newest: (type: EventName, topic: string) => unknown) => Data;
  /** What this person may see of it; otherwise all of it is for everyone in its rooms. */
  seenBy?: (data: Data, me: Actor | null) => Data;
};

const topics: { [E in EventName]?: Topic<EventData<E>> } = {
  ...aboutTopics,
  ...announcementTopics,
  ...assignmentTopics,
  ...briefingTopics,
  ...doubtTopics,
  ...goalTopics,
  ...messageTopics,
  ...peopleTopics,
  ...reviewTopics,
  ...solutionTopics,
};

export const topicOf = (type: string): Topic<unknown> | undefined =>
  topics[type as EventName] as Topic<unknown> | undefined;

/** The events whose change moves a figure on the staff's dashboards. */
const figureMovers: { [E in EventName]?: (data: EventData<E>) => boolean } = {
  "assignment.saved": ({ version }) => version === 1,
  "doubt.entry": ({ entry }) => entry.type === "reply",
  "doubt.opened": () => true,
  "message.sent": () => true,
  "user.changed": () => true,
};

export function movesFigures(type: EventName, data: unknown): boolean {
  const mover = figureMovers[type] as ((data: unknown) => boolean) | undefined;
  return mover?.(data) ?? false;
}
